"""The rows of a database that ``onceper tag`` wrote, put together from its tables."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.errors import ExtraError, OnceperError, one_line
from onceper.files import duckdb_reading, sqlite_reading
from onceper.files.duckdb_reading import read_duckdb
from onceper.files.sink.sql.tables import tables
from onceper.files.source.known_formats import SQLITE
from onceper.files.sqlite_reading import read_sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path as FilePath

    from onceper.files.sink.sql.tables import Column, Path, Table

    Query = Callable[[str], Iterator[tuple[Any, ...]]]

_FETCHED = 4_096
_VERSION = "SELECT max(schema_version) FROM schema_version"


class DatabaseError(OnceperError):
    """A database is not what ``onceper tag`` writes."""


class Database(NamedTuple):
    """Hold the version of the contract that a database says it follows, null where it says none, and its rows."""

    version: int | None
    rows: Iterator[dict[str, Any]]


@contextmanager
def open_database(path: FilePath, head: bytes) -> Iterator[Database]:
    """Open a SQLite or DuckDB file, which begins with ``head``.

    Raises:
        DatabaseError: it is damaged, or, once its rows are read, has other tables.
        ExtraError: what reads DuckDB files is not installed.
    """
    with (_sqlite if head.startswith(SQLITE) else _duckdb)(path) as (query, given):
        version = next(query(_VERSION), (None,))[0] if "schema_version" in given else None
        yield Database(version if isinstance(version, int) else None, _rows(query, given))


@contextmanager
def _sqlite(path: FilePath) -> Iterator[tuple[Query, Collection[object]]]:
    try:
        with read_sqlite(path) as connection:
            yield lambda words: iter(connection.execute(words)), sqlite_reading.tables_of(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise DatabaseError(one_line(error)) from error


@contextmanager
def _duckdb(path: FilePath) -> Iterator[tuple[Query, Collection[object]]]:
    try:
        import duckdb  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ExtraError("duckdb") from error

    def query(words: str) -> Iterator[tuple[Any, ...]]:
        # A connection holds one result at a time, and a cursor knows not what its connection uses.
        found = connection.cursor().execute("USE given").execute(words)
        while lines := found.fetchmany(_FETCHED):
            yield from lines

    try:
        with read_duckdb(path) as connection:
            yield query, duckdb_reading.tables_of(connection)
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise DatabaseError(one_line(error)) from error


class _Lines:
    """Give the lines of a table, which stand in the order of what they belong to, owner by owner."""

    def __init__(self, table: Table, query: Query, belongs_to: int) -> None:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        self._lines = query(f"SELECT {columns} FROM {table.name} ORDER BY rowid")  # noqa: S608  names of ours
        self._belongs_to = belongs_to
        self._next = next(self._lines, None)

    def of(self, owner: int) -> Iterator[tuple[Any, ...]]:
        """Yield the lines of one owner."""
        while self._next is not None and self._next[self._belongs_to] == owner:
            line = self._next
            self._next = next(self._lines, None)
            yield line


def _rows(query: Query, given: Collection[object]) -> Iterator[dict[str, Any]]:
    if missing := [table.name for table in tables() if table.name not in given]:
        raise DatabaseError(f"no such table: {missing[0]}")
    cards, *others = tables()
    lists = {table: _Lines(table, query, 1) for table in others if table.owner is None}
    items = {table: _Lines(table, query, 0) for table in others if table.owner is not None}
    columns = ", ".join(f'"{column.name}"' for column in cards.columns)
    for number, *values in query(f"SELECT {columns} FROM {cards.name} ORDER BY rowid"):  # noqa: S608  names of ours
        # Of a damaged file there may be nothing in it.
        row = _record(cards.columns[1:], values) or {}
        for table, lines in lists.items():
            row[table.name] = []
            for record_number, _, *fields in lines.of(number):
                record = _record(table.columns[2:], fields) or {}
                for item_table, item_lines in items.items():
                    if item_table.owner == table.name:
                        _put(
                            record, item_table.path, [_item(item_table, line) for line in item_lines.of(record_number)]
                        )
                row[table.name].append(record)
        yield row


def _item(table: Table, line: Sequence[Any]) -> Any:
    columns = table.columns[1:]
    if columns[0].path:
        return _record(columns, line[1:])
    # One value alone; of an effect its place, as its number in the table of effects is none of the contract.
    return line[1]


def _record(columns: Sequence[Column], values: Sequence[Any]) -> Any:
    """Return the record whose columns these are, by the paths on which its values stand."""
    record: dict[Any, Any] = {}
    for column, value in zip(columns, values, strict=True):
        _put(record, column.path, bool(value) if column.type == "BOOLEAN" and value is not None else value)
    return _closed(record)


def _put(record: dict[Any, Any], path: Path, value: Any) -> None:
    *before, last = path
    for step in before:
        record = record.setdefault(step, {})
    record[last] = value


def _closed(value: Any) -> Any:
    """Return a span, told by its places, as a list, and a record without a value as null."""
    if not isinstance(value, dict):
        return value
    if 0 in value:
        return [value[place] for place in sorted(value)]
    record = {name: _closed(field) for name, field in value.items()}
    return record if any(field is not None for field in record.values()) else None
