"""The JSON Schemas of what a game is told in, of what is said of it, and of a whole game."""

from __future__ import annotations

from typing import Any, get_args

from onceper.contract.json_schema import make_schema
from onceper.evaluator.event import Event
from onceper.evaluator.state import Snapshot
from onceper.replay.log import Asked, LogHead
from onceper.replay.replay import Outcome

# In a log, what is as by default need not be told; an action is never written out in full.
_TOLD = {kind.__name__ for kind in (*get_args(Event), Asked, LogHead)} | {"Action"}


def log_json_schema() -> dict[str, Any]:
    """Return the JSON Schema of one line of a log: an event, a question, or the head."""
    return make_schema(Event | Asked | LogHead, "log", "One line of the log of a Duel", _TOLD)


def outcome_json_schema() -> dict[str, Any]:
    """Return the JSON Schema of one line that ``onceper play`` writes, with its verdict."""
    return make_schema(Outcome, "outcome", "What became of one line of a log")


def snapshot_json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a snapshot of an evaluator."""
    return make_schema(Snapshot, "snapshot", "The whole state of a Duel", {"Action"})
