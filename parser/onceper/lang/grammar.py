"""What the grammars of all languages share: flags that phrases tell, kept by sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ahocorasick_rs import AhoCorasick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

SENTENCES_KEPT = 65_536
LONGEST_KEPT = 2_000
# Stands in a phrase for any words.
ANY_WORDS = "..."


class FlagCache(dict[str, int]):
    """Keep the flags of sentences, which many cards print alike; a hit costs half of one in an ``lru_cache``."""

    def __init__(self, tell: Callable[[str], int]) -> None:
        super().__init__()
        self._tell = tell

    def __missing__(self, sentence: str) -> int:
        flags = self._tell(sentence)
        if len(self) >= SENTENCES_KEPT:
            self.clear()
        if len(sentence) <= LONGEST_KEPT:
            self[sentence] = flags
        return flags


class Phrases:
    """Find the phrases that tell something wherever they stand in a sentence; ``told`` gives those of each flag."""

    def __init__(self, told: Mapping[int, Iterable[str]]) -> None:
        flags: dict[str, int] = {}
        with_gaps: dict[int, list[str]] = {}
        for flag, phrases in told.items():
            for phrase in phrases:
                if ANY_WORDS in phrase:
                    with_gaps.setdefault(flag, []).append(phrase)
                else:
                    flags[phrase] = flags.get(phrase, 0) | flag
        self._automaton = AhoCorasick(list(flags))
        self._flags = tuple(flags.values())
        self._with_gaps = [(flag, re.compile(any_of(phrases))) for flag, phrases in with_gaps.items()]

    def said(self, sentence: str) -> int:
        """Return the flags of all phrases in a sentence."""
        said = 0
        for phrase, _, _ in self._automaton.find_matches_as_indexes(sentence, overlapping=True):
            said |= self._flags[phrase]
        for flag, pattern in self._with_gaps:
            if pattern.search(sentence):
                said |= flag
        return said


def any_of(phrases: Iterable[str]) -> str:
    """Return an expression for any of these phrases, in which three full stops stand for any words."""
    return (
        "|".join(
            re.escape(phrase).replace(r"\ \.\.\.", r"(?:\ .*?)??").replace(r"\.\.\.", ".*?")
            for phrase in sorted(phrases, reverse=True)
        )
        or "(?!)"
    )
