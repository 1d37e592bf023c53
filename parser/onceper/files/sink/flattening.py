"""Rows as the lines of tables: lists taken apart, records numbered, and references to them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from onceper.contract import SCHEMA_VERSION
from onceper.contract.arrow import arrow_schema
from onceper.contract.reading import LISTS, Row
from onceper.files.databases import script

if TYPE_CHECKING:
    from collections.abc import Iterator

    # The names of columns, or of tables, each with its values.
    Columns = Iterator[tuple[str, Any]]

_SQL_TYPES = {pa.string(): "TEXT", pa.bool_(): "BOOLEAN", pa.int32(): "INTEGER", pa.float64(): "DOUBLE"}


def tables_script(record: type) -> str:
    """Return the script that makes the empty tables, and one that says which version of the contract they follow.

    Records that are no rows have one table, with a column for each field, and two for a span.
    """
    tables = script("tables")
    if record is not Row:
        empty = pa.array([], pa.struct(list(arrow_schema(record))))
        columns = ", ".join(f"{name} {_SQL_TYPES[values.type]}" for name, values in _columns(empty))
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

    def lines(self, batch: pa.RecordBatch) -> Iterator[tuple[str, list[Any]]]:
        """Yield each table with its columns as arrays: the lines that these records, of the published schema, give."""
        rows = batch.to_struct_array()
        if self._record is not Row:
            yield table_of(self._record), [values for _, values in _columns(rows)]
            return
        cards = self._numbers("cards", len(rows))
        yield "cards", [cards, *(values for _, values in _columns(rows))]
        counts = pc.list_value_length(pc.struct_field(rows, "effects")).to_numpy()
        first = self._taken["effects"] + np.cumsum(counts) - counts
        # Behind all records, for they refer to them.
        references = []
        for name in LISTS:
            lists: Any = pc.struct_field(rows, name)
            of_rows: Any = pc.list_parent_indices(lists)
            records = pc.list_flatten(lists)
            numbers = self._numbers(name, len(records))
            yield name, [numbers, cards.take(of_rows), *(values for _, values in _columns(records))]
            for field, lists in _lists(records):
                places, items = pc.list_parent_indices(lists), pc.list_flatten(lists)
                columns = [values for _, values in _columns(items)]
                if field == "effects":
                    # The contract names an effect by its place; where only limits were read, there is none to point to.
                    row, index = of_rows.to_numpy()[places.to_numpy()], items.to_numpy()
                    columns.append(pa.array(first[row] + index, mask=index > counts[row]))
                references.append((f"{name.removesuffix('s')}_{field}", [numbers.take(places), *columns]))
        yield from references

    def _numbers(self, table: str, count: int) -> Any:
        first = self._taken[table] + 1
        self._taken[table] += count
        return pa.array(np.arange(first, first + count))


def _columns(values: Any, name: str = "") -> Columns:
    """Yield the columns of records, without lists, which are tables of their own: a span is two, and no such list."""
    if pa.types.is_struct(values.type):
        for field in values.type:
            if not pa.types.is_list(field.type) or field.name.startswith("span"):
                yield from _columns(pc.struct_field(values, field.name), f"{name}_{field.name}".removeprefix("_"))
    elif pa.types.is_list(values.type):
        for place, end in enumerate(("start", "end")):
            # Of two spans each has its own sign: start_a, end_a.
            called = name.replace("span", end) if name.startswith("span_") else f"{name}_{end}"
            yield called, pc.list_element(values, place)
    else:
        yield name, values


def _lists(records: Any) -> Columns:
    """Yield the lists of records, and of records within."""
    for field in records.type:
        if pa.types.is_struct(field.type):
            yield from _lists(pc.struct_field(records, field.name))
        elif pa.types.is_list(field.type) and not field.name.startswith("span"):
            yield field.name, pc.struct_field(records, field.name)
