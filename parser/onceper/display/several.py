"""What shows several readings: HTML in a notebook, text everywhere else."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from onceper.contract.reading import CardReading
from onceper.display.control import show_controls
from onceper.display.html import marked_stretches
from onceper.display.named import Named
from onceper.display.page import macro
from onceper.display.terminal import folding_table, plain, said
from onceper.errors import WrongKindError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from onceper.display.named import Entry

HEADINGS = ("card", "limit", "text")


def side_by_side(*readings: CardReading) -> SideBySide:
    """Show readings next to each other, such as those of one card in English, Japanese and Turkish.

    Effects with the same number stand at the same height. On a terminal one reading follows the other.

    Raises:
        WrongKindError: something else is among them.

    >>> import onceper
    >>> onceper.side_by_side(
    ...     onceper.read("Once per turn: You can draw 1 card.", lang="en"),
    ...     onceper.read("１ターンに１度、発動できる。自分は１枚ドローする。", game="yugioh"),
    ... ).readings[1].lang
    'ja'
    """
    return SideBySide(readings)


def readings_table(readings: Iterable[CardReading] | CardReading, *, max_rows: int | None = 50) -> ReadingsTable:
    """Show the limits of readings, or of one, as a table: a row each with the card, what the limit says, and its text.

    The caption says how many there are; ``max_rows=None`` shows all.

    Raises:
        WrongKindError: something else is among them.

    >>> import onceper
    >>> texts = ["Once per turn: You can draw 1 card.", "Draw 1 card."]
    >>> onceper.readings_table(onceper.read(text, lang="en") for text in texts).caption
    'limits: 1 of 1 · not read: 0 · readings: 2'
    """
    return ReadingsTable(readings, max_rows)


class Showing:
    """Show readings, or one alone, as HTML in a notebook, in colour with ``rich.print``, and as text with ``print``.

    Raises:
        WrongKindError: something else is among them.
    """

    def __init__(self, given: Iterable[CardReading] | CardReading) -> None:
        expected = "readings, as onceper.read and onceper.read_many give them"
        self.readings = tuple(given) if isinstance(given, Iterable) else (given,)
        for number, reading in enumerate(self.readings, start=1):
            if not isinstance(reading, CardReading):
                raise WrongKindError(reading, called=f"item {number}", expected=expected)

    def __rich__(self) -> RenderableType:
        return Group(*self.readings)

    def __str__(self) -> str:
        return plain(self)

    __repr__ = __str__


class SideBySide(Showing):
    """Show each of ``readings`` in a column, or where there is no HTML one below the other."""

    def _repr_html_(self) -> str:
        columns = [(named, named.stretches()) for named in map(Named, self.readings)]
        rows = sorted(set().union(*(found for _, found in columns)))
        return macro(
            "side",
            [(named, marked_stretches(named, *(found.get(row, (0, 0)) for row in rows))) for named, found in columns],
        )


class ReadingsTable(Showing):
    """Show the limits of ``readings``, at most ``max_rows`` of them."""

    def __init__(self, readings: Iterable[CardReading] | CardReading, max_rows: int | None) -> None:
        super().__init__(readings)
        every = ((named, entry) for named in map(Named, self.readings) for entry in named.limits)
        self.rows: list[tuple[Named, Entry]] = [*islice(every, max_rows)]

    @property
    def caption(self) -> str:
        """How many of the limits are shown, how many sentences were not read, and in how many readings."""
        limits, unread = (sum(len(getattr(one, part)) for one in self.readings) for part in ("limits", "unread"))
        return f"limits: {len(self.rows):,} of {limits:,} · not read: {unread:,} · readings: {len(self.readings):,}"

    def _repr_html_(self) -> str:
        return macro("table", self.rows, HEADINGS, self.caption)

    def __rich__(self) -> RenderableType:
        table = folding_table(*HEADINGS, title=self.caption, title_justify="left", show_lines=True)
        for named, entry in self.rows:
            card = Text.assemble((show_controls(named.reading.name or ""), "bold"), (f" {named.reading.lang}", "dim"))
            table.add_row(card, said(entry), Text(show_controls(entry.found.text)))
        return table if self.rows else Text(self.caption)
