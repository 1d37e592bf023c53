"""Write the published schemas beside the records: ``python -m onceper.contract.publish``."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import msgspec

from onceper.contract import SCHEMA_VERSION, arrow
from onceper.contract.difference import Difference
from onceper.contract.finding import Finding
from onceper.contract.reading import Row
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Snapshot
from onceper.evaluator.event import Asked, Event
from onceper.replay.replay import LogHead, Outcome

FOLDER = Path(__file__).parent
# What is written of each, and what it is.
_WRITTEN: dict[str, tuple[Any, str]] = {
    "row": (Row, "One row that onceper writes"),
    "difference": (Difference, "One difference that onceper writes"),
    "finding": (Finding, "One finding that onceper writes"),
    "log": (Event | Asked | LogHead, "One line of the log of a Duel"),
    "outcome": (Outcome, "What became of one line of a log"),
    "snapshot": (Snapshot, "A whole Duel"),
}
# What is as by default need not be told in a log, and is not written.
_SHORTENED = {kind.__name__ for kind in (*get_args(Event), Asked, LogHead, Action)}


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what onceper writes under this name, with every field of it.

    Every field is required: defaults are for building a record in Python, what is written spells all out, but for what
    logs leave out. Further fields are allowed, so that whoever reads this version accepts what a later one adds.
    """
    kind, title = _WRITTEN[name]
    schema = msgspec.json.schema(kind)
    for record, definition in schema["$defs"].items():
        # Python leaves out the indentation of docstrings since 3.13.
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
        fields = definition.get("properties", {})
        if fields and record not in _SHORTENED:
            definition["required"] = list(fields)
        for field in fields.values():
            # Releases of msgspec differ in the order; the published file may not.
            field.get("anyOf", []).sort(key=lambda choice: choice == {"type": "null"})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:onceper:{name}:{SCHEMA_VERSION}",
        "title": title,
        "schema_version": SCHEMA_VERSION,
        **schema,
    }


def published() -> dict[str, str]:
    """Return the text of each published schema by the name of its file."""
    schemas = {
        f"{name}.schema.json": msgspec.json.format(msgspec.json.encode(json_schema(name)), indent=2).decode() + "\n"
        for name in _WRITTEN
    }
    return {**schemas, "row.arrow.txt": arrow.published()}


if __name__ == "__main__":
    for file, text in published().items():
        (FOLDER / file).write_text(text, encoding="utf-8", newline="\n")
