"""Records as Parquet, and as an Arrow IPC file, also called Feather, of the published Arrow schema."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.contract.arrow import arrow_schema

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import msgspec

    from onceper.files.protocol import Sink

# Readers of Parquet prefer large groups, which lie in memory until they are written.
_GROUP_ROWS = 1 << 16
_GROUP_BYTES = 12 << 20


@contextmanager
def arrow_to(path: Path, record: type[msgspec.Struct]) -> Iterator[Sink]:
    """Write record batches to an Arrow IPC file, lz4-compressed."""
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    # By a stream of ours, for pyarrow takes no name that is not UTF-8.
    with path.open("wb") as file, pa.ipc.new_file(file, arrow_schema(record), options=options) as writer:
        yield writer.write_batch


@contextmanager
def parquet_to(path: Path, record: type[msgspec.Struct]) -> Iterator[Sink]:
    """Write record batches to a Parquet file, zstd-compressed, in groups of about 65,536 rows or 12 MiB."""
    schema = arrow_schema(record)
    # By what is in lists nobody leaves out a group.
    plain = [field.name for field in schema if not pa.types.is_nested(field.type)]
    batches: list[pa.RecordBatch] = []
    with (
        path.open("wb") as stream,
        pq.ParquetWriter(stream, schema, compression="zstd", write_statistics=plain) as writer,
    ):

        def end_group() -> None:
            writer.write_table(pa.Table.from_batches(batches, schema), row_group_size=_GROUP_ROWS)
            batches.clear()
            # Else Arrow keeps what a group took for the next.
            pa.default_memory_pool().release_unused()

        def take(batch: pa.RecordBatch) -> None:
            batches.append(batch)
            if sum(map(len, batches)) >= _GROUP_ROWS or sum(batch.nbytes for batch in batches) >= _GROUP_BYTES:
                end_group()

        yield take
        # Some readers refuse a file without a group, and so no row at all gets a group too.
        end_group()
