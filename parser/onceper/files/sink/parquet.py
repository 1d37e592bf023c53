"""Rows as a Parquet file of the published Arrow schema."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.files.sink.batches import BATCH_ROWS, in_batches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.files.protocol import Sink

# Readers of Parquet prefer large groups.
_GROUP_BATCHES = 16


@contextmanager
def parquet_to(path: Path) -> Iterator[Sink]:
    """Write rows to a Parquet file, zstd-compressed, in groups of 65,536 rows."""
    schema = row_arrow_schema()
    batches: list[pa.RecordBatch] = []
    groups = 0

    # By a stream of ours, for pyarrow takes no name that is not UTF-8.
    with path.open("wb") as stream, pq.ParquetWriter(stream, schema, compression="zstd") as writer:

        def end_group() -> None:
            nonlocal groups
            group = pa.Table.from_batches(batches, schema)
            writer.write_table(group, row_group_size=BATCH_ROWS * _GROUP_BATCHES)
            batches.clear()
            groups += 1

        def take(batch: pa.RecordBatch) -> None:
            batches.append(batch)
            if len(batches) == _GROUP_BATCHES:
                end_group()

        with in_batches(take) as write:
            yield write
        # Some readers refuse a file without a group, and so no row at all gets a group too.
        if batches or not groups:
            end_group()
