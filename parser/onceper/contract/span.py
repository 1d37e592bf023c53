"""Where in the original text something stands, and what found it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

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


class _Guessed:
    """Make the guess of an unread sentence when somebody first asks for it."""

    _held = "_guess"

    def __get__(self, unread: Unread | None, _: type) -> Guess | None:
        # What the class gives is the default.
        if unread is None:
            return None
        guess: Guess | Ask | None = getattr(unread, self._held)
        if callable(guess):
            guess = guess()
            self.__set__(unread, guess)
        return guess

    def __set__(self, unread: Unread, guess: Guess | Ask | None) -> None:
        object.__setattr__(unread, self._held, guess)


_GUESSED: Any = _Guessed()


# Of a Struct msgspec writes each field as it lies there; for those of a dataclass with slots it asks.
@dataclass(frozen=True)
class Unread:
    """Hold a sentence that could state a limit, stands beside the effects or is too long for rules, and was not read.

    A damaged sentence that likely states a limit is ``damaged``, and so is, as a whole, a text of which nobody can say
    what it states.
    ``guess`` is a hint for people and for sorting, never a limit; null where the classifier has no opinion.
    """

    __slots__ = ("_guess", "reason", "span", "text")

    span: Span
    text: str
    reason: Reason
    guess: Guess | None = _GUESSED

    @classmethod
    def asking(cls, span: Span, text: str, reason: Reason, ask: Ask | None) -> Unread:
        """Return one whose guess is made when somebody asks for it."""
        return cls(span, text, reason, cast("Guess | None", ask))

    def __reduce__(self) -> tuple[type[Unread], tuple[Any, ...]]:
        return Unread, (self.span, self.text, self.reason, self.guess)
