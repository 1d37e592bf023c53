"""JSON Schemas, generated from the records."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract import SCHEMA_VERSION
from onceper.contract.difference import Difference
from onceper.contract.finding import Finding
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from collections.abc import Container


def row_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of one row as onceper writes it.

    Every field is required: defaults are for building a record in Python, a written row spells all out.
    Further fields are allowed, so that whoever reads this version accepts what a later one adds.
    """
    return make_schema(Row, "row", "One row that onceper writes")


def make_schema(kind: Any, name: str, title: str, shortened: Container[str] = ()) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what is written of a type, with every field of it.

    Records whose names are in ``shortened`` are written without what is as by default.
    """
    schema = msgspec.json.schema(kind)
    for record, definition in schema["$defs"].items():
        # Python leaves out the indentation of docstrings since 3.13.
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
        if "properties" in definition:
            if record not in shortened:
                definition["required"] = list(definition["properties"])
            for field in definition["properties"].values():
                # Releases of msgspec differ in the order; the published file may not.
                field.get("anyOf", []).sort(key=lambda choice: choice == {"type": "null"})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:onceper:{name}:{SCHEMA_VERSION}",
        "title": title,
        "schema_version": SCHEMA_VERSION,
        **schema,
    }


def write_schema(schema: dict[str, Any]) -> str:
    """Return a schema as the text of its file."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


def published() -> str:
    """Return the schema as the text of ``row.schema.json``."""
    return write_schema(row_json_schema())


def published_difference() -> str:
    """Return the schema of a difference between taggings as the text of ``difference.schema.json``."""
    return write_schema(make_schema(Difference, "difference", "One difference that onceper writes"))


def published_finding() -> str:
    """Return the schema of a finding of an audit as the text of ``finding.schema.json``."""
    return write_schema(make_schema(Finding, "finding", "One finding that onceper writes"))
