"""What every format of files gives and takes: card texts come from a Source, rows go to a Sink."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

from onceper.contract.reading import Field, Row

LONGEST_CARD = 1 << 23
"""What no card has, in characters of its text or bytes of its JSON, of which each may take fifty times the memory."""


class CardText(Struct, frozen=True, gc=False):
    """Hold one text of one card, as its file or table states it, or say in ``error`` why it cannot be read.

    ``where`` is the place of the text, such as ``cards.jsonl, line 3``, and empty in a table, which may be a piece of a
    larger one. ``lang`` and ``game`` are null where the file does not tell them. A text with ``error`` is not to be
    read; it keeps what could be made out. ``card_type`` is what the card is in the words of its database: its type,
    and behind it its type line or property, such as ``Trap / Continuous``.
    """

    id: str
    where: str
    name: str | None = None
    lang: str | None = None
    game: str | None = None
    field: Field = "text"
    text: str = ""
    error: str | None = None
    card_type: str | None = None


class Source(NamedTuple):
    """Hold the card texts of one open file, in its order.

    ``share_read`` tells how much of the file was read, from 0 to 1. ``one_language`` says that all texts are
    in one language, which the file does not name. ``bytes_read`` tells how much was read, where the file is read in
    its order as bytes. A text that cannot be read comes with ``error``; a file
    that cannot be read raises an InputError.
    """

    cards: Iterator[CardText]
    share_read: Callable[[], float]
    one_language: bool
    bytes_read: Callable[[], int] | None = None


Sink = Callable[[Row], None]
"""Take one row. A sink is given by a context manager, which writes what is left when its block ends well."""

Form = Literal["arrow", "lines"]
"""How rows are kept on their way to a file: as an Arrow stream, or as JSON Lines."""
