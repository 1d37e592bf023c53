"""Reading back what ``onceper tag`` wrote."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import msgspec
import pytest

from onceper.contract.reading import Row
from onceper.contract.span import Unread
from onceper.files.formats import parts_to, sink_to
from onceper.files.tags import TagsError, tagged_rows

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeLimit


_HEADER = b"id,name,lang,game,field,limits,non_effects,effects,unread,error\n"


@pytest.fixture
def rows(make_limit: MakeLimit) -> list[Row]:
    """Return rows with everything that a cell of a table may hold: quotes, line ends, nothing at all."""
    return [
        Row("1", 'The "Ash", Warden', "en", "yugioh", "text", limits=(make_limit("hard", 1, name='A, "B"\nC'),)),
        Row("2", None, "ja", None, "pendulum", unread=(Unread((0, 3), "一度\n", "no_rule"),)),
        Row("3", "NA", None, None, "text", error="no text; expected a text"),
    ]


def _written(path: Path, rows: list[Row]) -> Path:
    with sink_to(path) as write:
        for row in rows:
            write(row)
    return path


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet", ".arrow", ".feather", ".csv"])
@pytest.mark.parametrize("gzipped", [False, True])
def test_every_format_gives_the_rows_that_were_written(
    tmp_path: Path, rows: list[Row], suffix: str, gzipped: bool
) -> None:
    tags = _written(tmp_path / f"tags{suffix}", rows)
    if gzipped:
        tags.write_bytes(gzip.compress(tags.read_bytes()))
    assert list(tagged_rows(tags)) == rows
    assert list(tagged_rows(tags, {"NA"})) == rows[2:]


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet", ".arrow", ".csv"])
def test_a_tagging_of_no_texts_has_no_rows(tmp_path: Path, suffix: str) -> None:
    assert list(tagged_rows(_written(tmp_path / f"tags{suffix}", []))) == []


def test_a_folder_of_parts_is_read_in_order(tmp_path: Path, rows: list[Row]) -> None:
    with parts_to(tmp_path / "tags.jsonl") as next_sink:
        for row in rows:
            with next_sink() as write:
                write(row)
    assert list(tagged_rows(tmp_path / "tags.jsonl")) == rows


def test_a_folder_of_other_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TagsError, match="no file in this folder begins with 'part-'"):
        list(tagged_rows(tmp_path))


@pytest.mark.parametrize("suffix", [".db", ".duckdb"])
def test_a_database_is_refused_with_what_to_do(tmp_path: Path, rows: list[Row], suffix: str) -> None:
    tags = _written(tmp_path / f"tags{suffix}", rows)
    with pytest.raises(TagsError, match=r"this is a database with tables; .*\n.*tag the cards again with -o tags.parq"):
        list(tagged_rows(tags))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"id,name,text\n1,Ash,Draw 1 card.\n", "no lang, game, field, limits, non_effects, effects, unread, error"),
        (b'{"id": "1", "text": "Draw 1 card."}\n', "line 1: no name, lang"),
        (b"just words\n", "no id, name"),
        (b"[1, 2]\n", "line 1: no id"),
        (b"PAR1 and no more", "Parquet"),
        (b"ARROW1 and no more", "tags"),
        (_HEADER + b"1,,,,text,[{,[],[],[],\n", "row 1: Input data was trunc"),
        (_HEADER + b"1,,,,text,[{}],[],[],[],\n", "row 1: Obj"),
        (_HEADER + b"1,,\n", "tags: CSV"),
    ],
)
def test_what_is_no_tagging_is_refused_with_its_place(tmp_path: Path, content: bytes, message: str) -> None:
    tags = tmp_path / "tags"
    tags.write_bytes(content)
    with pytest.raises(TagsError, match=f"(?s){message}.*expected a row that `onceper tag` wrote"):
        list(tagged_rows(tags))


def test_a_value_outside_the_contract_is_refused(tmp_path: Path, rows: list[Row]) -> None:
    tags = tmp_path / "tags.jsonl"
    tags.write_bytes(msgspec.json.encode(rows[0]).replace(b'"hard"', b'"rare"'))
    with pytest.raises(TagsError, match="line 1: Invalid enum value 'rare'"):
        list(tagged_rows(tags))
