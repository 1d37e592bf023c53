"""Files written again with other texts in them, and with all else as it was."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from onceper.errors import translate
from onceper.files.output_error import OutputError
from onceper.files.source.json_document import Document
from onceper.files.source.separated import DIALECTS, TABS, long_cells, told_dialect
from onceper.files.sqlite_reading import read_sqlite
from onceper.marking.columns import rewrite_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
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
    if found not in _PIECES:
        rewrite_columns(file, target, marked)
        return
    texts: Texts = {}
    for card, text in marked:
        *way, last = card.keys
        below = texts
        for key in way:
            below = below.setdefault(key, {})
        below[last] = text
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


def _lines(file: InputFile, _: Columns, texts: Texts) -> Iterator[bytes]:
    for number, line in enumerate(file.lines(), start=1):
        yield _spliced(line, {0: texts[number]}) if number in texts else line


def _document(file: InputFile, _: Columns, texts: Texts) -> Iterator[bytes]:
    yield _spliced(b"".join(iter(partial(file.read, 1 << 20), b"")), texts)


def _spliced(content: bytes, texts: Texts) -> bytes:
    """Return values of JSON with other strings under these keys, and all between them as it is written."""
    document = Document(io.BytesIO(content).read, "")
    whole, pieces, done = content.decode(errors="surrogateescape"), [], 0
    for number in count():
        if not document.sign():
            break
        for start, end, text in _places(document, texts.get(number)):
            # What is written without letters of other alphabets may be read by what knows none.
            pieces += [whole[done:start], json.dumps(text, ensure_ascii=content.isascii())]
            done = end
    return "".join([*pieces, whole[done:]]).encode(errors="surrogateescape")


def _places(document: Document, texts: Texts | str | None) -> Iterator[tuple[int, int, str]]:
    """Take the next value, and yield where each of the texts in it stands."""
    sign, start = document.sign(), document.place
    if isinstance(texts, dict):
        for key in document.members() if sign == "{" else document.places():
            yield from _places(document, texts.get(key))
        return
    document.value()
    if texts is not None:
        yield start, document.place, texts


def _table(file: InputFile, columns: Columns, texts: Texts, *, dialects: Sequence[Dialect]) -> Iterator[bytes]:
    dialect = told_dialect(file.head, columns, dialects) or dialects[0]
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
