"""Tables that ``onceper.tag`` gave, taken as rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract.arrow_rows import from_arrow
from onceper.contract.reading import Row
from onceper.errors import translate
from onceper.files.opening import input_path
from onceper.files.tags import TagsError, check_schema, checked, tagged_rows
from onceper.integrations.tables import NotATableError, stream_of

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import polars as pl
    import pyarrow as pa

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
    if isinstance(tags, Sequence) and all(isinstance(row, Row) for row in tags):
        return list(tags)
    with translate(NotATableError, lambda _: _no_tags(tags, called)):
        reader = stream_of(tags.collect() if hasattr(tags, "collect") else tags)
    check_schema(reader.schema, called)
    try:
        return [checked(row, called) for batch in reader for row in from_arrow(batch)]
    except msgspec.ValidationError as error:
        raise TagsError(
            str(error), where=called, expected="rows that onceper.tag gave", remedy="tag the cards again"
        ) from error


def _no_tags(tags: object, called: str) -> TagsError:
    return TagsError(
        f"{called} is a {type(tags).__module__}.{type(tags).__qualname__}",
        expected="a tagged table, the path of a file that `onceper tag` wrote, or rows",
        remedy="tag the cards first: onceper.tag(table)",
    )
