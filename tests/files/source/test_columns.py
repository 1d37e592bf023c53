"""Which column of a file holds what."""

from __future__ import annotations

import pytest

from onceper.files.source.columns import COLUMNS, USUAL_NAMES, Column, Columns, Found


@pytest.mark.parametrize(("column", "name"), [(column, name) for column in COLUMNS for name in USUAL_NAMES[column]])
def test_usual_names(column: Column, name: str) -> None:
    for printed in (name, name.upper(), name.replace("_", " ").title(), name.replace("_", "")):
        assert Columns().found((printed, "other")).names[column] == printed


YGOPRODECK = ("id", "desc", "pend_desc", "monster_desc", "frameType", "race")
IDS = ("password", "konami_id", "yugipedia_page_id")


@pytest.mark.parametrize(
    ("given", "names", "found"),
    [
        # The most telling name is taken.
        (
            {},
            ("description", "Passcode", "card text", "desc", "ID", "id"),
            Found({"text": "card text", "id": "ID"}),
        ),
        # Given names win and may say that there is none.
        (
            {"text": "body", "field": None, "game": ""},
            ("text", "body", "field", "game", "name"),
            Found({"text": "body", "name": "name"}),
        ),
        ({"text": "body"}, ("text",), Found({})),
        # Other numbers stand in only for an id that was not given.
        ({}, IDS, Found({"id": "password"}, (("konami_id", "k"), ("yugipedia_page_id", "yugipedia")))),
        ({}, IDS[1:2], Found({"id": "konami_id"})),
        ({"id": "password"}, IDS, Found({"id": "password"})),
        # YGOPRODeck keeps sections of a text beside it, and the property under race.
        (
            {},
            YGOPRODECK,
            Found(
                {"text": "desc", "pendulum": "pend_desc", "id": "id", "type_line": "frameType", "property": "race"},
                (),
                "monster_desc",
                ygoprodeck=True,
            ),
        ),
        (
            {"text": "desc", "property": None},
            YGOPRODECK,
            Found({"text": "desc", "id": "id", "type_line": "frameType"}, ygoprodeck=True),
        ),
        ({"pendulum": None}, YGOPRODECK[:3], Found({"text": "desc", "id": "id"})),
        ({}, ("type", "race", "desc"), Found({"text": "desc", "card_type": "type"})),
        # What a card is stands in up to three columns.
        (
            {},
            ("type", "text", "property", "Type Line"),
            Found({"text": "text", "card_type": "type", "type_line": "Type Line", "property": "property"}),
        ),
        ({}, ("type", "card_type", "text"), Found({"text": "text", "card_type": "card_type"})),
        (
            {"card_type": "sort", "type_line": None},
            ("type", "sort", "type_line", "text"),
            Found({"text": "text", "card_type": "sort"}),
        ),
        ({}, ("type", "text", "type"), Found({"text": "text"})),
        # What a monster is tells nothing of its Pendulum Effect.
        *(
            ({"text": name, "pendulum": None}, ("type", name, "property"), Found({"text": name}))
            for name in ("pendulum_effect", "Pendulum Text", "pend_desc")
        ),
    ],
)
def test_columns_that_are_found(given: dict[Column, str | None], names: tuple[str, ...], found: Found) -> None:
    of_id = [(found.names["id"], "")] if "id" in found.names else []
    assert Columns(given).found(names)._replace(plain=None) == found._replace(ids=(*of_id, *found.ids))


def test_column_that_is_not_used_may_be_there_twice() -> None:
    assert Columns().of_table(("note", "text", "note"), "cards.csv").used() == ["text"]
