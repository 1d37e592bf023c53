"""The record of one rule, as its file states it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.patterns.literals import LexedVariant
    from onceper.patterns.required import Part

# A headline is a first line without a full stop, the material line of an Extra Deck monster; undivided is a sentence
# without colon or semicolon, which holds neither an activation nor a cost. Before and behind its like stands a sentence
# that is text of its kind only together with the next one, or with the one before.
Where = Literal[
    "sentence_start",
    "in_parenthesis",
    "first_line",
    "headline",
    "after_colon",
    "after_comma",
    "outside_number",
    "undivided",
    "before_its_like",
    "behind_its_like",
]
ReadingKind = Literal["limit", "non_effect", "not_a_limit", "could_limit", "amends"]


class Wording(NamedTuple):
    """Hold one way to read a pattern, lexed, and the parts that must stand in a text for it to match."""

    elements: LexedVariant
    parts: tuple[Part, ...]


class Pattern:
    """Hold a pattern as its file has it; ``lex`` gives every way to read it, when the first is asked for."""

    def __init__(self, text: str, lex: Callable[[], tuple[Wording, ...]]) -> None:
        self.text = text
        self._lex = lex

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """Every way to read the pattern, the longest first."""
        return self._lex()


class Rule(msgspec.Struct, frozen=True, eq=False):
    """Hold one rule.

    ``reading`` holds the contract's fields that the rule gives; the words that fill its slots give the others.
    A ``not_a_limit`` rule reads words that look like a limit and says why they are none; a ``could_limit`` rule finds
    words that could state one, and leaves them unread where nothing else reads them; one that ``amends`` changes fields
    of the limits in its sentence, or of its other text. ``why`` is what such a rule says of its words; ``confidence``
    is how often what it reads is right.
    """

    id: str
    file: str
    game: str | None
    patterns: tuple[Pattern, ...]
    reading_kind: ReadingKind
    reading: Mapping[str, Any]
    why: str
    where: frozenset[Where]
    unless: tuple[Pattern, ...]
    matches: tuple[str, ...]
    rejects: tuple[str, ...]
    source: str
    confidence: float = 1.0

    @property
    def pattern(self) -> str:
        """The patterns, one a line."""
        return "\n".join(pattern.text for pattern in self.patterns)

    @property
    def amended_kind(self) -> str:
        """The kind of limit or other text whose fields an amending rule changes."""
        return str(self.reading.get("kind", "soft"))

    @property
    def needs_cue(self) -> bool:
        """Whether a cue leads to the rule; a headline is so rare that it is read whatever words stand there."""
        return "headline" not in self.where

    def __repr__(self) -> str:
        return f"<Rule {self.id} of {self.file}>"
