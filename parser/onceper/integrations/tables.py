"""Tables of every kind: their record batches, and rows as a table of the same kind."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa

from onceper.contract.arrow import arrow_schema
from onceper.errors import WrongKindError, translate
from onceper.files.source.columns import ColumnsError
from onceper.tagging.batch import columns_of
from onceper.tagging.kept import join_batches

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from onceper.tagging.batch import Named, Tagger

_REMEDY = (
    'texts alone become a table by pyarrow.table({"text": texts}); a file is tagged by onceper.tag_file, and a text is '
    "read by onceper.read"
)
_REMEDY_OF_SPARK = (
    'frame.mapInArrow(onceper.spark.tag(lang="en"), onceper.spark.SCHEMA) tags it where it is, and frame.toArrow() '
    "fetches it"
)


def can(table: object, method: str) -> bool:
    """Tell whether this is an object with such a method, by which kinds of tables are known: no other has it."""
    return hasattr(table, method) and not isinstance(table, type)


def stream_of(table: Any, called: str = "this") -> pa.RecordBatchReader:
    """Return the record batches of whatever gives some.

    Raises:
        WrongKindError: this does not, or gives one column without a name.
    """
    # A frame of Spark would come to the driver as a whole, without a word.
    of_spark = can(table, "mapInArrow")
    with suppress(pa.ArrowInvalid):
        if can(table, "__arrow_c_stream__") and not of_spark:
            return pa.RecordBatchReader.from_stream(table)
        if can(table, "__arrow_c_array__"):
            return pa.Table.from_batches([pa.record_batch(table)]).to_reader()
    raise WrongKindError(
        table,
        called=called,
        expected="a table that speaks Arrow's PyCapsule interface, such as one of Polars, pandas, pyarrow or DuckDB",
        remedy=_REMEDY_OF_SPARK if of_spark else _REMEDY,
    )


def tagged(table: Any, tag: Tagger, named: Named) -> Any:
    """Return the rows of a table as a table of its kind."""
    # A library is imported only for one who has a table of it.
    if can(table, "collect_schema"):
        return _of_polars(table, tag, named)
    if can(table, "iterrows"):
        texts = table[columns_of(list(table.columns), named).used()].reset_index(drop=True)
        with translate((pa.ArrowException, UnicodeEncodeError), _no_strings):
            stream = pa.RecordBatchReader.from_stream(texts)
        return like(table, _rows(stream, tag)).set_axis(table.index, axis="index")
    if can(table, "set_alias"):
        return _of_duckdb(table, tag, named)
    if isinstance(table, pa.RecordBatch):
        return join_batches(tag([table]))
    stream = stream_of(table)
    # Wrong columns are told here, where they were given, and not when the rows of a stream are taken.
    list(tag([pa.RecordBatch.from_pylist([], stream.schema)]))
    rows = pa.RecordBatchReader.from_batches(arrow_schema(), tag(stream))
    return rows if isinstance(table, pa.RecordBatchReader) else rows.read_all()


def like(given: Any, found: pa.Table) -> Any:
    """Return a table as a Polars or pandas frame where that was given."""
    if can(given, "collect_schema"):
        import polars as pl  # noqa: PLC0415

        return pl.from_arrow(found, rechunk=False)
    return found.to_pandas(types_mapper=_type_of_records) if can(given, "iterrows") else found


def _rows(texts: pa.RecordBatchReader, tag: Tagger) -> pa.Table:
    return pa.Table.from_batches(tag(texts), arrow_schema())


def _of_polars(frame: Any, tag: Tagger, named: Named) -> Any:
    """Tag a data frame, or a lazy one when it is collected, piece by piece where the streaming engine runs it."""
    # As above.
    import polars as pl  # noqa: PLC0415

    # What is of no type of Arrow is none of what is read.
    names = [name for name, kind in frame.collect_schema().items() if kind != pl.Object]
    texts = frame.select(columns_of(names, named).used())

    def rows(piece: pl.DataFrame) -> pl.DataFrame:
        return cast("pl.DataFrame", like(piece, _rows(stream_of(piece), tag)))

    if isinstance(texts, pl.DataFrame):
        return rows(texts)
    # The columns that come in are not those that go out, though some have the same name. Wrong ones are told here.
    schema = rows(pl.DataFrame(schema=texts.collect_schema())).schema
    return texts.map_batches(rows, predicate_pushdown=False, projection_pushdown=False, schema=schema, streamable=True)


def _of_duckdb(cards: Any, tag: Tagger, named: Named) -> Any:
    """Tag a relation: its rows are read once and the result is held in memory, as a relation of its connection."""
    # As above.
    import duckdb  # noqa: PLC0415

    texts = cards.select(*map(duckdb.ColumnExpression, columns_of(cards.columns, named).used()))
    rows = _rows(stream_of(texts), tag)  # noqa: F841
    # DuckDB finds the table by the name of the variable. Only what is no SELECT gives no relation. DuckDB 1 keeps a
    # view of the first name, which must hide no table of the caller's.
    return cards.query("_onceper_cards", "SELECT * FROM rows")


def _type_of_records(kind: pa.DataType) -> pd.ArrowDtype | None:
    """Return Arrow's own type for a column of records, which pandas would otherwise take apart."""
    # As above.
    import pandas as pd  # noqa: PLC0415

    return pd.ArrowDtype(kind) if pa.types.is_nested(kind) else None


def _no_strings(error: Exception) -> ColumnsError:
    return ColumnsError(
        "; ".join(map(str, error.args)),
        expected="strings, without halves of characters",
        remedy='convert the column, as with frame["text"].astype("str"), or leave it out: columns={"name": None}',
    )
