"""Rows as a DuckDB database."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa

from onceper.errors import translate
from onceper.files.sink.batches import in_batches
from onceper.files.sink.sql.creating import tables_script, views_script
from onceper.files.sink.sql.flattening import Flattening

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.protocol import Sink

# Else DuckDB takes most of the machine's memory for itself.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {"threads": 1, "memory_limit": "64MB"}


@contextmanager
def duckdb_to(path: Path) -> Iterator[Sink]:
    """Write rows to the tables of a new DuckDB database.

    Raises:
        OSError: DuckDB cannot write the file.
    """
    with translate(duckdb.Error, _told):
        connection = duckdb.connect(path, config=_CONFIG)
    try:
        flattening = Flattening()

        def take(batch: pa.RecordBatch) -> None:
            with translate(duckdb.Error, _told):
                # What is not committed stays in memory.
                connection.execute("BEGIN")
                for table, columns in flattening.flattened(batch):
                    lines = pa.Table.from_arrays(columns, names=[column.name for column in table.columns])
                    connection.register("lines", lines)
                    connection.execute(f"INSERT INTO {table.name} SELECT * FROM lines")  # noqa: S608  a name of ours
                    connection.unregister("lines")
                connection.execute("COMMIT")

        with translate(duckdb.Error, _told):
            connection.execute(tables_script())
        with in_batches(take) as write:
            yield write
        with translate(duckdb.Error, _told):
            # DuckDB indexes every key and scans the rest; further indexes would have to fit into the memory.
            connection.execute(views_script())
            connection.close()
    finally:
        connection.close()
        # Where the block ended early, these are left.
        Path(f"{path}.wal").unlink(missing_ok=True)


def _told(error: duckdb.Error) -> OSError:
    return OSError(f"DuckDB: {error}")
