"""Tables of every kind: their record batches, and rows as a table of the same kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa

from onceper.contract.arrow import row_arrow_schema
from onceper.errors import WrongKindError, translate
from onceper.files.source.columns import ColumnsError
from onceper.tagging.batch import columns_of
from onceper.tagging.kept import join_batches

if TYPE_CHECKING:
    import duckdb
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


def home_of(table: object) -> str:
    """Return the library that a table, or what it derives from, is of."""
    # DuckDB 1 keeps its classes in a module with an underscore before its name.
    homes = [base.__module__.partition(".")[0].removeprefix("_") for base in type(table).__mro__]
    return next((home for home in homes if home in {"polars", "pandas", "duckdb", "pyspark"}), homes[0])


def stream_of(table: Any) -> pa.RecordBatchReader:
    """Return the record batches of whatever gives some.

    Raises:
        WrongKindError: this does not, or gives one column without a name.
    """
    # A frame of Spark would come to the driver as a whole, without a word.
    why, of_spark = "", home_of(table) == "pyspark"
    try:
        if hasattr(table, "__arrow_c_stream__") and not of_spark:
            return pa.RecordBatchReader.from_stream(table)
        if hasattr(table, "__arrow_c_array__"):
            return pa.Table.from_batches([pa.record_batch(table)]).to_reader()
    except pa.ArrowInvalid as error:
        why = f"; {error}"
    raise WrongKindError(
        table,
        why=why,
        expected="a table that speaks Arrow's PyCapsule interface, such as one of Polars, pandas, pyarrow or DuckDB",
        remedy=_REMEDY_OF_SPARK if of_spark else _REMEDY,
    )


def tagged(table: Any, tag: Tagger, named: Named) -> Any:
    """Return the rows of a table as a table of its kind."""
    match home_of(table):
        case "polars":
            return _of_polars(table, tag, named)
        case "pandas":
            texts = table[columns_of(list(table.columns), named).used()].reset_index(drop=True)
            with translate((pa.ArrowException, UnicodeEncodeError), _no_strings):
                stream = pa.RecordBatchReader.from_stream(texts)
            return like(table, _rows(stream, tag)).set_axis(table.index, axis="index")
        case "duckdb":
            return _of_duckdb(table, tag, named)
    if isinstance(table, pa.RecordBatch):
        return join_batches(tag([table]))
    stream = stream_of(table)
    # Wrong columns are told here, where they were given, and not when the rows of a stream are taken.
    list(tag([pa.RecordBatch.from_pylist([], stream.schema)]))
    rows = pa.RecordBatchReader.from_batches(row_arrow_schema(), tag(stream))
    return rows if isinstance(table, pa.RecordBatchReader) else rows.read_all()


def like(given: Any, found: pa.Table) -> Any:
    """Return a table as a Polars or pandas frame where that was given."""
    # A library is imported only for one who has a table of it.
    match home_of(given):
        case "polars":
            import polars as pl  # noqa: PLC0415

            return pl.from_arrow(found, rechunk=False)
        case "pandas":
            return found.to_pandas(types_mapper=_type_of_records)
    return found


def _rows(texts: pa.RecordBatchReader, tag: Tagger) -> pa.Table:
    return pa.Table.from_batches(tag(texts), row_arrow_schema())


def _of_polars(frame: Any, tag: Tagger, named: Named) -> pl.DataFrame | pl.LazyFrame:
    """Tag a data frame, or a lazy one when it is collected, piece by piece where the streaming engine runs it."""
    # As above.
    import polars as pl  # noqa: PLC0415

    schema = frame.collect_schema()
    # What is of no type of Arrow is none of what is read.
    names = [name for name, kind in schema.items() if kind != pl.Object]
    texts = frame.select(columns_of(names, named).used())
    if isinstance(texts, pl.DataFrame):
        return cast("pl.DataFrame", like(frame, _rows(stream_of(texts), tag)))
    # The columns that come in are not those that go out, though some have the same name.
    return cast("pl.LazyFrame", texts).map_batches(
        lambda piece: cast("pl.DataFrame", _of_polars(piece, tag, named)),
        predicate_pushdown=False,
        projection_pushdown=False,
        # Wrong columns are told here, as above.
        schema=_of_polars(pl.DataFrame(schema=schema), tag, named).collect_schema(),
        streamable=True,
    )


def _of_duckdb(cards: duckdb.DuckDBPyRelation, tag: Tagger, named: Named) -> duckdb.DuckDBPyRelation:
    """Tag a relation: its rows are read once and the result is held in memory, as a relation of its connection."""
    # As above.
    import duckdb  # noqa: PLC0415

    texts = cards.select(*map(duckdb.ColumnExpression, columns_of(cards.columns, named).used()))
    rows = _rows(stream_of(texts), tag)  # noqa: F841
    # DuckDB finds the table by the name of the variable. Only what is no SELECT gives no relation. DuckDB 1 keeps a
    # view of the first name, which must hide no table of the caller's.
    return cast("duckdb.DuckDBPyRelation", cards.query("_onceper_cards", "SELECT * FROM rows"))


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
