"""The record of one text that was read, and of one row of a tagged database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Unread

if TYPE_CHECKING:
    from rich.console import RenderableType

Field = Literal["text", "pendulum"]


class CardReading(Struct, frozen=True, gc=False):
    """Hold everything read in one text.

    Spans count code points of ``text``, which is the original as it was given.
    ``lang`` is null only for a text without a letter, in which there is nothing to read.
    """

    text: str
    lang: str | None
    game: str | None
    name: str | None
    limits: tuple[Limit, ...] = ()
    non_effects: tuple[NonEffect, ...] = ()
    effects: tuple[Effect, ...] = ()
    unread: tuple[Unread, ...] = ()

    def _repr_html_(self) -> str:
        """Return the reading as a notebook shows it."""
        # Only what shows a reading needs the display.
        from onceper.display.html import reading_html  # noqa: PLC0415

        return reading_html(self)

    def __rich__(self) -> RenderableType:
        """Return the reading as ``rich.print`` shows it."""
        from onceper.display.terminal import reading_view  # noqa: PLC0415

        return reading_view(self)

    def __str__(self) -> str:
        from onceper.display.terminal import plain  # noqa: PLC0415

        return plain(self.__rich__())


class Row(Struct, frozen=True, gc=False):
    """Hold one row of a tagged database; a row with ``error`` has empty lists."""

    id: str
    name: str | None
    lang: str | None
    game: str | None
    field: Field
    limits: tuple[Limit, ...] = ()
    non_effects: tuple[NonEffect, ...] = ()
    effects: tuple[Effect, ...] = ()
    unread: tuple[Unread, ...] = ()
    error: str | None = None
