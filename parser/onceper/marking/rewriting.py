"""Files written again with other texts in them, and with all else as it was."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing, suppress
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
from onceper.files.source.separated import long_cells, told_dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Columns
    from onceper.files.source.known_formats import InputFormat
    from onceper.files.source.separated import Dialect

Texts = dict[str | int, Any]
"""The new texts of a file, below the keys that lead to them."""

_UPDATE = "UPDATE texts SET desc = ? WHERE rowid = ?"


def rewrite(
    file: InputFile, target: Path, found: InputFormat, columns: Columns, marked: Iterable[tuple[CardText, str]]
) -> None:
    """Write a file of card texts again, in its format, with these texts in place of those that were read in it.

    Raises:
        OutputError: the format has no room for a text, such as a table without quotes for one of several lines.
        InputError: the file cannot be read again.
    """
    texts: Texts = {}
    for card, text in marked:
        *way, last = card.keys
        below = texts
        for key in way:
            below = below.setdefault(key, {})
        below[last] = text
    if found == "cdb":
        _database(file, target, texts)
    elif found in {"parquet", "arrow"}:
        _columns(file, target, found, texts)
    else:
        with target.open("wb") as stream:
            stream.writelines(_PIECES[found](file, columns, texts))


def _database(file: InputFile, target: Path, texts: Texts) -> None:
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
            copy.executemany(_UPDATE, ((new["desc"], row) for row, new in texts.items()))


def _columns(file: InputFile, target: Path, kind: str, texts: Texts) -> None:
    with file.on_disk() as path, opened_table(path, kind) as table:
        whole = pa.Table.from_batches(table.batches(), table.schema)
        for place, field in enumerate(table.schema):
            new: dict[Any, Any] = {row: told[field.name] for row, told in texts.items() if field.name in told}
            if new:
                values: list[Any] = whole.column(place).to_pylist()
                for row, told in new.items():
                    # A column may hold texts in several languages.
                    values[row] = {**values[row], **told} if isinstance(told, dict) else told
                whole = whole.set_column(place, field, pa.array(values, field.type))
        if kind == "parquet":
            pq.write_table(whole, target)
            return
        is_stream = isinstance(table.given, pa.RecordBatchStreamReader)
        with (pa.ipc.new_stream if is_stream else pa.ipc.new_file)(str(target), table.schema) as writer:
            # An Arrow file has one dictionary a column.
            writer.write(whole.unify_dictionaries())


def _objects(pieces: Iterable[bytes], texts: Texts, first: int) -> Iterator[bytes]:
    for number, piece in enumerate(pieces, first):
        # What is written without letters of other alphabets may be read by what knows none.
        yield _spliced(piece, texts[number], is_ascii=piece.isascii()) if number in texts else piece


def _spliced(value: Any, texts: Texts | str, *, is_ascii: bool) -> bytes:
    """Return a value of JSON with other strings under these keys, and all between them as it is written."""
    if isinstance(texts, str):
        return json.dumps(texts, ensure_ascii=is_ascii).encode()
    written, pieces, done = memoryview(value), list[bytes](), 0
    items: Any = msgspec.json.decode(value, type=list[msgspec.Raw] | dict[str, msgspec.Raw])
    # Each of them is a view of the value.
    for start, key in sorted((_address(items[key]) - _address(value), key) for key in texts):
        pieces += [bytes(written[done:start]), _spliced(items[key], texts[key], is_ascii=is_ascii)]
        done = start + len(memoryview(items[key]))
    return b"".join([*pieces, written[done:]])


def _address(value: Any) -> int:
    return int(np.frombuffer(value, np.uint8).ctypes.data)


def _table(file: InputFile, columns: Columns, texts: Texts) -> Iterator[bytes]:
    dialect, _ = told_dialect(file.head, columns)
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
            # A line that is no line of the table stays, and has no new text.
            with suppress(csv.Error):
                cells: list[str] = next(rows, [])
                if new:
                    line = [new.get(name, cell) for name, cell in zip(header, cells, strict=True)]
                    taken[:] = [_line(line, dialect, b"\r\n" if taken[-1].endswith(b"\r\n") else b"\n", file.name)]


def _line(cells: list[str], dialect: Dialect, end: bytes, name: str) -> bytes:
    line = io.StringIO(newline="")
    no_room = OutputError(
        "the table has no quotes, and no room for a text of several lines",
        where=name,
        expected="a style without lines, xml or ygopro, or a table with quotes",
        remedy="write the table as CSV first",
    )
    with translate(csv.Error, lambda _: no_room):
        options: dict[str, Any] = dialect._asdict()
        csv.writer(line, lineterminator=end.decode(), **options).writerow(cells)
    return line.getvalue().encode(errors="surrogateescape")


_PIECES: dict[InputFormat, Callable[[InputFile, Columns, Texts], Iterator[bytes]]] = {
    "json": lambda file, _, texts: _objects([file.whole()], texts, 0),
    "jsonl": lambda file, _, texts: _objects(file.lines(), texts, 1),
    "csv": _table,
    "tsv": _table,
}
