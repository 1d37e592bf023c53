"""Card texts from the columns of Arrow: of Parquet and Arrow files, and of tables in memory, whatever they hold."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.errors import one_line, translate
from onceper.files.opening import InputError
from onceper.files.protocol import Chunk, Source, in_chunks
from onceper.files.source.columns import TYPE_COLUMNS, ColumnsError
from onceper.files.source.known_formats import ARROW_STREAM
from onceper.files.source.record import Record
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Columns, Found

# So many rows are taken out of their columns at once, or fewer long ones.
_ROWS = 1 << 18
_BYTES = 1 << 26
# Pages are read piece by piece: a row group of any size takes no more memory.
_PAGE_BUFFER = 1 << 16
# Few texts may have many rows, which lie in memory until they are written.
_ROWS_OF_CHUNK = 1 << 15
_STRINGS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
_LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)

_Given = TypeVar("_Given")


class NotColumnarError(InputError):
    """A file is not Parquet or Arrow, or is a damaged one."""


@contextmanager
def columnar(file: InputFile, columns: Columns, kind: str) -> Iterator[Source]:
    """Read the rows of a ``parquet`` file, or of an ``arrow`` IPC file, also called Feather, or stream.

    Of its columns those are read that are needed. A text without id is called after its row, such as ``row 3``.

    Raises:
        ColumnsError: the file has no column of texts, or lacks one that was asked for.
        NotColumnarError: the file is neither, or is damaged.
        InputError: the compressed file is cut off.
    """
    with file.on_disk() as path, ExitStack() as stack:
        with _reading(file.name, kind):
            table = stack.enter_context(opened_table(path, kind))
            # Only here pyarrow looks whether names are UTF-8.
            names = table.schema.names
        found = of_types(columns.of_table(names, file.name), table.schema, file.name)
        texts = CardTexts(file.name, columns, found)
        done = 0

        def read(what_of: Callable[[pa.RecordBatch, int], Iterable[_Given]]) -> Iterator[_Given]:
            nonlocal done
            with _reading(file.name, kind):
                for batch in table.batches(found.used()):
                    yield from what_of(batch, done)
                    done += batch.num_rows

        def cards(batch: pa.RecordBatch, first: int) -> Iterator[CardText]:
            batch.validate(full=True)
            return _cards_of(texts, batch, first)

        def chunks(sizes: Iterator[int]) -> Iterator[Chunk]:
            return read(partial(chunks_of, texts, found, sizes))

        def share() -> float:
            return done / table.rows if table.rows else 0.0

        yield Source(read(cards), share, found.ygoprodeck, chunks=chunks)


class Table:
    """Hold an open Parquet or Arrow file: its schema, and how many rows it has where that is known, else 0."""

    def __init__(self, given: Any, schema: pa.Schema, rows: int) -> None:
        self.given = given
        self.schema = schema
        self.rows = rows

    def batches(self, names: list[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield the columns with these names, or all, in record batches."""
        if isinstance(self.given, pq.ParquetFile):
            yield from self.given.iter_batches(_ROWS_OF_CHUNK, columns=names, use_threads=False)
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


