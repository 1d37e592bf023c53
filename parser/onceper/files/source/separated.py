"""Card texts from CSV and its kin: a table as text, with the names of its columns in the first line."""

from __future__ import annotations

import csv
import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.errors import translate
from onceper.files.opening import InputError
from onceper.files.source.record import Record, decoded

if TYPE_CHECKING:
    from _csv import Reader
    from collections.abc import Iterable, Iterator

    from onceper.files.opening import InputFile
    from onceper.files.protocol import PlacedText
    from onceper.files.source.columns import Columns
    from onceper.files.source.records import CardTexts

# A quote that is never closed makes one cell of all that follows; it must not fill the memory.
_LONGEST_CELL = 1 << 24
_CUT_OFF = "unexpected end of data"
_TOO_LONG = "field larger than field limit"


class NotCsvError(InputError):
    """A file is not a table as text, or is none any more from some line on."""


class Dialect(NamedTuple):
    """Say how the cells of a line are told apart, in the words of the module csv."""

    delimiter: str
    quoting: int = csv.QUOTE_MINIMAL

    def reader(self, lines: Iterable[str]) -> Reader:
        """Return the cells of these lines, line by line."""
        options: dict[str, Any] = self._asdict()
        return csv.reader(lines, strict=True, **options)


_BETWEEN = {"\t": "tabs between its cells", ";": "semicolons between its cells", "|": "bars between its cells"}
# Tabs are written with and without quotes; a text that begins with a quoted name tells.
DIALECTS = (Dialect(","), Dialect(";"), Dialect("\t"), Dialect("\t", csv.QUOTE_NONE), Dialect("|"))


def told_dialect(head: bytes, columns: Columns) -> tuple[Dialect, bool]:
    """Return the dialect that suits the first lines best, and whether the first names a column of texts in it.

    What suits best names one, then has as many cells in all lines, then most of them in the first.
    """
    lines = list(io.StringIO(head.decode(errors="replace"), newline="\n"))
    if len(lines) > 1 and not lines[-1].endswith("\n"):
        lines.pop()

    def suiting(dialect: Dialect) -> tuple[bool, bool, int]:
        rows, header = dialect.reader(lines), list[str]()
        try:
            header = next(rows, [])
            is_even = all(len(cells) in {0, len(header)} for cells in rows)
        except csv.Error as error:
            is_even = _CUT_OFF in str(error)
        return columns.hold_text(header), is_even, len(header)

    best = max(DIALECTS, key=suiting)
    return best, suiting(best)[0]


def separated(file: InputFile, texts: CardTexts) -> Iterator[PlacedText]:
    """Read a table as text: its columns by name, other columns ignored, as are blank lines.

    A text without id is called after the line where it begins, such as ``line 3``. An empty cell is an empty text, or
    says that the id, name, language or game is not known.

    Raises:
        ColumnsError: the first line names no column of texts, or lacks one that was asked for.
        NoCardTextError: the first lines hold no card text.
        NotCsvError: the first line is none of a table; or once the texts are read, a quote is never closed.
        InputError: once the texts are read, the compressed file is cut off.
    """
    with long_cells():
        yield from texts.checked(
            _lines(file, texts),
            "a table in UTF-8",
            "write the table in UTF-8, and in each line as many cells as in the first",
        )


def _lines(file: InputFile, texts: CardTexts) -> Iterator[Record]:
    dialect, _ = told_dialect(file.head, texts.columns)
    problems: list[str] = []

    def lines() -> Iterator[str]:
        for content in file.lines():
            line, problem = decoded(content, "line")
            if problem:
                problems.append(problem)
            yield line

    rows = dialect.reader(lines())
    with translate(csv.Error, lambda error: _no_table(file.name, error)):
        header = next(rows, [])
    between = _BETWEEN.get(dialect.delimiter)
    where = f"{file.name}, a table with {between}" if between else file.name
    texts.found = texts.columns.of_table(header, where)
    while True:
        number = rows.line_num + 1
        problems.clear()
        try:
            cells = next(rows, None)
        except csv.Error as error:
            if _CUT_OFF in str(error) or _TOO_LONG in str(error):
                raise _never_closed(f"{file.name}, line {number}") from error
            yield Record(f"line {number}", [None] * len(header), f"not CSV; {error}")
            continue
        if cells is None:
            return
        if cells:
            if len(cells) != len(header):
                problems.append(f"{len(cells)} cells; expected {len(header)}, as in the first line")
                cells += [""] * (len(header) - len(cells))
            yield Record(f"line {number}", cells, problems[0] if problems else None, (number,))


@contextmanager
def long_cells() -> Iterator[None]:
    """Let the csv module, which has one limit for all of a program, read long texts."""
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _no_table(name: str, error: csv.Error) -> NotCsvError:
    return NotCsvError(
        f"the first line is no line of a table; {error}",
        where=name,
        expected="the names of the columns in UTF-8, told apart by commas, tabs or the like",
        remedy="write the table again as CSV; tr '\\r' '\\n' < FILE mends lines without line feeds",
    )


def _never_closed(where: str) -> NotCsvError:
    return NotCsvError(
        "a quote is opened here and never closed",
        where=where,
        expected='a quote at the end of the cell, and quotes inside it written twice: "Draw ""X""."',
        remedy="mend the line, or write the table again with a program that quotes CSV",
    )
