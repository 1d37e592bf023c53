"""Card texts from the columns of Arrow: of Parquet and Arrow files, and of tables in memory, whatever they hold."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from itertools import repeat
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
from msgspec.structs import replace

from onceper.errors import one_line, translate
from onceper.files.opening import InputError
from onceper.files.protocol import Counted, Source
from onceper.files.source.columns import TEXT_OPTION, TYPE_COLUMNS, ColumnError
from onceper.files.source.known_formats import ARROW_STREAM
from onceper.files.source.record import Record, Unreadable
from onceper.files.source.records import CardTexts, id_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import CardText, PlacedRow
    from onceper.files.source.columns import Columns, Found

# So many rows are taken out of their columns at once, or fewer long ones.
_ROWS = 1 << 16
_BYTES = 1 << 25
# Pages are read piece by piece: a row group of any size takes no more memory.
_PAGE_BUFFER = 1 << 16
# What Python's dates, durations and time zones do not reach.
_BEYOND_PYTHON = (ArithmeticError, ValueError, LookupError)
_STRINGS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
_LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)


class NotColumnarError(InputError):
    """A file is not Parquet or Arrow, or is a damaged one."""


@contextmanager
def columnar(file: InputFile, columns: Columns, kind: str) -> Iterator[Source]:
    """Read the rows of a ``parquet`` file, or of an ``arrow`` IPC file, also called Feather, or stream.

    Of its columns those are read that are needed. A text without id is called after its row, such as ``row 3``.

    Raises:
        ColumnError: the file has no column of texts, or lacks one that was asked for.
        NotColumnarError: the file is neither, or is damaged.
        InputError: the compressed file is cut off.
    """
    with file.on_disk() as path, ExitStack() as stack:
        with _reading(file.name, kind):
            table = stack.enter_context(opened_table(path, kind))
            # Only here pyarrow looks whether names are UTF-8.
            names = table.schema.names
        found = _of_types(columns.of_table(names, file.name), table.schema, file.name)
        texts = CardTexts(file.name, columns, found)

        def rows() -> Iterator[PlacedRow]:
            done = 0
            with _reading(file.name, kind):
                for batch in table.batches(found.used()):
                    yield from placed_rows(batch, texts, found, first=done)
                    done += batch.num_rows

        counted = Counted(rows(), table.rows)
        given = iter(counted)
        yield Source(card_texts(given), counted.share, found.ygoprodeck, rows=given)


class Table:
    """Hold an open Parquet or Arrow file: its schema, and how many rows it has where that is known, else 0."""

    def __init__(self, given: Any, schema: pa.Schema, rows: int) -> None:
        self.given = given
        self.schema = schema
        self.rows = rows

    def batches(self, names: list[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield the columns with these names, or all, in record batches."""
        if isinstance(self.given, pq.ParquetFile):
            yield from self.given.iter_batches(_ROWS, columns=names, use_threads=False)
            return
        is_file = isinstance(self.given, pa.RecordBatchFileReader)
        every = map(self.given.get_batch, range(self.given.num_record_batches)) if is_file else self.given
        yield from (batch if names is None else batch.select(names) for batch in every)


@contextmanager
def opened_table(path: Path, kind: str) -> Iterator[Table]:
    """Open a file of ``parquet`` or ``arrow``.

    Raises:
        ArrowException, OSError, UnicodeDecodeError: it is neither, or damaged.
    """
    if kind == "parquet":
        with pq.ParquetFile(path, buffer_size=_PAGE_BUFFER, pre_buffer=False) as parquet:
            yield Table(parquet, parquet.schema_arrow, parquet.metadata.num_rows)
        return
    with pa.memory_map(str(path)) as mapped:
        is_stream = mapped.read(len(ARROW_STREAM)) == ARROW_STREAM
        mapped.seek(0)
        given: Any = pa.ipc.open_stream(mapped) if is_stream else pa.ipc.open_file(mapped)
        yield Table(given, given.schema, 0 if is_stream else given.count_rows())


