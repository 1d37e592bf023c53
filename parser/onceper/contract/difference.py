"""The record of one difference between two taggings of a card."""

from __future__ import annotations

from typing import Literal

from onceper.contract.reading import Field, Plain
from onceper.contract.span import Span

Of = Literal["text", "limit", "effect", "non_effect", "unread"]


class Difference(Plain, frozen=True, gc=False):
    """Hold one difference between two taggings of a text, of which the one is called a and the other b.

    ``of`` says what differs, and ``kind`` which kind of limit, effect or text that is no effect; where that differs
    itself, it is that of a. ``differs`` is ``only_a`` or ``only_b`` where the other has nothing of the sort, ``number``
    where there are more or fewer, else the field of the record. ``value_a`` and ``value_b`` are what each says, in
    words of the contract; ``span_a`` and ``text_a`` where and with which words, as far as there is one place.
    """

    id: str
    name: str | None
    game: str | None
    field: Field
    lang_a: str | None
    lang_b: str | None
    of: Of
    kind: str | None
    differs: str
    value_a: str | None
    value_b: str | None
    span_a: Span | None
    span_b: Span | None
    text_a: str | None
    text_b: str | None
