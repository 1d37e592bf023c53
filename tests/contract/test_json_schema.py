"""Rows hold to the published JSON Schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jsonschema
import msgspec
import pytest
from tests.cases import cases

from onceper.contract import SCHEMA_VERSION
from onceper.contract.publish import json_schema
from onceper.contract.reading import Row
from onceper.files.protocol import CardText
from onceper.tagging.rows import RowOptions, tag_cards

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS = [
    CardText(
        id="1",
        where="here",
        name="Ember Warden",
        lang="en",
        game="yugioh",
        text='Once per turn: You can draw 1 card. You can only Special Summon "Ember Warden" once per turn this way.',
    ),
    CardText(id="2", where="here", lang="en", text=""),
    CardText(id="3", where="here", error="text is null; expected a string"),
]


@pytest.fixture
def validate() -> Callable[[Any], None]:
    schema = json_schema("row")
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema).validate


def _as_json(row: Row) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(row))
    return decoded


def test_tagged_rows_hold_to_the_schema(validate: Callable[[Any], None]) -> None:
    rows = [row for row in tag_cards(CARDS, RowOptions()) if row]
    assert rows[0].limits
    for row in rows:
        validate(_as_json(row))


def test_row_with_every_field_holds_to_the_schema(full_row: Row, validate: Callable[[Any], None]) -> None:
    validate(_as_json(full_row))


@cases
def test_value_outside_the_contract_is_refused(
    full_row: Row, validate: Callable[[Any], None], path: tuple[str | int, ...], value: object
) -> None:
    document = _as_json(full_row)
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        validate(document)


@pytest.mark.parametrize("key", Row.__struct_fields__)
def test_every_field_of_a_row_is_required(full_row: Row, validate: Callable[[Any], None], key: str) -> None:
    document = _as_json(full_row)
    del document[key]
    with pytest.raises(jsonschema.ValidationError, match="required"):
        validate(document)


def test_schema_states_its_version() -> None:
    schema = json_schema("row")
    assert schema["schema_version"] == SCHEMA_VERSION
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
