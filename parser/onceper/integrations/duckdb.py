"""Relations of DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import duckdb
import pyarrow as pa

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.tagging.batch import Named, columns_of

if TYPE_CHECKING:
    from onceper.integrations.arrow import TagBatches


def relation(cards: duckdb.DuckDBPyRelation, tag: TagBatches, named: Named) -> duckdb.DuckDBPyRelation:
    """Tag a relation: its rows are read once and the result is held in memory, as a relation of its connection."""
    texts = cards.select(*map(duckdb.ColumnExpression, columns_of(cards.columns, named).used()))
    rows = pa.Table.from_batches(tag(pa.RecordBatchReader.from_stream(texts)), row_arrow_schema())  # noqa: F841
    # DuckDB finds the table by the name of the variable. Only what is no SELECT gives no relation. DuckDB 1 keeps a
    # view of the first name, which must hide no table of the caller's.
    return cast("duckdb.DuckDBPyRelation", cards.query("_onceper_cards", "SELECT * FROM rows"))
