"""Rows in batches, for the formats that are written so."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from onceper.contract.arrow_rows import to_arrow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from onceper.contract.reading import Row
    from onceper.files.sink.sink import Sink

# Small, which bounds the memory that the records of a batch take.
BATCH_ROWS = 4_096


@contextmanager
def in_batches(take: Callable[[pa.RecordBatch], None]) -> Iterator[Sink]:
    """Hand over the rows as record batches of the published schema, 4,096 rows each."""
    rows: list[Row] = []

    def write(row: Row) -> None:
        rows.append(row)
        if len(rows) == BATCH_ROWS:
            take(to_arrow(rows))
            rows.clear()

    yield write
    if rows:
        take(to_arrow(rows))
