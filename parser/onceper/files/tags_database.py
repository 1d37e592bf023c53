"""The rows of a database that ``onceper tag`` wrote, put together by it from its tables."""

from __future__ import annotations

import re
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.errors import ExtraError, OnceperError, one_line, translate
from onceper.files.sink.flattening import script
from onceper.files.source.known_formats import SQLITE
from onceper.files.sqlite_reading import read_sqlite, tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    Query = Callable[[str], list[tuple[Any, ...]]]

_CARDS_AT_ONCE = 1 << 12
# Views of a stranger could ask for other files, or have no end.
_TABLES = """
SELECT table_name FROM information_schema.tables WHERE table_catalog = 'given' AND table_type = 'BASE TABLE'
"""


class DatabaseError(OnceperError):
    """A database is not what ``onceper tag`` writes."""


class Database(NamedTuple):
    """Hold the version of the contract that a database says it follows, null where it says none, and rows as JSON."""

    version: int | None
    rows: Iterator[str | bytes]


def open_database(path: Path, head: bytes) -> AbstractContextManager[Database]:
    """Open a SQLite or DuckDB file, which begins with ``head``.

    Raises:
        DatabaseError: it is damaged, or has other tables.
        ExtraError: what reads DuckDB files is not installed.
    """
    return (_sqlite if head.startswith(SQLITE) else _duckdb)(path)


@contextmanager
def _sqlite(path: Path) -> Iterator[Database]:
    with translate((sqlite3.Error, UnicodeDecodeError), _told), read_sqlite(path) as connection:
        # SQLite's own JSON has fifteen digits of a number.
        connection.create_function("exactly", 1, repr, deterministic=True)
        yield _database(lambda words: connection.execute(words).fetchall(), tables_of(connection))


@contextmanager
def _duckdb(path: Path) -> Iterator[Database]:
    with translate(ModuleNotFoundError, lambda _: ExtraError("duckdb")):
        import duckdb  # noqa: PLC0415
    with (
        translate((duckdb.Error, UnicodeDecodeError), _told),
        # A database that reaches no other file and no network. Several threads would mix what stands in a list.
        duckdb.connect(":memory:", config={"autoload_known_extensions": "false", "threads": 1}) as connection,
    ):
        quoted = str(path).replace("'", "''")
        connection.execute("CREATE TEMP MACRO exactly(number) AS number")
        connection.execute(f"ATTACH '{quoted}' AS given (READ_ONLY)")
        connection.execute("USE given")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        given = connection.execute(_TABLES).fetchall()
        yield _database(lambda words: connection.execute(words).fetchall(), [name for (name,) in given])


def _told(error: Exception) -> DatabaseError:
    return DatabaseError(one_line(error))


def _database(query: Query, given: Collection[object]) -> Database:
    for name in re.findall(r"CREATE TABLE (\w+)", script("tables")):
        if name not in given:
            raise DatabaseError(f"no such table: {name}")
    found = query("SELECT max(schema_version) FROM schema_version") if "schema_version" in given else [(None,)]
    ((version,),) = found
    return Database(version if isinstance(version, int) else None, _rows(query))


def _rows(query: Query) -> Iterator[str | bytes]:
    ((last,),) = query("SELECT max(card_no) FROM cards")
    for first in range(1, (last if isinstance(last, int) else 0) + 1, _CARDS_AT_ONCE):
        for (row,) in query(script("rows").format(first=first, last=first + _CARDS_AT_ONCE - 1)):
            yield row
