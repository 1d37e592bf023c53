"""Writing a report from files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

import onceper
from onceper.contract.reading import Row
from onceper.errors import OnceperError
from onceper.files.formats import write_records

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def tags(tmp_path: Path, cards: list[Row]) -> Path:
    """Write the tagging."""
    return _written(tmp_path / "tags.parquet", cards)


def _written(path: Path, rows: list[Row]) -> Path:
    write_records(rows, Row, path)
    return path


def test_a_report_is_written(tmp_path: Path, tags: Path) -> None:
    target = tmp_path / "report.html"
    reported = onceper.report_file(tags, target)
    assert (reported.rows, reported.pairs) == (67, 0)
    assert reported.size == target.stat().st_size
    onceper.report_file(str(tags), str(tmp_path / "again.htm"))
    assert (tmp_path / "again.htm").read_bytes() == target.read_bytes()


def test_taggings_of_the_same_name_are_told_apart(tmp_path: Path, tags: Path, cards: list[Row]) -> None:
    (tmp_path / "old").mkdir()
    old = _written(tmp_path / "old" / "tags.parquet", cards[:2])
    reported = onceper.report_file(tags, tmp_path / "report.html", against=old)
    assert reported.pairs == 67
    assert f"What differs: {tags} and {old}</h2>" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", [".db", ".duckdb"])
def test_a_database_of_tags_is_shown_and_tells_that_it_has_no_texts(
    tmp_path: Path, cards: list[Row], suffix: str
) -> None:
    reported = onceper.report_file(_written(tmp_path / f"tags{suffix}", cards), tmp_path / "report.html")
    assert (reported.rows, reported.put_together) == (67, 66)
    with_text = [msgspec.structs.replace(row, text=row.effects[0].text) for row in cards[:1]]
    reported = onceper.report_file(_written(tmp_path / f"texts{suffix}", with_text), tmp_path / "report.html")
    assert reported.put_together == 0


def test_two_languages_of_a_tagging_are_compared(tmp_path: Path, tags: Path) -> None:
    assert onceper.report_file(tags, tmp_path / "report.html", languages=["EN", "ja"]).pairs == 65
    with pytest.raises(OnceperError, match="no text is in 'tr'; expected a language of the tagging: en, ja"):
        onceper.report_file(tags, tmp_path / "report.html", languages=["en", "tr"])


def test_an_error_leaves_the_page_that_was_there(tmp_path: Path, cards: list[Row]) -> None:
    target = tmp_path / "report.html"
    target.write_text("as it was", encoding="utf-8")
    other = _written(tmp_path / "other.jsonl", [cards[-1]])
    few = _written(tmp_path / "few.jsonl", cards[:2])
    with pytest.raises(OnceperError, match=r"no card of the one tagging is in the other"):
        onceper.report_file(few, target, against=other)
    with pytest.raises(OnceperError, match="no such file"):
        onceper.report_file(tmp_path / "none.parquet", target)
    assert target.read_text(encoding="utf-8") == "as it was"
    assert {path.name for path in tmp_path.iterdir()} == {"few.jsonl", "other.jsonl", "report.html"}
