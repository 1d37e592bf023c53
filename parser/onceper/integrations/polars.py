"""Frames of Polars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.tagging.columns import Named, find_columns

if TYPE_CHECKING:
    from collections.abc import Collection

    from onceper.integrations.arrow import TagBatches

_WORDS = (pl.String, pl.Categorical, pl.Enum)


def data_frame(frame: pl.DataFrame, tag: TagBatches, named: Named) -> pl.DataFrame:
    """Tag a data frame."""
    texts = frame.select(*_found(frame.schema, named))
    return pl.DataFrame(pa.Table.from_batches(tag(pa.RecordBatchReader.from_stream(texts)), row_arrow_schema()))


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
    return find_columns(schema.names(), named, holds_words=lambda column: _is_words(schema[column])).values()


def _is_words(kind: pl.DataType) -> bool:
    return (kind.inner if isinstance(kind, pl.List) else kind) in _WORDS
