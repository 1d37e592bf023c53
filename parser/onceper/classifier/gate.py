"""Keep ordinary effect sentences away from the model: what it looks for holds telling phrases, or most of one."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from ahocorasick_rs import AhoCorasick

from onceper.classifier.features import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

# Where a letter is lost, this share of a phrase is often whole on one side of it.
MOST = 0.6


class Gate:
    """Let texts pass that hold one of these phrases, or most of it in one piece, of ``least`` letters or more."""

    def __init__(self, phrases: Sequence[str], least: int) -> None:
        pieces: set[str] = set()
        for phrase in map(plain, phrases):
            length = max(ceil(MOST * len(phrase)), min(least, len(phrase)))
            pieces.update(phrase[at : at + length] for at in range(len(phrase) - length + 1))
        self._automaton = AhoCorasick(sorted(pieces))

    def passes(self, text: str) -> bool:
        """Tell whether a plain text may hold what the model looks for."""
        return bool(self._automaton.find_matches_as_indexes(text))
