"""The cue words of a set of rules: plain literals, one of which stands in every text that a rule can read."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING

import msgspec
from ahocorasick_rs import AhoCorasick

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.required import Part
    from onceper.patterns.rule import Rule, Wording


# The other parts that a clause with a cue must hold for one variant: of each part one phrase.
_Further = tuple[tuple[str, ...], ...]


class CueList(msgspec.Struct, frozen=True, array_like=True):
    """Hold cues as plain data, and for each what else must stand in a clause.

    That is nothing, or all parts of one of the ``beside`` whose places ``further`` gives for the cue. ``skipped`` are
    the signs between words that do not count.
    """

    literals: tuple[str, ...]
    further: tuple[tuple[int, ...], ...]
    beside: tuple[_Further, ...]
    skipped: str

    @classmethod
    def of(cls, further: Mapping[str, Collection[_Further]], skipped: str) -> CueList:
        """Return these cues, each with the parts that go with it."""
        literals = tuple(sorted(further))
        places = {parts: place for place, parts in enumerate(dict.fromkeys(chain.from_iterable(further.values())))}
        listed = (() if () in further[cue] else tuple(map(places.__getitem__, further[cue])) for cue in literals)
        return cls(literals, tuple(listed), tuple(places), skipped)

    @property
    def shortest(self) -> CueList:
        """The cues that hold no other, by which texts are found as by all, without what goes with them."""
        automaton = AhoCorasick(self.literals)
        kept = tuple(
            cue
            for place, cue in enumerate(self.literals)
            if all(found == place for found, _, _ in automaton.find_matches_as_indexes(cue, overlapping=True))
        )
        return CueList(kept, ((),) * len(kept), (), self.skipped)


class Cues:
    """Find the cues of a set of rules; a text that holds none of the ``literals`` holds nothing that the rules read."""

    def __init__(self, listed: CueList) -> None:
        self.literals = listed.literals
        self._further, self._beside = listed.further, listed.beside
        self._automaton = AhoCorasick(self.literals)
        self._skipped = re.compile(f"[{re.escape(listed.skipped)}]") if listed.skipped else None

    def places(self, text: str) -> list[int]:
        """Return where cues begin in a folded text, in order; of cues that overlap one is enough."""
        if self._skipped is None:
            return [start for _, start, _ in self._automaton.find_matches_as_indexes(text)]
        found = self._automaton.find_matches_as_indexes(self._skipped.sub("", text))
        if not found:
            return []
        # How many signs that count stand before each that does not.
        before = [at.start() - number for number, at in enumerate(self._skipped.finditer(text))]
        return [start + bisect_right(before, start) for _, start, _ in found]

    def may_stand_in(self, clause: str) -> bool:
        """Tell whether a folded clause holds a cue and the parts that go with it."""
        if self._skipped is not None:
            clause = self._skipped.sub("", clause)
        for cue in {cue for cue, _, _ in self._automaton.find_matches_as_indexes(clause, overlapping=True)}:
            further = self._further[cue]
            if not further:
                return True
            for place in further:
                if _stand_in(self._beside[place], clause):
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
    """Derive the cues of these rules, as ``CueFinder`` does."""
    return Cues(CueFinder(rules, lexicon).cues_of(rules, slots, phrases))


class CueFinder:
    """Derive the cues of rules, or of some of them.

    A pattern with a phrase of a telling slot is found by that, any other by the run of its words that looks rarest: of
    the most words, and in the fewest examples of all rules whose cues are asked for.
    """

    def __init__(self, rules: Sequence[Rule], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        parts = {part for rule in rules for wording in _found_by_cues(rule) for part in wording.parts}
        self._leave_out = str.maketrans("", "", lexicon.skipped)
        lines = {rule: [self._counted(line) for line in (*rule.matches, *rule.rejects)] for rule in rules}
        self._examples = _Examples(lines, {phrase for part in parts for phrase in part.phrases})
        # Where no joint stands between words this counts letters.
        self._words = {part: min(phrase.count(lexicon.joint) for phrase in part.phrases) for part in parts}
        self._held_by = {part: self._examples.that_hold_one(part.phrases) for part in parts}
        self._beside = cache(_beside)

    def cues_of(self, rules: Sequence[Rule], slots: Iterable[str] = (), phrases: Iterable[str] = ()) -> CueList:
        """Derive the cues of some of the rules; the phrases of ``slots``, and ``phrases``, are cues whatever they are.

        Patterns often differ only in what is not asked for.
        """
        own = self._examples.of(rules)
        words, held_by = self._words, self._held_by

        @cache
        def rarity(part: Part) -> tuple[bool, int, int]:
            return part.is_telling, words[part], -(held_by[part] & own).bit_count()

        further: dict[str, set[_Further]] = {
            phrase.translate(self._leave_out): {()}
            for phrase in chain(phrases, *map(self._lexicon.literals_of, slots))
            if phrase
        }
        for parts in dict.fromkeys(wording.parts for rule in rules for wording in _found_by_cues(rule)):
            rarest, *others = sorted(parts, key=rarity, reverse=True)
            more = () if rarest.is_telling else tuple(dict.fromkeys(other.phrases for other in others))
            for cue, beside in self._beside(rarest.phrases, more):
                further.setdefault(cue, set()).add(beside)
        return CueList.of(further, self._lexicon.skipped)

    def _counted(self, text: str) -> str:
        """Return a folded text without the signs that do not count."""
        return self._lexicon.fold(text).translate(self._leave_out)


def _found_by_cues(rule: Rule) -> Iterator[Wording]:
    """Yield every way to read the patterns of a rule that cues lead to."""
    if rule.needs_cue:
        for pattern in rule.patterns:
            yield from pattern.wordings


def _beside(cues: tuple[str, ...], parts: _Further) -> list[tuple[str, _Further]]:
    """Return with each cue the parts that it does not hold itself."""
    found: list[tuple[str, _Further]] = []
    for cue in cues:
        others: list[tuple[str, ...]] = []
        for part in parts:
            for phrase in part:
                if phrase in cue:
                    break
            else:
                others.append(part)
        found.append((cue, tuple(others)))
    return found


class _Examples:
    """Tell which examples hold phrases, as the bits of a number, by one search for all phrases."""

    def __init__(self, lines: Mapping[Rule, Sequence[str]], phrases: Iterable[str]) -> None:
        listed = [*phrases]
        automaton = AhoCorasick(listed)
        held_by = [0] * len(listed)
        self._of_rule: dict[Rule, int] = {}
        line = 1
        for rule, examples in lines.items():
            first = line
            for example in examples:
                found = automaton.find_matches_as_indexes(example, overlapping=True)
                for number in {number for number, _, _ in found}:
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
