"""Differences between taggings in every format that rows are written in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from onceper.contract import SCHEMA_VERSION
from onceper.contract.difference import Difference
from onceper.errors import translate
from onceper.files.finished import finished
from onceper.files.sink.csv_lines import csv_lines_to
from onceper.files.sink.records import write_json_lines, write_parquet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    import pyarrow as pa

_TABLE = "differences"
_SPANS = {"span_a": ("start_a", "end_a"), "span_b": ("start_b", "end_b")}
_VERSION = f"CREATE TABLE schema_version AS SELECT {SCHEMA_VERSION} AS schema_version"


def write_differences(differences: Sequence[Difference], target: Path) -> None:
    """Write differences in the format that the suffix says; the file takes its name when it is complete.

    Tables of a database are ``differences``, where a span is two columns such as ``start_a`` and ``end_a``.

    Raises:
        OutputError: the file cannot be written.
    """
    with finished(target) as path:
        _WRITERS[target.suffix.lower()](differences, path)


def _csv(differences: Sequence[Difference], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_line = csv_lines_to(stream)
        write_line(Difference.__struct_fields__)
        for difference in differences:
            cells = msgspec.structs.astuple(difference)
            write_line([list(cell) if isinstance(cell, tuple) else cell for cell in cells])


def _table(differences: Sequence[Difference]) -> pa.Table:
    # pyarrow takes long to import, and the formats above do without.
    from onceper.contract.arrow_rows import differences_to_arrow  # noqa: PLC0415

    return differences_to_arrow(differences)


def _parquet(differences: Sequence[Difference], path: Path) -> None:
    write_parquet(_table(differences), path)


def _arrow(differences: Sequence[Difference], path: Path) -> None:
    import pyarrow as pa  # noqa: PLC0415

    table = _table(differences)
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with path.open("wb") as file, pa.ipc.new_file(file, table.schema, options=options) as writer:
        writer.write_table(table)


def _sqlite(differences: Sequence[Difference], path: Path) -> None:
    names = [end for field in Difference.__struct_fields__ for end in _SPANS.get(field, (field,))]
    kinds = ("INTEGER" if name.startswith(("start_", "end_")) else "TEXT" for name in names)
    columns = ", ".join(f"{name} {kind}" for name, kind in zip(names, kinds, strict=True))
    lines = ([cell for cells in _cells(difference) for cell in cells] for difference in differences)
    with (
        translate(sqlite3.Error, lambda error: OSError(f"SQLite: {error}")),
        closing(sqlite3.connect(path)) as connection,
        connection,
    ):
        connection.execute(f"CREATE TABLE {_TABLE} ({columns})")
        connection.execute(_VERSION)
        connection.executemany(f"INSERT INTO {_TABLE} VALUES ({', '.join('?' * len(names))})", lines)  # noqa: S608  names of ours
        connection.execute(f"CREATE INDEX {_TABLE}_by_id ON {_TABLE} (id)")


def _cells(difference: Difference) -> Iterable[tuple[str | int | None, ...]]:
    for field in Difference.__struct_fields__:
        value = getattr(difference, field)
        yield (value or (None, None)) if field in _SPANS else (value,)


def _duckdb(differences: Sequence[Difference], path: Path) -> None:
    import duckdb  # noqa: PLC0415

    told = ", ".join(
        f"{field}[1] AS {_SPANS[field][0]}, {field}[2] AS {_SPANS[field][1]}" if field in _SPANS else field
        for field in Difference.__struct_fields__
    )
    with (
        translate(duckdb.Error, lambda error: OSError(f"DuckDB: {error}")),
        duckdb.connect(path) as connection,
    ):
        connection.register("lines", _table(differences))
        connection.execute(f"CREATE TABLE {_TABLE} AS SELECT {told} FROM lines")  # noqa: S608  names of ours
        connection.execute(_VERSION)


_WRITERS: dict[str, Callable[[Sequence[Difference], Path], None]] = {
    ".parquet": _parquet,
    ".jsonl": write_json_lines,
    ".csv": _csv,
    ".arrow": _arrow,
    ".feather": _arrow,
    ".db": _sqlite,
    ".sqlite": _sqlite,
    ".duckdb": _duckdb,
}
