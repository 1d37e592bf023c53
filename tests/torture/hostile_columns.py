"""Columns of Parquet and Arrow: every type, bytes that are no text, offsets that lead elsewhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow  # noqa: ICN001
import pyarrow.ipc
from acts import tag_content
from card_files import arrow_of, parquet_of
from isolated import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Its stubs know types only where they are spelled out.
pa: Any = pyarrow
_WRITERS: dict[str, Callable[[Any], bytes]] = {
    "cards.parquet": parquet_of,
    "cards.arrow": arrow_of,
    "cards.arrows": partial(arrow_of, new=pa.ipc.new_stream),
}
_COLUMNS = ("text", "id", "name", "lang", "game", "field", "type", "pendulum_text")
_OF_STRINGS = (
    None,
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int32(), pa.string()),
    pa.list_(pa.string()),
    pa.struct([("en", pa.string())]),
)
_WORDS = ["Once per turn: You can draw 1 card.", None, "en"]


def _typed() -> Iterator[tuple[str, Any]]:
    words = pa.array(_WORDS)
    for kind in (
        pa.large_string(),
        pa.string_view(),
        pa.binary(),
        pa.large_binary(),
        pa.binary_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.uint64(), pa.string()),
    ):
        yield str(kind), words.cast(kind)
    yield "dictionary of large strings", pa.DictionaryArray.from_arrays([0, None, 1], words.cast(pa.large_string()))
    yield "dictionary of views", pa.DictionaryArray.from_arrays([0, None, 1], words.cast(pa.string_view()))
    yield "dictionary of integers", pa.DictionaryArray.from_arrays([0, None, 1], pa.array([5, 6, 7]))
    yield "runs", pa.RunEndEncodedArray.from_arrays([2, 3], ["Draw.", None])
    for values in (
        [1, None, 3],
        [1.5, float("nan"), None],
        [True, None, False],
        [["a", None], None, []],
        [[1], None, []],
        [{"en": "Draw.", "ja": None}, None, {"en": None, "ja": None}],
        [{"en": 1}, None, {"en": 2}],
        [None, None, None],
        [b"Draw.", b"\xff", None],
    ):
        made = pa.array(values)
        yield str(made.type), made
    for kind in (
        pa.large_list(pa.string()),
        pa.list_(pa.string(), 1),
        pa.list_view(pa.string()),
        pa.large_list_view(pa.string()),
    ):
        yield str(kind), pa.array([["a"], None, ["b"]], kind)
    yield "map", pa.array([[("en", "Draw.")], None, []], pa.map_(pa.string(), pa.string()))
    for kind in (
        pa.timestamp("ns"),
        pa.timestamp("us", "Nowhere/Land"),
        pa.date32(),
        pa.date64(),
        pa.time64("ns"),
        pa.duration("s"),
    ):
        yield str(kind), pa.Array.from_buffers(kind, 3, [None, pa.py_buffer((2**62).to_bytes(8, "little") * 3)])
    yield "decimal", pa.array([1, None, 10**37], pa.decimal128(38, 0))
    yield "large decimal", pa.array([1, None, 10**70], pa.decimal256(76, 2))
    yield "uuid", pa.ExtensionArray.from_storage(pa.uuid(), pa.array([b"a" * 16, None, b"c" * 16], pa.binary(16)))
    yield "json", pa.ExtensionArray.from_storage(pa.json_(), pa.array(['"a"', None, "{"]))
    yield "halves", pa.array([1, None, 3], pa.float16())
    yield "months", pa.array([None, (1, 2, 3), None], pa.month_day_nano_interval())


def broken_strings(kind: Any = None) -> Any:
    """Return strings of which the second is no UTF-8."""
    binary = pa.array([b"Once per turn: You can draw 1 card.", b"Draw \xff\xfe 1.", b"Discard."])
    kept = pa.Array.from_buffers(pa.string(), 3, binary.buffers())
    if kind is None:
        return kept
    if pa.types.is_dictionary(kind):
        return pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], pa.int32()), kept)
    if pa.types.is_list(kind):
        return pa.ListArray.from_arrays([0, 1, 2, 3], kept)
    if pa.types.is_struct(kind):
        return pa.StructArray.from_arrays([kept], ["en"])
    wide = pa.array(binary.cast(pa.large_binary()) if pa.types.is_large_string(kind) else binary.cast(pa.binary_view()))
    return pa.Array.from_buffers(kind, 3, wide.buffers())


def _table(column: str, values: Any) -> Any:
    columns: dict[str, Any] = {"id": ["1", "2", "3"], "text": ["Draw.", "Discard.", "Once per turn: Draw."]}
    return pa.table(columns | {column: values})


def trials() -> Iterator[Trial]:
    """Give each type in each column, in each format that can hold it."""
    columns = [("types of columns", words, values) for words, values in _typed()]
    columns += [("no UTF-8 in a column", str(kind), broken_strings(kind)) for kind in _OF_STRINGS]
    for file, write in _WRITERS.items():
        for group, words, values in columns:
            for column in _COLUMNS:
                try:
                    content = write(_table(column, values))
                except (pa.ArrowException, NotImplementedError):
                    continue
                yield Trial(group, f"{column} of {words} in {file}", tag_content, (file, content))
