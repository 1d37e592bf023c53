"""What each event changes is written once, and for every event."""

from __future__ import annotations

from typing import get_args

from tests.evaluator.test_scenarios import HAPPENED

from onceper.evaluator.event import Event
from onceper.evaluator.transitions import METHODS


def test_every_event_changes_something() -> None:
    assert METHODS.keys() - {object} == set(get_args(Event))


def test_a_scenario_can_tell_every_event() -> None:
    assert sorted(HAPPENED.values()) == sorted(kind.__struct_config__.tag for kind in get_args(Event))
