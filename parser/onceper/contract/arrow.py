"""Rows as Arrow record batches, and back; their schema is generated from the records."""

from __future__ import annotations

import gc
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec.inspect
import numpy as np
import pyarrow as pa
import pyarrow.json

from onceper.contract import SCHEMA_VERSION, VERSION_KEY
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLAIN: dict[type, pa.DataType] = {
    msgspec.inspect.StrType: pa.string(),
    msgspec.inspect.LiteralType: pa.string(),
    msgspec.inspect.BoolType: pa.bool_(),
    msgspec.inspect.IntType: pa.int32(),
    msgspec.inspect.FloatType: pa.float64(),
}


@cache
def arrow_schema(record: type = Row) -> pa.Schema:
    """Return the Arrow schema of records of the contract, with ``onceper.schema_version`` in its metadata.

    A span is a plain ``list<int32>``, the one type that Parquet, Polars and DuckDB all hand on as it is; a
    fixed-size list comes back from DuckDB's Parquet as another type. Items are called ``element``, the name
    that Parquet gives them. Every field is nullable, because Polars and DuckDB make all of theirs so and
    DuckDB's tables could not be cast to this schema otherwise; the JSON Schema tells which are never null.
    """
    columns: Any = _arrow(msgspec.inspect.type_info(record))
    return pa.schema(list(columns), metadata={VERSION_KEY: str(SCHEMA_VERSION)})


def _arrow(kind: msgspec.inspect.Type) -> pa.DataType:
    match kind:
        case msgspec.inspect.StructType(fields=fields) | msgspec.inspect.DataclassType(fields=fields):
            return pa.struct([pa.field(field.name, _arrow(field.type)) for field in fields])
        case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.TupleType(item_types=(item, *_)):
            return pa.list_(pa.field("element", _arrow(item)))
        case msgspec.inspect.UnionType(types=types):
            (given,) = (member for member in types if not isinstance(member, msgspec.inspect.NoneType))
            return _arrow(given)
    return _PLAIN[type(kind)]


def to_arrow(records: Sequence[Any], record: type = Row) -> pa.RecordBatch:
    """Return rows, or other records of one kind, as one record batch of their schema: 2 GiB of JSON at most."""
    schema = arrow_schema(record)
    # Without any, a line of nulls tells the types.
    lines = msgspec.json.Encoder().encode_lines(records) or b"{}"
    # In one block, which gives one batch. From Python's objects it would take twice as long.
    options = pa.json.ReadOptions(use_threads=False, block_size=len(lines))
    (batch,) = pa.json.read_json(BytesIO(lines), options, pa.json.ParseOptions(schema)).to_batches()
    return batch.slice(0, len(records)).replace_schema_metadata(schema.metadata)


def repeated(rows: pa.RecordBatch, places: Any, ids: pa.Array[Any]) -> pa.RecordBatch:
    """Return the rows at these places, some of them many times, each with an id of its own; and none for a place -1."""
    there = np.flatnonzero(places >= 0)
    if len(there) < len(places):
        places, ids = places[there], ids.take(whole_numbers(there))
    if not np.array_equal(places, np.arange(len(rows))):
        rows = rows.take(whole_numbers(places))
    return rows.set_column(0, rows.schema.field("id"), ids)


def whole_numbers(numbers: Any) -> pa.Array[Any]:
    """Return the numbers of an array of NumPy, int64 behind one another, as one of Arrow."""
    # pa.array looks for pandas at first, which takes a second and 60 MB to import where it is installed.
    return pa.Array.from_buffers(pa.int64(), len(numbers), [None, pa.py_buffer(numbers)])


def text_array(texts: Sequence[str]) -> Any:
    """Return texts as an array of Arrow."""
    # As above.
    built: Any = pa.lib.StringBuilder()
    built.append_values(texts)
    return built.finish()


def from_arrow(data: pa.RecordBatch | pa.Table) -> list[Row]:
    """Return the rows that a record batch or table of the published schema holds.

    Raises:
        msgspec.ValidationError: a value is outside the contract.
    """
    was_enabled = gc.isenabled()
    # Of many dicts and lists none leads back to itself, and nobody need ask about them time and again.
    gc.disable()
    try:
        return msgspec.convert(data.to_pylist(), list[Row])
    finally:
        if was_enabled:
            gc.enable()
