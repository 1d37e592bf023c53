"""Card texts from the columns of Arrow: of Parquet and Arrow files, and of tables in memory, whatever they hold."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.contract.arrow import whole_numbers
from onceper.errors import one_line, translate
from onceper.files.opening import InputError
from onceper.files.protocol import PlacedText
from onceper.files.source.columns import TYPE_COLUMNS, ColumnsError
from onceper.files.source.known_formats import ARROW_STREAM
from onceper.files.source.records import id_of, texts_of, wrong_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Found
    from onceper.files.source.records import CardTexts

# So many rows are taken out of their columns at once, or fewer long ones.
_ROWS = 1 << 15
_BYTES = 1 << 24
# Pages are read piece by piece: a row group of any size takes no more memory.
_PAGE_BUFFER = 1 << 16
_STRINGS = {pa.string(), pa.large_string(), pa.string_view(), pa.null()}
_LISTS = (pa.ListType, pa.LargeListType, pa.FixedSizeListType)


class NotColumnarError(InputError):
    """A file is not Parquet or Arrow, or is a damaged one."""


def _columnar(file: InputFile, texts: CardTexts, kind: str) -> Iterator[PlacedText]:
    """Read the rows of a ``parquet`` file, or of an ``arrow`` IPC file, also called Feather, or stream.

    Of its columns those are read that are needed. A text without id is called after its row, such as ``row 3``.

    Raises:
        ColumnsError: the file has no column of texts, or lacks one that was asked for.
        NotColumnarError: the file is neither, or is damaged.
        InputError: the compressed file is cut off.
    """

    def told(error: Exception) -> NotColumnarError:
        return NotColumnarError(
            f"this is not {kind.title()}, or damaged: {one_line(error)}",
            where=file.name,
            expected=f"a complete {kind.title()} file",
            remedy="write or download it again, or name its format with --input-format",
        )

    with (
        file.on_disk() as path,
        translate((pa.ArrowException, OSError, UnicodeDecodeError), told),
        opened_table(path, kind) as table,
    ):
        # Only here pyarrow looks whether names are UTF-8.
        columns = texts.columns.of_table(table.schema.names, file.name)
        columns = of_types(columns, table.schema, file.name)
        names, of_ids = columns.named(), [name for name, _ in columns.ids]
        of_texts, texts.one_language, texts.total = replace(columns, keys=tuple(names)), columns.ygoprodeck, table.rows
        for batch in table.batches(columns.used()):
            for piece in pieces(batch, columns.used()):
                different, numbers = alike(piece, names)
                every = [texts_of(of_texts, of_texts.told(values)) for values in different]
                ids = zip(*(piece[name].to_pylist() for name in of_ids), strict=True) if of_ids else repeat(())
                for number, own in zip(numbers, ids, strict=False):
                    place = f"row {texts.done + 1}"
                    card_id, wrong_id = id_of(place, columns, own)
                    for text in every[number]:
                        found = wrong_text(text, text.error, wrong_id) if wrong_id else text
                        yield PlacedText(card_id, found, file.name, place, (texts.done,))
                    texts.done += 1


def pieces(batch: pa.RecordBatch, names: list[str]) -> Iterator[pa.RecordBatch]:
    """Yield these columns, at least one piece of them, of some thousand rows or fewer long ones.

    Raises:
        ArrowInvalid: their buffers contradict each other: who believes such reads foreign memory, or dies.
    """
    rows = max(1, min(_ROWS, _BYTES * len(batch) // max(batch.nbytes, 1)))
    for start in range(0, len(batch) or 1, rows):
        piece = batch.select(names).slice(start, rows)
        piece.validate(full=True)
        yield piece


def alike(batch: pa.RecordBatch, names: Sequence[str]) -> tuple[list[tuple[Any, ...]], Sequence[int]]:
    """Return what different rows say in these columns, and the number of that for each row."""
    if any(pa.types.is_struct(batch[name].type) for name in names):
        return list(zip(*(batch[name].to_pylist() for name in names), strict=True)), range(len(batch))
    columns, numbers = [strings(batch[name]) for name in names], np.zeros(len(batch), np.int64)
    for column in columns:
        both = whole_numbers(numbers * len(batch) + np.from_dlpack(column.dictionary_encode("encode").indices))
        # Of each pair that differs, in the order in which they come.
        numbers = np.from_dlpack(both.dictionary_encode().indices).astype(np.int64)
    first = whole_numbers(np.unique(numbers, return_index=True)[1])
    return list(zip(*(column.take(first).to_pylist() for column in columns), strict=True)), numbers.tolist()


def strings(column: Any) -> pa.Array[Any]:
    """Return a column as one of plain strings: of categories, of lists of words, of numbers, or without a value."""
    if pa.types.is_dictionary(column.type) or pa.types.is_nested(column.type):
        values = column.to_pylist()
        return pa.array([" / ".join(filter(None, of)) if isinstance(of, list) else of for of in values], pa.string())
    found: pa.Array[Any] = column.cast(pa.string())
    return found


parquet = partial(_columnar, kind="parquet")
arrow = partial(_columnar, kind="arrow")


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
        with pq.ParquetFile(path, buffer_size=_PAGE_BUFFER, pre_buffer=False) as given:
            yield Table(given, given.schema_arrow, given.metadata.num_rows)
        return
    with pa.memory_map(str(path)) as mapped:
        is_stream = mapped.read(len(ARROW_STREAM)) == ARROW_STREAM
        mapped.seek(0)
        opened: Any = pa.ipc.open_stream(mapped) if is_stream else pa.ipc.open_file(mapped)
        yield Table(opened, opened.schema, 0 if is_stream else opened.count_rows())


def of_types(found: Found, schema: pa.Schema, file: str) -> Found:
    """Return those columns that can hold what they are found for; in a table in memory, no file, a row has one text.

    Raises:
        ColumnsError: texts, ids, names or the like are neither strings nor what may stand for them.
    """
    names = dict(found.names)
    for what, name in [*found.names.items(), *(("id", name) for name, _ in found.ids[:1])]:
        kind: Any = schema.field(name).type
        holders: Any = (pa.DictionaryType, *_LISTS) if what in TYPE_COLUMNS else pa.DictionaryType
        while isinstance(kind, holders):
            kind = kind.value_type
        # In pandas a column without a value is one of numbers, and so is one of integers with a gap.
        may_be = kind in _STRINGS or (pa.types.is_floating(kind) and what != "text")
        may_be = may_be or (pa.types.is_integer(kind) and what == "id") or (pa.types.is_struct(kind) and bool(file))
        if what in TYPE_COLUMNS:
            # Other tables keep other things under such names, and reading some of them may fail.
            if kind not in _STRINGS:
                del names[what]
        elif not may_be:
            raise ColumnsError(
                f"the column {name!r} is of type {kind}",
                where=file,
                expected="strings or integers" if what == "id" else "strings",
                remedy=f"convert it, or name another: --column {what}=NAME (in Python: columns={{'{what}': 'NAME'}})",
            )
    return replace(found, names=names)
