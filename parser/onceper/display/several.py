"""What shows several readings: HTML in a notebook, text everywhere else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from onceper.contract.reading import CardReading
from onceper.display.blocks import rows_of
from onceper.display.html import marked_piece
from onceper.display.marks import marks_of
from onceper.display.named import Named
from onceper.display.page import macro
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from onceper.contract.limit import Limit
    from onceper.contract.span import Span

HEADINGS = ("card", "limit", "text")


class NotReadingsError(OnceperError):
    """What is to be shown is no reading, or there is none."""


class MaxRowsError(OnceperError, ValueError):
    """A table was asked for with no rows."""


def side_by_side(*readings: CardReading) -> SideBySide:
    """Show readings next to each other, such as those of one card in English, Japanese and Turkish.

    Effects with the same number stand at the same height. Where there is no room for columns, one reading follows the
    other.

    Raises:
        NotReadingsError: there is no reading, or something else is among them.

    >>> import onceper
    >>> onceper.side_by_side(
    ...     onceper.read("Once per turn: You can draw 1 card.", lang="en"),
    ...     onceper.read("１ターンに１度、発動できる。自分は１枚ドローする。", game="yugioh"),
    ... ).readings[1].lang
    'ja'
    """
    return SideBySide(readings)


def readings_table(readings: Iterable[CardReading], *, max_rows: int | None = 50) -> ReadingsTable:
    """Show the limits of readings as a table: a row each with the card, what the limit says, and its text.

    Above ``max_rows`` the table says how many limits more there are; ``None`` shows all.

    Raises:
        NotReadingsError: there is no reading, or something else is among them.
        MaxRowsError: ``max_rows`` is less than 1.

    >>> import onceper
    >>> texts = ["Once per turn: You can draw 1 card.", "Draw 1 card."]
    >>> onceper.readings_table(onceper.read(text, lang="en") for text in texts).caption
    '1 limit in 1 of 2 readings'
    """
    if max_rows is not None and max_rows < 1:
        raise MaxRowsError(f"max_rows is {max_rows}", expected="at least 1, or None for all rows")
    return ReadingsTable(readings, max_rows)


class Showing(ABC):
    """Show ``readings`` as HTML in a notebook, in colour with ``rich.print``, and as plain text with ``print``.

    Raises:
        NotReadingsError: there is none, or something else is among them.
    """

    def __init__(self, given: Iterable[CardReading]) -> None:
        expected = "readings, as onceper.read and onceper.read_many give them"
        if isinstance(given, (str, CardReading)) or not isinstance(given, Iterable):
            remedy = "put it into a list" if isinstance(given, CardReading) else ""
            raise NotReadingsError(f"this is one {type(given).__name__}", expected=expected, remedy=remedy)
        self.readings = tuple(given)
        for number, reading in enumerate(self.readings, start=1):
            if not isinstance(reading, CardReading):
                raise NotReadingsError(f"this is a {type(reading).__name__}", where=f"item {number}", expected=expected)
        if not self.readings:
            raise NotReadingsError("there is none", expected=expected)

    @abstractmethod
    def _repr_html_(self) -> str:
        """Return it as a notebook shows it."""

    @abstractmethod
    def __rich__(self) -> RenderableType: ...

    def __str__(self) -> str:
        from onceper.display.terminal import plain  # noqa: PLC0415

        return plain(self.__rich__())

    __repr__ = __str__


class SideBySide(Showing):
    """Show each of ``readings`` in a column."""

    def _repr_html_(self) -> str:
        stretches = [_stretches(reading) for reading in self.readings]
        rows = sorted(set().union(*stretches))
        columns = []
        for reading, found in zip(self.readings, stretches, strict=True):
            named = Named(reading)
            marks = marks_of(named)
            columns.append((named, [marked_piece(named, marks, found[row]) if row in found else "" for row in rows]))
        return macro("side", columns)

    def __rich__(self) -> RenderableType:
        from onceper.display.terminal import Columns  # noqa: PLC0415

        return Columns(self.readings)


def _stretches(reading: CardReading) -> dict[int, Span]:
    """Return the stretch of the text in each row; together they are the text without the spaces between them."""
    text = reading.text
    starts = {row: blocks[0].span[0] for row, blocks in rows_of(reading).items()} or {0: 0}
    edges = [0, *list(starts.values())[1:], len(text)]
    spans = ((end - len(text[start:end].lstrip()), len(text[:end].rstrip())) for start, end in pairwise(edges))
    return {row: (first, max(first, last)) for row, (first, last) in zip(starts, spans, strict=True)}


class ReadingsTable(Showing):
    """Show the limits of ``readings``, at most ``max_rows`` of them."""

    def __init__(self, readings: Iterable[CardReading], max_rows: int | None) -> None:
        super().__init__(readings)
        self.max_rows = max_rows

    @property
    def caption(self) -> str:
        """How many limits there are, and in how many of the readings."""
        limits, readings = sum(len(reading.limits) for reading in self.readings), len(self.readings)
        limited = sum(bool(reading.limits) for reading in self.readings)
        unread = sum(len(reading.unread) for reading in self.readings)
        caption = f"{_counted(limits, 'limit')} in {limited:,} of {_counted(readings, 'reading')}"
        return f"{caption} · {_counted(unread, 'sentence')} not read" if unread else caption

    @property
    def more(self) -> str:
        """How many limits are not shown, empty where all are."""
        left = sum(len(reading.limits) for reading in self.readings) - len([*self.rows()])
        return f"and {_counted(left, 'more limit')}" if left else ""

    def rows(self) -> Iterator[tuple[CardReading, Limit]]:
        """Yield the limits that are shown, each with its reading."""
        return islice(((reading, limit) for reading in self.readings for limit in reading.limits), self.max_rows)

    def _repr_html_(self) -> str:
        limits = [(Named(reading), limit) for reading, limit in self.rows()]
        return macro("table", limits, HEADINGS, self.caption, self.more)

    def __rich__(self) -> RenderableType:
        from onceper.display.terminal import limits_table  # noqa: PLC0415

        return limits_table(self.rows(), HEADINGS, self.caption, self.more)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
