"""What is read in a column of texts, as a column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.reader.options import Options
from onceper.tagging.batch import tag_batch
from onceper.tagging.column import KINDS, ColumnReader, type_of

if TYPE_CHECKING:
    from onceper.tagging.column import Kind


@pytest.mark.parametrize("kind", ["limits", "non_effects", "effects"])
def test_a_column_is_the_rows_column_with_null_for_what_cannot_be_read(card_table: pa.Table, kind: Kind) -> None:
    (batch,) = card_table.to_batches()
    rows = tag_batch(batch).to_pylist()
    column = ColumnReader(kind, Options())(card_table.select(["text", "name", "lang"]))
    assert column.type == type_of(kind) == row_arrow_schema().field(kind).type
    assert column.to_pylist() == [None if row["error"] else row[kind] for row in rows]
    assert column.null_count == 3


def test_a_reading_is_a_row_without_what_the_card_has_already(card_table: pa.Table) -> None:
    (batch,) = card_table.to_batches()
    column = ColumnReader("reading", Options())(card_table.select(["text", "name", "lang"]))
    assert column.type == type_of("reading")
    left_out = {"id", "name", "field", "text", "made_of", "made_by"}
    assert column.to_pylist() == [
        {key: value for key, value in row.items() if key not in left_out} for row in tag_batch(batch).to_pylist()
    ]


def test_a_column_may_tell_what_each_card_is() -> None:
    table = pa.table({"text": ["Both players wager 1 card."] * 2, "card_type": ["Trap / Normal", None]})
    effects: Any = ColumnReader("effects", Options())(table).to_pylist()
    assert [effect["kind"] for (effect,) in effects] == ["activated", "unknown"]


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_gives_an_empty_column(kind: Kind) -> None:
    column = ColumnReader(kind, Options())(pa.table({"text": pa.array([], pa.string())}))
    assert (len(column), column.type) == (0, type_of(kind))
