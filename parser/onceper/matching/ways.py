"""The ways to read a clause: what must stand in it, in order, for one wording of a rule; another is not looked into."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec
from ahocorasick_rs import AhoCorasick

from onceper.matching.cues import found_by_cues
from onceper.matching.examples import Examples
from onceper.patterns.sequence import SequenceFinder
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule
    from onceper.patterns.sequence import InOrder

# Of a longer clause only the first words are read: to look for all that it holds would take longer.
_LONGEST = 20_000
# Where no joint stands between words, print may set or leave out a comma nearly everywhere.
_COMMA = "、"


class Way(NamedTuple):
    """Hold what a clause must hold: of each of the ``parts`` one phrase, in their order or not."""

    parts: InOrder
    is_in_order: bool = True


class WayList(msgspec.Struct, frozen=True, array_like=True):
    """Hold ways as plain data, each under the cues one of which every clause holds that it leads to.

    ``ways`` have the places of their ``parts`` twice: but for that of the cue, the rarest first, and in order, or
    nothing where that does not count. ``skipped`` are the signs between words that do not count.
    """

    cues: tuple[str, ...]
    ways_of: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    parts: tuple[tuple[str, ...], ...]
    skipped: str

    @classmethod
    def of(cls, ways: Iterable[Way], rules: Sequence[Rule], lexicon: Lexicon) -> Self:
        """Return ways by what is rarest in each: in the fewest examples of these rules, and of the most signs."""
        skipped = lexicon.skipped or ("" if lexicon.joint else _COMMA)
        leave_out = str.maketrans("", "", skipped)
        counted = [
            (tuple(tuple(phrase.translate(leave_out) for phrase in part) for part in way.parts), way) for way in ways
        ]
        parts = dict.fromkeys(part for told, _ in counted for part in told)
        lines = {
            rule: [lexicon.fold(Text(line).normal).translate(leave_out) for line in (*rule.matches, *rule.rejects)]
            for rule in rules
        }
        examples = Examples(lines, {phrase for part in parts for phrase in part})
        # Signs stand everywhere, and masked names in no example.
        rarity = {
            part: (
                any(len(phrase) == 1 and not phrase.isalnum() for phrase in part),
                examples.that_hold_one(part).bit_count(),
                -min(map(len, part)),
                number,
            )
            for number, part in enumerate(parts)
        }
        places = {part: place for place, part in enumerate(parts)}
        found: dict[str, dict[tuple[tuple[int, ...], tuple[int, ...]], None]] = {}
        for told, way in counted:
            rarest, *others = sorted(dict.fromkeys(told), key=rarity.__getitem__)
            order = tuple(map(places.__getitem__, told)) if way.is_in_order and others else ()
            for cue in rarest:
                found.setdefault(cue, {})[tuple(map(places.__getitem__, others)), order] = None
        every = dict.fromkeys(chain.from_iterable(found.values()))
        number_of = {way: number for number, way in enumerate(every)}
        cues = tuple(sorted(found))
        return cls(
            cues,
            tuple(() if ((), ()) in found[cue] else tuple(map(number_of.__getitem__, found[cue])) for cue in cues),
            tuple(every),
            tuple(parts),
            skipped,
        )


class Ways:
    """Tell which folded clauses hold all that some way to read them asks for."""

    def __init__(self, listed: WayList) -> None:
        self._ways_of, self._ways, self._parts = listed.ways_of, listed.ways, listed.parts
        self._automaton = AhoCorasick(listed.cues)
        self._skipped = listed.skipped

    def may_lead_through(self, clause: str) -> bool:
        """Tell whether some rule may read a folded clause."""
        for sign in self._skipped:
            clause = clause.replace(sign, "")
        cues = {cue for cue, _, _ in self._automaton.find_matches_as_indexes(clause, overlapping=True)}
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


def ways_of(rules: Sequence[Rule], lexicon: Lexicon, further: Iterable[Way] = ()) -> WayList:
    """Return the ways to read clauses by rules; every phrase of a telling slot is one, and so are ``further``."""
    sequences = SequenceFinder(lexicon)
    wordings = (wording for rule in rules for wording in found_by_cues(rule))
    phrases = (phrase for slot in lexicon.telling for phrase in lexicon.phrases_of(slot))
    ways = chain(
        (Way(sequences.in_order(wording.elements)) for wording in wordings),
        (Way(parts) for phrase in phrases for parts in sequences.ways_to_print(phrase)),
        further,
    )
    return WayList.of(dict.fromkeys(ways), rules, lexicon)
