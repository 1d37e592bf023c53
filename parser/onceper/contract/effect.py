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


class Effect(Struct, frozen=True, gc=False):
    """Hold one effect in printed order; ``parts`` are its pieces and ``span`` is their hull."""

    index: Annotated[int, Meta(ge=1)]
    label: str | None
    kind: EffectKind
    span: Span
    parts: tuple[Span, ...]
    text: str
