"""``onceper.compare`` of tables of every kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import onceper
from onceper.contract.arrow import arrow_schema, from_arrow
from onceper.contract.difference import Difference

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXTS = ["Once per turn: You can draw 1 card.", "手札を１枚捨てて発動できる。１枚ドローする。"]


@pytest.fixture(scope="module")
def tags() -> pa.Table:
    """Return a tagging in two languages, of which one has a limit."""
    cards = {"id": ["7", "7"], "lang": ["en", "ja"], "game": ["yugioh"] * 2, "text": TEXTS}
    return onceper.tag(pa.table(cards))


@pytest.mark.parametrize(
    ("kind", "given_back"),
    [
        (pl.DataFrame, pl.DataFrame),
        (lambda tags: pl.DataFrame(tags).lazy(), pl.DataFrame),
        (lambda tags: tags.to_pandas(types_mapper=pd.ArrowDtype), pd.DataFrame),
        (lambda tags: tags, pa.Table),
        (lambda tags: tags.to_batches()[0], pa.Table),
        (lambda tags: tags.to_reader(), pa.Table),
        (duckdb.from_arrow, pa.Table),
        (from_arrow, pa.Table),
    ],
)
def test_every_kind_of_table(tags: pa.Table, kind: Callable[[pa.Table], Any], given_back: type) -> None:
    found = onceper.compare(kind(tags), languages=["en", "ja"])
    assert isinstance(found, given_back)
    table = pa.table(cast("pl.DataFrame | pd.DataFrame", found))
    assert table.column_names == arrow_schema(Difference).names
    assert table.column("text_a").to_pylist() == ["Once per turn"]
    assert table.column("span_a").to_pylist() == [[0, 13]]


def test_a_file_may_be_called_as_standard_input_is(
    tmp_path: Path, tags: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pq.write_table(tags, "-")
    monkeypatch.setattr("sys.stdin", None)
    assert onceper.compare("./-", languages=["en", "ja"]).num_rows == 1


def test_two_taggings_of_different_kinds(tmp_path: Path, tags: pa.Table) -> None:
    (tmp_path / "cards.jsonl").write_text('{"id": "7", "lang": "en", "text": "Draw 1 card."}\n', "utf-8")
    onceper.tag_file(tmp_path / "cards.jsonl", tmp_path / "old.db")
    found = onceper.compare(pl.DataFrame(tags), tmp_path / "old.db")
    assert found.select("of", "differs").rows() == [("limit", "only_a"), ("text", "only_a")]
