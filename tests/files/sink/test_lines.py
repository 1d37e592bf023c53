"""Rows as lines of CSV and JSON."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from onceper.contract.reading import Row
from onceper.files.formats import write_records
from onceper.files.sink.lines import encode_lines
from onceper.reader.read import read

if TYPE_CHECKING:
    from pathlib import Path

READING = read(
    'Once per turn: You can draw 1 card.\nYou can only use this effect of "Ember, Warden" once per turn.', lang="en"
)
ROWS = [
    Row(
        id="1",
        name='Ember, "E" Warden',
        lang="en",
        game="yugioh",
        field="text",
        limits=READING.limits,
        non_effects=READING.non_effects,
        effects=READING.effects,
    ),
    Row(id="2", name=None, lang="ja", game=None, field="pendulum", error="text is null; expected a string"),
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "tags.csv"
    write_records(ROWS, Row, path)
    return path


def test_columns_are_the_fields_of_a_row(table: Path) -> None:
    assert table.read_text(encoding="utf-8").splitlines()[0] == ",".join(Row.__struct_fields__)


def test_no_row_is_a_line_of_names(tmp_path: Path) -> None:
    write_records([], Row, tmp_path / "tags.csv")
    assert (tmp_path / "tags.csv").read_text() == ",".join(Row.__struct_fields__) + "\n"


@pytest.mark.parametrize("odd", ["10a\rb", "a\nb", "a\r\nb", '"', ",", "\r"])
def test_every_sign_comes_back(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "tags.csv"
    write_records([Row(id=odd, name=odd, lang="en", game=odd, field="text")], Row, path)
    with path.open(encoding="utf-8", newline="") as stream:
        (line,) = csv.DictReader(stream)
    assert (line["id"], line["name"], line["game"]) == (odd, odd, odd)
    assert path.read_bytes().endswith(b"\n")
    assert not path.read_bytes().endswith(b"\r\n")


def test_a_row_is_a_line_with_every_field() -> None:
    rows = [
        Row(id="1", name='Ember "E" Warden', lang="en", game=None, field="text"),
        Row(id="2", name="深海の灯台\n", lang=None, game=None, field="text", error="text is null"),
    ]
    first, second = encode_lines(rows, "jsonl").splitlines()
    assert json.loads(first) == {
        "id": "1",
        "name": 'Ember "E" Warden',
        "lang": "en",
        "game": None,
        "field": "text",
        "text": None,
        "limits": [],
        "non_effects": [],
        "effects": [],
        "unread": [],
        "error": None,
        "made_of": None,
        "made_by": None,
    }
    assert "深海の灯台".encode() in second