def chunks_of(
    texts: CardTexts, found: Found, sizes: Iterator[int], batch: pa.RecordBatch, first: int = 0
) -> Iterator[Chunk]:
    """Yield the texts of a batch, which has the columns that were found, in chunks of so many different ones at most.

    Rows that are alike but for their ids are looked at once. ``first`` is how many rows are before these in their file.

    Raises:
        ArrowException: its buffers contradict each other: who believes them reads foreign memory, or dies.
    """
    rows = max(1, min(_ROWS, _BYTES * batch.num_rows // max(batch.nbytes, 1)))
    for start in range(0, batch.num_rows, rows):
        piece = batch.slice(start, rows)
        piece.validate(full=True)
        shared = _shared(texts, found, piece, first + start)
        yield from (
            in_chunks(_cards_of(texts, piece, first + start), sizes) if shared is None else _in_chunks(*shared, sizes)
        )


def _shared(
    texts: CardTexts, found: Found, batch: pa.RecordBatch, first: int
) -> tuple[list[CardText], Any, list[str]] | None:
    """Return different texts, and for each row the number of its own, and its id.

    It is null where each row is to be looked at by itself.
    """
    told = [name for name in batch.schema.names if name not in found.ids()]
    ids = _ids(batch, texts, found.ids(), first)
    is_plain = all(is_string(batch.schema.field(name).type) for name in told)
    if ids is None or not is_plain or found.sections or found.pendulum:
        return None
    alike = _alike([batch.column(name) for name in told])
    firsts = np.unique(alike, return_index=True)[1].tolist()
    cards = list(_cards_of(texts, batch, first, firsts))
    # What is wrong is told of each row at its place.
    return None if any(card.error for card in cards) else (cards, alike, ids)


def _in_chunks(cards: Sequence[CardText], numbers: Any, ids: Sequence[str], sizes: Iterator[int]) -> Iterator[Chunk]:
    start = 0
    while start < len(ids):
        wanted = next(sizes)
        encoded = pa.array(numbers[start : start + _ROWS_OF_CHUNK]).dictionary_encode()
        places = encoded.indices.to_numpy()
        # Where the first stands that would be one too many.
        rows = int(np.argmax(places == wanted)) or len(places)
        different = encoded.dictionary[:wanted].to_pylist()
        yield Chunk([cards[number] for number in different], places[:rows].tolist(), [*ids[start : start + rows]])
        start += rows


def _ids(batch: pa.RecordBatch, texts: CardTexts, names: Sequence[str], first: int) -> list[str] | None:
    """Return the id of each row; null where that is not as simple as a string, a number, or none in all rows."""
    if not names:
        return [texts.row(first + number) for number in range(batch.num_rows)]
    ids = batch.column(names[0])
    if len(names) > 1 or ids.null_count or not (is_string(ids.type) or pa.types.is_integer(ids.type)):
        return None
    found: list[str] = _strings(ids).to_numpy(zero_copy_only=False).tolist()
    return found if all(found) else None


def _alike(columns: Iterable[Any]) -> Any:
    """Return a number for each row, the same where all columns are: 0 for the first, and 1 for the next other one."""
    numbers: Any = 0
    for column in columns:
        # Of categories two may have one name.
        plain = _strings(column) if pa.types.is_dictionary(column.type) else column
        encoded = plain.dictionary_encode("encode")
        both = numbers * len(encoded.dictionary) + encoded.indices.to_numpy().astype(np.int64)
        numbers = pa.array(both).dictionary_encode().indices.to_numpy()
    return numbers


def _strings(column: Any) -> Any:
    if pa.types.is_dictionary(column.type):
        return _strings(column.dictionary).take(column.indices)
    return column if pa.types.is_string(column.type) else column.cast(pa.string())


def _cards_of(
    texts: CardTexts, batch: pa.RecordBatch, first: int, rows: Sequence[int] | None = None
) -> Iterator[CardText]:
    """Yield the texts of these rows of a valid batch, or of all, one by one."""
    names = batch.schema.names
    columns = [
        column.to_pylist() if rows is None else [column[row].as_py() for row in rows] for column in batch.columns
    ]
    for row, values in zip(rows or range(batch.num_rows), zip(*columns, strict=True), strict=True):
        number = first + row
        yield from texts.of(Record(texts.row(number), dict(zip(names, values, strict=True)), keys=(number,)))


def _type_of(kind: Any) -> Any:
    """Return the type of the values, also where they are categories."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def is_string(kind: Any) -> bool:
    """Tell whether a value of this type is a string or null, also where the values are categories."""
    return any(is_kind(_type_of(kind)) for is_kind in _STRINGS)


def is_words(kind: Any) -> bool:
    """Tell whether a value of this type is a string, or a list of strings."""
    return is_string(kind.value_type if any(is_kind(kind) for is_kind in _LISTS) else kind)


def of_types(found: Found, schema: pa.Schema, file: str) -> Found:
    """Return those columns that can hold what they are found for; in a table in memory, no file, a row has one text.

    Raises:
        ColumnsError: texts, ids, names or the like are neither strings nor what may stand for them.
    """
    for what in ("text", "pendulum", "id", "name", "lang", "game", "field"):
        column = getattr(found, what)
        kind = pa.string() if column is None else _type_of(schema.field(column).type)
        # In pandas a column without a value is one of numbers, and so is one of integers with a gap.
        may_be = is_string(kind) or (pa.types.is_floating(kind) and what != "text")
        may_be = may_be or (pa.types.is_integer(kind) and what == "id") or (pa.types.is_struct(kind) and bool(file))
        if not may_be:
            raise ColumnsError(
                f"the column {column!r} is of type {kind}",
                where=file,
                expected="strings or integers" if what == "id" else "strings",
                remedy=f"convert it, or name another: --column {what}=NAME (in Python: columns={{'{what}': 'NAME'}})",
            )
    # Other tables keep other things under such names, and reading some of them may fail.
    told = {what: getattr(found, what) for what in TYPE_COLUMNS}
    none: dict[str, Any] = {what: None for what, name in told.items() if name and not is_words(schema.field(name).type)}
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
