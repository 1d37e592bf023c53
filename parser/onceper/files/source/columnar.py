"""Card texts from the columns of Arrow: of Parquet and Arrow files, and of tables in memory, whatever they hold."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.errors import one_line, translate
from onceper.files.opening import InputError
from onceper.files.protocol import CHUNK_CHARACTERS, Chunk, Source
from onceper.files.source.columns import TYPE_COLUMNS, ColumnsError
from onceper.files.source.known_formats import ARROW_STREAM
from onceper.files.source.record import Record
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Columns, Found

# So many rows are taken out of their columns at once, or fewer long ones.
_ROWS = 1 << 15
_BYTES = 1 << 24
# Pages are read piece by piece: a row group of any size takes no more memory.
_PAGE_BUFFER = 1 << 16
_STRINGS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
_LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)


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

        def pieces() -> Iterator[_Rows]:
            nonlocal done
            with _reading(file.name, kind):
                for batch in table.batches(found.used()):
                    rows = max(1, _BYTES * len(batch) // max(batch.nbytes, 1))
                    for start in range(0, len(batch), rows):
                        piece = batch.slice(start, rows)
                        piece.validate(full=True)
                        columns = [strings(column) if is_words(column.type) else column for column in piece.columns]
                        yield _Rows(texts, found, pa.record_batch(columns, piece.schema.names), done)
                        done += len(piece)

        yield Source(
            (card for piece in pieces() for cards in piece.texts_of(range(len(piece.batch))) for card in cards),
            lambda: done / table.rows if table.rows else 0.0,
            found.ygoprodeck,
            chunks=lambda sizes: chain.from_iterable(piece.chunks(sizes) for piece in pieces()),
        )


class Table(NamedTuple):
    """Hold an open Parquet or Arrow file: its schema, and how many rows it has where that is known, else 0."""

    given: Any
    schema: pa.Schema
    rows: int

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


class _Rows(NamedTuple):
    """Hold some rows of a file, before which it has so many others."""

    texts: CardTexts
    found: Found
    batch: pa.RecordBatch
    before: int

    def texts_of(self, rows: Sequence[int]) -> Iterator[list[CardText]]:
        """Yield the texts of each of these rows."""
        for row, values in zip(rows, self.batch.take(pa.array(rows, pa.int64())).to_pylist(), strict=True):
            number = self.before + row
            yield self.texts.of(Record(self.texts.row(number), values, keys=(number,)))

    def chunks(self, sizes: Iterator[int]) -> Iterator[Chunk]:
        """Yield the texts of all rows in chunks of so many different ones, or of fewer long ones."""
        codes, cards, ids = self._looked_at()
        _, first = np.unique(codes, return_index=True)
        start, wanted, count, characters = 0, next(sizes), 0, 0
        for row in sorted(first.tolist()):
            if count >= wanted or characters > CHUNK_CHARACTERS:
                yield _chunk(codes[start:row], cards, ids[start:row])
                start, wanted, count, characters = row, next(sizes), 0, 0
            count += 1
            characters += sum(len(card.text) for card in cards[codes[row]])
        yield _chunk(codes[start:], cards, ids[start:])

    def _looked_at(self) -> tuple[Any, list[list[CardText]], list[str]]:
        """Return the texts of rows that differ, which of these each row has, and its id.

        Rows of strings that are alike but for their id are looked at once.
        """
        of_ids, count = [name for name, _ in self.found.ids], len(self.batch)
        own: list[Any] = [self.texts.row(self.before + row) for row in range(count)]
        if of_ids:
            ids = self.batch[of_ids[0]]
            is_plain = "id" in self.found.names and (ids.type == pa.string() or pa.types.is_integer(ids.type))
            own = strings(ids).to_pylist() if is_plain else [""] * count
        names = [name for name in self.batch.schema.names if name not in of_ids or name == self.found.names["text"]]
        codes, alone = np.arange(count), list(range(count))
        cards: list[list[CardText]] = []
        if any(own) and all(self.batch[name].type == pa.string() for name in names):
            _, codes = grouped([self.batch[name] for name in names])
            _, first = np.unique(codes, return_index=True)
            cards = list(self.texts_of(first.tolist()))
            # What is wrong is told of each row at its place.
            is_wrong = [any(card.error for card in of_row) for of_row in cards]
            alone = [row for row, code in enumerate(codes.tolist()) if not own[row] or is_wrong[code]]
        for row, of_row in zip(alone, self.texts_of(alone), strict=True):
            codes[row] = len(cards)
            cards.append(of_row)
            own[row] = of_row[0].id
        return codes, cards, own


def _chunk(codes: Any, cards: Sequence[list[CardText]], ids: Sequence[str]) -> Chunk:
    chunk, places = Chunk([], [], []), dict[int, range]()
    for code, own in zip(codes.tolist(), ids, strict=True):
        if code not in places:
            places[code] = range(len(chunk.cards), len(chunk.cards) + len(cards[code]))
            chunk.cards.extend(cards[code])
        chunk.places.extend(places[code])
        chunk.ids.extend([own] * len(places[code]))
    return chunk


def grouped(columns: Sequence[pa.Array[Any]]) -> tuple[list[pa.Array[Any]], Any]:
    """Return the rows of strings that differ, in the order in which they come, and which of them each row is."""
    rows = len(columns[0])
    table = pa.table([*columns, pa.array(np.arange(rows))], [str(place) for place in range(len(columns) + 1)])
    *names, row = table.column_names
    alike = table.group_by(names, use_threads=False).aggregate([(row, "list")])
    of_each: Any = alike[f"{row}_list"].combine_chunks()
    codes = np.empty(rows, np.int64)
    codes[of_each.flatten().to_numpy()] = np.repeat(np.arange(len(alike)), of_each.value_lengths())
    return [alike[name].combine_chunks() for name in names], codes


def strings(column: Any) -> pa.Array[Any]:
    """Return a column as one of plain strings: of categories, of lists of words, of numbers, or without a value."""
    if pa.types.is_dictionary(column.type) or pa.types.is_nested(column.type):
        values = column.to_pylist()
        return pa.array(
            [" / ".join(map(str.strip, filter(None, of))) if isinstance(of, list) else of for of in values], pa.string()
        )
    of_strings: pa.Array[Any] = column.cast(pa.string())
    return of_strings


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
    names = dict(found.names)
    for what, name in found.names.items():
        kind = schema.field(name).type
        if what in TYPE_COLUMNS:
            # Other tables keep other things under such names, and reading some of them may fail.
            if not is_words(kind):
                del names[what]
            continue
        kind = _type_of(kind)
        # In pandas a column without a value is one of numbers, and so is one of integers with a gap.
        may_be = is_string(kind) or (pa.types.is_floating(kind) and what != "text")
        may_be = may_be or (pa.types.is_integer(kind) and what == "id") or (pa.types.is_struct(kind) and bool(file))
        if not may_be:
            raise ColumnsError(
                f"the column {name!r} is of type {kind}",
                where=file,
                expected="strings or integers" if what == "id" else "strings",
                remedy=f"convert it, or name another: --column {what}=NAME (in Python: columns={{'{what}': 'NAME'}})",
            )
    return found._replace(names=names)


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
