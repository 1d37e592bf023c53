"""Frames of Polars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.tagging.columns import Named, find_columns

if TYPE_CHECKING:
    from onceper.integrations.arrow import TagBatches


def data_frame(frame: pl.DataFrame, tag: TagBatches, named: Named) -> pl.DataFrame:
    """Tag a data frame."""
    texts = frame.select(*find_columns(frame.columns, named).values())
    return pl.DataFrame(pa.Table.from_batches(tag(pa.RecordBatchReader.from_stream(texts)), row_arrow_schema()))


def lazy_frame(frame: pl.LazyFrame, tag: TagBatches, named: Named) -> pl.LazyFrame:
    """Tag a lazy frame when it is collected, piece by piece where the streaming engine runs it."""
    # Wrong columns are told here, where they were given, and not when the frame is collected.
    empty = data_frame(pl.DataFrame(schema=frame.collect_schema()), tag, named)
    texts = frame.select(*find_columns(frame.collect_schema().names(), named).values())
    return texts.map_batches(lambda piece: data_frame(piece, tag, named), schema=empty.schema, streamable=True)
