"""Which examples of rules hold a phrase, by which rare phrases are known."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from onceper.patterns.rule import Rule


class Examples:
    """Tell which examples hold phrases, as the bits of a number, by one search for all phrases."""

    def __init__(self, lines: Mapping[Rule, Sequence[str]], phrases: Iterable[str]) -> None:
        listed = [*phrases]
        search = search_for(listed)
        held_by = [0] * len(listed)
        self._of_rule: dict[Rule, int] = {}
        line = 1
        for rule, examples in lines.items():
            first = line
            for example in examples:
                for number in {number for _, number in search(example)}:
                    held_by[number] |= line
                line <<= 1
            self._of_rule[rule] = line - first
        self._held_by = dict(zip(listed, held_by, strict=True))

    def of(self, rules: Iterable[Rule]) -> int:
        """Return the examples of rules."""
        return reduce(or_, map(self._of_rule.__getitem__, rules), 0)

    def that_hold_one(self, phrases: Iterable[str]) -> int:
        """Return the examples that hold at least one of the phrases."""
        return reduce(or_, map(self._held_by.__getitem__, phrases), 0)