def value_type(kind: Any) -> Any:
    """Return the type of the values, also where they are categories."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def is_string(kind: Any) -> bool:
    """Tell whether a value of this type is a string or null, also where the values are categories."""
    return any(is_kind(value_type(kind)) for is_kind in _STRINGS)


def is_words(kind: Any) -> bool:
    """Tell whether a value of this type is a string, or a list of strings."""
    return is_string(kind.value_type if any(is_kind(kind) for is_kind in _LISTS) else kind)


def values_of(column: Any) -> list[Any]:
    """Return the value of each row; a string that is no UTF-8, or what has no like in Python, is Unreadable.

    Raises:
        ArrowException: its buffers contradict each other: who believes them reads foreign memory, or dies.
    """
    kind = column.type
    if pa.types.is_dictionary(kind):
        # Its strings are looked at by themselves, and may be no UTF-8.
        column.validate()
        return _taken(values_of(column.dictionary), column.indices)
    if is_string(kind) and not pa.types.is_null(kind):
        is_view = pa.types.is_string_view(kind)
        column = (
            column.view(pa.binary_view()).cast(pa.large_binary())
            if is_view
            else column.view(pa.binary() if pa.types.is_string(kind) else pa.large_binary())
        )
        column.validate(full=True)
        encoded = column.dictionary_encode()
        # Scalar by scalar it would take ten times as long.
        words = encoded.dictionary.to_numpy(zero_copy_only=False).tolist()
        return _taken([*map(_decoded, words)], encoded.indices)
    column.validate(full=True)
    try:
        found: list[Any] = column.to_pylist()
    except _BEYOND_PYTHON:
        return [None if is_null else Unreadable(f"of the type {kind}") for is_null in column.is_null().to_pylist()]
    return found


def _taken(words: list[Any], indices: Any) -> list[Any]:
    indices.validate(full=True)
    places = indices.fill_null(len(words)) if indices.null_count else indices
    return list(map([*words, None].__getitem__, places.to_numpy(zero_copy_only=False).tolist()))


def _decoded(value: bytes) -> str | Unreadable:
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        return Unreadable(f"not UTF-8; byte {error.start} is 0x{error.object[error.start]:02x}")


def placed_rows(batch: pa.RecordBatch, texts: CardTexts, found: Found, first: int | None) -> Iterator[PlacedRow]:
    """Yield the texts of the rows of a batch, which has the columns that were found.

    Rows that are alike but for their ids are looked at once. ``first`` is how many rows are before these in their file;
    null where they are in none, and a row without id has an empty one.

    Raises:
        ArrowException: as of ``values_of``.
    """
    rows = max(1, min(_ROWS, _BYTES * batch.num_rows // max(batch.nbytes, 1)))
    is_nested = any(pa.types.is_nested(value_type(kind)) for kind in batch.schema.types)
    for start in range(0, batch.num_rows, rows):
        columns = dict(zip(batch.schema.names, map(values_of, batch.slice(start, rows).columns), strict=True))
        alike: dict[object, list[CardText]] = {}
        given = {name: columns[name] for name in found.ids()}
        told = [values for name, values in columns.items() if name not in given] or [[None] * len(batch)]
        numbers = range((first or 0) + start, (first or 0) + batch.num_rows)
        own_ids = zip(*given.values(), strict=True) if given else repeat(())
        for row, own, key in zip(numbers, own_ids, zip(*told, strict=True), strict=False):
            place = "" if first is None else f"row {row + 1}"
            own_id, has_problem = place, False
            if own and type(own[0]) is str and own[0]:
                own_id = own[0]
            elif own:
                problems: list[str] = []
                own_id = id_of(place, dict(zip(given, own, strict=True)), found, problems)
                has_problem = bool(problems)
            cards = None if is_nested or has_problem else alike.get(key)
            if cards is None:
                values = {name: column[row - numbers[0]] for name, column in columns.items()}
                cards = texts.of(Record(place, values, keys=(row,)))
                if not (is_nested or has_problem):
                    alike[key] = cards
            where = f"{texts.file}, {place}" if place else ""
            for card in cards:
                yield card, own_id, where, row


def card_texts(rows: Iterable[PlacedRow]) -> Iterator[CardText]:
    """Yield each row's own text."""
    return (replace(card, id=own, where=where, keys=(row, *card.keys[1:])) for card, own, where, row in rows)


def _of_types(found: Found, schema: pa.Schema, name: str) -> Found:
    """Return those columns of a file that can hold what they are found for."""
    kind = value_type(schema.field(found.text or "").type)
    if not (pa.types.is_struct(kind) or is_string(kind)):
        raise ColumnError(
            f"the column {found.text} holds {kind}",
            where=name,
            expected="strings, or a struct of strings for each language",
            remedy=f"name another column with {TEXT_OPTION}",
        )
    # Others are left out, for reading some of them may fail.
    named = {column: getattr(found, column) for column in TYPE_COLUMNS}
    none: dict[str, Any] = {what: None for what, its in named.items() if its and not is_words(schema.field(its).type)}
    return found._replace(**none)


def _reading(name: str, kind: str) -> AbstractContextManager[None]:
    """Say of errors of pyarrow and of the disk that the file is none of its kind, or damaged."""

    def told(error: Exception) -> NotColumnarError:
        return NotColumnarError(
            f"this is not {kind.title()}, or damaged: {one_line(error)}",
            where=name,
            expected=f"a complete {kind.title()} file",
            remedy="write or download it again, or name its format with --input-format",
        )

    return translate((pa.ArrowException, OSError, UnicodeDecodeError), told)
