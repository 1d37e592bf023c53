"""Comparing files, and writing what differs in every format."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import onceper
from onceper.contract.reading import Row
from onceper.files.formats import write_records

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeLimit, MakeRow


@pytest.fixture
def rows(make_row: MakeRow, make_limit: MakeLimit) -> list[Row]:
    """Return a tagging in two languages, which differ in a limit and in the number of effects of one card."""
    soft = make_limit("soft", 1, text="Once per turn")
    return [
        make_row('Once per turn, "draw".', soft),
        make_row("Fly.", id="2"),
        make_row("引く。", lang="ja"),
        make_row("飛ぶ。", lang="ja", id="2", flavor="飛ぶ。"),
    ]


def _written(path: Path, rows: list[Row]) -> Path:
    write_records(rows, Row, path)
    return path


def _lines_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as stream:
            return [{key: value or None for key, value in line.items()} for line in csv.DictReader(stream)]
    if path.suffix == ".duckdb":
        with duckdb.connect(path) as connection:
            table = connection.sql("FROM differences").to_arrow_table()
    elif path.suffix in {".db", ".sqlite"}:
        with closing(sqlite3.connect(path)) as connection:
            connection.row_factory = sqlite3.Row
            return list(map(dict, connection.execute("SELECT * FROM differences")))
    else:
        table = pq.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(str(path)).read_all()
    found: list[dict[str, Any]] = table.to_pylist()
    return found


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet", ".arrow", ".feather", ".db", ".sqlite", ".duckdb"])
def test_every_format_holds_the_same(tmp_path: Path, rows: list[Row], suffix: str) -> None:
    tags, target = _written(tmp_path / "tags.parquet", rows), tmp_path / f"found{suffix}"
    summary = onceper.compare_file(tags, target=target, languages=["EN", "ja_JP"])
    limit, number, alone = _lines_of(target)
    assert (limit["of"], limit["differs"], limit["text_a"]) == ("limit", "only_a", "Once per turn")
    assert (number["of"], number["differs"], number["value_a"], number["value_b"]) == ("effect", "number", "1", "0")
    assert (alone["of"], alone["kind"], alone["differs"]) == ("non_effect", "flavor", "only_b")
    assert {line["id"] for line in (number, alone)} == {"2"}
    span = (limit["start_a"], limit["end_a"]) if "start_a" in limit else limit["span_a"]
    assert str(span).replace(" ", "") in {"[0,13]", "(0,13)"}
    assert summary == onceper.compare_file(str(tags), str(tags), str(target), languages=("en", "ja"))


def test_what_a_summary_counts(tmp_path: Path, rows: list[Row]) -> None:
    a, b = _written(tmp_path / "a.jsonl", rows[:2]), _written(tmp_path / "b.db", rows[2:3])
    summary = onceper.compare_file(a, b, tmp_path / "found.csv")
    assert (summary.texts, summary.alike) == (1, 0)
    assert summary.differing == {"limit": 1, "text": 1}
    assert summary.differences == {("limit", "only_a"): 1, ("text", "only_a"): 1}
    assert summary.not_compared == {"texts that only a has": 1}


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet", ".arrow", ".db", ".duckdb"])
def test_taggings_that_are_alike(tmp_path: Path, rows: list[Row], suffix: str) -> None:
    a, b = (_written(tmp_path / name, rows) for name in ("a.jsonl", "b.jsonl"))
    assert onceper.compare_file(a, b, tmp_path / f"found{suffix}").alike == 4
    assert _lines_of(tmp_path / f"found{suffix}") == []
