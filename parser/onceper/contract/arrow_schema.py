"""The Arrow schema of rows, generated from the records."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec.inspect
import pyarrow as pa

from onceper.contract import SCHEMA_VERSION, VERSION_KEY
from onceper.contract.reading import Row

_PLAIN: dict[type, pa.DataType] = {
    msgspec.inspect.StrType: pa.string(),
    msgspec.inspect.LiteralType: pa.string(),
    msgspec.inspect.BoolType: pa.bool_(),
    msgspec.inspect.IntType: pa.int32(),
    msgspec.inspect.FloatType: pa.float64(),
}


def row_arrow_schema() -> pa.Schema:
    """Return the Arrow schema of rows."""
    return arrow_schema(Row)


@cache
def arrow_schema(record: type) -> pa.Schema:
    """Return the Arrow schema of records of the contract, with ``onceper.schema_version`` in its metadata.

    A span is a plain ``list<int32>``, the one type that Parquet, Polars and DuckDB all hand on as it is; a
    fixed-size list comes back from DuckDB's Parquet as another type. Items are called ``element``, the name
    that Parquet gives them. Every field is nullable, because Polars and DuckDB make all of theirs so and
    DuckDB's tables could not be cast to this schema otherwise; the JSON Schema tells which are never null.
    """
    columns: Any = _arrow(msgspec.inspect.type_info(record))
    return pa.schema(list(columns), metadata={VERSION_KEY: str(SCHEMA_VERSION)})


def published() -> str:
    """Return the schema as the text of ``row.arrow.txt``: the type of each column on a line."""
    columns = (f"{field.name}: {field.type}" for field in row_arrow_schema())
    return "\n".join([f"{VERSION_KEY}: {SCHEMA_VERSION}", *columns, ""])


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
