"""Frames of Polars."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import polars as pl
import pyarrow as pa

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.tagging.batch import Named, columns_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from onceper.integrations.arrow import TagBatches


def data_frame(frame: pl.DataFrame, tag: TagBatches, named: Named) -> pl.DataFrame:
    """Tag a data frame."""
    texts = frame.select(*_found(frame.schema, named))
    rows = pa.Table.from_batches(tag(pa.RecordBatchReader.from_stream(texts)), row_arrow_schema())
    tagged = pl.from_arrow(rows, rechunk=False)
    return cast("pl.DataFrame", tagged)


def lazy_frame(frame: pl.LazyFrame, tag: TagBatches, named: Named) -> pl.LazyFrame:
    """Tag a lazy frame when it is collected, piece by piece where the streaming engine runs it."""
    # Wrong columns are told here, where they were given, and not when the frame is collected.
    empty = data_frame(pl.DataFrame(schema=frame.collect_schema()), tag, named)
    texts = frame.select(*_found(frame.collect_schema(), named))
    # The columns that come in are not those that go out, though some have the same name.
    return texts.map_batches(
        lambda piece: data_frame(piece, tag, named),
        predicate_pushdown=False,
        projection_pushdown=False,
        schema=empty.schema,
        streamable=True,
    )


def _found(schema: pl.Schema, named: Named) -> Collection[str]:
    # What is of no type of Arrow is none of what is read.
    return columns_of([name for name, kind in schema.items() if kind != pl.Object], named).used()
