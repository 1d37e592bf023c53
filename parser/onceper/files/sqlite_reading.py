"""SQLite files of strangers, opened to be read."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Of what is read, nothing is longer; a computed value may be.
_LONGEST = 1 << 26
# Reading and sorting a table takes some ten steps for each byte of it. One whose pages lead to one another has no end.
_STEPS_ANYWAY = 50_000_000
_STEPS_FOR_A_BYTE = 200
_STEPS_BETWEEN_LOOKS = 1_000_000
# The last of so many bytes tells what reads the file.
_HEAD = 20
_WITH_LOG = b"\2"
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"


def log_of(path: Path) -> Path:
    """Return where SQLite keeps what was written to a database and has not yet come into its file."""
    return path.with_name(f"{path.name}-wal")


@contextmanager
def read_sqlite(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file for reading, with bounds on the length of a value and on the steps of all that is asked of it.

    Raises:
        sqlite3.DatabaseError: here or later, the file is damaged, or goes over a bound.
    """
    with _alone(path) as file, closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.execute("PRAGMA trusted_schema = OFF")
        _bound_steps(connection, file)
        yield connection


@contextmanager
def _alone(path: Path) -> Iterator[Path]:
    """Give a file that SQLite reads without writing beside it: of a database with a log a copy with that."""
    with path.open("rb") as file:
        has_log = file.read(_HEAD)[-1:] == _WITH_LOG
    if not has_log:
        yield path
        return
    with TemporaryDirectory(prefix="onceper-") as folder:
        copy = Path(folder) / "copied"
        try:
            # What comes into the file meanwhile is in the log too, and nothing is lost if it comes twice.
            if log_of(path).exists():
                shutil.copyfile(log_of(path), log_of(copy))
            shutil.copyfile(path, copy)
        except OSError as error:
            what = f"its log asks for a copy in the folder for temporary files: {error.strerror}"
            raise sqlite3.OperationalError(what) from error
        yield copy


def _bound_steps(connection: sqlite3.Connection, path: Path) -> None:
    left = (_STEPS_ANYWAY + _STEPS_FOR_A_BYTE * path.stat().st_size) // _STEPS_BETWEEN_LOOKS

    def is_over() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(is_over, _STEPS_BETWEEN_LOOKS)


def tables_of(connection: sqlite3.Connection) -> list[str | bytes]:
    """Return the names of the tables that hold what they give: a view, or a table of a module, computes it."""
    return [name for (name,) in connection.execute(_TABLES)]
