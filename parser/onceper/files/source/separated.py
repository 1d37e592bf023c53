"""Card texts from CSV and its kin: a table as text, with the names of its columns in the first line."""

from __future__ import annotations

import csv
import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple, TextIO

from onceper.files.opening import InputError
from onceper.files.protocol import Source
from onceper.files.source.record import Record
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from _csv import Reader, Writer
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns

# A quote that is never closed makes one cell of all that follows; it must not fill the memory.
_LONGEST_CELL = 1 << 24
_CUT_OFF = "unexpected end of data"
_TOO_LONG = "field larger than field limit"


class NotCsvError(InputError):
    """A file is not a table as text, or is none any more from some line on."""


class Dialect(NamedTuple):
    """Say how the cells of a line are told apart."""

    delimiter: str
    quoted: bool = True

    def reader(self, lines: Iterable[str]) -> Reader:
        """Return the cells of these lines, line by line."""
        return csv.reader(lines, delimiter=self.delimiter, quoting=self._quoting, strict=True)

    def writer(self, stream: TextIO, end: str) -> Writer:
        """Return what writes lines of cells that end so."""
        return csv.writer(stream, delimiter=self.delimiter, quoting=self._quoting, lineterminator=end)

    @property
    def _quoting(self) -> Literal[0, 3]:
        return csv.QUOTE_MINIMAL if self.quoted else csv.QUOTE_NONE


# Tabs are written with and without quotes; a text that begins with a quoted name tells.
TABS = (Dialect("\t"), Dialect("\t", quoted=False))
_BETWEEN = {"\t": "tabs between its cells", ";": "semicolons between its cells", "|": "bars between its cells"}
DIALECTS = (Dialect(","), Dialect(";"), *TABS, Dialect("|"))


def told_dialect(head: bytes, columns: Columns, dialects: Sequence[Dialect] = DIALECTS) -> tuple[Dialect, bool]:
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
        return "text" in columns.found(tuple(header)).names, is_even, len(header)

    best = max(dialects, key=suiting)
    return best, suiting(best)[0]


@contextmanager
def separated(file: InputFile, columns: Columns, dialects: Sequence[Dialect] = DIALECTS) -> Iterator[Source]:
    """Read a table as text: its columns by name, other columns ignored, as are blank lines.

    A text without id is called after the line where it begins, such as ``line 3``. An empty cell is an empty text, or
    says that the id, name, language or game is not known.

    Raises:
        ColumnsError: the first line names no column of texts, or lacks one that was asked for.
        NoCardTextError: not one of the first lines can be read.
        NotCsvError: once the texts are read, a quote is never closed.
        InputError: once the texts are read, the compressed file is cut off.
    """
    dialect, _ = told_dialect(file.head, columns, dialects)
    problems: list[str] = []
    rows = dialect.reader(_decoded(file.lines(), problems))
    with long_cells():
        try:
            header = next(rows, [])
        except csv.Error as error:
            raise NotCsvError(
                f"the first line is no line of a table; {error}",
                where=file.name,
                expected="the names of the columns in UTF-8, told apart by commas, tabs or the like",
                remedy="write the table again as CSV; tr '\\r' '\\n' < FILE mends lines without line feeds",
            ) from error
        between = _BETWEEN.get(dialect.delimiter)
        found = columns.of_table(header, f"{file.name}, a table with {between}" if between else file.name)
        cards = CardTexts(file.name, columns, found).checked(
            _records(rows, problems, header, file.name),
            kind="a table in UTF-8",
            remedy="write the table in UTF-8, and in each line as many cells as in the first",
        )
        yield Source(cards, file.share_read, found.ygoprodeck)


@contextmanager
def long_cells() -> Iterator[None]:
    """Let the csv module, which has one limit for all of a program, read long texts."""
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _decoded(lines: Iterable[bytes], problems: list[str]) -> Iterator[str]:
    """Yield lines as text, and note what is not UTF-8."""
    for line in lines:
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            problems.append(f"not UTF-8; byte {error.start} of the line is 0x{line[error.start]:02x}")
            yield line.decode(errors="replace")


def _records(rows: Reader, problems: list[str], header: Sequence[str], name: str) -> Iterator[Record]:
    nothing = dict.fromkeys(header)
    while True:
        number = rows.line_num + 1
        place = f"line {number}"
        problems.clear()
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            if _CUT_OFF in str(error) or _TOO_LONG in str(error):
                raise _never_closed(name, place) from error
            yield Record(place, nothing, f"not CSV; {error}")
            continue
        if cells:
            if len(cells) != len(header):
                problems.append(f"{len(cells)} cells; expected {len(header)}, as in the first line")
            yield Record(place, nothing | dict(zip(header, cells, strict=False)), next(iter(problems), None), (number,))


def _never_closed(name: str, place: str) -> NotCsvError:
    return NotCsvError(
        "a quote is opened here and never closed",
        where=f"{name}, {place}",
        expected='a quote at the end of the cell, and quotes inside it written twice: "Draw ""X""."',
        remedy="mend the line, or write the table again with a program that quotes CSV",
    )
