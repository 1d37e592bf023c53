"""Tables as text: CSV and its kin."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from onceper.files.formats import source_of
from onceper.files.source.columns import Columns
from onceper.files.source.records import NoCardTextError
from onceper.files.source.separated import Dialect, NotCsvError, told_dialect

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.files.protocol import CardText


def _cards(tmp_path: Path, content: bytes, name: str = "cards.csv") -> list[CardText]:
    path = tmp_path / name
    path.write_bytes(content)
    with source_of(path) as source:
        return list(source.cards)


@pytest.mark.parametrize(
    ("head", "dialect"),
    [
        (b"id,text\n1,Draw\n", Dialect(",")),
        (b"id;text\n1;Draw, then discard\n", Dialect(";")),
        (b"id|text\n1|Draw\n", Dialect("|")),
        (b'id\ttext\n1\t"Draw ""X""\n"\n', Dialect("\t")),
        (b'id\ttext\n1\t"Ember" monster + 1 Tuner\n', Dialect("\t", csv.QUOTE_NONE)),
        (b'id\ttext\n1\t"X"\n2\t"Ember" + 1\n', Dialect("\t", csv.QUOTE_NONE)),
        (b'id,text\n1,"Draw, and a text that the head cuts o', Dialect(",")),
        (b"id,text\n1,Draw\n2,Draw,3\n", Dialect(",")),
        (b"id,text", Dialect(",")),
        (b"text", Dialect(",")),
    ],
)
def test_dialect_is_told(head: bytes, dialect: Dialect) -> None:
    assert told_dialect(head, Columns()) == (dialect, True)


@pytest.mark.parametrize("name", ["cards.csv", "cards.txt", "cards"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_rows(tmp_path: Path, name: str, line_end: str) -> None:
    lines = ["\ufeffID,Card Name,Language,Text", '7,"Warden, Ember",en,"Draw ""X""', 'now."', "", ",,,", "8,,ja,引く。"]
    cards = _cards(tmp_path, line_end.join(lines).encode(), name)
    assert [(card.id, card.name, card.lang, card.text, card.error) for card in cards] == [
        ("7", "Warden, Ember", "en", f'Draw "X"{line_end}now.', None),
        ("line 5", None, None, "", None),
        ("8", None, "ja", "引く。", None),
    ]
    assert [card.where.rpartition(", ")[2] for card in cards] == ["line 2", "line 5", "line 6"]


def test_ygoprodeck_as_a_table(tmp_path: Path) -> None:
    content = (
        b"id,name,frameType,desc,pend_desc,monster_desc\n1,Heron,effect,Draw.,,\n2,Duke,p,both,Pendulum.,Monster.\n"
    )
    cards = _cards(tmp_path, content)
    assert [(card.id, card.game, card.field, card.text) for card in cards] == [
        ("1", "yugioh", "text", "Draw."),
        ("2", "yugioh", "text", "Monster."),
        ("2", "yugioh", "pendulum", "Pendulum."),
    ]


def test_bytes_that_are_not_utf8_are_a_bad_row(tmp_path: Path) -> None:
    cards = _cards(tmp_path, b"id,text\n1,Draw.\n5,\xff\n6,Draw.\n")
    assert [(card.id, card.error) for card in cards] == [
        ("1", None),
        ("5", "not UTF-8; byte 2 of the line is 0xff"),
        ("6", None),
    ]


def test_no_row(tmp_path: Path) -> None:
    assert _cards(tmp_path, b"id,text\n") == []


def test_table_in_another_encoding(tmp_path: Path) -> None:
    with pytest.raises(
        NoCardTextError, match=r"line 2: not UTF-8; .*; nor do the 1 after it .*expected a table in UTF-8"
    ):
        _cards(tmp_path, "id,text\n1,引く。\n2,捨てる。\n".encode("shift-jis"))


def test_quote_that_would_fill_the_memory(tmp_path: Path) -> None:
    with pytest.raises(NotCsvError, match="line 3: a quote is opened here and never closed; expected "):
        _cards(tmp_path, b'id,text\n1,Draw.\n2,"Discard.\n' + b"3,Draw 1 card, then discard 1 card.\n" * 500_000)


def test_text_of_five_megabytes_and_the_limit_of_others(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    text = "Draw 1 card. " * 400_000
    (card,) = _cards(tmp_path, f"id,text\n1,{text}\n".encode())
    assert card.text == text
    assert csv.field_size_limit() == before
