"""Where in the original text something stands, and what found it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Place = Annotated[int, Meta(ge=0)]
Span = tuple[Place, Place]
Source = Literal["rule", "classifier"]
Reason = Literal["no_rule", "too_long", "damaged"]
Confidence = Annotated[float, Meta(ge=0, le=1)]


class Guess(Struct, frozen=True, gc=False):
    """Hold what the classifier takes an unread sentence for: a kind of limit, or of text that is no effect."""

    kind: str
    confidence: Confidence


Ask = Callable[[], Guess | None]


class _Asking:
    """Make the guess of an unread sentence when somebody first asks for it."""

    __slots__ = ("_ask",)
    _ask: Ask

    def __getattr__(self, name: str) -> Any:
        # Python comes here for what was not set.
        if name != "guess":
            raise AttributeError(name)
        object.__setattr__(self, name, self._ask())
        return getattr(self, name)


# Of a Struct msgspec writes each field as it lies there; for those of a dataclass with slots it asks.
@dataclass(frozen=True, slots=True)
class Unread(_Asking):
    """Hold a sentence that could state a limit, stands beside the effects or is too long for rules, and was not read.

    A damaged sentence that likely states a limit is ``damaged``, and so is, as a whole, a text of which nobody can say
    what it states.
    ``guess`` is a hint for people and for sorting, never a limit; null where the classifier has no opinion.
    """

    span: Span
    text: str
    reason: Reason
    guess: Guess | None = None

    @classmethod
    def asking(cls, span: Span, text: str, reason: Reason, ask: Ask | None) -> Unread:
        """Return one whose guess is made when somebody asks for it."""
        unread = cls(span, text, reason)
        if ask:
            object.__setattr__(unread, "_ask", ask)
            object.__delattr__(unread, "guess")
        return unread
