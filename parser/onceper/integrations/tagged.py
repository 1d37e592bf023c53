"""Tables that ``onceper.tag`` gave, taken as rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa

from onceper.contract.arrow_rows import from_arrow
from onceper.contract.reading import Row
from onceper.files.opening import input_path
from onceper.files.tags import TagsError, check_schema, checked, tagged_rows

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import polars as pl

    Other = Path | str | Sequence[Row] | pa.Table | pa.RecordBatch | pa.RecordBatchReader | duckdb.DuckDBPyRelation
    Tags = Other | pl.DataFrame | pl.LazyFrame | pd.DataFrame


def rows_of(tags: Any, called: str) -> list[Row]:
    """Return the rows of a table that ``onceper.tag`` gave, of a file that ``onceper tag`` wrote, or rows.

    Raises:
        TagsError: this is no tagging.
        InputError: a file cannot be read.
    """
    if isinstance(tags, str | Path):
        return list(tagged_rows(input_path(tags)))
    kind = type(tags)
    if kind.__module__.startswith("polars") and kind.__name__ == "LazyFrame":
        tags = tags.collect()
    if hasattr(tags, "__arrow_c_stream__"):
        return _rows_in(pa.RecordBatchReader.from_stream(tags), called)
    if hasattr(tags, "__arrow_c_array__"):
        return _rows_in(pa.Table.from_batches([pa.record_batch(tags)]).to_reader(), called)
    if isinstance(tags, Sequence) and all(isinstance(row, Row) for row in tags):
        return list(tags)
    raise TagsError(
        f"{called} is a {kind.__module__}.{kind.__qualname__}",
        expected="a tagged table, the path of a file that `onceper tag` wrote, or rows",
        remedy="tag the cards first: onceper.tag(table)",
    )


def _rows_in(reader: pa.RecordBatchReader, called: str) -> list[Row]:
    check_schema(reader.schema, called)
    try:
        return [checked(row, called) for batch in reader for row in from_arrow(batch)]
    except msgspec.ValidationError as error:
        raise TagsError(
            str(error), where=called, expected="rows that onceper.tag gave", remedy="tag the cards again"
        ) from error


def like(given: Any, found: pa.Table) -> Any:
    """Return a table as a Polars or pandas frame where that was given."""
    # A library is imported only for one who has a table of it.
    home = type(given).__module__.partition(".")[0]
    if home == "polars":
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(found)
    if home == "pandas":
        from onceper.integrations.pandas import type_of_records  # noqa: PLC0415

        return found.to_pandas(types_mapper=type_of_records)
    return found
