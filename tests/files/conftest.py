"""Card databases made for a test."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from pathlib import Path


class MakeCdb(Protocol):
    def __call__(self, *rows: tuple[Any, Any, Any], tables: str = ...) -> Path: ...


TABLES = "CREATE TABLE texts (id, name, desc, str1 TEXT); CREATE TABLE datas (id INTEGER PRIMARY KEY, ot INTEGER);"


@pytest.fixture
def make_cdb(tmp_path: Path) -> MakeCdb:
    """Write ``cards.cdb`` with these (id, name, desc)."""

    def make(*rows: tuple[Any, Any, Any], tables: str = TABLES) -> Path:
        path = tmp_path / "cards.cdb"
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executescript(tables)
            for row in rows:
                connection.execute("INSERT INTO texts (id, name, desc) VALUES (?, ?, ?)", row)
        return path

    return make
