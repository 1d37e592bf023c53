"""Rows as a SQLite database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from onceper.errors import translate
from onceper.files.sink.sql.creating import indexes_script, tables_script, views_script
from onceper.files.sink.sql.flattening import Flattening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pyarrow as pa

    from onceper.files.protocol import Form, Sink


@contextmanager
def sqlite_to(path: Path, record: type, _: Form) -> Iterator[Sink]:
    """Write record batches to the tables of a new SQLite database.

    Raises:
        OSError: SQLite cannot write the file.
    """
    with translate(sqlite3.Error, as_os_error):
        # As bytes, for a name need not be UTF-8.
        opened = sqlite3.connect(os.fsencode(path), isolation_level=None)
    with closing(opened) as connection, filling(connection, record) as sink:
        yield sink


@contextmanager
def filling(connection: sqlite3.Connection, record: type) -> Iterator[Sink]:
    """Take record batches into the tables of an empty database, which has its indexes and views at the end.

    Raises:
        OSError: SQLite cannot write it.
    """
    flattening = Flattening(record)

    def take(batch: pa.RecordBatch) -> None:
        with translate(sqlite3.Error, as_os_error):
            for table, columns in flattening.flattened(batch):
                places = ", ".join("?" * len(columns))
                lines = zip(*(column.to_pylist() for column in columns), strict=True)
                connection.executemany(f"INSERT INTO {table.name} VALUES ({places})", lines)  # noqa: S608  a name of ours

    with translate(sqlite3.Error, as_os_error):
        # The file takes its name when all is written: nothing is to be taken back, nothing to be saved before.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(tables_script(record))
        connection.execute("BEGIN")
    yield take
    with translate(sqlite3.Error, as_os_error):
        connection.execute("COMMIT")
        connection.executescript(indexes_script(record) + views_script(record))


def as_os_error(error: sqlite3.Error) -> OSError:
    """Return an error of SQLite as one of the system."""
    return OSError(f"SQLite: {error}")
