"""Which version of the contract a database of tags follows."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from onceper.files.duckdb_reading import read_duckdb
from onceper.files.source.known_formats import SQLITE
from onceper.files.sqlite_reading import read_sqlite

if TYPE_CHECKING:
    from pathlib import Path

_QUERY = "SELECT max(schema_version) FROM schema_version"


def version_of_database(path: Path, head: bytes) -> int | None:
    """Return the version that a SQLite or DuckDB file says it follows; null where it says none.

    ``head`` is how the file begins. What reads DuckDB files may not be installed: then it says none.
    """
    found = _of_sqlite(path) if head.startswith(SQLITE) else _of_duckdb(path)
    return found if isinstance(found, int) else None


def _of_sqlite(path: Path) -> Any:
    try:
        with read_sqlite(path) as connection:
            return connection.execute(_QUERY).fetchone()[0]
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return None


def _of_duckdb(path: Path) -> Any:
    try:
        import duckdb  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    try:
        with read_duckdb(path) as connection:
            (found,) = connection.execute(_QUERY).fetchall()
            return found[0]
    except (duckdb.Error, UnicodeDecodeError):
        return None
