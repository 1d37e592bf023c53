"""Where in the original text something stands, and what found it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Place = Annotated[int, Meta(ge=0)]
Span = tuple[Place, Place]
Source = Literal["rule", "classifier"]
Confidence = Annotated[float, Meta(ge=0, le=1)]


class Unread(Struct, frozen=True, gc=False):
    """Hold a sentence that carries a cue of a limit, or exceeds the length that rules read, and was not read."""

    span: Span
    text: str
    reason: Literal["no_rule", "too_long"]
