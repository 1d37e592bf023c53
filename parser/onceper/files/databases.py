"""Databases of strangers, opened to be read: SQLite files, and taggings in SQLite and DuckDB as rows."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from onceper.errors import ExtraError, OnceperError, one_line, translate
from onceper.resources import packaged

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    # The version of the contract that a database says it follows, null where it says none, and its rows as JSON.
    Tagging = tuple[int | None, Iterator[str | bytes]]

# Of what is read, nothing is longer; a computed value may be.
_LONGEST = 1 << 26
# Reading and sorting a table takes some ten steps for each byte of it. One whose pages lead to one another has no end.
_STEPS_ANYWAY = 50_000_000
_STEPS_FOR_A_BYTE = 200
_STEPS_BETWEEN_LOOKS = 1_000_000
# The last of so many bytes tells what reads the file.
_HEAD = 20
_WITH_LOG = b"\2"
_CARDS_AT_ONCE = 1 << 12
# Views of a stranger could ask for other files, or have no end.
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"
_TABLES_OF_DUCKDB = """
SELECT table_name FROM information_schema.tables WHERE table_catalog = 'given' AND table_type = 'BASE TABLE'
"""


class DatabaseError(OnceperError):
    """A database is not what ``onceper tag`` writes."""


def script(name: str) -> str:
    """Return one of the files of SQL: ``tables``, ``indexes``, ``views`` or ``rows``."""
    return packaged(f"files/sink/sql/{name}.sql")


@contextmanager
def read_sqlite(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file for reading, with bounds on the length of a value and on the steps of all that is asked of it.

    Raises:
        sqlite3.DatabaseError: here or later, the file is damaged, or goes over a bound.
    """
    with _alone(path) as file, closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.execute("PRAGMA trusted_schema = OFF")
        looks = iter(range((_STEPS_ANYWAY + _STEPS_FOR_A_BYTE * file.stat().st_size) // _STEPS_BETWEEN_LOOKS))
        connection.set_progress_handler(lambda: next(looks, None) is None, _STEPS_BETWEEN_LOOKS)
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
        try:
            # What comes into the file meanwhile is in the log too, and nothing is lost if it comes twice.
            for end in ("-wal", ""):
                if (part := path.with_name(path.name + end)).exists():
                    shutil.copyfile(part, Path(folder) / f"copied{end}")
        except OSError as error:
            what = f"its log asks for a copy in the folder for temporary files: {error.strerror}"
            raise sqlite3.OperationalError(what) from error
        yield Path(folder) / "copied"


def tables_of(connection: Any, asked: str = _TABLES) -> list[str]:
    """Return the names of the tables that hold what they give: a view, or a table of a module, computes it."""
    return [name for (name,) in connection.execute(asked).fetchall()]


@contextmanager
def tagging_in_sqlite(path: Path) -> Iterator[Tagging]:
    """Open a SQLite file that ``onceper tag`` wrote.

    Raises:
        DatabaseError: it is damaged, or has other tables.
    """
    with translate((sqlite3.Error, UnicodeDecodeError), _told), read_sqlite(path) as connection:
        # SQLite's own JSON has fifteen digits of a number.
        connection.create_function("exactly", 1, repr, deterministic=True)
        yield _tagging(connection, tables_of(connection))


@contextmanager
def tagging_in_duckdb(path: Path) -> Iterator[Tagging]:
    """Open a DuckDB file that ``onceper tag`` wrote.

    Raises:
        DatabaseError: it is damaged, or has other tables.
        ExtraError: what reads DuckDB files is not installed.
    """
    with translate(ModuleNotFoundError, lambda _: ExtraError("duckdb")):
        import duckdb  # noqa: PLC0415
    with (
        translate((duckdb.Error, UnicodeDecodeError), _told),
        # A database that reaches no other file and no network. Several threads would mix what stands in a list.
        duckdb.connect(":memory:", config={"autoload_known_extensions": "false", "threads": 1}) as connection,
    ):
        quoted = str(path).replace("'", "''")
        for words in (
            "CREATE TEMP MACRO exactly(number) AS number",
            f"ATTACH '{quoted}' AS given (READ_ONLY)",
            "USE given",
            "SET enable_external_access = false",
            "SET lock_configuration = true",
        ):
            connection.execute(words)
        yield _tagging(connection, tables_of(connection, _TABLES_OF_DUCKDB))


def _told(error: Exception) -> DatabaseError:
    return DatabaseError(one_line(error))


def _tagging(connection: Any, given: Collection[str]) -> Tagging:
    for name in re.findall(r"CREATE TABLE (\w+)", script("tables")):
        if name not in given:
            raise DatabaseError(f"no such table: {name}")
    found = _number(connection, "SELECT max(schema_version) FROM schema_version") if "schema_version" in given else None
    return found, _rows(connection)


def _rows(connection: Any) -> Iterator[str | bytes]:
    last, words = _number(connection, "SELECT max(card_no) FROM cards") or 0, script("rows")
    for first in range(1, last + 1, _CARDS_AT_ONCE):
        for (row,) in connection.execute(words.format(first=first, last=first + _CARDS_AT_ONCE - 1)).fetchall():
            yield row


def _number(connection: Any, asked: str) -> int | None:
    """Return the whole number that is asked for, null where it is none."""
    (found,) = connection.execute(asked).fetchone()
    return found if isinstance(found, int) else None
