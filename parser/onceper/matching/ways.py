"""The ways to read a clause: what must stand in it, in order, for one wording of a rule; another is not looked into."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from onceper.matching.cues import found_by_cues
from onceper.matching.way_list import Way, WayList
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.patterns.rule import Rule
    from onceper.patterns.sequence import SequenceFinder

# Of a longer clause only the first words are read: to look for all that it holds would take longer.
_LONGEST = 20_000


class Ways:
    """Tell which folded clauses hold all that some way to read them asks for."""

    def __init__(self, listed: WayList) -> None:
        self._ways_of, self._ways, self._parts = listed.ways_of, listed.ways, listed.parts
        self._search = search_for(listed.cues)
        self._skipped, self._is_open = listed.skipped, listed.is_open

    def may_lead_through(self, clause: str) -> bool:
        """Tell whether some rule may read a folded clause."""
        if self._is_open:
            return True
        for sign in self._skipped:
            clause = clause.replace(sign, "")
        cues = {cue for _, cue in self._search(clause)}
        if cues and len(clause) > _LONGEST:
            return True
        parts = self._parts
        known: dict[int, bool] = {}
        for cue in cues:
            ways = self._ways_of[cue]
            if not ways:
                return True
            for number in ways:
                others, order = self._ways[number]
                for other in others:
                    stands = known.get(other)
                    if stands is None:
                        stands = known[other] = _stands_in(parts[other], clause)
                    if not stands:
                        break
                else:
                    if _stand_in_order([parts[part] for part in order], clause):
                        return True
        return False

    def which_lead_through(self, clauses: Iterable[str]) -> list[bool]:
        """Tell of each folded clause whether some rule may read it."""
        return [self.may_lead_through(clause) for clause in clauses]


def _stands_in(phrases: Iterable[str], clause: str) -> bool:
    # A plain loop takes half of the time of ``any``.
    for phrase in phrases:  # noqa: SIM110
        if phrase in clause:
            return True
    return False


def _stand_in_order(parts: Iterable[Iterable[str]], clause: str) -> bool:
    """Tell whether a phrase of each part stands in a clause behind those before: of each that which ends first."""
    behind = 0
    for part in parts:
        ends = -1
        for phrase in part:
            at = clause.find(phrase, behind)
            if at >= 0 and (ends < 0 or at + len(phrase) < ends):
                ends = at + len(phrase)
        if ends < 0:
            return False
        behind = ends
    return True


def ways_of(rules: Sequence[Rule], sequences: SequenceFinder, further: Iterable[Way] = ()) -> WayList:
    """Return the ways to read clauses by rules; every phrase of a telling slot is one, and so are ``further``."""
    lexicon = sequences.lexicon
    wordings = (wording for rule in rules for wording in found_by_cues(rule))
    phrases = (phrase for slot in lexicon.telling for phrase in lexicon.phrases_of(slot))
    ways = chain(
        (Way(sequences.in_order(wording.elements)) for wording in wordings),
        (Way(parts) for phrase in phrases for parts in sequences.ways_to_print(phrase)),
        further,
    )
    return WayList.of(dict.fromkeys(ways), rules, lexicon)
