"""One flat line a card: the view ``cards_flat`` of a database that nobody keeps."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from itertools import starmap
from typing import TYPE_CHECKING

from onceper.contract.flat_card import FlatCard
from onceper.contract.reading import Row
from onceper.errors import translate
from onceper.files.sink.sql.sqlite import as_os_error, filling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from onceper.files.protocol import Sink

_CARDS = f"SELECT {', '.join(FlatCard.__struct_fields__)} FROM cards_flat ORDER BY card_no"  # noqa: S608  names of ours


@contextmanager
def flattened(give: Callable[[Iterator[FlatCard]], object]) -> Iterator[Sink]:
    """Take record batches of rows, and give their cards at the end, in the order of the first row of each.

    Raises:
        OSError: SQLite cannot write its temporary file.
    """
    # Without a name the database lies in memory, and in a temporary file what is too large for that.
    with closing(sqlite3.connect("", isolation_level=None)) as connection:
        with filling(connection, Row) as take:
            yield take
        with translate(sqlite3.Error, as_os_error):
            give(starmap(FlatCard, connection.execute(_CARDS)))
