"""Data frames of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.files.source.columnar import is_words
from onceper.tagging.columns import ColumnsError, Named, find_columns

if TYPE_CHECKING:
    from onceper.integrations.arrow import TagBatches


def data_frame(frame: pd.DataFrame, tag: TagBatches, named: Named) -> pd.DataFrame:
    """Tag a data frame: the rows keep its index, and columns of records are Arrow's types.

    Raises:
        ColumnsError: a column holds objects that are not all strings.
    """
    found = find_columns(list(frame.columns), named, holds_words=lambda column: _holds_words(frame[column]))
    texts = frame[list(found.values())]
    try:
        table = _table_of(texts)
    except pa.ArrowException as error:
        raise ColumnsError(
            "; ".join(map(str, error.args)),
            expected="strings",
            remedy='convert the column, as with frame["text"].astype("str")',
        ) from error
    rows = pa.Table.from_batches(tag(table.to_batches()), row_arrow_schema())
    tagged = rows.to_pandas(types_mapper=type_of_records)
    return tagged.set_axis(frame.index, axis="index")


def _table_of(texts: pd.DataFrame) -> pa.Table:
    try:
        return pa.Table.from_pandas(texts, preserve_index=False)
    except UnicodeEncodeError:
        # A lone surrogate has no bytes in UTF-8: given those that it would have, it is told in its row.
        table = pa.Table.from_pandas(texts.map(_as_bytes), preserve_index=False)
        columns = [
            pa.chunked_array([chunk.view(pa.string()) for chunk in column.chunks], pa.string())
            if pa.types.is_binary(column.type)
            else column
            for column in table.columns
        ]
        return pa.Table.from_arrays(columns, names=table.column_names)


def _as_bytes(value: Any) -> Any:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


def _holds_words(values: pd.Series[Any]) -> bool:
    try:
        return is_words(pa.Array.from_pandas(values).type)
    except pa.ArrowException:
        return False


def type_of_records(kind: pa.DataType) -> pd.ArrowDtype | None:
    """Return Arrow's own type for a column of records, which pandas would otherwise take apart."""
    return pd.ArrowDtype(kind) if pa.types.is_nested(kind) else None
