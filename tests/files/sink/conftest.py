"""Rows in databases of both kinds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from onceper.contract.arrow import to_arrow
from onceper.contract.reading import Row
from onceper.files.sink.duckdb import duckdb_to
from onceper.files.sink.sqlite import sqlite_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


Query = Callable[[str], list[tuple[Any, ...]]]
MakeDatabase = Callable[[Iterable[Row]], Query]


@pytest.fixture(params=["sqlite", "duckdb"])
def make_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeDatabase]:
    """Write rows to a database, and give a function that asks it."""
    is_sqlite = request.param == "sqlite"
    path = tmp_path / "tags"
    opened: list[Any] = []

    def make(rows: Iterable[Row]) -> Query:
        with (sqlite_to if is_sqlite else duckdb_to)(path, Row) as write:
            given = list(rows)
            for start in range(0, len(given), 4_096):
                write(to_arrow(given[start : start + 4_096]))
        assert list(tmp_path.iterdir()) == [path]
        connection: Any = sqlite3.connect(path) if is_sqlite else duckdb.connect(path, read_only=True)
        opened.append(connection)
        return lambda query: connection.execute(query).fetchall()

    yield make
    for connection in opened:
        connection.close()
