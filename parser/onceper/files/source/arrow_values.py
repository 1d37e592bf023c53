"""The different values of Arrow's columns, and which of them stands in each row, whatever their buffers hold."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from onceper.files.protocol import CHUNK_CHARACTERS, CHUNK_CHARACTERS_OF_ROWS, CHUNK_ROWS, Chunk
from onceper.files.source.record import Record, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from onceper.files.protocol import CardText
    from onceper.files.source.records import CardTexts

# What Python's dates, durations and time zones do not reach.
_BEYOND_PYTHON = (ArithmeticError, ValueError, LookupError)
_STRINGS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
_LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)


class Encoded(NamedTuple):
    """Hold the values of a column, most of them once, and for each row which it has."""

    places: np.ndarray
    values: list[Any]

    def listed(self) -> list[Any]:
        """Return the value of each row."""
        return list(map(self.values.__getitem__, self.places.tolist()))


def value_type(kind: Any) -> Any:
    """Return the type of the values, also where they are categories."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def is_string(kind: pa.DataType) -> bool:
    """Tell whether a value of this type is a string or null, also where the values are categories."""
    kind = value_type(kind)
    return pa.types.is_null(kind) or any(is_kind(kind) for is_kind in _STRINGS)


def is_words(kind: Any) -> bool:
    """Tell whether a value of this type is a string, or a list of strings."""
    return is_string(kind.value_type if any(is_kind(kind) for is_kind in _LISTS) else kind)


def encoded(values: pa.Array[Any]) -> Encoded:
    """Return the values of an array; a string that is no UTF-8, or what has no like in Python, is Unreadable.

    Raises:
        ArrowException: its buffers contradict each other: who believes them reads foreign memory, or dies.
    """
    given: Any = values
    if not pa.types.is_dictionary(given.type):
        if pa.types.is_string_view(given.type):
            given = given.view(pa.binary_view()).cast(pa.large_binary())
        elif is_string(given.type) and not pa.types.is_null(given.type):
            given = given.view(pa.binary() if pa.types.is_string(given.type) else pa.large_binary())
        given.validate(full=True)
        try:
            given = given.dictionary_encode()
        except pa.ArrowNotImplementedError:
            return Encoded(np.arange(len(given)), _listed(given, values.type))
    else:
        # Its strings are looked at by themselves, and may be no UTF-8.
        given.indices.validate(full=True)
        given.validate()
    words = (
        encoded(given.dictionary).listed()
        if pa.types.is_dictionary(values.type)
        else _listed(given.dictionary, values.type)
    )
    indices = given.indices
    if indices.null_count:
        indices = indices.fill_null(len(words))
    return Encoded(indices.to_numpy().astype(np.int64), [*words, None])


def _listed(values: pa.Array[Any], kind: Any) -> list[Any]:
    try:
        # Scalar by scalar it would take ten times as long.
        found = values.to_numpy(zero_copy_only=False).tolist() if is_string(kind) else values.to_pylist()
    except _BEYOND_PYTHON:
        return [None if is_null else Unreadable(f"of the type {kind}") for is_null in values.is_null().to_pylist()]
    return list(map(_decoded, found)) if is_string(kind) else found


def _decoded(value: bytes | None) -> str | Unreadable | None:
    try:
        return None if value is None else value.decode()
    except UnicodeDecodeError as error:
        return Unreadable(f"not UTF-8; byte {error.start} is 0x{error.object[error.start]:02x}")


def chunks_of(
    told: Mapping[str, Encoded],
    texts: CardTexts,
    ids: Sequence[str] | None,
    sizes: Iterator[int],
    number: Callable[[int], str],
) -> Iterator[Chunk]:
    """Yield the texts of rows, of which these columns tell, in chunks of so many different ones.

    A chunk has fewer where there are many rows, or long texts. ``number`` says which row it is, counted from 0, such as
    ``row 3``; without ids each record has its own.
    """
    lengths = np.sum([np.array([*map(_length, values)])[places] for places, values in told.values()], axis=0)
    start = 0
    while start < len(lengths):
        rows = min(_up_to(lengths[start : start + CHUNK_ROWS], CHUNK_CHARACTERS_OF_ROWS), len(lengths) - start)
        codes = np.zeros(rows, np.int64)
        first = codes[:1]
        for places, values in told.values():
            codes = codes * len(values) + places[start : start + rows]
            _, first, codes = np.unique(codes, return_index=True, return_inverse=True)
        # In the order in which they come.
        order = np.argsort(first)
        ranks = np.empty_like(order)
        ranks[order] = np.arange(len(order))
        first = first[order]
        most = min(next(sizes), _up_to(lengths[start + first], CHUNK_CHARACTERS))
        if len(first) > most:
            rows, first = int(first[most]), first[:most]
        printed = [
            texts.of(Record(number(row), {name: values[at[row]] for name, (at, values) in told.items()}, keys=(row,)))
            for row in (start + first).tolist()
        ]
        yield _chunk(range(start, start + rows), ranks[codes[:rows]].tolist(), printed, ids, texts.file, number)
        start += rows


def _chunk(
    rows: Sequence[int],
    records: Sequence[int],
    printed: Sequence[Sequence[CardText]],
    ids: Sequence[str] | None,
    file: str,
    number: Callable[[int], str],
) -> Chunk:
    """Return the texts that are printed in records, of which each of these rows has one."""
    cards = [*chain.from_iterable(printed)]
    places = records
    if len(cards) > len(printed):
        ends = [*accumulate(map(len, printed), initial=0)]
        rows = [row for row, record in zip(rows, records, strict=True) for _ in printed[record]]
        places = [card for record in records for card in range(ends[record], ends[record + 1])]
    own_ids = [cards[at].id for at in places] if ids is None else [ids[row] for row in rows]
    wheres = [f"{file}, {number(row)}" for row in rows] if file else [""] * len(rows)
    return Chunk(cards, [*places], own_ids, wheres)


def _length(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_length, value.values()))
    return len(value) if isinstance(value, str) else 0


def _up_to(lengths: np.ndarray, most: int) -> int:
    """Return how many of these are needed to have so much together."""
    return int(np.searchsorted(np.cumsum(lengths), most)) + 1
