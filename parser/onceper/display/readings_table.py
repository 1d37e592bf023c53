"""The limits of many readings as a table."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from onceper.display.named import Named
from onceper.display.page import macro
from onceper.display.showing import Showing, readings_in
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading

HEADINGS = ("card", "limit", "text")


class MaxRowsError(OnceperError, ValueError):
    """A table was asked for with no rows."""


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
    return ReadingsTable(readings_in(readings), max_rows)


class ReadingsTable(Showing):
    """Show the limits of ``readings``, at most ``max_rows`` of them."""

    def __init__(self, readings: tuple[CardReading, ...], max_rows: int | None) -> None:
        self.readings = readings
        self.max_rows = max_rows

    @property
    def caption(self) -> str:
        """How many limits there are, and in how many of the readings."""
        limits = sum(len(reading.limits) for reading in self.readings)
        limited = sum(bool(reading.limits) for reading in self.readings)
        unread = sum(len(reading.unread) for reading in self.readings)
        caption = (
            f"{limits:,} limit{_s(limits)} in {limited:,} of {len(self.readings):,} reading{_s(len(self.readings))}"
        )
        return f"{caption} · {unread:,} sentence{_s(unread)} not read" if unread else caption

    @property
    def more(self) -> str:
        """How many limits are not shown, empty where all are."""
        left = sum(len(reading.limits) for reading in self.readings) - len([*self.rows()])
        return f"and {left:,} more limit{_s(left)}" if left else ""

    def rows(self) -> Iterator[tuple[CardReading, Limit]]:
        """Yield the limits that are shown, each with its reading."""
        return islice(((reading, limit) for reading in self.readings for limit in reading.limits), self.max_rows)

    def _repr_html_(self) -> str:
        limits = [(Named(reading), limit) for reading, limit in self.rows()]
        return macro("table", limits, HEADINGS, self.caption, self.more)

    def __rich__(self) -> RenderableType:
        from onceper.display.terminal import limits_table  # noqa: PLC0415

        return limits_table(self.rows(), HEADINGS, self.caption, self.more)


def _s(count: int) -> str:
    return "" if count == 1 else "s"
