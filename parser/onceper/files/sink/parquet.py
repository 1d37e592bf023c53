"""Rows as a Parquet file of the published Arrow schema."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from onceper.contract.arrow_rows import to_arrow
from onceper.contract.arrow_schema import row_arrow_schema

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.contract.reading import Row
    from onceper.files.sink.sink import Sink

# Rows become Arrow in small batches, which bounds the memory that their records take, and are written in
# large groups, which readers of Parquet prefer.
_BATCH_ROWS = 4_096
_GROUP_BATCHES = 16


@contextmanager
def parquet_to(path: Path) -> Iterator[Sink]:
    """Write rows to a Parquet file, zstd-compressed, in groups of 65,536 rows."""
    schema = row_arrow_schema()
    rows: list[Row] = []
    batches: list[pa.RecordBatch] = []
    groups = 0

    with pq.ParquetWriter(path, schema, compression="zstd") as writer:

        def end_batch() -> None:
            if rows:
                batches.append(to_arrow(rows))
                rows.clear()

        def end_group() -> None:
            nonlocal groups
            group = pa.Table.from_batches(batches, schema)
            writer.write_table(group, row_group_size=_BATCH_ROWS * _GROUP_BATCHES)
            batches.clear()
            groups += 1

        def write(row: Row) -> None:
            rows.append(row)
            if len(rows) == _BATCH_ROWS:
                end_batch()
                if len(batches) == _GROUP_BATCHES:
                    end_group()

        yield write
        end_batch()
        # Some readers refuse a file without a group, and so no row at all gets a group too.
        if batches or not groups:
            end_group()
