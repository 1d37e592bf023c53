"""Logs, outcomes and snapshots hold to the published JSON Schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jsonschema
import msgspec
import pytest
from tests.evaluator.test_event import EVENTS

import onceper
from onceper.contract.publish import json_schema
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Activated, Appeared, Asked, Occurred, Summoned
from onceper.replay.replay import LogHead, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.evaluator.event import Event


def _validate(schema: dict[str, Any]) -> Callable[[Any], None]:
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema).validate


def _as_json(record: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(record))


@pytest.mark.parametrize("line", [*EVENTS, Asked("w", Action.use(1), "A"), LogHead(3, ("A", "B"))], ids=str)
def test_every_line_of_a_log_holds_to_the_schema(line: Any) -> None:
    _validate(json_schema("log"))(_as_json(line))


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
        _validate(json_schema("log"))(line)


def test_a_snapshot_and_the_outcomes_of_its_game_hold_to_the_schemas() -> None:
    text = 'You can draw 1 card. You can only use this effect of "Ember Warden" once per turn.'
    game = Evaluator([onceper.read(text, lang="en", game="yugioh", name="Ember Warden")])
    events: tuple[Event, ...] = (
        Appeared("w", "Ember Warden", "A"),
        Activated("w", Action.use(1), "A", "a1"),
        Summoned("w", Action("special_summon"), "A", "s1"),
        Occurred("attack", "A", "w"),
    )
    check = _validate(json_schema("outcome"))
    for number, event in enumerate(events, start=1):
        verdict = game.may_happen(event)
        game.apply(event)
        check(_as_json(Outcome(number, msgspec.Raw(msgspec.json.encode(event)), verdict)))
    _validate(json_schema("snapshot"))(_as_json(game.snapshot()))
