"""Where in the original text something stands, and what found it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Place = Annotated[int, Meta(ge=0)]
Span = tuple[Place, Place]
Source = Literal["rule", "classifier"]
Confidence = Annotated[float, Meta(ge=0, le=1)]


class Guess(Struct, frozen=True, gc=False):
    """Hold what the classifier takes an unread sentence for: a kind of limit, or of text that is no effect."""

    kind: str
    confidence: Confidence


class Unread(Struct, frozen=True, gc=False):
    """Hold a sentence that could state a limit, stands beside the effects or is too long for rules, and was not read.

    ``guess`` is a hint for people and for sorting, never a limit; null where the classifier has no opinion.
    """

    span: Span
    text: str
    reason: Literal["no_rule", "too_long"]
    guess: Guess | None = None
