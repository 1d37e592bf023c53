"""A row is the same row in JSON, Arrow, Parquet and Polars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from onceper.contract.arrow import arrow_schema, from_arrow, to_arrow
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = Row(id="1", name=None, lang=None, game=None, field="text")
BAD = Row(id="line 2", name=None, lang=None, game=None, field="text", error="text is null (a.jsonl, line 2)")


def test_json_to_arrow_to_parquet_and_back(full_row: Row, tmp_path: Path) -> None:
    rows = [PLAIN, full_row, BAD, full_row, PLAIN]
    lines = msgspec.json.Encoder().encode_lines(rows).splitlines()
    batch = to_arrow([msgspec.json.decode(line, type=Row) for line in lines])
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "rows.parquet")
    table = pq.read_table(tmp_path / "rows.parquet")
    assert table.schema.equals(arrow_schema(), check_metadata=True)
    assert from_arrow(table) == rows


def test_polars_gives_the_rows_back(full_row: Row, tmp_path: Path) -> None:
    rows = [PLAIN, full_row, BAD]
    frame = pl.DataFrame(pa.Table.from_batches([to_arrow(rows)]))
    frame.write_parquet(tmp_path / "rows.parquet")
    back = pq.read_table(tmp_path / "rows.parquet").cast(arrow_schema())
    assert from_arrow(back) == rows
    ends = frame.explode("limits").select(pl.col("limits").struct.field("span").list.get(1))
    assert ends.to_series().drop_nulls().to_list() == [9, 9]


def test_no_row_is_an_empty_batch() -> None:
    batch = to_arrow([])
    assert batch.num_rows == 0
    assert batch.schema.equals(arrow_schema(), check_metadata=True)


def test_row_of_many_megabytes(full_row: Row) -> None:
    long = msgspec.structs.replace(full_row, name="x" * 5_000_000)
    assert from_arrow(to_arrow([PLAIN, long, PLAIN])) == [PLAIN, long, PLAIN]


def test_records_that_differ_in_one_field_stay_apart(full_row: Row) -> None:
    (limit, *_), (non_effect, *_) = full_row.limits, full_row.non_effects
    limits = [limit, msgspec.structs.replace(limit, count=7), msgspec.structs.replace(limit, name="Brass Heron"), limit]
    moved = msgspec.structs.replace(non_effect, effects=(3,)), msgspec.structs.replace(non_effect, span=(0, 1))
    row = msgspec.structs.replace(full_row, limits=tuple(limits), non_effects=(non_effect, *moved))
    assert from_arrow(to_arrow([row, PLAIN, row])) == [row, PLAIN, row]


def test_half_of_a_character_is_refused(full_row: Row) -> None:
    with pytest.raises(UnicodeEncodeError):
        to_arrow([msgspec.structs.replace(full_row, name="\ud800")])


def test_text_that_looks_like_a_date_stays_text(full_row: Row) -> None:
    dated = msgspec.structs.replace(full_row, id="2024-01-01", name="2024-01-01T00:00:00Z")
    assert from_arrow(to_arrow([dated])) == [dated]
