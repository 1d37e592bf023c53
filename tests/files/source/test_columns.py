"""Which column of a file holds what."""

from __future__ import annotations

import pytest

from onceper.files.source.columns import COLUMNS, USUAL_NAMES, Columns


@pytest.mark.parametrize(("column", "name"), [(column, name) for column in COLUMNS for name in USUAL_NAMES[column]])
def test_usual_names(column: str, name: str) -> None:
    for printed in (name, name.upper(), name.replace("_", " ").title(), name.replace("_", "")):
        assert getattr(Columns().found((printed, "other")), column) == printed


def test_the_most_telling_name_is_taken() -> None:
    found = Columns().found(("description", "Passcode", "card text", "desc", "ID", "id"))
    assert (found.text, found.id) == ("card text", "ID")


def test_given_names_win_and_may_say_that_there_is_none() -> None:
    columns = Columns({"text": "body", "field": None, "game": ""})
    found = columns.found(("text", "body", "field", "game", "name"))
    assert (found.text, found.field, found.game, found.name) == ("body", None, None, "name")
    assert columns.found(("text",)).text is None


def test_other_numbers_stand_in_only_for_an_id_that_was_not_given() -> None:
    names = ("password", "konami_id", "yugipedia_page_id")
    assert Columns().found(names).stand_ins == (("konami_id", "k"), ("yugipedia_page_id", "yugipedia"))
    assert Columns().found(("konami_id",)).stand_ins == ()
    assert Columns({"id": "password"}).found(names).stand_ins == ()


def test_sections_of_ygoprodeck() -> None:
    names = ("id", "desc", "pend_desc", "monster_desc", "frameType")
    found = Columns().found(names)
    assert found.ygoprodeck
    assert found.sections == ("monster_desc", "pend_desc")
    assert found.used() == ["desc", "id", "monster_desc", "pend_desc", "frameType"]
    assert Columns({"text": "desc"}).found(names).sections is None
    assert Columns({"pendulum": None}).found(names).sections is None
    assert not Columns().found(("id", "desc")).ygoprodeck


def test_what_a_card_is_stands_in_up_to_three_columns() -> None:
    assert Columns().found(("type", "text", "property", "Type Line")).of_type() == ["type", "Type Line", "property"]
    assert Columns().found(("type", "card_type", "text")).of_type() == ["card_type"]
    given = Columns({"card_type": "sort", "type_line": None})
    assert given.found(("type", "sort", "type_line", "text")).of_type() == ["sort"]


def test_ygoprodeck_keeps_the_property_under_race() -> None:
    names = ("type", "race", "desc", "frameType")
    assert Columns().found(names).of_type() == ["type", "frameType", "race"]
    assert Columns({"property": ""}).found(names).of_type() == ["type", "frameType"]
    assert Columns().found(("type", "race", "desc")).of_type() == ["type"]


def test_what_a_monster_is_tells_nothing_of_its_pendulum_effect() -> None:
    for name in ("pendulum_effect", "Pendulum Text", "pend_desc"):
        assert Columns({"text": name}).found(("type", name, "property")).of_type() == []


def test_column_that_is_not_used_may_be_there_twice() -> None:
    assert Columns().of_table(("note", "text", "note"), "cards.csv").text == "text"
