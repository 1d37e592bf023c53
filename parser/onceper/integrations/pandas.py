"""Data frames of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.files.source.columns import ColumnsError
from onceper.tagging.batch import Named, columns_of

if TYPE_CHECKING:
    from onceper.integrations.arrow import TagBatches


def data_frame(frame: pd.DataFrame, tag: TagBatches, named: Named) -> pd.DataFrame:
    """Tag a data frame: the rows keep its index, and columns of records are Arrow's types.

    Raises:
        ColumnsError: a column holds objects that are not all strings.
    """
    texts = frame[columns_of(list(frame.columns), named).used()]
    try:
        table = pa.Table.from_pandas(texts, preserve_index=False)
    except (pa.ArrowException, UnicodeEncodeError) as error:
        raise ColumnsError(
            "; ".join(map(str, error.args)),
            expected="strings, without halves of characters",
            remedy='convert the column, as with frame["text"].astype("str"), or leave it out: columns={"name": None}',
        ) from error
    rows = pa.Table.from_batches(tag(table.to_batches()), row_arrow_schema())
    tagged = rows.to_pandas(types_mapper=type_of_records)
    return tagged.set_axis(frame.index, axis="index")


def type_of_records(kind: pa.DataType) -> pd.ArrowDtype | None:
    """Return Arrow's own type for a column of records, which pandas would otherwise take apart."""
    return pd.ArrowDtype(kind) if pa.types.is_nested(kind) else None
