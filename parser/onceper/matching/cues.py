"""The cue words of a set of rules: plain literals, one of which stands in every text that a rule can read."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from ahocorasick_rs import AhoCorasick

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.required import Part
    from onceper.patterns.rule import Rule


# The other parts that a clause with a cue must hold for one variant: of each part one phrase.
_Further = tuple[tuple[str, ...], ...]


class Cues:
    """Find the cues of a set of rules.

    A text that holds none of the ``literals`` holds nothing that the rules read. ``further`` gives for each cue what
    else must stand in a clause: all parts of one of these.
    """

    def __init__(self, further: Mapping[str, Collection[_Further]]) -> None:
        self.literals = tuple(sorted(further))
        self._further = tuple(() if () in further[cue] else tuple(further[cue]) for cue in self.literals)
        self._automaton = AhoCorasick(self.literals)

    def places(self, text: str) -> list[int]:
        """Return where cues begin in a folded text, in order; of cues that overlap one is enough."""
        return [start for _, start, _ in self._automaton.find_matches_as_indexes(text)]

    def may_stand_in(self, clause: str) -> bool:
        """Tell whether a folded clause holds a cue and the parts that go with it."""
        for cue in {cue for cue, _, _ in self._automaton.find_matches_as_indexes(clause, overlapping=True)}:
            further = self._further[cue]
            if not further:
                return True
            for parts in further:
                if _stand_in(parts, clause):
                    return True
        return False

    def may_stand_in_each(self, clauses: Iterable[str]) -> list[bool]:
        """Tell of each folded clause whether it holds a cue and the parts that go with it."""
        return [self.may_stand_in(clause) for clause in clauses]


def _stand_in(parts: _Further, clause: str) -> bool:
    """Tell whether a clause holds one phrase of each part; plain loops take half of the time of ``any`` and ``all``."""
    for part in parts:
        for phrase in part:
            if phrase in clause:
                break
        else:
            return False
    return True


def cues_of(rules: Sequence[Rule], lexicon: Lexicon, slots: Iterable[str] = (), phrases: Iterable[str] = ()) -> Cues:
    """Derive the cues of these rules.

    A pattern with a phrase of a telling slot is found by that, any other by the run of its words that looks rarest: of
    the most words, and in the fewest examples of all rules. The phrases of ``slots``, and ``phrases``, are cues
    whatever rules there are.
    """
    examples = _Examples([lexicon.fold(line) for rule in rules for line in (*rule.matches, *rule.rejects)])

    @cache
    def rarity(option: Part) -> tuple[bool, int, int]:
        # Where no joint stands between words this counts letters.
        words = min(phrase.count(lexicon.joint) for phrase in option.phrases)
        return option.is_telling, words, -examples.that_hold_one(option.phrases)

    further: dict[str, set[_Further]] = {
        phrase: {()} for phrase in chain(phrases, *map(lexicon.literals_of, slots)) if phrase
    }
    for rule in rules:
        if not rule.needs_cue:
            continue
        for pattern in rule.patterns:
            for wording in pattern.wordings:
                rarest, *others = sorted(wording.parts, key=rarity, reverse=True)
                more = () if rarest.is_telling else tuple(dict.fromkeys(other.phrases for other in others))
                for cue in rarest.phrases:
                    further.setdefault(cue, set()).add(tuple(part for part in more if not any(p in cue for p in part)))
    return Cues(further)


class _Examples:
    """Count the examples that hold phrases, by one search of them all for each."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._joined = "\n".join(lines)
        self._behind = list(accumulate(len(line) + 1 for line in lines))

    def that_hold_one(self, phrases: Iterable[str]) -> int:
        """Return the number of examples that hold at least one of the phrases."""
        found: set[int] = set()
        for phrase in phrases:
            at = self._joined.find(phrase)
            while at >= 0:
                number = bisect_right(self._behind, at)
                found.add(number)
                at = self._joined.find(phrase, self._behind[number])
        return len(found)
