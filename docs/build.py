"""Write the published schemas, and the parts of pages that the code says: ``python docs/build.py``."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from msgspec import inspect, json

from onceper import contract
from onceper.auditing.leaving_out import rules
from onceper.contract import SCHEMA_VERSION, VERSION_KEY
from onceper.contract.arrow import arrow_schema
from onceper.contract.difference import Difference
from onceper.contract.finding import Finding
from onceper.contract.reading import CardReading, Row
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Snapshot
from onceper.evaluator.event import Asked, Event
from onceper.files.databases import script
from onceper.replay.replay import LogHead, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).resolve().parent
# What stands above is written by hand.
MARK = "<!-- From here on written by docs/build.py -->\n"


def built(name: str, page: str) -> str:
    """Return the page of this name with its generated part as the code says it now."""
    by_hand, _, _ = page.partition(MARK)
    return f"{by_hand}{MARK}\n" + "\n".join(PAGES[name]())


def _tables_and_views() -> Iterator[str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script("tables") + script("views"))
        yield "## Tables\n"
        for shows, name in _commented("TABLE", script("tables")):
            yield f"### `{name}`\n\n{shows}\n"
            yield "| column | type | null | key |\n|---|---|---|---|"
            keys = {found[3]: found[2] for found in connection.execute(f"PRAGMA foreign_key_list({name})")}
            for _, column, kind, is_filled, _, is_key in connection.execute(f"PRAGMA table_info({name})"):
                key = f"references `{keys[column]}.{column}`" if column in keys else ""
                said = "; ".join(filter(None, [key, "of the primary key" if is_key else ""]))
                yield f"| `{column}` | {kind} | {'' if is_filled else 'null'} | {said} |"
            yield ""
        yield "`schema_version` holds one number, the version of the contract that the columns follow.\n"
        yield "## Views\n"
        yield "| view | shows | columns |\n|---|---|---|"
        for shows, name in _commented("VIEW", script("views")):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            yield f"| `{name}` | {shows} | {', '.join(f'`{column}`' for column in columns)} |"
    yield "\n## Indexes\n"
    yield "Each primary key has one, and in DuckDB each foreign key. SQLite files have these as well:\n"
    for table, columns in re.findall(r"ON (\w+) \((.+)\)", script("indexes")):
        yield f"- `{table}` ({columns})"
    yield ""


def _commented(kind: str, statements: str) -> list[tuple[str, str]]:
    """Return what stands above each that is created, with its name."""
    return re.findall(rf"^-- (.+)\nCREATE {kind} (\w+)", statements, flags=re.MULTILINE)


def _left_out() -> Iterator[str]:
    yield "| rule | reason |\n|---|---|"
    for rule in rules().left_out:
        yield f"| {rule.id.replace('_', ' ')} | {rule.reason} |"
    yield ""


def _records() -> Iterator[str]:
    waiting: list[type] = [CardReading, Row, Difference, Finding]
    # Each record once, behind those that hold it.
    for record in waiting:
        about = " ".join((record.__doc__ or "").split()).replace("``", "`")
        yield f"## {record.__name__}\n\n{about}\n"
        yield "| field | type | values |\n|---|---|---|"
        for field in cast("inspect.StructType | inspect.DataclassType", inspect.type_info(record)).fields:
            values = " ".join(f"`{value}`" for value in _values(field.type))
            yield f"| `{field.name}` | {_type_name(field.type)} | {values} |"
            waiting += [held for held in _records_in(field.type) if held not in waiting]
        yield ""


def _type_name(said: inspect.Type) -> str:
    match said:
        case inspect.UnionType(types):
            name = " or ".join(map(_type_name, types))
        case inspect.StructType(cls) | inspect.DataclassType(cls):
            name = f"[{cls.__name__}](#{cls.__name__.lower()})"
        case inspect.VarTupleType(item):
            name = f"list of {_type_name(item)}"
        case inspect.TupleType(items):
            name = f"[{', '.join(map(_type_name, items))}]"
        case inspect.IntType() | inspect.FloatType():
            bounds = (f" {sign} {bound}" for sign, bound in (("≥", said.ge), ("≤", said.le)) if bound is not None)
            name = _PLAIN_NAMES[type(said)] + ",".join(bounds)
        case _:
            name = _PLAIN_NAMES[type(said)]
    return name


def _inner(said: inspect.Type) -> tuple[inspect.Type, ...]:
    match said:
        case inspect.UnionType(types):
            return types
        case inspect.VarTupleType(item):
            return (item,)
    return ()


def _values(said: inspect.Type) -> Iterator[object]:
    if isinstance(said, inspect.LiteralType):
        yield from said.values
    for inner in _inner(said):
        yield from _values(inner)


def _records_in(said: inspect.Type) -> Iterator[type]:
    if isinstance(said, inspect.StructType | inspect.DataclassType):
        yield said.cls
    for inner in _inner(said):
        yield from _records_in(inner)


_PLAIN_NAMES: dict[type[inspect.Type], str] = {
    inspect.LiteralType: "string",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
}
PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "sql.md": _tables_and_views,
    "schema.md": _records,
    "audit.md": _left_out,
}

# Beside the records, where they are installed too: what is written of each, and what it is.
SCHEMAS = Path(contract.__file__).parent
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


def _json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what onceper writes under this name, with every field of it.

    Every field is required: defaults are for building a record in Python, what is written spells all out, but for what
    logs leave out. Further fields are allowed, so that whoever reads this version accepts what a later one adds.
    """
    kind, title = _WRITTEN[name]
    schema = json.schema(kind)
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
    """Return the text of each published schema by the name of its file; of Arrow's each column is a line."""
    columns = (f"{field.name}: {field.type}" for field in arrow_schema())
    schemas = {
        f"{name}.schema.json": json.format(json.encode(_json_schema(name)), indent=2).decode() + "\n"
        for name in _WRITTEN
    }
    return {**schemas, "row.arrow.txt": "\n".join([f"{VERSION_KEY}: {SCHEMA_VERSION}", *columns, ""])}


if __name__ == "__main__":
    for file, text in published().items():
        (SCHEMAS / file).write_text(text, encoding="utf-8", newline="\n")
    for name in PAGES:
        page = FOLDER / name
        page.write_text(built(name, page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
