"""Tables of pyarrow, and of whatever else speaks Arrow's PyCapsule interface."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn

import pyarrow as pa

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.errors import OnceperError
from onceper.tagging.kept import join_batches

if TYPE_CHECKING:
    from onceper.tagging.batch import Named

TagBatches = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]
"""Tag record batches as they come, as a ``Tagger`` does."""


class NotATableError(OnceperError):
    """What is to be tagged is not a table."""


def record_batch(batch: pa.RecordBatch, tag: TagBatches, _named: Named) -> pa.RecordBatch:
    """Tag a record batch."""
    return join_batches(tag([batch]))


def reader(batches: pa.RecordBatchReader, tag: TagBatches, _named: Named) -> pa.RecordBatchReader:
    """Tag a stream: batches are read as their rows are asked for."""
    # Wrong columns are told here, where they were given, and not when the rows are taken.
    list(tag([pa.RecordBatch.from_pylist([], batches.schema)]))
    return pa.RecordBatchReader.from_batches(row_arrow_schema(), tag(batches))


def table(given: Any, tag: TagBatches, named: Named) -> pa.Table:
    """Tag whatever gives record batches.

    Raises:
        NotATableError: this does not, or gives one column without a name.
    """
    try:
        if hasattr(given, "__arrow_c_stream__"):
            return reader(pa.RecordBatchReader.from_stream(given), tag, named).read_all()
        if hasattr(given, "__arrow_c_array__"):
            return pa.Table.from_batches(tag([pa.record_batch(given)]), row_arrow_schema())
    except pa.ArrowInvalid as error:
        raise _not_a_table(given, f"; {error}") from error
    raise _not_a_table(given, "")


def spark_frame(_frame: Any, _tag: TagBatches, _named: Named) -> NoReturn:
    """Refuse a frame of Spark.

    Raises:
        NotATableError: always.
    """
    raise NotATableError(
        "this is a DataFrame of Spark, which lies on its executors",
        expected="a table in the memory of this process",
        remedy='frame.mapInArrow(onceper.spark.tag(lang="en"), onceper.spark.SCHEMA) tags it where it is; '
        "frame.toArrow() fetches it",
    )


def _not_a_table(given: Any, why: str) -> NotATableError:
    kind = type(given)
    return NotATableError(
        f"this is a {kind.__module__}.{kind.__qualname__}{why}",
        expected="a table that speaks Arrow's PyCapsule interface, such as one of Polars, pandas, pyarrow or DuckDB",
        remedy="a file is tagged by onceper.tag_file, and a text is read by onceper.read"
        if isinstance(given, str | PathLike)
        else 'texts alone become a table by pyarrow.table({"text": texts})',
    )
