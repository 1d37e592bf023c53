"""Write the published schemas beside the records: ``python -m onceper.contract.publish``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from onceper.contract import arrow_schema, json_schema
from onceper.evaluator.event import Event
from onceper.evaluator.snapshot import Snapshot
from onceper.replay.log import Asked, LogHead
from onceper.replay.replay import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent
PUBLISHED: dict[str, Callable[[], str]] = {
    "row.schema.json": json_schema.published,
    "difference.schema.json": json_schema.published_difference,
    "finding.schema.json": json_schema.published_finding,
    "row.arrow.txt": arrow_schema.published,
    "log.schema.json": lambda: json_schema.write_schema(log_json_schema()),
    "outcome.schema.json": lambda: json_schema.write_schema(outcome_json_schema()),
    "snapshot.schema.json": lambda: json_schema.write_schema(snapshot_json_schema()),
}
# What is as by default need not be told, and is not written.
_SHORTENED = {kind.__name__ for kind in (*get_args(Event), Asked, LogHead)} | {"Action"}


def log_json_schema() -> dict[str, Any]:
    """Return the JSON Schema of one line of a log: an event, a question, or the head."""
    return json_schema.make_schema(Event | Asked | LogHead, "log", "One line of the log of a Duel", _SHORTENED)


def outcome_json_schema() -> dict[str, Any]:
    """Return the JSON Schema of one line that ``onceper play`` writes, with its verdict."""
    return json_schema.make_schema(Outcome, "outcome", "What became of one line of a log")


def snapshot_json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a snapshot of an evaluator."""
    return json_schema.make_schema(Snapshot, "snapshot", "A whole Duel", _SHORTENED)


def publish(folder: Path = FOLDER) -> None:
    """Write each schema to its file in this folder."""
    for name, text in PUBLISHED.items():
        (folder / name).write_text(text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    publish()
