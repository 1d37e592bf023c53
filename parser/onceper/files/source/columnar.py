"""Card texts from Parquet and Arrow files."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.errors import one_line, translate
from onceper.files.opening import InputError
from onceper.files.protocol import CHUNK_ROWS, Source, chunk_sizes
from onceper.files.source.arrow_values import Encoded, chunks_of, encoded, is_string, is_words, value_type
from onceper.files.source.columns import TEXT_OPTION, TYPE_COLUMNS, ColumnError
from onceper.files.source.known_formats import ARROW_STREAM
from onceper.files.source.record import Unreadable
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from onceper.files.opening import InputFile
    from onceper.files.protocol import Chunk
    from onceper.files.source.columns import Columns, Found

    # Rows where they are known beforehand, else 0; the columns; the rows.
    _Table = tuple[int, pa.Schema, Iterable[pa.RecordBatch]]

# Pages are read piece by piece: a row group of any size takes no more memory.
_PAGE_BUFFER = 1 << 16


class NotColumnarError(InputError):
    """A file is not Parquet or Arrow, or is a damaged one."""


@contextmanager
def parquet(file: InputFile, columns: Columns) -> Iterator[Source]:
    """Read the rows of a Parquet file, and of its columns those that are needed.

    A text without id is called after its row, such as ``row 3``.

    Raises:
        ColumnError: the file has no column of texts, or lacks one that was asked for.
        NotColumnarError: the file is not Parquet, or is damaged.
        InputError: the compressed file is cut off.
    """
    with file.on_disk() as path, ExitStack() as stack:
        with _reading(file, "Parquet"):
            table = stack.enter_context(pq.ParquetFile(path, buffer_size=_PAGE_BUFFER, pre_buffer=False))
        found = _found(table.schema_arrow, columns, file, "Parquet")
        batches = table.iter_batches(CHUNK_ROWS, columns=found.used(), use_threads=False)
        yield _source(batches, table.metadata.num_rows, found, columns, file, "Parquet")


@contextmanager
def arrow(file: InputFile, columns: Columns) -> Iterator[Source]:
    """Read the rows of an Arrow IPC file, also called Feather, or of an Arrow IPC stream.

    A text without id is called after its row, such as ``row 3``.

    Raises:
        ColumnError: the file has no column of texts, or lacks one that was asked for.
        NotColumnarError: the file is not Arrow, or is damaged.
        InputError: the compressed file is cut off.
    """
    is_stream = file.head.startswith(ARROW_STREAM)
    with file.on_disk() as path, ExitStack() as stack:
        with _reading(file, "Arrow"):
            mapped = stack.enter_context(pa.memory_map(str(path)))
            rows, schema, batches = _arrow_stream(mapped) if is_stream else _arrow_file(mapped)
        found = _found(schema, columns, file, "Arrow")
        slices = (
            batch.select(found.used()).slice(start, CHUNK_ROWS)
            for batch in batches
            for start in range(0, batch.num_rows, CHUNK_ROWS)
        )
        yield _source(slices, rows, found, columns, file, "Arrow")


def _arrow_file(mapped: pa.MemoryMappedFile) -> _Table:
    table: Any = pa.ipc.open_file(mapped)
    return table.count_rows(), table.schema, map(table.get_batch, range(table.num_record_batches))


def _arrow_stream(mapped: pa.MemoryMappedFile) -> _Table:
    table: Any = pa.ipc.open_stream(mapped)
    return 0, table.schema, table


def _found(schema: pa.Schema, columns: Columns, file: InputFile, format_: str) -> Found:
    # Only here pyarrow looks whether names are UTF-8.
    with _reading(file, format_):
        names = schema.names
    found = columns.of_table(names, file.name)
    kind = schema.field(found.text or "").type
    value = value_type(kind)
    if not (pa.types.is_struct(value) or is_string(value)):
        raise ColumnError(
            f"the column {found.text} holds {kind}",
            where=file.name,
            expected="strings, or a struct of strings for each language",
            remedy=f"name another column with {TEXT_OPTION}",
        )
    card_type, type_line, card_property = (_of_words(schema, getattr(found, column)) for column in TYPE_COLUMNS)
    return found._replace(card_type=card_type, type_line=type_line, property=card_property)


def _of_words(schema: pa.Schema, name: str | None) -> str | None:
    """Return the name of a column that can hold words; others are left out, for reading some of them may fail."""
    return name if name is not None and is_words(schema.field(name).type) else None


def _source(
    batches: Iterable[pa.RecordBatch], rows: int, found: Found, columns: Columns, file: InputFile, kind: str
) -> Source:
    done = 0

    def chunks() -> Iterator[Chunk]:
        nonlocal done
        sizes = chunk_sizes()
        with _reading(file, kind):
            for batch in batches:
                yield from _chunks(batch, done, found, columns, file.name, sizes)
                done += batch.num_rows

    given = chunks()
    cards = (card for chunk in given for card in chunk.each())
    return Source(cards, lambda: done / rows if rows else 0.0, found.ygoprodeck, chunks=given)


def _chunks(
    batch: pa.RecordBatch, before: int, found: Found, columns: Columns, file: str, sizes: Iterator[int]
) -> Iterator[Chunk]:
    """Yield the texts of a batch, before which the file has so many rows."""
    told = dict(zip(batch.schema.names, map(encoded, batch.columns), strict=True))
    ids = _ids(batch.schema, told, found, before)
    if ids is not None:
        found = found._replace(id=None, stand_ins=())
        told = {name: told[name] for name in found.used()}
    else:
        # No row is like another, whose id may be wrong.
        told[""] = Encoded(np.arange(batch.num_rows), [*range(batch.num_rows)])

    def number(row: int) -> str:
        return f"row {before + row + 1}"

    yield from chunks_of(told, CardTexts(file, columns, found), ids, sizes, number)


def _ids(schema: pa.Schema, told: Mapping[str, Encoded], found: Found, before: int) -> list[str] | None:
    """Return the id of each row, or what stands in for it; null where a column of them may hold what is none."""
    ids = [""] * len(told[found.text or ""].places)
    for name, prefix in ((found.id, ""), *found.stand_ins):
        if name is None:
            continue
        kind = value_type(schema.field(name).type)
        listed = told[name].listed()
        if not (is_string(kind) or pa.types.is_integer(kind)) or Unreadable in map(type, told[name].values):
            return None
        ids = [
            known or ("" if value is None or value == "" else f"{prefix}{value}")
            for known, value in zip(ids, listed, strict=True)
        ]
    return [id_ or f"row {row}" for row, id_ in enumerate(ids, before + 1)]


def _reading(file: InputFile, kind: str) -> AbstractContextManager[None]:
    """Say of errors of pyarrow and of the disk that the file is none of this kind, or damaged."""

    def told(error: Exception) -> NotColumnarError:
        return NotColumnarError(
            f"this is not {kind}, or damaged: {one_line(error)}",
            where=file.name,
            expected=f"a complete {kind} file",
            remedy="write or download it again, or name its format with --input-format",
        )

    return translate((pa.ArrowException, OSError, UnicodeDecodeError), told)
