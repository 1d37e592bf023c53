"""Values of Arrow's arrays as those of Python, whatever their buffers hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from onceper.files.source.records import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

# What Python's dates, durations and time zones do not reach.
_BEYOND_PYTHON = (ArithmeticError, ValueError, LookupError)
_IN_BYTES: tuple[tuple[Callable[[Any], bool], pa.DataType], ...] = (
    (pa.types.is_string, pa.binary()),
    (pa.types.is_large_string, pa.large_binary()),
    (pa.types.is_string_view, pa.binary_view()),
)


def sound(values: pa.Array[Any]) -> pa.Array[Any]:
    """Return an array whose buffers can be read: the same, or with its strings as bytes where one is no UTF-8.

    A file or a program can say that a value lies where there is none. Who believes it reads foreign memory, or dies.

    Raises:
        ArrowException: its buffers contradict each other.
    """
    try:
        values.validate(full=True)
    except pa.ArrowInvalid:
        values = values.view(_with_bytes(values.type))
        values.validate(full=True)
    return values


def python_values(values: pa.Array[Any]) -> list[Any]:
    """Return the values of an array; what is no UTF-8, or has no like in Python, is Unreadable.

    Raises:
        ArrowException: its buffers contradict each other.
    """
    kind = values.type
    checked = sound(values)
    if isinstance(checked, pa.DictionaryArray):
        # Value by value it would take twenty times as long.
        kept = _listed(checked.dictionary, kind.value_type)
        return [None if place is None else kept[place] for place in checked.indices.to_pylist()]
    return _listed(checked, kind)


def _listed(values: pa.Array[Any], kind: Any) -> list[Any]:
    """Return the values of a sound array, which stands for one of this type."""
    try:
        found = values.to_pylist()
    except _BEYOND_PYTHON:
        return [None if is_null else Unreadable(f"of the type {kind}") for is_null in values.is_null().to_pylist()]
    return found if values.type == kind else [_decoded(value, kind) for value in found]


def _with_bytes(kind: Any) -> pa.DataType:
    """Return the type whose values lie in memory as those of this one, with bytes in place of strings."""
    for is_kind, in_bytes in _IN_BYTES:
        if is_kind(kind):
            return in_bytes
    if pa.types.is_dictionary(kind):
        value_type: Any = _with_bytes(kind.value_type)
        return pa.dictionary(kind.index_type, value_type, kind.ordered)
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_with_bytes(field.type)) for field in kind])
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        made = pa.list_ if pa.types.is_list(kind) else pa.large_list
        listed: pa.DataType = made(kind.value_field.with_type(_with_bytes(kind.value_type)))
        return listed
    whole: pa.DataType = kind
    return whole


def _decoded(value: Any, kind: Any) -> Any:
    """Return a value that was taken as bytes as what its type says."""
    if pa.types.is_dictionary(kind):
        return _decoded(value, kind.value_type)
    if isinstance(value, bytes) and not (pa.types.is_binary(kind) or pa.types.is_large_binary(kind)):
        try:
            return value.decode()
        except UnicodeDecodeError as error:
            return Unreadable(f"not UTF-8; byte {error.start} is 0x{value[error.start]:02x}")
    if isinstance(value, list):
        return [_decoded(item, kind.value_type) for item in value]
    if isinstance(value, dict) and pa.types.is_struct(kind):
        return {field.name: _decoded(value[field.name], field.type) for field in kind}
    return value
