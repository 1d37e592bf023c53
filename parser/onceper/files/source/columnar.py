"""Card texts from the columns of Arrow: of Parquet and Arrow files, and of tables in memory, whatever they hold."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.errors import one_line, translate
from onceper.files.opening import InputError
from onceper.files.protocol import Source, alike, chunks_by
from onceper.files.source.columns import TYPE_COLUMNS, ColumnsError, plain_type
from onceper.files.source.known_formats import ARROW_STREAM
from onceper.files.source.record import Record
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import Alike
    from onceper.files.source.columns import Columns, Found

    Known = dict[tuple[object, ...], list[Alike]]

# So many rows are taken out of their columns at once, or fewer long ones.
_ROWS = 1 << 15
_BYTES = 1 << 26
# Of so many rows that differ it is known in the next piece what comes of them.
_KNOWN = 1 << 12
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

        def read(known: Known | None) -> Iterator[Alike]:
            nonlocal done
            with _reading(file.name, kind):
                for batch in table.batches(found.used()):
                    yield from _texts_in(texts, found, batch, done, known)
                    done += batch.num_rows

        yield Source(
            (card for _, _, card in read(None)),
            lambda: done / table.rows if table.rows else 0.0,
            found.ygoprodeck,
            chunks=lambda sizes: chunks_by(read({}), sizes),
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


def _texts_in(
    texts: CardTexts, found: Found, batch: pa.RecordBatch, first: int, known: Known | None
) -> Iterator[Alike]:
    """Yield each text with what it has in common with others and its id, before which ``first`` rows are in their file.

    Rows of strings that are alike but for their id are looked at once, and ``known`` then; null looks at each.
    """
    of_ids = dict(found.ids)
    shared = [name for name in batch.schema.names if name not in of_ids or name == found.names["text"]]
    once = known is not None and all(is_string(batch.schema.field(name).type) for name in shared)
    known = {} if known is None else known
    rows = max(1, min(_ROWS, _BYTES * batch.num_rows // max(batch.nbytes, 1)))
    for start in range(0, batch.num_rows, rows):
        piece = batch.slice(start, rows)
        piece.validate(full=True)
        if len(known) > _KNOWN:
            known.clear()
        columns = {name: piece.column(name).to_pylist() for name in piece.schema.names}
        rows_of = range(first + start, first + start + len(piece))
        ids: list[list[Any]] = [columns[name] for name in of_ids] or [[*map(texts.row, rows_of)]]
        for row, (own, *told) in enumerate(zip(ids[0], *(columns[name] for name in shared), strict=True)):
            has_id = type(own) in {str, int} and (own != "" or not of_ids)
            common = known.get(tuple(told)) if once and has_id else None
            if common is None:
                values = {name: column[row] for name, column in columns.items()}
                cards = texts.of(Record(texts.row(rows_of[row]), values, keys=(rows_of[row],)))
                common = [alike(card) for card in cards]
                # What is wrong is told of each row at its place.
                if once and not any(card.error for card in cards):
                    known[tuple(told)] = common
                yield from common
            else:
                yield from ((key, str(own), card) for key, _, card in common)


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
    return found._replace(names=names, plain=found.plain and plain_type(names))


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
