"""Rows, logs, outcomes and snapshots hold to the published JSON Schemas."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import msgspec
import pytest
from tests.cases import cases
from tests.evaluator.test_event import EVENTS

import onceper
from onceper.contract import SCHEMA_VERSION
from onceper.contract.reading import Row
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Activated, Appeared, Asked, Occurred, Summoned
from onceper.files.protocol import CardText
from onceper.replay.replay import LogHead, Outcome
from onceper.tagging.rows import RowOptions, tag_cards

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.evaluator.event import Event

FOLDER = Path(onceper.__file__).parent / "contract"
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


def _schema(name: str) -> Any:
    return msgspec.json.decode((FOLDER / f"{name}.schema.json").read_bytes())


def _validate(name: str) -> Callable[[Any], None]:
    schema = _schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema).validate


@pytest.fixture
def validate() -> Callable[[Any], None]:
    return _validate("row")


def _as_json(record: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(record))


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
    schema = _schema("row")
    assert schema["schema_version"] == SCHEMA_VERSION
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("line", [*EVENTS, Asked("w", Action.use(1), "A"), LogHead(3, ("A", "B"))], ids=str)
def test_every_line_of_a_log_holds_to_the_schema(line: Any) -> None:
    _validate("log")(_as_json(line))


@pytest.mark.parametrize(
    "line",
    [
        {"type": "exploded"},
        {"type": "left_location"},
        {"type": "left_location", "copy": ""},
        {"type": "left_location", "copy": "w", "to": "moon"},
        {"type": "chain_ended", "copy": "w"},
    ],
)
def test_a_wrong_line_does_not(line: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        _validate("log")(line)


def test_a_snapshot_and_the_outcomes_of_its_game_hold_to_the_schemas() -> None:
    text = 'You can draw 1 card. You can only use this effect of "Ember Warden" once per turn.'
    game = Evaluator([onceper.read(text, lang="en", game="yugioh", name="Ember Warden")])
    events: tuple[Event, ...] = (
        Appeared("w", "Ember Warden", "A"),
        Activated("w", Action.use(1), "A", "a1"),
        Summoned("w", Action("special_summon"), "A", "s1"),
        Occurred("attack", "A", "w"),
    )
    check = _validate("outcome")
    for number, event in enumerate(events, start=1):
        verdict = game.may_happen(event)
        game.apply(event)
        check(_as_json(Outcome(number, msgspec.Raw(msgspec.json.encode(event)), verdict)))
    _validate("snapshot")(_as_json(game.snapshot()))
