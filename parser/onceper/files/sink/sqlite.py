"""Rows as a SQLite database, and as one flat line a card: a view of such a database that nobody keeps."""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack, closing, contextmanager
from itertools import starmap
from typing import TYPE_CHECKING

from onceper.contract.flat_card import FlatCard
from onceper.contract.reading import Row
from onceper.errors import translate
from onceper.files.databases import script
from onceper.files.sink.flattening import Flattening, table_of, tables_script

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import pyarrow as pa

    from onceper.files.protocol import Sink

_CARDS = f"SELECT {', '.join(FlatCard.__struct_fields__)} FROM cards_flat ORDER BY card_no"  # noqa: S608  names of ours


@contextmanager
def sqlite_to(path: Path, record: type) -> Iterator[Sink]:
    """Write record batches to the tables of a new SQLite database.

    Raises:
        OSError: SQLite cannot write the file.
    """
    with translate(sqlite3.Error, _told):
        # As bytes, for a name need not be UTF-8.
        opened = sqlite3.connect(os.fsencode(path), isolation_level=None)
    with closing(opened) as connection, _filling(connection, record) as sink:
        yield sink


@contextmanager
def flattened() -> Iterator[tuple[Sink, Callable[[], Iterator[FlatCard]]]]:
    """Give what takes record batches of rows, and what gives their cards then, in the order of the first row of each.

    Raises:
        OSError: SQLite cannot write its temporary file.
    """
    # Without a name the database lies in memory, and in a temporary file what is too large for that.
    with closing(sqlite3.connect("", isolation_level=None)) as connection, ExitStack() as filling:
        take = filling.enter_context(_filling(connection, Row))

        def cards() -> Iterator[FlatCard]:
            filling.close()
            with translate(sqlite3.Error, _told):
                yield from starmap(FlatCard, connection.execute(_CARDS))

        yield take, cards


@contextmanager
def _filling(connection: sqlite3.Connection, record: type) -> Iterator[Sink]:
    flattening = Flattening(record)

    def take(batch: pa.RecordBatch) -> None:
        with translate(sqlite3.Error, _told):
            for table, columns in flattening.lines(batch):
                places = ", ".join("?" * len(columns))
                lines = zip(*(column.to_pylist() for column in columns), strict=True)
                connection.executemany(f"INSERT INTO {table} VALUES ({places})", lines)  # noqa: S608  a name of ours

    with translate(sqlite3.Error, _told):
        # The file takes its name when all is written: nothing is to be taken back, nothing to be saved before.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(tables_script(record))
        connection.execute("BEGIN")
    yield take
    with translate(sqlite3.Error, _told):
        connection.execute("COMMIT")
        # Indexes take less time once the tables are filled.
        by_id = f"CREATE INDEX {table_of(record)}_by_id ON {table_of(record)} (id);"
        connection.executescript(script("indexes") + script("views") if record is Row else by_id)


def _told(error: sqlite3.Error) -> OSError:
    return OSError(f"SQLite: {error}")
