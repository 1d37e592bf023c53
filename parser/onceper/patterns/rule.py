"""The record of one rule, as its file states it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

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
ReadingKind = Literal["limit", "non_effect", "not_a_limit", "amends"]


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Hold one rule.

    ``reading`` holds the contract's fields that the rule gives; the words that fill its slots give the others.
    A ``not_a_limit`` rule reads words that look like a limit and says why they are none; one that ``amends`` changes
    fields of the soft limits in its sentence.
    """

    id: str
    file: str
    game: str | None
    patterns: tuple[str, ...]
    reading_kind: ReadingKind
    reading: Mapping[str, Any]
    why_not: str
    where: frozenset[Where]
    unless: tuple[str, ...]
    matches: tuple[str, ...]
    rejects: tuple[str, ...]
    source: str

    @property
    def pattern(self) -> str:
        """The patterns, one a line."""
        return "\n".join(self.patterns)
