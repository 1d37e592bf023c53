"""JSON Lines of card texts."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from onceper.files.formats import source_of
from onceper.files.opening import InputError
from onceper.files.protocol import CardText
from onceper.files.source.records import NoCardTextError

if TYPE_CHECKING:
    from pathlib import Path

GOOD = b'{"id": 9, "text": "Draw."}\n'


def _cards(tmp_path: Path, *lines: bytes) -> list[CardText]:
    path = tmp_path / "cards.jsonl"
    path.write_bytes(b"".join(lines))
    with source_of(path) as source:
        return list(source.cards)


def test_every_field(tmp_path: Path) -> None:
    row = {
        "id": "k7",
        "name": "深海の灯台",
        "lang": "ja",
        "game": "duelmasters",
        "field": "pendulum",
        "text": "引く。\r\n𠮷\x00",
        "card_type": ["ignored", {"deep": None}],
    }
    (card,) = _cards(tmp_path, json.dumps(row).encode())
    assert card == CardText(
        id="k7",
        where=f"{tmp_path / 'cards.jsonl'}, line 1",
        name="深海の灯台",
        lang="ja",
        game="duelmasters",
        field="pendulum",
        text="引く。\r\n𠮷\x00",
        keys=(1, "text"),
    )


def test_text_alone_is_called_after_its_line(tmp_path: Path) -> None:
    cards = _cards(tmp_path, b"\n", b'{"text": "Draw."}\r\n', b"  \n", b'{"id": null, "lang": "", "text": ""}')
    assert [(card.id, card.lang, card.game, card.field, card.text) for card in cards] == [
        ("line 2", None, None, "text", "Draw."),
        ("line 4", None, None, "text", ""),
    ]


def test_integer_ids_become_strings(tmp_path: Path) -> None:
    big = 10**30
    cards = _cards(tmp_path, b'{"id": %d, "text": ""}\n{"id": -4, "text": ""}\n' % big)
    assert [card.id for card in cards] == [str(big), "-4"]


def test_byte_order_mark(tmp_path: Path) -> None:
    assert [card.id for card in _cards(tmp_path, b"\xef\xbb\xbf" + GOOD, GOOD)] == ["9", "9"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"id": 1, "text": null}', {"id": "1", "error": "text is null; expected a string"}),
        (b'{"id": 1, "text": 5}', {"id": "1", "error": "text is an integer; expected a string"}),
        (b'{"id": 1, "text": ["a"]}', {"id": "1", "error": "text is an array; expected a string"}),
        (b'{"id": 1, "name": "Ember Warden"}', {"id": "1", "error": "no text; the keys are id, name"}),
        (b"{}", {"id": "line 1", "error": "no text; the keys are none"}),
        (
            b'{"id": 1.5, "text": "Draw."}',
            {"id": "line 1", "error": "id is a number; expected a string or an integer or null"},
        ),
        (b'{"id": true, "text": ""}', {"error": "id is a boolean; expected a string or an integer or null"}),
        (
            b'{"id": 1, "name": {}, "lang": "en", "text": ""}',
            {"id": "1", "lang": "en", "name": None, "error": "name is an object; expected a string or null"},
        ),
        (
            b'{"id": 1, "name": "Ember Warden", "lang": 3, "game": 4, "text": ""}',
            {
                "name": "Ember Warden",
                "lang": None,
                "error": "lang is an integer; expected a string or null; game is an integer; expected a string or null",
            },
        ),
        (
            b'{"id": 1, "text": "", "field": "flavor"}',
            {"field": "text", "error": "field is 'flavor'; expected text or pendulum"},
        ),
        (b"[1, 2]", {"id": "line 1", "error": "not an object; the line holds an array"}),
        (b'"Draw."', {"error": "not an object; the line holds a string"}),
        (b"null", {"error": "not an object; the line holds null"}),
        (b'{"id": 1, "text": "Dra', {"id": "line 1", "error": "not JSON; Input data was truncated"}),
        (b'{"id": 1, "text": "a"} b', {"error": "not JSON; trailing characters (byte 24)"}),
        (b"Draw 1 card.", {"error": "not JSON; invalid character (byte 0)"}),
        (
            b'{"id": 1, "lang": "en", "text": "Dra\xffw"}',
            {"id": "1", "lang": "en", "error": "not UTF-8; byte 36 of the line is 0xff"},
        ),
        (b"\xff\xff{\x00", {"id": "line 1", "error": "not UTF-8; byte 0 of the line is 0xff"}),
        (b'{"text": "\\ud800"}', {"id": "line 1"}),
        (
            b'{"id": 1, "text": "", "more": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
            {"id": "line 1", "error": "not a card text; the JSON is nested too deeply"},
        ),
    ],
)
def test_bad_row_among_good_ones(tmp_path: Path, line: bytes, expected: dict[str, Any]) -> None:
    bad, good = _cards(tmp_path, line, b"\n", GOOD)
    assert {key: getattr(bad, key) for key in expected} == expected
    assert bad.error
    assert bad.where == f"{tmp_path / 'cards.jsonl'}, line 1"
    assert (good.id, good.error) == ("9", None)


def test_integer_of_ten_thousand_digits_is_a_bad_row(tmp_path: Path) -> None:
    bad, good = _cards(tmp_path, b'{"id": ' + b"9" * 10_000 + b', "text": ""}\n', GOOD)
    assert bad.error
    assert good.error is None


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b'\n{"id": 1, "body": "Draw."}\n{"id": 2, "body": "Draw."}\n', "line 2: no text; the keys are id, body"),
        (b'{"id": 1, "text": "Dr\xff"}', "line 1: not UTF-8; byte 21 of the line is 0xff"),
        (b"Draw 1 card.\n", "line 1: not JSON; invalid character (byte 0)"),
        (b"[1, 2]\n[3, 4]\n", "line 1: not an object; the line holds an array"),
    ],
)
def test_file_of_another_shape(tmp_path: Path, content: bytes, what: str) -> None:
    with pytest.raises(NoCardTextError) as caught:
        _cards(tmp_path, content)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'cards.jsonl'}, {what}")
    assert "expected JSON Lines, an object on each line with the text under text, card_text, " in message
    assert "\n  remedy: " in message


def test_other_shape_is_found_without_reading_all(tmp_path: Path) -> None:
    with pytest.raises(NoCardTextError, match="nor do the 99 after it hold a card text"):
        _cards(tmp_path, b"{}\n" * 100, GOOD)
    assert len(_cards(tmp_path, b"{}\n" * 99, GOOD)) == 100


def test_only_blank_lines(tmp_path: Path) -> None:
    with pytest.raises(NoCardTextError, match="there is nothing in it; expected JSON Lines"):
        _cards(tmp_path, b"\n  \n")


def test_keys_may_differ_from_line_to_line(tmp_path: Path) -> None:
    cards = _cards(tmp_path, b'{"id": 1, "text": "Draw."}\n{"password": 2, "desc": "Discard.", "language": "ja"}\n')
    assert [(card.id, card.text, card.lang) for card in cards] == [("1", "Draw.", None), ("2", "Discard.", "ja")]


def test_truncated_gzip_gives_the_lines_before_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl.gz"
    lines = b"".join(b'{"id": %d, "text": "%d"}\n' % (number, number * 7919 % 100_003) for number in range(99_999))
    path.write_bytes(gzip.compress(lines)[:-1000])
    with source_of(path) as source:
        assert next(source.cards).id == "0"
        with pytest.raises(InputError, match="the gzip data is cut off"):
            list(source.cards)


def test_text_of_five_megabytes(tmp_path: Path) -> None:
    text = "Draw 1 card. " * 400_000
    (card,) = _cards(tmp_path, json.dumps({"text": text}).encode())
    assert card.text == text
