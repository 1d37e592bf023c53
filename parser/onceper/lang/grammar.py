"""What the languages' grammars share: flags that phrases tell, kept by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahocorasick_rs import AhoCorasick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

SENTENCES_KEPT = 65_536
LONGEST_KEPT = 2_000


class Kept(dict[str, int]):
    """Keep the flags of sentences, which many cards print alike; a hit costs half of one in an ``lru_cache``."""

    def __init__(self, read: Callable[[str], int]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, sentence: str) -> int:
        flags = self._read(sentence)
        if len(self) >= SENTENCES_KEPT:
            self.clear()
        if len(sentence) <= LONGEST_KEPT:
            self[sentence] = flags
        return flags


class Phrases:
    """Find the phrases that tell something wherever they stand in a sentence; ``told`` gives those of each flag."""

    def __init__(self, told: Mapping[int, Iterable[str]]) -> None:
        flags: dict[str, int] = {}
        for flag, phrases in told.items():
            for phrase in phrases:
                flags[phrase] = flags.get(phrase, 0) | flag
        self._automaton = AhoCorasick(list(flags))
        self._flags = tuple(flags.values())

    def said(self, sentence: str) -> int:
        """Return the flags of all phrases in a sentence."""
        said = 0
        for phrase, _, _ in self._automaton.find_matches_as_indexes(sentence, overlapping=True):
            said |= self._flags[phrase]
        return said
