"""Rows as the lines of tables: lists taken apart, records numbered, and references to them."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from onceper.contract import SCHEMA_VERSION
from onceper.contract.arrow_schema import arrow_schema
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    Lines = Iterator[tuple[str, list[Any]]]

_LISTS = ("limits", "non_effects", "effects", "unread")
_SQL_TYPES = {pa.string(): "TEXT", pa.bool_(): "BOOLEAN", pa.int32(): "INTEGER", pa.float64(): "DOUBLE"}


def script(name: str) -> str:
    """Return one of the files of SQL beside this module: ``tables``, ``indexes``, ``views`` or ``rows``."""
    return files("onceper.files.sink").joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")


def tables_script(record: type) -> str:
    """Return the script that makes the empty tables, and one that says which version of the contract they follow.

    Records that are no rows have one table, with a column for each field, and two for a span.
    """
    tables = script("tables")
    if record is not Row:
        empty = pa.array([], pa.struct(list(arrow_schema(record))))
        columns = ", ".join(f"{name} {_SQL_TYPES[values.type]}" for name, values in _leaves(empty))
        tables = f"CREATE TABLE {table_of(record)} ({columns});"
    version = f"INSERT INTO schema_version VALUES ({SCHEMA_VERSION});"  # noqa: S608  a number of ours
    return f"CREATE TABLE schema_version (schema_version INTEGER NOT NULL);\n{version}\n{tables}"


def table_of(record: type) -> str:
    """Return the table of records that are no rows, such as ``differences``."""
    return f"{record.__name__.lower()}s"


class Flattening:
    """Take rows apart batch by batch, and number rows and records through all of them."""

    def __init__(self, record: type) -> None:
        self._record = record
        self._taken: Counter[str] = Counter()

    def lines(self, batch: pa.RecordBatch) -> Lines:
        """Yield each table with its columns as arrays: the lines that these records, of the published schema, give."""
        rows = batch.to_struct_array()
        if self._record is not Row:
            yield table_of(self._record), [values for _, values in _leaves(rows)]
            return
        cards = self._numbers("cards", len(rows))
        yield "cards", [cards, *(values for _, values in _leaves(rows))]
        numbered = []
        before = self._taken["effects"]
        for name in _LISTS:
            lists: Any = pc.struct_field(rows, name)
            of_rows, records = pc.list_parent_indices(lists), pc.list_flatten(lists)
            numbers = self._numbers(name, len(records))
            numbered.append((name, records, numbers, of_rows.to_numpy()))
            yield name, [numbers, cards.take(of_rows), *(values for _, values in _leaves(records))]
        counts = pc.list_value_length(pc.struct_field(rows, "effects")).to_numpy()
        first = before + np.cumsum(counts) - counts
        for name, records, numbers, of_rows in numbered:
            for field, lists in _lists(records):
                places, items = pc.list_parent_indices(lists), pc.list_flatten(lists)
                columns = [values for _, values in _columns("part", items)]
                if field == "effects":
                    # The contract names an effect by its place; where only limits were read, there is none to point to.
                    row, index = of_rows[places.to_numpy()], items.to_numpy()
                    columns.append(pa.array(first[row] + index, mask=index > counts[row]))
                yield f"{name.removesuffix('s')}_{field}", [numbers.take(places), *columns]

    def _numbers(self, table: str, count: int) -> Any:
        first = self._taken[table] + 1
        self._taken[table] += count
        return pa.array(np.arange(first, first + count))


def _columns(name: str, values: Any) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a field, or of what a list holds: those of a record within, a span as two."""
    if pa.types.is_struct(values.type):
        for inner, column in _leaves(values):
            yield f"{name}_{inner}", column
    elif pa.types.is_list(values.type):
        for place, end in enumerate(("start", "end")):
            # Of two spans each has its own sign: start_a, end_a.
            called = name.replace("span", end) if name.startswith("span_") else f"{name}_{end}"
            yield called, pc.list_element(values, place)
    else:
        yield name, values


def _leaves(records: Any) -> Iterator[tuple[str, Any]]:
    """Yield the columns of records, without lists, which are tables of their own."""
    for field in records.type:
        if not pa.types.is_list(field.type) or field.name.startswith("span"):
            yield from _columns(field.name, pc.struct_field(records, field.name))


def _lists(records: Any) -> Iterator[tuple[str, Any]]:
    """Yield the lists of records, and of records within."""
    for field in records.type:
        if pa.types.is_struct(field.type):
            yield from _lists(pc.struct_field(records, field.name))
        elif pa.types.is_list(field.type) and not field.name.startswith("span"):
            yield field.name, pc.struct_field(records, field.name)
