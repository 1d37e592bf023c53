"""SQLite files of strangers, opened to be read."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# Of what is read, nothing is longer; a computed value may be.
_LONGEST = 1 << 26
# Reading and sorting a table takes some ten steps for each byte of it. One whose pages lead to one another has no end.
_STEPS_ANYWAY = 50_000_000
_STEPS_FOR_A_BYTE = 200
_STEPS_BETWEEN_LOOKS = 1_000_000
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"


def read_sqlite(path: Path) -> sqlite3.Connection:
    """Open a file for reading, with bounds on the length of a value and on the steps of all that is asked of it.

    Raises:
        sqlite3.DatabaseError: here or later, the file is damaged, or goes over a bound.
    """
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    # Who damaged its head is told by the first question, and nobody closes what was never given.
    with ExitStack() as stack:
        stack.callback(connection.close)
        connection.execute("PRAGMA trusted_schema = OFF")
        stack.pop_all()
    left = (_STEPS_ANYWAY + _STEPS_FOR_A_BYTE * path.stat().st_size) // _STEPS_BETWEEN_LOOKS

    def is_over() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(is_over, _STEPS_BETWEEN_LOOKS)
    return connection


def tables_of(connection: sqlite3.Connection) -> list[str | bytes]:
    """Return the names of the tables that hold what they give: a view, or a table of a module, computes it."""
    return [name for (name,) in connection.execute(_TABLES)]
