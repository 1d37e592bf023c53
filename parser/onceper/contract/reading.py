"""The record of one text that was read, and of one row of a tagged database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec
from msgspec import Struct

from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Unread

if TYPE_CHECKING:
    from rich.console import RenderableType

Field = Literal["text", "pendulum"]
# What may be asked of a text; what was not read is always told.
Part = Literal["limits", "non_effects", "effects"]
ALL_PARTS: frozenset[Part] = frozenset(get_args(Part))
# The fields that hold a record for each thing that was read, or was not.
LISTS = (*get_args(Part), "unread")
# So much of a text stands for a card without a name.
_SHOWN = 30


class Plain(Struct, frozen=True, gc=False):
    """Give a record as what every program knows."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by their names, as dicts, lists, strings, numbers, booleans and null.

        >>> import onceper
        >>> reading = onceper.read("Once per turn: You can draw 1 card.", lang="en")
        >>> reading.to_dict()["limits"][0]["span"]
        [0, 13]
        """
        return dict(json.loads(self.to_json()))

    def to_json(self) -> str:
        """Return the same as JSON on one line, as a line of JSON Lines has it.

        >>> import json, onceper
        >>> reading = onceper.read("Once per turn: You can draw 1 card.", lang="en")
        >>> json.loads(reading.to_json()) == reading.to_dict()
        True
        """
        # msgspec's own encoder refuses the halves of characters that a damaged text may hold.
        return json.dumps(msgspec.to_builtins(self), ensure_ascii=False, separators=(",", ":"))


class CardReading(Plain, frozen=True, gc=False):
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

    def __repr__(self) -> str:
        card = f"{self.name or self.text[:_SHOWN]!r}, lang={self.lang!r}, game={self.game!r}"
        found = (f"{part}={[one.kind for one in getattr(self, part)]}" for part in get_args(Part))
        return f"<CardReading {card}, {', '.join(found)}, unread={len(self.unread)}>"

    # The one arrow upwards: who shows a reading or marks its text needs it, who reads or stores one does not.

    def _repr_html_(self) -> str:
        """Return the reading as a notebook shows it."""
        from onceper.display.html import reading_html  # noqa: PLC0415

        return reading_html(self)

    def __rich__(self) -> RenderableType:
        """Return the reading as ``rich.print`` shows it."""
        from onceper.display.terminal import reading_view  # noqa: PLC0415

        return reading_view(self)

    def explain(self) -> str:
        """Return the reading as ``onceper explain`` shows it, without colours and as wide as the terminal.

        >>> import onceper
        >>> print(onceper.read("Once per turn: You can draw 1 card.", lang="en").explain())
        A card text  en
        <BLANKLINE>
        ...
        """
        from onceper.display.terminal import plain  # noqa: PLC0415

        return plain(self.__rich__())

    def marked(self, style: str) -> str:
        r"""Return the text in a style: ``lines``, ``numbers``, ``xml``, ``ygopro``, or ``plain``, without marks.

        ``onceper.unmark`` takes away what was added, and leaves the text as it was. What is marked is marked anew.

        Raises:
            StyleError: there is no such style.
            MarkError: the marks could not be told from the text afterwards, or XML cannot hold one of its characters.

        >>> import onceper
        >>> onceper.read("Gain 500 LP. If this card is destroyed: Draw 1 card.", lang="en").marked("lines")
        'Gain 500 LP. \xa0\xa0\nIf this card is destroyed: Draw 1 card.'
        """
        from onceper.marking.styles import mark  # noqa: PLC0415

        return mark(self, style)


class Row(Plain, frozen=True, gc=False):
    """Hold one row of a tagged database; a row with ``error`` has empty lists.

    ``text`` is the card's own text where it was asked for, and null else. ``made_of`` is a digest of what was read,
    null where that could not be made out, and ``made_by`` says by which version of onceper and its rules.
    """

    id: str
    name: str | None
    lang: str | None
    game: str | None
    field: Field
    text: str | None = None
    limits: tuple[Limit, ...] = ()
    non_effects: tuple[NonEffect, ...] = ()
    effects: tuple[Effect, ...] = ()
    unread: tuple[Unread, ...] = ()
    error: str | None = None
    made_of: str | None = None
    made_by: str | None = None
