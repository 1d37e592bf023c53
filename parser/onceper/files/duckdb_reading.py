"""DuckDB files of strangers, opened to be read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

_TABLES = """
SELECT table_name FROM information_schema.tables WHERE table_catalog = 'given' AND table_type = 'BASE TABLE'
"""


@contextmanager
def read_duckdb(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a file for reading, in a database that reaches no other file and no network: its views could ask for them.

    Raises:
        ModuleNotFoundError: DuckDB is not installed.
        duckdb.Error: the file is none of DuckDB's, or is damaged.
    """
    import duckdb  # noqa: PLC0415

    with duckdb.connect(":memory:", config={"autoload_known_extensions": "false"}) as connection:
        quoted = str(path).replace("'", "''")
        connection.execute(f"ATTACH '{quoted}' AS given (READ_ONLY)")
        connection.execute("USE given")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield connection


def tables_of(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of the tables that hold what they give; a view computes it."""
    return [name for (name,) in connection.execute(_TABLES).fetchall()]
