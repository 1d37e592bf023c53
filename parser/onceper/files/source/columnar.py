"""Card texts from Parquet and Arrow files."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.errors import one_line, translate
from onceper.files.opening import InputError
from onceper.files.protocol import Source
from onceper.files.source.arrow_strings import is_string, is_words
from onceper.files.source.arrow_values import python_values
from onceper.files.source.columns import TEXT_OPTION, TYPE_COLUMNS, ColumnError
from onceper.files.source.known_formats import ARROW_STREAM
from onceper.files.source.records import CardTexts, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns, Found

    # Rows where they are known beforehand, else 0; the columns; the rows.
    _Table = tuple[int, pa.Schema, Iterable[pa.RecordBatch]]

_BATCH_ROWS = 4_096
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
        batches = table.iter_batches(_BATCH_ROWS, columns=found.used(), use_threads=False)
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
            batch.select(found.used()).slice(start, _BATCH_ROWS)
            for batch in batches
            for start in range(0, batch.num_rows, _BATCH_ROWS)
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
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
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

    def records() -> Iterator[Record]:
        nonlocal done
        with _reading(file, kind):
            for batch in batches:
                names = batch.schema.names
                for values in zip(*map(python_values, batch.columns), strict=True):
                    done += 1
                    yield Record(f"row {done}", dict(zip(names, values, strict=True)))

    cards = CardTexts(file.name, columns, found).checked(records(), kind=f"{kind} rows", remedy="check the file")
    return Source(cards, share_read=lambda: done / rows if rows else 0.0, one_language=found.ygoprodeck)


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
