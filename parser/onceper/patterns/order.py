"""Which of two rules reads words that both can read is written: the longest, the most slots, the first in the files.

Two rules with equal words and different readings leave nothing to decide by but chance and are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.patterns import notation
from onceper.patterns.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from onceper.patterns.rule import ReadingKind, Rule, Wording

# Readings of one kind of record compete for their words; a limit and what only looks like one are of one kind.
COMPETES_AS: dict[ReadingKind, ReadingKind] = {"not_a_limit": "limit"}


def same_words(rules: Sequence[Rule]) -> list[Problem]:
    """Return for each rule whose words another rule before it reads in another way what is wrong with that."""
    return list(_same_words(rules))


def _same_words(rules: Sequence[Rule]) -> Iterator[Problem]:
    first: dict[Hashable, Rule] = {}
    for rule in rules:
        for pattern in rule.patterns:
            for wording in pattern.wordings:
                key = (_competes_as(rule), rule.where, rule.game, _words(wording))
                other = first.setdefault(key, rule)
                if other is not rule and (other.reading_kind, other.reading) != (rule.reading_kind, rule.reading):
                    yield Problem(
                        rule.file,
                        rule.id,
                        f"{pattern.text!r} has the words of {other.id} in {other.file}, which reads them differently",
                        "other words, or one rule",
                    )
                    break


def _competes_as(rule: Rule) -> ReadingKind:
    return COMPETES_AS.get(rule.reading_kind, rule.reading_kind)


def _words(wording: Wording) -> Hashable:
    """Return the words and slots of a wording without the marks, which only say what a span covers."""
    return tuple(
        tuple(lexed.orths) if lexed else element
        for element, lexed in wording.elements
        if not isinstance(element, notation.Mark)
    )
