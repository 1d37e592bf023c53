"""Rows as Arrow record batches, and back."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyarrow as pa

from onceper.contract.arrow_schema import difference_arrow_schema, finding_arrow_schema, row_arrow_schema
from onceper.contract.reading import Row
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from onceper.contract.difference import Difference
    from onceper.contract.finding import Finding

# Arrow counts the bytes of a column of strings, and the items of a column of lists, in 32 bits.
_MOST = 2**31 - 1


class TooMuchTextError(OnceperError):
    """The texts of one record batch are more than Arrow can hold in it."""


def to_arrow(rows: Sequence[Row]) -> pa.RecordBatch:
    """Return the rows as one record batch of the published schema.

    Raises:
        TooMuchTextError: a column holds more than 2 GiB of text.
    """
    schema = row_arrow_schema()
    return pa.RecordBatch.from_arrays(_fields(schema, rows), schema=schema)


def differences_to_arrow(differences: Sequence[Difference]) -> pa.Table:
    """Return differences as a table of their schema.

    Raises:
        TooMuchTextError: a column holds more than 2 GiB of text.
    """
    schema = difference_arrow_schema()
    return pa.Table.from_arrays(_fields(schema, differences), schema=schema)


def findings_to_arrow(findings: Sequence[Finding]) -> pa.Table:
    """Return the findings of an audit as a table of their schema.

    Raises:
        TooMuchTextError: a column holds more than 2 GiB of text.
    """
    schema = finding_arrow_schema()
    return pa.Table.from_arrays(_fields(schema, findings), schema=schema)


def from_arrow(data: pa.RecordBatch | pa.Table) -> list[Row]:
    """Return the rows that a record batch or table of the published schema holds.

    Raises:
        msgspec.ValidationError: a value is outside the contract.
    """
    return msgspec.convert(data.to_pylist(), list[Row])


# Column by column into Arrow's buffers: with a dict for every struct it would take six times as long, by way of JSON,
# which pyarrow parses in C++, nearly half as long again.
def _fields(fields: Iterable[pa.Field[Any]], records: Sequence[Any]) -> list[pa.Array[Any]]:
    return [_array(field.type, list(map(attrgetter(field.name), records))) for field in fields]


# The stubs of pyarrow know types of columns only where they are spelled out.
def _array(kind: Any, values: Sequence[Any]) -> pa.Array[Any]:
    if pa.types.is_list(kind):
        if None in values:
            return _with_nulls(kind, values, _array)
        items = _array(kind.value_type, list(chain.from_iterable(values)))
        return pa.Array.from_buffers(kind, len(values), [None, _ends(map(len, values), len(values))], children=[items])
    if pa.types.is_struct(kind):
        return _with_nulls(kind, values, _structs)
    if pa.types.is_string(kind):
        return _with_nulls(kind, values, _strings)
    is_plain = pa.types.is_boolean(kind) or None in values
    given = values if is_plain else np.fromiter(values, kind.to_pandas_dtype(), len(values))
    column: pa.Array[Any] = pa.array(given, kind)
    return column


def _with_nulls(kind: Any, values: Sequence[Any], fill: Callable[[Any, Sequence[Any]], pa.Array[Any]]) -> pa.Array[Any]:
    present = [value for value in values if value is not None]
    filled = fill(kind, present)
    if len(present) == len(values):
        return filled
    there = np.fromiter((value is not None for value in values), np.bool_, len(values))
    places: Any = pa.array(np.cumsum(there, dtype=np.int32) - 1, mask=~there)
    return filled.take(places)


def _structs(kind: Any, records: Sequence[Any]) -> pa.Array[Any]:
    return pa.Array.from_buffers(kind, len(records), [None], children=_fields(kind, records))


def _strings(kind: Any, strings: Sequence[str]) -> pa.Array[Any]:
    joined = "".join(strings)
    if joined.isascii():
        content, lengths = joined.encode(), map(len, strings)
    else:
        encoded = [string.encode() for string in strings]
        content, lengths = b"".join(encoded), map(len, encoded)
    return pa.Array.from_buffers(kind, len(strings), [None, _ends(lengths, len(strings)), pa.py_buffer(content)])


def _ends(lengths: Iterable[int], count: int) -> pa.Buffer:
    """Return where each value ends in what holds them all, with a 0 before the first."""
    ends = np.zeros(count + 1, np.int64)
    np.cumsum(np.fromiter(lengths, np.int64, count), out=ends[1:])
    if ends[-1] > _MOST:
        raise TooMuchTextError(
            f"{count:,} values with {ends[-1]:,} bytes or items do not fit in one record batch",
            expected=f"at most {_MOST:,} for each field",
            remedy="make batches of fewer rows",
        )
    return pa.py_buffer(ends.astype(np.int32).data)
