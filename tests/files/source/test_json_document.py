"""JSON documents, object by object."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from onceper.files.formats import source_of
from onceper.files.opening import InputError
from onceper.files.source.json_document import NotJsonError
from onceper.files.source.records import NoCardTextError

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.files.protocol import CardText

ROW = {"id": 1, "name": "Ember Warden", "text": "Draw."}
YAML_YUGI = {"password": 1, "name": {"en": "Ember Warden"}, "text": {"en": "Draw."}, "images": [{"index": 1}]}
YGOPRODECK = {"id": 1, "name": "Ember Warden", "frameType": "effect", "desc": "Draw.", "card_sets": [{"set_name": "X"}]}


def _cards(tmp_path: Path, content: bytes, name: str = "cards.json") -> list[CardText]:
    path = tmp_path / name
    path.write_bytes(content)
    with source_of(path) as source:
        return list(source.cards)


@pytest.mark.parametrize(
    "document",
    [
        [ROW],
        [YAML_YUGI],
        [YGOPRODECK],
        YAML_YUGI,
        ROW,
        {"data": [YGOPRODECK], "meta": {"total_rows": 1}},
        {"meta": {"deep": [[{"text": "x"}]]}, "data": [ROW]},
        {"name": "My cube", "description": "Cards that I like.", "cards": [ROW]},
        {"version": 3, "printed": [ROW]},
        {"a.b": 1, "c.d": [ROW]},
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_where_the_cards_stand(tmp_path: Path, document: Any, indent: int | None, bom: bytes) -> None:
    (card,) = _cards(tmp_path, bom + json.dumps(document, indent=indent).encode())
    assert (card.id, card.name, card.text, card.error) == ("1", "Ember Warden", "Draw.", None)


def test_objects_one_after_the_other(tmp_path: Path) -> None:
    content = (json.dumps(ROW, indent=2) + json.dumps({**ROW, "id": 2}, indent=2)).encode()
    assert [card.id for card in _cards(tmp_path, content)] == ["1", "2"]


def test_cards_come_in_order_and_with_their_place(tmp_path: Path) -> None:
    rows = [{"text": f"Draw {number}."} for number in range(5_000)]
    cards = _cards(tmp_path, json.dumps(rows).encode())
    assert [card.text for card in cards] == [row["text"] for row in rows]
    assert (cards[-1].id, cards[-1].where) == ("item 5000", f"{tmp_path / 'cards.json'}, item 5000")


def test_one_language_is_that_of_ygoprodeck(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    for document, one_language in (({"data": [YGOPRODECK]}, True), ([YGOPRODECK], True), ([ROW], False)):
        path.write_text(json.dumps(document))
        with source_of(path) as source:
            assert source.one_language == one_language


def test_bad_items_among_good_ones(tmp_path: Path) -> None:
    items = [
        b"[1]",
        b'{"id": 2, "text": null}',
        b"3",
        b'{"id": 4, "text": "Dr\xffw.", "name": "Ember Warden"}',
        b'{"text": "\\ud800"}',
        b'{"id": %d, "text": "Draw."}' % 10**30,
    ]
    cards = _cards(tmp_path, b"[" + b", ".join(items) + b"]")
    assert [(card.id, card.error and card.error.partition(";")[0]) for card in cards] == [
        ("item 1", "not an object"),
        ("2", "text is null"),
        ("item 3", "not an object"),
        ("4", "not UTF-8"),
        ("item 5", "not a character"),
        (str(10**30), None),
    ]
    assert cards[3].name == "Ember Warden"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            b'[{"text": "Draw."}',
            "line 1: not JSON; it ends where , or ] should stand; expected a complete JSON document",
        ),
        (b'[{"text": "Draw."},\n', "line 2: not JSON; it ends where a value should stand"),
        (
            b'[{"text": "Draw."},\n{"text": "Dr',
            "line 2: not JSON; the value that begins here is damaged, cut off or too long (Untermin",
        ),
        (
            b'[{"text": "Draw."},\n{"a": [[}]}]',
            "line 2: not JSON; the value that begins here is damaged, cut off or too long (",
        ),
        (b'[{"text": "Draw."} {"text": "Draw."}]', "line 1: not JSON; { where , or ] should stand"),
        (
            b'[{"text": "Draw."}, ]',
            "line 1: not JSON; the value that begins here is damaged, cut off or too long (Expecting value)",
        ),
        (b'[{"text": "Draw."}]\n]', "line 2: not JSON; more stands behind its end"),
        (b'{"data": [{"text": "Draw."}', "line 1: not JSON; it ends where , or ] should stand"),
        (b'{"data": [{"text": "Draw."}]', "line 1: not JSON; it ends where , or } should stand"),
        (b'{"data": [{"text": "Draw."}], 5}', "line 1: not JSON; 5 where a key should stand"),
        (b'[{"text": "Draw."},\n{"id": 5 "text": "Draw."}]', "line 2: not JSON; the value that begins here is damaged"),
        (b'[{"text": "Draw."}, nothing]', "line 1: not JSON; the value that begins here is damaged"),
        (b'[{"id": ' + b"9" * 10_000 + b"}]", "line 1: not JSON; the value that begins here is damaged"),
        (
            b'[{"text": "Draw."},\n' + b"[" * 100_000 + b"]" * 100_000 + b"]",
            "line 2: not JSON; the value that begins h",
        ),
    ],
)
def test_document_that_is_broken(tmp_path: Path, content: bytes, what: str) -> None:
    with pytest.raises(NotJsonError) as caught:
        _cards(tmp_path, content)
    assert str(caught.value).startswith(f"{tmp_path / 'cards.json'}, {what}")
    assert "\n  remedy: " in str(caught.value)


def test_a_long_document_is_read_item_by_item(tmp_path: Path) -> None:
    rows = [{"text": "Draw.", "more": "x" * 1_000} for _ in range(12_000)]
    for document in (rows, {"data": rows, "meta": 1}, {"meta": {"a": [{"b": 1}]}, "cards": rows}):
        assert len(_cards(tmp_path, json.dumps(document).encode())) == len(rows)
    content = json.dumps({"data": rows, "meta": 1}).encode()
    for broken in (content[:-1], content + b"5", content.replace(b'"meta"', b'"meta')):
        with pytest.raises(NotJsonError, match="line 1: not JSON; "):
            _cards(tmp_path, broken)


def test_bracket_that_would_fill_the_memory(tmp_path: Path) -> None:
    content = b'[{"text": "Draw."},\n{"text": "Draw."' + b',\n{"text": "Draw."}' * 600_000 + b"]"
    with pytest.raises(
        NotJsonError, match="line 2: not JSON; the value that begins here is damaged, cut off or too long"
    ):
        _cards(tmp_path, content)


@pytest.mark.parametrize(
    ("document", "what"),
    [
        (
            {"error": "No card matching your query was found."},
            ": the object holds no array of objects; its keys are error",
        ),
        ({"data": []}, ": the object holds no array of objects; its keys are data"),
        ({"1": {"text": "Draw."}}, ": the object holds no array of objects; its keys are 1"),
        ([], ": there is nothing in it; expected JSON objects with the text under text, card_text"),
        ([{"id": 1}, {"id": 2}], ", item 1: no text; the keys are id; nor do the 1 after it hold a card text"),
    ],
)
def test_document_without_cards(tmp_path: Path, document: Any, what: str) -> None:
    with pytest.raises((NotJsonError, NoCardTextError)) as caught:
        _cards(tmp_path, json.dumps(document).encode())
    assert str(caught.value).startswith(f"{tmp_path / 'cards.json'}{what}")


def test_cut_off_gzip(tmp_path: Path) -> None:
    rows = json.dumps([{"text": f"Draw {number * 7919 % 100_003}."} for number in range(50_000)]).encode()
    with pytest.raises(InputError, match="the gzip data is cut off"):
        _cards(tmp_path, gzip.compress(rows)[:-2_000], "cards.json.gz")


def test_text_of_five_megabytes(tmp_path: Path) -> None:
    text = "Draw 1 card. " * 400_000
    for document in ([{"text": text}], {"text": text}):
        (card,) = _cards(tmp_path, json.dumps(document).encode())
        assert card.text == text
