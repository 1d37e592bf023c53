"""What shows several readings: HTML in a notebook, text everywhere else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

from onceper.contract.reading import CardReading
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from rich.console import RenderableType


class NotReadingsError(OnceperError):
    """What is to be shown is no reading, or there is none."""


class Showing(ABC):
    """Show itself as HTML in a notebook, in colour with ``rich.print``, and as plain text with ``print``."""

    @abstractmethod
    def _repr_html_(self) -> str:
        """Return it as a notebook shows it."""

    @abstractmethod
    def __rich__(self) -> RenderableType: ...

    def __str__(self) -> str:
        from onceper.display.terminal import plain  # noqa: PLC0415

        return plain(self.__rich__())

    __repr__ = __str__


def readings_in(given: Iterable[CardReading]) -> tuple[CardReading, ...]:
    """Return these readings, all of them in memory.

    Raises:
        NotReadingsError: there is none, or something else is among them.
    """
    expected = "readings, as onceper.read and onceper.read_many give them"
    if isinstance(given, (str, CardReading)) or not isinstance(given, Iterable):
        remedy = "put it into a list" if isinstance(given, CardReading) else ""
        raise NotReadingsError(f"this is one {type(given).__name__}", expected=expected, remedy=remedy)
    readings = tuple(given)
    for number, reading in enumerate(readings, start=1):
        if not isinstance(reading, CardReading):
            raise NotReadingsError(f"this is a {type(reading).__name__}", where=f"item {number}", expected=expected)
    if not readings:
        raise NotReadingsError("there is none", expected=expected)
    return readings
