"""The record of one effect."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from onceper.contract.span import Span

EffectKind = Literal[
    "activated",
    "continuous",
    "procedure",
    "triggered",
    "static",
    "replacement",
    "keyword",
    "spell",
    "unknown",
]
# What applies by itself, and is never activated or triggered.
NEVER_ACTIVATED: frozenset[EffectKind] = frozenset({"continuous", "static", "replacement"})

ToldBy = Literal["print", "card_type"]
# One of the options, any number of them, every one; what something gains; each at its time or where it is so.
Choose = Literal["one", "any", "all", "gains", "when"]


class Option(Struct, frozen=True, gc=False):
    """Hold one choice of an effect, such as a bullet; ``label`` is what is printed before it."""

    index: Annotated[int, Meta(ge=1)]
    label: str | None
    span: Span
    text: str


class Effect(Struct, frozen=True, gc=False):
    """Hold one effect in printed order; ``parts`` are its pieces and ``span`` is their hull.

    ``kind_told_by`` says whether the print shows the kind, or only the card's type and property. ``options`` are the
    choices that the effect gives, and ``choose`` is what becomes of them, null without any.
    """

    index: Annotated[int, Meta(ge=1)]
    label: str | None
    kind: EffectKind
    span: Span
    parts: tuple[Span, ...]
    text: str
    options: tuple[Option, ...] = ()
    choose: Choose | None = None
    kind_told_by: ToldBy = "print"
