"""The cue words of a set of rules: plain literals, one of which stands in every text that a rule can read."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import chain
from typing import TYPE_CHECKING

from onceper.matching.cue_list import CueList
from onceper.matching.examples import Examples
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule, Wording


class Cues:
    """Find the cues of a set of rules; a text that holds none of the ``literals`` holds nothing that the rules read."""

    def __init__(self, listed: CueList) -> None:
        self.literals = listed.literals
        self._search = search_for(self.literals)
        self._behind = [len(literal) - 1 for literal in self.literals]
        self._skipped = re.compile(f"[{re.escape(listed.skipped)}]") if listed.skipped else None

    def places(self, text: str) -> list[int]:
        """Return where cues begin in a folded text, in order."""
        counted = text if self._skipped is None else self._skipped.sub("", text)
        behind = self._behind
        starts = [last - behind[number] for last, number in self._search(counted)]
        if not starts or self._skipped is None:
            return starts
        # How many signs that count stand before each that does not.
        before = [at.start() - number for number, at in enumerate(self._skipped.finditer(text))]
        return [start + bisect_right(before, start) for start in starts]


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
        parts = {part for rule in rules for wording in found_by_cues(rule) for part in wording.parts}
        self._leave_out = str.maketrans("", "", lexicon.skipped)
        lines = {rule: [self._counted(line) for line in (*rule.matches, *rule.rejects)] for rule in rules}
        self._examples = Examples(lines, {phrase for part in parts for phrase in part.phrases})
        # Where no joint stands between words this counts letters.
        self._words = {part: min(phrase.count(lexicon.joint) for phrase in part.phrases) for part in parts}
        self._held_by = {part: self._examples.that_hold_one(part.phrases) for part in parts}

    def cues_of(self, rules: Sequence[Rule], slots: Iterable[str] = (), phrases: Iterable[str] = ()) -> CueList:
        """Derive the cues of some of the rules; the phrases of ``slots``, and ``phrases``, are cues whatever they are.

        Patterns often differ only in what is not asked for.
        """
        own = self._examples.of(rules)
        words, held_by = self._words, self._held_by

        cues = {
            phrase.translate(self._leave_out)
            for phrase in chain(phrases, *map(self._lexicon.literals_of, slots))
            if phrase
        }
        every = dict.fromkeys(wording.parts for rule in rules for wording in found_by_cues(rule))
        rarity = {
            part: (part.is_telling, words[part], -(held_by[part] & own).bit_count())
            for part in dict.fromkeys(chain.from_iterable(every))
        }
        for parts in every:
            cues.update(max(parts, key=rarity.__getitem__).phrases)
        return CueList.shortest_of(cues, self._lexicon.skipped)

    def _counted(self, text: str) -> str:
        """Return a folded text without the signs that do not count."""
        return self._lexicon.fold(text).translate(self._leave_out)


def found_by_cues(rule: Rule) -> Iterator[Wording]:
    """Yield every way to read the patterns of a rule that cues lead to."""
    if rule.needs_cue:
        for pattern in rule.patterns:
            yield from pattern.wordings
