"""The JSON Schema of a row, generated from the records."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import msgspec

from onceper.contract import SCHEMA_VERSION
from onceper.contract.reading import Row


def row_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of one row as onceper writes it.

    Every field is required: defaults are for building a record in Python, a written row spells all out.
    Further fields are allowed, so that whoever reads this version accepts what a later one adds.
    """
    schema = msgspec.json.schema(Row)
    for definition in schema["$defs"].values():
        # Python leaves out the indentation of docstrings since 3.13.
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
        if "properties" in definition:
            definition["required"] = list(definition["properties"])
            for field in definition["properties"].values():
                # Releases of msgspec differ in the order; the published file may not.
                field.get("anyOf", []).sort(key=lambda choice: choice == {"type": "null"})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:onceper:row:{SCHEMA_VERSION}",
        "title": "One row that onceper writes",
        "schema_version": SCHEMA_VERSION,
        **schema,
    }


def published() -> str:
    """Return the schema as the text of ``row.schema.json``."""
    return msgspec.json.format(msgspec.json.encode(row_json_schema()), indent=2).decode() + "\n"
