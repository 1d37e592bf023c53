"""Rows as Arrow record batches, and back."""

from __future__ import annotations

from itertools import chain, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np
import pyarrow as pa

from onceper.contract.arrow_schema import arrow_schema
from onceper.contract.reading import Row
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Arrow counts the bytes of a column of strings, and the items of a column of lists, in 32 bits.
_MOST = 2**31 - 1


# What rules state is the same for many records, but for where each stands and whom it names.
_STATED_BY = "rule"
_OF_THE_PLACE = {"span", "text", "name"}


class TooMuchTextError(OnceperError):
    """The texts of one record batch are more than Arrow can hold in it."""


def to_arrow(records: Sequence[Any], record: type = Row) -> pa.RecordBatch:
    """Return rows, or other records of one kind, as one record batch of their published schema.

    Raises:
        TooMuchTextError: a column holds more than 2 GiB of text.
    """
    schema = arrow_schema(record)
    return pa.RecordBatch.from_arrays(_fields(schema, records), schema=schema)


def from_arrow(data: pa.RecordBatch | pa.Table) -> list[Row]:
    """Return the rows that a record batch or table of the published schema holds.

    Raises:
        msgspec.ValidationError: a value is outside the contract.
    """
    return msgspec.convert(data.to_pylist(), list[Row])


# Column by column: with a dict for every struct it would take six times as long, by way of JSON, which pyarrow parses
# in C++, nearly half as long again.
def _fields(fields: Iterable[pa.Field[Any]], records: Sequence[Any]) -> list[pa.Array[Any]]:
    return [_field(field, records) for field in fields]


def _field(field: pa.Field[Any], records: Sequence[Any]) -> pa.Array[Any]:
    return _array(field.type, list(map(attrgetter(field.name), records)))


# The stubs of pyarrow know types of columns only where they are spelled out.
def _array(kind: Any, values: Sequence[Any]) -> pa.Array[Any]:
    if pa.types.is_struct(kind):
        return _structs(kind, values)
    if pa.types.is_list(kind) and pa.types.is_struct(kind.value_type):
        return _lists(kind, values)
    column: pa.Array[Any] | pa.ChunkedArray[Any] = pa.array(values, kind)
    if pa.types.is_string(kind):
        chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
        _check_fits(len(values), sum(map(_bytes, chunks)))
    return cast("pa.Array[Any]", column)


def _structs(kind: Any, records: Sequence[Any]) -> pa.Array[Any]:
    present = [record for record in records if record is not None]
    fields_of = _fields if kind.get_field_index(_STATED_BY) < 0 else _fields_by_statement
    filled: pa.Array[Any] = pa.Array.from_buffers(kind, len(present), [None], children=fields_of(kind, present))
    if len(present) == len(records):
        return filled
    there = np.fromiter((record is not None for record in records), np.bool_, len(records))
    places: Any = pa.array(np.cumsum(there, dtype=np.int32) - 1, mask=~there)
    return filled.take(places)


def _fields_by_statement(kind: Any, records: Sequence[Any]) -> list[pa.Array[Any]]:
    """Return the fields of records that rules state: what they state is put into columns once, and taken for each."""
    stated = [field for field in kind if field.name not in _OF_THE_PLACE]
    numbers: dict[tuple[Any, ...], int] = {}
    statements = map(attrgetter(*(field.name for field in stated)), records)
    numbered: Any = pa.array([numbers.setdefault(statement, len(numbers)) for statement in statements], pa.int32())
    columns: Iterable[Sequence[Any]] = zip(*numbers, strict=True) if numbers else repeat(())
    taken = {
        field.name: _array(field.type, column).take(numbered) for field, column in zip(stated, columns, strict=False)
    }
    return [taken[field.name] if field.name in taken else _field(field, records) for field in kind]


def _lists(kind: Any, lists: Sequence[Sequence[Any]]) -> pa.Array[Any]:
    # Where each list ends among all items, with a 0 before the first.
    ends = np.zeros(len(lists) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, lists), np.int64, len(lists)), out=ends[1:])
    _check_fits(len(lists), int(ends[-1]))
    items = _array(kind.value_type, list(chain.from_iterable(lists)))
    return pa.Array.from_buffers(kind, len(lists), [None, pa.py_buffer(ends.astype(np.int32).data)], children=[items])


def _bytes(strings: pa.Array[Any]) -> int:
    ends: Any = strings.buffers()[1]
    return int(np.frombuffer(ends, np.int32, len(strings) + 1)[-1]) if len(strings) else 0


def _check_fits(count: int, size: int) -> None:
    if size > _MOST:
        raise TooMuchTextError(
            f"{count:,} values with {size:,} bytes or items do not fit in one record batch",
            expected=f"at most {_MOST:,} for each field",
            remedy="make batches of fewer rows",
        )
