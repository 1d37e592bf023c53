"""Card texts from the objects of a JSON file and the rows of a table."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from onceper.files.protocol import CardText
from onceper.files.source.columns import Columns
from onceper.files.source.record import Record
from onceper.files.source.records import CardTexts, NoCardTextError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.files.source.columns import Column

PENDULUM = {
    "id": 7,
    "name": "Kiln Heron",
    "type": "Pendulum Effect Monster",
    "frameType": "effect_pendulum",
    "desc": "[ Pendulum Effect ] \nOnce per turn: Draw.\n\n[ Monster Effect ] \nDiscard.",
    "pend_desc": "Once per turn: Draw.",
    "monster_desc": "Discard.",
}
YAML_YUGI = {
    "konami_id": 12,
    "password": 34,
    "name": {
        "en": "Kiln Heron",
        "ja": "<ruby>窯<rt>かま</rt></ruby>の<ruby>鷺<rp>(</rp><rt>さぎ</rt><rp>)</rp></ruby>",
    },
    "text": {"en": "Discard.", "de": None, "ja": "捨てる。", "zh-CN": "丢弃。"},
    "pendulum_effect": {"en": "Draw.", "ja": None, "fr": "Piochez."},
    "images": [{"index": 1}],
}


def _cards(*values: Any, columns: Mapping[Column, str | None] | None = None) -> list[CardText]:
    records = [Record(f"item {place}", value) for place, value in enumerate(values, start=1)]
    return list(CardTexts("cards.json", Columns(columns)).checked(records, kind="objects", remedy="none"))


def _printed(*values: Any, columns: Mapping[Column, str | None] | None = None) -> list[tuple[Any, ...]]:
    return [(card.id, card.name, card.lang, card.field, card.text) for card in _cards(*values, columns=columns)]


def test_every_column() -> None:
    row = {
        "passcode": 34,
        "Card Name": "Kiln Heron",
        "language": "en-US",
        "game": "yugioh",
        "field": "pendulum",
        "desc": "Draw.",
    }
    assert _cards(row) == [
        CardText(
            id="34",
            where="cards.json, item 1",
            name="Kiln Heron",
            lang="en-US",
            game="yugioh",
            field="pendulum",
            text="Draw.",
        )
    ]


def test_text_of_a_pendulum_effect_beside_the_text() -> None:
    row = {"id": 1, "text": "Discard.", "pendulum_effect": "Draw.", "lang": "en"}
    assert _printed(row, {**row, "pendulum_effect": None}, {**row, "pendulum_effect": ""}) == [
        ("1", None, "en", "text", "Discard."),
        ("1", None, "en", "pendulum", "Draw."),
        ("1", None, "en", "text", "Discard."),
        ("1", None, "en", "text", "Discard."),
    ]


def test_ygoprodeck() -> None:
    plain = {
        "id": 8,
        "name": "Reed Duke",
        "frameType": "effect",
        "desc": "Draw.",
        "pend_desc": None,
        "monster_desc": None,
    }
    older = {"id": 9, "name": "Brass Seed", "desc": PENDULUM["desc"], "card_images": []}
    cards = _cards(PENDULUM, plain, older)
    assert [(card.id, card.field, card.text) for card in cards] == [
        ("7", "text", "Discard."),
        ("7", "pendulum", "Once per turn: Draw."),
        ("8", "text", "Draw."),
        ("9", "text", PENDULUM["desc"]),
    ]
    assert {card.game for card in cards} == {"yugioh"}
    assert {card.lang for card in cards} == {None}


def test_ygoprodeck_is_told_from_its_first_record() -> None:
    for values, told in ((PENDULUM, True), ({"id": 1, "desc": "Draw."}, False)):
        texts = CardTexts("cards.json", Columns())
        texts.checked([Record("item 1", values)], kind="objects", remedy="none")
        assert texts.ygoprodeck == told


def test_yaml_yugi_gives_a_text_for_each_language() -> None:
    assert _printed(YAML_YUGI) == [
        ("34", "Kiln Heron", "en", "text", "Discard."),
        ("34", "Kiln Heron", "en", "pendulum", "Draw."),
        ("34", "窯の鷺", "ja", "text", "捨てる。"),
        ("34", None, "zh-CN", "text", "丢弃。"),
        ("34", None, "fr", "pendulum", "Piochez."),
    ]
    assert {card.game for card in _cards(YAML_YUGI)} == {"yugioh"}


@pytest.mark.parametrize(
    ("changes", "card_id"),
    [
        ({}, "34"),
        ({"password": None}, "k12"),
        ({"password": None, "konami_id": None}, "item 1"),
        ({"password": None, "konami_id": None, "yugipedia_page_id": 5}, "yugipedia5"),
        ({"password": 34.0}, "34"),
        ({"password": None, "konami_id": 12.0}, "k12"),
        ({"password": Decimal("34.0")}, "34"),
        ({"password": ""}, "k12"),
        ({"id": "mine"}, "mine"),
    ],
)
def test_id(changes: dict[str, Any], card_id: str) -> None:
    (card,) = _cards(YAML_YUGI | {"text": {"en": "Draw."}, "pendulum_effect": None} | changes)
    assert card.id == card_id


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"text": {}}, "text holds no text in any language"),
        ({"text": {"en": None}}, "text holds no text in any language"),
        ({"text": {"en": 5}}, "text.en is an integer; expected a string"),
        ({"text": {"en": "Draw."}, "password": 1.5}, "password is a number; expected a string or an integer or null"),
        (
            {"text": {"en": "Draw."}, "password": float("nan")},
            "password is a number; expected a string or an integer o",
        ),
        ({"text": {"en": "Draw."}, "password": Decimal("1e999999")}, "password is a number; expected a string or an i"),
        ({"text": {"en": "Draw."}, "game": []}, "game is an array; expected a string or null"),
    ],
)
def test_bad_card_of_yaml_yugi(changes: dict[str, Any], error: str) -> None:
    (bad, *_) = _cards(YAML_YUGI | {"pendulum_effect": None} | changes, YAML_YUGI)
    assert (bad.error or "").startswith(error)
    assert not bad.text


def test_bad_pendulum_effect_leaves_the_text_good() -> None:
    good, bad = _cards({"id": 1, "text": "Draw.", "pendulum": 5})
    assert (good.error, bad.error) == (None, "pendulum is an integer; expected a string")


def test_given_columns() -> None:
    row = {"id": 1, "text": "Ignored.", "body": "Draw.", "title": "Kiln Heron", "lang": "xx"}
    columns: dict[Column, str | None] = {"text": "body", "name": "title", "lang": None}
    assert _printed(row, columns=columns) == [("1", "Kiln Heron", None, "text", "Draw.")]


def test_given_column_of_which_no_record_has_anything() -> None:
    rows = [{"id": 1, "text": "Draw."}] * 150
    with pytest.raises(NoCardTextError, match="none of the first 100 texts comes with title; expected ") as caught:
        _cards(*rows, columns={"name": "title"})
    assert "--column" in caught.value.remedy
    assert len(_cards(*rows[:99], {"text": "", "title": "Kiln Heron"}, *rows, columns={"name": "title"})) == 250


def _types(*values: Any, columns: Mapping[Column, str | None] | None = None) -> list[str | None]:
    cards = _cards(*values, columns=columns)
    assert {card.error for card in cards} == {None}
    return [card.card_type for card in cards]


def test_ygoprodeck_tells_what_a_card_is() -> None:
    spell = {"id": 1, "desc": "Draw.", "type": "Spell Card", "frameType": "spell", "race": "Quick-Play"}
    told = ["Pendulum Effect Monster / effect_pendulum"] * 2
    assert _types({**PENDULUM, "race": "Winged Beast"}, spell) == [*told, "Spell Card / spell / Quick-Play"]


def test_yaml_yugi_tells_what_a_card_is_in_all_its_languages() -> None:
    trap = {"card_type": "Trap", "property": "Counter"}
    assert _types({**YAML_YUGI, "card_type": "Monster", "monster_type_line": "Winged Beast / Pendulum / Effect"}) == [
        "Monster / Winged Beast / Pendulum / Effect"
    ] * len(_cards(YAML_YUGI))
    assert set(_types(YAML_YUGI | trap)) == {"Trap / Counter"}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"type": 3}, None),
        ({"type": {"en": "Trap"}, "property": Decimal("1.5")}, None),
        ({"type": "Instant", "type_line": [1]}, "Instant"),
        ({"typeline": ["Dragon", "Effect"]}, "Dragon / Effect"),
        ({"sort": "Trap", "type": "rare"}, "rare"),
    ],
)
def test_nothing_under_the_name_of_a_type_is_an_error(told: dict[str, Any], words: str | None) -> None:
    assert _types({"text": "Draw.", **told}) == [words]


def test_columns_of_the_type_may_be_named() -> None:
    row = {"text": "Draw.", "sort": "Trap", "type": "rare", "kind": "Counter"}
    assert _types(row, columns={"card_type": "sort", "property": "kind"}) == ["Trap / Counter"]
    assert _types(row, columns={"card_type": None}) == [None]
