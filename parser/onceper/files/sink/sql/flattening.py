"""Rows as the lines of tables: lists taken apart, records numbered, and references to them."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from onceper.files.sink.sql.tables import CARDS, EFFECTS, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.sink.sql.tables import Path, Table


class _Lines(NamedTuple):
    """Hold the records of one table, the number of each, and the place of the row that each stands in."""

    records: Any
    numbers: Any
    rows: Any


class Flattening:
    """Take rows apart batch by batch, and number rows and records through all of them."""

    def __init__(self, record: type) -> None:
        self._tables = tables(record)
        self._taken = {table.name: 0 for table in self._tables if table.owner is None}

    def flattened(self, batch: pa.RecordBatch) -> Iterator[tuple[Table, list[Any]]]:
        """Yield each table with its columns as arrays: the lines that these rows, of the published schema, give."""
        cards_table, *others = self._tables
        rows = batch.to_struct_array()
        if not others:
            yield cards_table, [_at(rows, column.path) for column in cards_table.columns]
            return
        cards = _Lines(rows, self._numbers(CARDS, len(rows)), None)
        first_effects = self._first_effects(rows)
        yield cards_table, [cards.numbers, *(_at(rows, column.path) for column in cards_table.columns[1:])]
        lines: dict[str, _Lines] = {}
        for table in others:
            if table.owner is None:
                places, records = _items(rows, table.path)
                lines[table.name] = own = _Lines(records, self._numbers(table.name, len(records)), places)
                values = [_at(records, column.path) for column in table.columns[2:]]
                yield table, [own.numbers, cards.numbers.take(places), *values]
            else:
                owner = lines[table.owner]
                places, items = _items(owner.records, table.path)
                if table.columns[-1].references == EFFECTS:
                    values = [items, first_effects.numbers_of(items, owner.rows.take(places))]
                else:
                    values = [_at(items, column.path) for column in table.columns[1:]]
                yield table, [owner.numbers.take(places), *values]

    def _numbers(self, table: str, count: int) -> Any:
        first = self._taken[table] + 1
        self._taken[table] += count
        return pa.array(np.arange(first, first + count))

    def _first_effects(self, rows: Any) -> _FirstEffects:
        counts = pc.list_value_length(_at(rows, (EFFECTS,))).to_numpy()
        return _FirstEffects(self._taken[EFFECTS] + np.cumsum(counts) - counts, counts)


class _FirstEffects(NamedTuple):
    """Hold for each row of a batch how many effects have a smaller number, and how many it has itself."""

    before: np.ndarray
    counts: np.ndarray

    def numbers_of(self, indexes: Any, rows: Any) -> Any:
        """Return the number of the effect with each 1-based index in its row; null where the row has no such effect."""
        index, row = indexes.to_numpy(), rows.to_numpy()
        return pa.array(self.before[row] + index, mask=index > self.counts[row])


def _at(values: Any, path: Path) -> Any:
    """Return what stands at the path in each of these records, lists or values."""

    def step(found: Any, key: str | int) -> Any:
        return pc.struct_field(found, key) if isinstance(key, str) else pc.list_element(found, key)

    return reduce(step, path, values)


def _items(records: Any, path: Path) -> tuple[Any, Any]:
    """Return the items of all lists at the path, after the place of the record that each is from."""
    lists = _at(records, path)
    return pc.list_parent_indices(lists), pc.list_flatten(lists)
