"""Files written again with other texts in them, and with all else as it was."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import ExitStack, closing
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.errors import translate
from onceper.files.databases import read_sqlite
from onceper.files.finished import OutputError
from onceper.files.source.columnar import opened_table
from onceper.files.source.separated import DIALECTS, TABS, long_cells, told_dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Columns
    from onceper.files.source.known_formats import InputFormat
    from onceper.files.source.separated import Dialect

Texts = dict[str | int, Any]
"""The new texts of a file, below the keys that lead to them."""

# In a table without a key a card may stand twice: what is replaced is the text that was read.
_UPDATE = "UPDATE texts SET desc = ? WHERE id = ? AND CAST(desc AS TEXT) = ?"


def rewrite(
    file: InputFile, target: Path, found: InputFormat, columns: Columns, marked: Iterable[tuple[CardText, str]]
) -> None:
    """Write a file of card texts again, in its format, with these texts in place of those that were read in it.

    Raises:
        OutputError: the format has no room for a text, such as a table without quotes for one of several lines.
        InputError: the file cannot be read again.
    """
    if found == "cdb":
        _database(file, target, marked)
        return
    texts: Texts = {}
    for card, text in marked:
        *way, last = card.keys
        below = texts
        for key in way:
            below = below.setdefault(key, {})
        below[last] = text
    if found not in _PIECES:
        _columns(file, target, found, texts)
        return
    with target.open("wb") as stream:
        stream.writelines(_PIECES[found](file, columns, texts))


def _database(file: InputFile, target: Path, marked: Iterable[tuple[CardText, str]]) -> None:
    with (
        file.on_disk() as path,
        translate(sqlite3.Error, lambda error: OutputError(f"SQLite cannot write it: {error}", where=str(target))),
        read_sqlite(path) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)
        # The whole file is written before it takes its name.
        copy.execute("PRAGMA synchronous = OFF")
        with copy:
            copy.executemany(_UPDATE, ((text, int(card.id), card.text) for card, text in marked))


def _columns(file: InputFile, target: Path, kind: str, texts: Texts) -> None:
    with file.on_disk() as path, opened_table(path, kind) as table, ExitStack() as stack:
        if isinstance(table.given, pq.ParquetFile):
            rows = table.given.metadata
            packed: Any = rows.row_group(0).column(0).compression if rows.num_row_groups else "NONE"
            writer: Any = pq.ParquetWriter(target, table.schema, compression=packed.replace("UNCOMPRESSED", "NONE"))
            batches: Iterator[Any] = map(table.given.read_row_group, range(rows.num_row_groups))
        else:
            is_stream = isinstance(table.given, pa.RecordBatchStreamReader)
            # An Arrow file has one dictionary a column.
            how = pa.ipc.IpcWriteOptions(unify_dictionaries=not is_stream)
            opened = pa.ipc.new_stream if is_stream else pa.ipc.new_file
            writer = opened(str(target), table.schema, options=how)
            batches = iter([pa.Table.from_batches(table.batches(), table.schema)])
        stack.enter_context(writer)
        done = 0
        for batch in batches:
            writer.write(
                _with_texts(batch, {row: texts[done + row] for row in range(len(batch)) if done + row in texts})
            )
            done += len(batch)


def _with_texts(batch: pa.Table, texts: Mapping[int, Texts]) -> pa.Table:
    """Return rows with the new texts of some of them, below their columns."""
    for column in {column: None for told in texts.values() for column in told}:
        place = batch.schema.names.index(str(column))
        values = batch.column(place).to_pylist()
        for row, told in texts.items():
            values[row] = _replaced(values[row], told.get(column, values[row]))
        batch = batch.set_column(place, batch.schema.field(place), pa.array(values, batch.schema.field(place).type))
    return batch


def _replaced(value: Any, texts: Any) -> Any:
    """Return a value with other texts in it."""
    return {**value, **texts} if isinstance(texts, dict) else texts


def _lines(file: InputFile, _: Columns, texts: Texts) -> Iterator[bytes]:
    for number, line in enumerate(file.lines(), start=1):
        yield from _spliced(line, texts[number]) if number in texts else [line]


def _document(file: InputFile, _: Columns, texts: Texts) -> Iterator[bytes]:
    yield from _spliced(file.whole(), texts[0]) if texts else file.pieces()


def _spliced(content: bytes, texts: Texts) -> Iterator[bytes]:
    """Yield a value of JSON with other strings under these keys, and all between them as it is written."""
    done = 0
    for start, end, text in sorted(_places(content, texts, _address(content))):
        yield content[done:start]
        # What is written without letters of other alphabets may be read by what knows none.
        yield json.dumps(text, ensure_ascii=content.isascii()).encode()
        done = end
    yield content[done:]


def _places(value: Any, texts: Texts | str, begin: int) -> Iterator[tuple[int, int, str]]:
    """Yield where each of the texts in a value stands, from where the content begins."""
    if isinstance(texts, str):
        start = _address(value) - begin
        yield start, start + len(memoryview(value)), texts
        return
    # Each of them is a view of the content.
    kind = dict[str, msgspec.Raw] if all(isinstance(key, str) for key in texts) else list[msgspec.Raw]
    items: Any = msgspec.json.decode(value, type=kind)
    for key, below in texts.items():
        yield from _places(items[key], below, begin)


def _address(value: Any) -> int:
    return int(np.frombuffer(value, np.uint8).ctypes.data)


def _table(file: InputFile, columns: Columns, texts: Texts, *, dialects: Sequence[Dialect]) -> Iterator[bytes]:
    dialect, _ = told_dialect(file.head, columns, dialects)
    taken: list[bytes] = []

    def lines() -> Iterator[str]:
        for line in file.lines():
            taken.append(line)
            yield line.decode(errors="surrogateescape")

    rows = dialect.reader(lines())
    with long_cells():
        header = next(rows)
        while taken:
            yield b"".join(taken)
            taken.clear()
            new = texts.get(rows.line_num + 1)
            try:
                cells: list[str] = next(rows, [])
            except csv.Error:
                continue
            if new:
                line = [new.get(name, cell) for name, cell in zip(header, cells, strict=True)]
                taken[:] = [_line(line, dialect, b"\r\n" if taken[-1].endswith(b"\r\n") else b"\n", file.name)]


def _line(cells: list[str], dialect: Dialect, end: bytes, name: str) -> bytes:
    line = io.StringIO(newline="")
    try:
        dialect.writer(line, end.decode()).writerow(cells)
    except csv.Error as error:
        raise OutputError(
            "the table has no quotes, and no room for a text of several lines",
            where=name,
            expected="a style without lines, xml or ygopro, or a table with quotes",
            remedy="write the table as CSV first",
        ) from error
    return line.getvalue().encode(errors="surrogateescape")


_PIECES: dict[InputFormat, Callable[[InputFile, Columns, Texts], Iterator[bytes]]] = {
    "json": _document,
    "jsonl": _lines,
    "csv": partial(_table, dialects=DIALECTS),
    "tsv": partial(_table, dialects=TABS),
}
