"""Rows as a DuckDB database."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from onceper.contract.reading import Row
from onceper.errors import ExtraError, translate
from onceper.files.databases import script
from onceper.files.sink.flattening import Flattening, tables_script

with translate(ModuleNotFoundError, lambda _: ExtraError("duckdb")):
    import duckdb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.protocol import Sink

# Else DuckDB takes most of the machine's memory for itself.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {"threads": 1, "memory_limit": "64MB"}

_LINES_AT_ONCE = 1 << 14
_NAMES = "DuckDB takes only names in UTF-8, of files and of the folders that they are in"


@contextmanager
def duckdb_to(path: Path, record: type) -> Iterator[Sink]:
    """Write record batches to the tables of a new DuckDB database.

    Raises:
        OSError: DuckDB cannot write the file.
    """
    with translate(UnicodeEncodeError, lambda _: OSError(_NAMES)):
        str(path).encode()
    with translate(duckdb.Error, _told):
        connection = duckdb.connect(path, config=_CONFIG)
    try:
        flattening = Flattening(record)

        def take(batch: pa.RecordBatch) -> None:
            with translate(duckdb.Error, _told):
                for table, columns in flattening.lines(batch):
                    lines = pa.Table.from_arrays(columns, names=[str(place) for place in range(len(columns))])
                    # What is not committed stays in memory, and one text as long as a book has limits without end.
                    for start in range(0, len(lines), _LINES_AT_ONCE):
                        connection.register("lines", lines.slice(start, _LINES_AT_ONCE))
                        connection.execute(f"INSERT INTO {table} SELECT * FROM lines")  # noqa: S608  a name of ours
                        connection.unregister("lines")

        with translate(duckdb.Error, _told):
            connection.execute(tables_script(record))
        yield take
        with translate(duckdb.Error, _told):
            # DuckDB indexes every key and scans the rest; further indexes would have to fit into the memory.
            connection.execute(script("views") if record is Row else "")
            # Closing writes what is left as well, but swallows what goes wrong then.
            connection.execute("CHECKPOINT")
            connection.close()
    finally:
        connection.close()
        # Where the block ended early, these are left.
        Path(f"{path}.wal").unlink(missing_ok=True)


def _told(error: duckdb.Error) -> OSError:
    # Advice and addresses follow below.
    return OSError(f"DuckDB: {str(error).partition(chr(10))[0]}")
