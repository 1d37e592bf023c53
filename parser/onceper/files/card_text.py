"""The record that every source of card texts yields."""

from __future__ import annotations

from msgspec import Struct

from onceper.contract.reading import Field


class CardText(Struct, frozen=True, gc=False):
    """Hold one text of one card, as its file or table states it, or say in ``error`` why it cannot be read.

    ``where`` is the place of the text, such as ``cards.jsonl, line 3``, and empty in a table, which may be a piece of a
    larger one. ``lang`` and ``game`` are null where the file does not tell them. A text with ``error`` is not to be
    read; it keeps what could be made out.
    """

    id: str
    where: str
    name: str | None = None
    lang: str | None = None
    game: str | None = None
    field: Field = "text"
    text: str = ""
    error: str | None = None
