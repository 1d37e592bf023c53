"""The tables of a database, derived from the records."""

from __future__ import annotations

import re
from typing import Any

import pytest

from onceper.contract.effect import Effect, Option
from onceper.contract.limit import AppliesTo, CountedEvent, Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row
from onceper.contract.span import Guess, Unread
from onceper.files.sink.sql.creating import indexes_script, tables_script
from onceper.files.sink.sql.tables import Column, Table, tables

BY_NAME = {table.name: table for table in tables()}


def test_tables_follow_those_that_they_point_to() -> None:
    assert list(BY_NAME) == [
        "cards",
        "limits",
        "non_effects",
        "effects",
        "unread",
        "limit_effects",
        "limit_options",
        "limit_resets_on",
        "non_effect_effects",
        "effect_parts",
        "effect_options",
    ]
    seen: set[str] = set()
    for table in tables():
        seen.add(table.name)
        assert {column.references for column in table.columns} <= {None, *seen}


@pytest.mark.parametrize(
    ("table", "records"),
    [
        ("cards", (Row,)),
        ("limits", (Limit, AppliesTo, CountedEvent)),
        ("non_effects", (NonEffect,)),
        ("effects", (Effect,)),
        ("effect_options", (Option,)),
        ("unread", (Unread, Guess)),
    ],
)
def test_every_field_of_the_contract_is_somewhere(table: str, records: tuple[Any, ...]) -> None:
    of_items = [other for other in tables() if other.owner == table or (table == "cards" and other.path)]
    found = {step for column in BY_NAME[table].columns for step in column.path}
    found |= {step for other in of_items for step in other.path}
    fields = {field for record in records for field in record.__match_args__}
    assert fields <= found


def test_columns() -> None:
    columns = {column.name: column for column in BY_NAME["limits"].columns}
    assert columns["limit_no"] == Column("limit_no", "INTEGER")
    assert columns["card_no"] == Column("card_no", "INTEGER", references="cards")
    assert columns["count"] == Column("count", "INTEGER", nullable=True, path=("count",))
    assert columns["span_end"] == Column("span_end", "INTEGER", path=("span", 1))
    assert columns["shared"] == Column("shared", "BOOLEAN", path=("shared",))
    assert columns["confidence"] == Column("confidence", "DOUBLE", path=("confidence",))
    assert columns["optional"].nullable
    assert columns["event_what"] == Column("event_what", "TEXT", nullable=True, path=("event", "what"))
    assert columns["scope"].values == ("ability", "copy", "name", "player")


def test_effects_are_linked_by_place_and_by_number() -> None:
    assert BY_NAME["limit_effects"] == Table(
        name="limit_effects",
        about="Hold each item of `applies_to.effects`.",
        columns=(
            Column("limit_no", "INTEGER", references="limits"),
            Column("effect_index", "INTEGER"),
            Column("effect_no", "INTEGER", nullable=True, references="effects"),
        ),
        key=("limit_no", "effect_index"),
        path=("applies_to", "effects"),
        owner="limits",
    )


def test_options_are_lines_of_their_own() -> None:
    assert BY_NAME["effect_options"] == Table(
        name="effect_options",
        about="Hold each item of `options`.",
        columns=(
            Column("effect_no", "INTEGER", references="effects"),
            Column("option_index", "INTEGER", path=("index",)),
            Column("label", "TEXT", nullable=True, path=("label",)),
            Column("span_start", "INTEGER", path=("span", 0)),
            Column("span_end", "INTEGER", path=("span", 1)),
            Column("text", "TEXT", path=("text",)),
        ),
        key=("effect_no", "option_index"),
        path=("options",),
        owner="effects",
    )


def test_no_column_has_to_be_quoted() -> None:
    words = {"index", "order", "group", "limit", "table", "end", "start", "select", "from", "to", "case", "values"}
    assert not {column.name for table in tables() for column in table.columns} & words


def test_keys_are_declared() -> None:
    script = tables_script(Row)
    assert len(re.findall("PRIMARY KEY", script)) == len(tables())
    references = [column for table in tables() for column in table.columns if column.references]
    assert len(re.findall("FOREIGN KEY", script)) == len(references)


def test_every_foreign_key_of_sqlite_is_indexed() -> None:
    indexed = {
        (table, columns.split(", ")[0]) for table, columns in re.findall(r"ON (\w+) \((.+)\)", indexes_script(Row))
    }
    for table in tables():
        for column in table.columns:
            if column.references:
                assert table.key[0] == column.name or (table.name, column.name) in indexed
