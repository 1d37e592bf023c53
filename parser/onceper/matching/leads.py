"""What leads to rules: plain phrases, some of which stand in every text or clause that a rule reads, as plain data."""

from __future__ import annotations

from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec
from ahocorasick_rs import AhoCorasick

from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule, Wording
    from onceper.patterns.sequence import InOrder, SequenceFinder

# Where no joint stands between words, print may set or leave out a comma or a space nearly everywhere.
_BETWEEN = "、 "


class CueList(msgspec.Struct, frozen=True, array_like=True):
    """Hold cues, one of which stands in every text; ``skipped`` are the signs between words that do not count."""

    literals: tuple[str, ...]
    skipped: str


class CueFinder:
    """Derive the cues of rules, or of some of them.

    A pattern with a phrase of a telling slot is found by that, any other by the run of its words that looks rarest: of
    the most words, and in the fewest examples of all rules whose cues are asked for.
    """

    def __init__(self, rules: Sequence[Rule], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        parts = {part for wording in _found_by_cues(rules) for part in wording.parts}
        phrases = {phrase for part in parts for phrase in part.phrases}
        self._examples = _Examples(rules, lexicon, lexicon.skipped, phrases)
        # Where no joint stands between words this counts letters.
        self._words = {part: min(phrase.count(lexicon.joint) for phrase in part.phrases) for part in parts}
        self._held_by = {part: self._examples.that_hold_one(part.phrases) for part in parts}

    def cues_of(self, rules: Sequence[Rule], slots: Iterable[str] = (), phrases: Iterable[str] = ()) -> CueList:
        """Derive the cues of some of the rules; the phrases of ``slots``, and ``phrases``, are cues whatever they are.

        Patterns often differ only in what is not asked for.
        """
        lexicon, words, held_by = self._lexicon, self._words, self._held_by
        own = self._examples.of(rules)
        cues = {lexicon.counted(phrase) for phrase in chain(phrases, *map(lexicon.literals_of, slots)) if phrase}
        every = dict.fromkeys(wording.parts for wording in _found_by_cues(rules))
        rarity = {
            part: (part.is_telling, words[part], -(held_by[part] & own).bit_count())
            for part in dict.fromkeys(chain.from_iterable(every))
        }
        for parts in every:
            cues.update(max(parts, key=rarity.__getitem__).phrases)
        return CueList(_shortest_of(cues), lexicon.skipped)


def _shortest_of(cues: Iterable[str]) -> tuple[str, ...]:
    """Return those of the cues that hold no other, by which texts are found as by all."""
    listed = tuple(sorted(cues))
    automaton = AhoCorasick(listed)
    return tuple(
        cue
        for place, cue in enumerate(listed)
        if all(found == place for found, _, _ in automaton.find_matches_as_indexes(cue, overlapping=True))
    )


def _found_by_cues(rules: Iterable[Rule]) -> Iterator[Wording]:
    """Yield every way to read the patterns of those rules that cues lead to."""
    for rule in rules:
        if rule.needs_cue:
            for pattern in rule.patterns:
                yield from pattern.wordings


class Way(NamedTuple):
    """Hold what a clause must hold: of each of the ``parts`` one phrase, in their order or not."""

    parts: InOrder
    is_in_order: bool = True


class WayList(msgspec.Struct, frozen=True, array_like=True):
    """Hold ways as plain data, each under the cues one of which every clause holds that it leads to.

    ``ways`` have the places of their ``parts`` twice: but for that of the cue, the rarest first, and in order, or
    nothing where that does not count. ``skipped`` are the signs between words that do not count. ``is_open`` tells that
    some way leads through every clause, for nobody knows how its words are printed.
    """

    cues: tuple[str, ...]
    ways_of: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    parts: tuple[tuple[str, ...], ...]
    skipped: str
    is_open: bool = False

    @classmethod
    def of(cls, ways: Iterable[Way], rules: Sequence[Rule], lexicon: Lexicon) -> Self:
        """Return ways by what is rarest in each: in the fewest examples of these rules, and of the most signs."""
        skipped = lexicon.skipped or ("" if lexicon.joint else _BETWEEN)
        leave_out = str.maketrans("", "", skipped)
        # A part without phrases stands nowhere.
        counted = [(_counted(way.parts, leave_out), way) for way in ways if all(way.parts)]
        is_open = any(not told for told, _ in counted)
        parts = dict.fromkeys(part for told, _ in counted for part in told)
        examples = _Examples(rules, lexicon, skipped, {phrase for part in parts for phrase in part})
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
        for told, way in () if is_open else counted:
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
            is_open,
        )


def _counted(parts: InOrder, leave_out: dict[int, int | None]) -> InOrder:
    """Return parts without the signs that do not count, and those that are made of others."""
    counted = (tuple(phrase.translate(leave_out) for phrase in part) for part in parts)
    return tuple(part for part in counted if all(part))


def ways_of(rules: Sequence[Rule], sequences: SequenceFinder, further: Iterable[Way] = ()) -> WayList:
    """Return the ways to read clauses by rules; every phrase of a telling slot is one, and so are ``further``."""
    lexicon = sequences.lexicon
    phrases = (phrase for slot in lexicon.telling for phrase in lexicon.phrases_of(slot))
    ways = chain(
        (Way(sequences.in_order(wording.elements)) for wording in _found_by_cues(rules)),
        (Way(parts) for phrase in phrases for parts in sequences.ways_to_print(phrase)),
        further,
    )
    return WayList.of(dict.fromkeys(ways), rules, lexicon)


class _Examples:
    """Tell which examples of rules hold phrases, as the bits of a number, by one search for all phrases."""

    def __init__(self, rules: Sequence[Rule], lexicon: Lexicon, skipped: str, phrases: Collection[str]) -> None:
        automaton = AhoCorasick(phrases)
        leave_out = str.maketrans("", "", skipped)
        held_by = [0] * len(phrases)
        self._of_rule: dict[Rule, int] = {}
        line = 1
        for rule in rules:
            first = line
            for example in (*rule.matches, *rule.rejects):
                counted = lexicon.fold(Text(example).normal).translate(leave_out)
                found = automaton.find_matches_as_indexes(counted, overlapping=True)
                for number in {number for number, _, _ in found}:
                    held_by[number] |= line
                line <<= 1
            self._of_rule[rule] = line - first
        self._held_by = dict(zip(phrases, held_by, strict=True))

    def of(self, rules: Iterable[Rule]) -> int:
        """Return the examples of rules."""
        return reduce(or_, map(self._of_rule.__getitem__, rules), 0)

    def that_hold_one(self, phrases: Iterable[str]) -> int:
        """Return the examples that hold at least one of the phrases."""
        return reduce(or_, map(self._held_by.__getitem__, phrases), 0)
