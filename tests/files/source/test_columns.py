"""Which column of a file holds what."""

from __future__ import annotations

import pytest

from onceper.files.source.columns import COLUMNS, USUAL_NAMES, Column, Columns


@pytest.mark.parametrize(("column", "name"), [(column, name) for column in COLUMNS for name in USUAL_NAMES[column]])
def test_usual_names(column: Column, name: str) -> None:
    for printed in (name, name.upper(), name.replace("_", " ").title(), name.replace("_", "")):
        found = Columns().found((printed, "other"))
        assert (found.ids[0][0] if column == "id" else found.names[column]) == printed


YGOPRODECK = ("id", "desc", "pend_desc", "monster_desc", "frameType", "race")
IDS = ("password", "konami_id", "yugipedia_page_id")


@pytest.mark.parametrize(
    ("given", "names", "expected"),
    [
        # The most telling name is taken.
        (
            {},
            ("description", "Passcode", "card text", "desc", "ID", "id"),
            {"text": "card text", "id": "ID"},
        ),
        # Given names win and may say that there is none.
        (
            {"text": "body", "field": None, "game": ""},
            ("text", "body", "field", "game", "name"),
            {"text": "body", "name": "name"},
        ),
        ({"text": "body"}, ("text",), {}),
        # Other numbers stand in only for an id that was not given.
        ({}, IDS, {"id": "password", "id k": "konami_id", "id yugipedia": "yugipedia_page_id"}),
        ({}, IDS[1:2], {"id": "konami_id"}),
        ({"id": "password"}, IDS, {"id": "password"}),
        # YGOPRODeck keeps sections of a text beside it, and the property under race.
        (
            {},
            YGOPRODECK,
            {
                "text": "desc",
                "pendulum": "pend_desc",
                "monster": "monster_desc",
                "id": "id",
                "type_line": "frameType",
                "property": "race",
            },
        ),
        (
            {"text": "desc", "property": None},
            YGOPRODECK,
            {"text": "desc", "id": "id", "type_line": "frameType"},
        ),
        ({"pendulum": None}, YGOPRODECK[:3], {"text": "desc", "id": "id"}),
        ({}, ("type", "race", "desc"), {"text": "desc", "card_type": "type"}),
        # What a card is stands in up to three columns.
        (
            {},
            ("type", "text", "property", "Type Line"),
            {"text": "text", "card_type": "type", "type_line": "Type Line", "property": "property"},
        ),
        ({}, ("type", "card_type", "text"), {"text": "text", "card_type": "card_type"}),
        (
            {"card_type": "sort", "type_line": None},
            ("type", "sort", "type_line", "text"),
            {"text": "text", "card_type": "sort"},
        ),
        ({}, ("type", "text", "type"), {"text": "text"}),
        # What a monster is tells nothing of its Pendulum Effect.
        *(
            ({"text": name, "pendulum": None}, ("type", name, "property"), {"text": name})
            for name in ("pendulum_effect", "Pendulum Text", "pend_desc")
        ),
    ],
)
def test_columns_that_are_found(
    given: dict[Column, str | None], names: tuple[str, ...], expected: dict[str, str]
) -> None:
    found = Columns(given).found(names)
    ids = {f"id {prefix}".strip(): name for name, prefix in found.ids}
    assert {**found.names, **ids} == expected
    assert found.ygoprodeck == (names == YGOPRODECK)


def test_column_that_is_not_used_may_be_there_twice() -> None:
    assert Columns().of_table(("note", "text", "note"), "cards.csv").used() == ["text"]
