"""Records other than rows in the formats that write them as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pyarrow as pa


def records_to(records: Iterable[msgspec.Struct], stream: BinaryIO) -> None:
    """Write each record as a line of UTF-8 JSON to a stream, which stays open."""
    encode = msgspec.json.Encoder().encode
    stream.writelines(encode(record) + b"\n" for record in records)
    stream.flush()


def write_json_lines(records: Iterable[msgspec.Struct], path: Path) -> None:
    """Write each record as a line of UTF-8 JSON to a file."""
    with path.open("wb") as stream:
        records_to(records, stream)


def write_parquet(table: pa.Table, path: Path) -> None:
    """Write a table to a Parquet file."""
    # pyarrow takes long to import, and the other formats do without.
    import pyarrow.parquet as pq  # noqa: PLC0415

    with path.open("wb") as stream:
        pq.write_table(table, stream, compression="zstd")
