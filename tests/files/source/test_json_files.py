"""JSON Lines and JSON documents of card texts."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from onceper.files.formats import source_of
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD, CardText
from onceper.files.source.records import NoCardTextError

if TYPE_CHECKING:
    from pathlib import Path

GOOD = b'{"id": 9, "text": "Draw."}\n'
ROW = {"id": 1, "name": "Ember Warden", "text": "Draw."}
YAML_YUGI = {"password": 1, "name": {"en": "Ember Warden"}, "text": {"en": "Draw."}, "images": [{"index": 1}]}
YGOPRODECK = {"id": 1, "name": "Ember Warden", "frameType": "effect", "desc": "Draw.", "card_sets": [{"set_name": "X"}]}


def _cards(tmp_path: Path, content: bytes, name: str = "cards.jsonl") -> list[CardText]:
    path = tmp_path / name
    path.write_bytes(content)
    with source_of(path) as source:
        return list(source.cards)


def test_every_field_of_a_line(tmp_path: Path) -> None:
    told: dict[str, Any] = {"name": "深海の灯台", "lang": "ja", "game": "duelmasters", "field": "pendulum"}
    row = {"id": "k7", "text": "引く。\r\n𠮷\x00", **told, "card_type": ["ignored", {"deep": None}]}
    where = f"{tmp_path / 'cards.jsonl'}, line 1"
    expected = CardText("k7", where, text="引く。\r\n𠮷\x00", keys=(1, "text"), **told)
    assert _cards(tmp_path, json.dumps(row).encode()) == [expected]


def test_lines_may_be_blank_of_other_keys_and_without_ids(tmp_path: Path) -> None:
    lines = b'\xef\xbb\xbf\n{"text": "Draw."}\r\n  \n{"id": %d, "lang": "", "text": ""}\n{"password": 2, "desc": "D"}\n'
    cards = _cards(tmp_path, lines % 10**30)
    assert [(card.id, card.lang, card.text) for card in cards] == [
        ("line 2", None, "Draw."),
        (str(10**30), None, ""),
        ("2", None, "D"),
    ]


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (b'{"id": 1, "lang": "en", "text": "Dra\xffw"}', "not UTF-8; byte 36 of the line is 0xff"),
        (b"\xff\xff{\x00", "not UTF-8; byte 0 of the line is 0xff"),
        (b'{"id": ' + b"9" * 10_000 + b', "text": ""}', "not JSON; "),
        (b'{"text": "", "more": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not JSON; maximum recursion depth"),
        (b'{"text": "' + b"x" * LONGEST_CARD + b'"}', "the line has 8,388,620 bytes; expected a card, of at most"),
    ],
)
def test_lines_that_no_text_holds_are_bad_rows(tmp_path: Path, value: bytes, error: str) -> None:
    bad, good = _cards(tmp_path, value + b"\n" + GOOD)
    assert (good.id, good.error) == ("9", None)
    assert str(bad.error).startswith(error)
    assert bad.lang == ("en" if b'"lang"' in value else None)


def test_other_shape_is_found_without_reading_all(tmp_path: Path) -> None:
    with pytest.raises(NoCardTextError, match="nor do the 99 after it hold a card text"):
        _cards(tmp_path, b"{}\n" * 100 + GOOD)
    assert len(_cards(tmp_path, b"{}\n" * 99 + GOOD)) == 100


def test_truncated_gzip_gives_the_lines_before_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl.gz"
    lines = b"".join(b'{"id": %d, "text": "%d"}\n' % (number, number * 7919 % 100_003) for number in range(99_999))
    path.write_bytes(gzip.compress(lines)[:-1000])
    with source_of(path) as source:
        assert next(source.cards).id == "0"
        with pytest.raises(InputError, match="the compressed data is cut off"):
            list(source.cards)


@pytest.mark.parametrize(
    "document",
    [
        [ROW],
        [YAML_YUGI],
        YAML_YUGI,
        ROW,
        {"data": [YGOPRODECK], "meta": {"total_rows": 1}},
        {"meta": {"deep": [[{"text": "x"}]]}, "data": [ROW]},
        {"name": "My cube", "description": "Cards that I like.", "cards": [ROW]},
        {"version": 3, "printed": [ROW]},
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_where_the_cards_of_a_document_stand(tmp_path: Path, document: Any, indent: int | None, bom: bytes) -> None:
    (card,) = _cards(tmp_path, bom + json.dumps(document, indent=indent).encode(), "cards.json")
    assert (card.id, card.name, card.text, card.error) == ("1", "Ember Warden", "Draw.", None)


def test_items_come_in_order_with_their_place_and_a_bad_one_is_a_bad_row(tmp_path: Path) -> None:
    items = [b'{"text": "Draw %d."}' % number for number in range(5_000)]
    items[3] = b'{"id": 4, "text": "Dr\xffw.", "name": "Ember Warden"}'
    path = tmp_path / "cards.json"
    path.write_bytes(b"[" + b",\n".join(items) + b"]")
    with source_of(path) as source:
        cards = list(source.cards)
        assert (source.share_read(), source.one_language) == (1, False)
    assert [card.text for card in cards if not card.error] == [f"Draw {n}." for n in range(5_000) if n != 3]
    assert (cards[3].id, cards[3].name, cards[3].error) == (
        "4",
        "Ember Warden",
        "not UTF-8; byte 21 of the item is 0xff",
    )
    assert (cards[-1].id, cards[-1].where) == ("item 5000", f"{path}, item 5000")


def test_one_language_is_that_of_ygoprodeck(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"data": [YGOPRODECK]}))
    with source_of(path) as source:
        assert source.one_language


@pytest.mark.parametrize("cut", [b'[{"text": "Draw."},\n' + b"[" * 100_000 + b"]" * 100_000 + b"]", b"[" * 10**6])
def test_brackets_without_end_are_told_of(tmp_path: Path, cut: bytes) -> None:
    with pytest.raises(InputError, match=r"cards\.json, line .: not JSON; "):
        _cards(tmp_path, cut, "cards.json")


def test_text_of_five_megabytes(tmp_path: Path) -> None:
    text = "Draw 1 card. " * 400_000
    for document in ([{"text": text}], {"text": text}):
        (card,) = _cards(tmp_path, json.dumps(document).encode(), "cards.json")
        assert card.text == text
