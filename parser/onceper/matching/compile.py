"""Compile rules to plain data, kept for the next process: patterns of tokens, and what leads to texts and clauses."""

from __future__ import annotations

from collections import Counter
from functools import partial
from hashlib import blake2b
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.matching.match import PatternKey
from onceper.patterns.kept import kept
from onceper.patterns.notation import Gap, Slot, Token, Told, Word, must_be_there
from onceper.patterns.parts import CONDITIONS, print_of_any, times_that_limit
from onceper.patterns.sequence import can_be_cue
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.lang.base import Language
    from onceper.patterns.rule import Rule
    from onceper.patterns.sequence import SequenceFinder

# No sign from here on means anything to an expression; the first two are those of all that no pattern names.
FIRST_SIGN = 0x10000
# The slots of what stands behind who or what does something, in languages that mark it, and of what ends the time or
# condition that it is: no words that tell what is counted reach over them.
END_OBJECT = ("subject_mark", "moment", "provided")


class CompiledPattern(msgspec.Struct, frozen=True, array_like=True, eq=False):
    """Hold one way to read the pattern of a rule that the key names."""

    key: PatternKey
    tokens: tuple[Token, ...]

    @property
    def must_tell(self) -> frozenset[Told]:
        """What a match that counts must tell; what is counted need not be named."""
        told = (token.tells for token in self.tokens if isinstance(token, Slot | Gap))
        return frozenset(what for what in told if what is not None and what != "object")

    @property
    def needs(self) -> list[Word | Slot]:
        """The words and slots that must stand in a clause, in their order."""
        return [token for token in self.tokens if isinstance(token, Word | Slot) and must_be_there(token)]


def compile_rules(rules: Iterable[Rule]) -> list[CompiledPattern]:
    """Return every way to read the patterns of rules and of their ``unless``, in the order of the rules' files."""
    return [
        CompiledPattern(PatternKey(rule.id, is_unless, number), wording.tokens)
        for rule in rules
        for is_unless, patterns in ((False, rule.patterns), (True, rule.unless))
        for number, pattern in enumerate(patterns)
        for wording in pattern.wordings
    ]


class CompiledPatterns(msgspec.Struct, frozen=True, array_like=True):
    """Hold the patterns of rules as plain data: signs of their words and slots, each pattern, and which to try.

    ``found_by`` has the places of the patterns, with the other signs that a clause with one holds, under that of its
    signs which the fewest patterns need.
    """

    words: dict[str, str]
    slots: dict[str, str]
    patterns: tuple[msgspec.Raw, ...]
    found_by: dict[str, list[tuple[frozenset[str], int]]]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> CompiledPatterns:
        """Return the patterns of these rules compiled."""
        patterns = compile_rules(rules)
        tokens = dict.fromkeys(chain.from_iterable(pattern.tokens for pattern in patterns))
        signs = map(chr, count(FIRST_SIGN + 2))
        words = dict(zip(dict.fromkeys(token.orth for token in tokens if isinstance(token, Word)), signs, strict=False))
        named = (token.name for token in tokens if isinstance(token, Slot))
        slots = dict(zip(dict.fromkeys(chain(named, END_OBJECT)), signs, strict=False))
        needed = [
            {words[one.orth] if isinstance(one, Word) else slots[one.name] for one in pattern.needs}
            for pattern in patterns
        ]
        needed_by = Counter(chain.from_iterable(needed))
        found_by: dict[str, list[tuple[frozenset[str], int]]] = {}
        for place, needs in enumerate(needed):
            rarest = min(needs, key=lambda sign: (needed_by[sign], sign))
            found_by.setdefault(rarest, []).append((frozenset(needs - {rarest}), place))
        written = (msgspec.Raw(msgspec.msgpack.encode(pattern)) for pattern in patterns)
        return cls(words, slots, tuple(written), found_by)


class CueList(msgspec.Struct, frozen=True, array_like=True):
    """Hold cues, one of which stands in every text; ``skipped`` are the signs between words that do not count."""

    literals: tuple[str, ...]
    skipped: str


# What a clause holds that a rule reads: of each part one phrase, wherever it stands.
Way = tuple[tuple[str, ...], ...]


class WayList(msgspec.Struct, frozen=True, array_like=True):
    """Hold ways as plain data, each under the cues one of which every clause holds that it leads to.

    ``ways`` have the places of their ``parts`` but for that of the cue, the longest first. ``skipped`` are the signs
    between words that do not count. ``is_open`` tells that some way leads through every clause, for nobody knows how
    its words are printed.
    """

    cues: tuple[str, ...]
    ways_of: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...]
    parts: tuple[tuple[str, ...], ...]
    skipped: str
    is_open: bool = False


# Where no joint stands between words, print may set or leave out a comma or a space nearly everywhere.
_BETWEEN = "、 "


class WayFinder:
    """Find what leads to rules, and of that what is rarest: words before names, numbers and signs, and the longest."""

    def __init__(self, rules: Sequence[Rule], sequences: SequenceFinder, further: Iterable[Way] = ()) -> None:
        lexicon = sequences.lexicon
        self._joint = lexicon.joint
        self._skipped = lexicon.skipped or ("" if lexicon.joint else _BETWEEN)
        self._leave_out = str.maketrans("", "", self._skipped)
        self.of_rules = {rule: [self._counted(parts) for parts in _ways_of(rule)] for rule in rules}
        # What no rule reads of a phrase of these slots is told.
        phrases = (phrase for slot in lexicon.telling for phrase in lexicon.phrases_of(slot))
        self.telling = [self._counted(parts) for phrase in phrases for parts in sequences.ways_to_print(phrase)]
        self._ways = dict.fromkeys(chain(*self.of_rules.values(), self.telling, map(self._counted, further)))

    def _counted(self, way: Way) -> Way:
        """Return a way without the signs that do not count, and the parts that are made of others."""
        counted = (tuple(phrase.translate(self._leave_out) for phrase in part) for part in way)
        return tuple(part for part in counted if all(part))

    def cues_of(self, ways: Iterable[Way], phrases: Iterable[str] = ()) -> CueList:
        """Return the cues of some of the ways, and these; where telling phrases lead through, they are the cues."""
        told = search_for({phrase for way in self.telling for part in way for phrase in part})

        def of_the_most_words(part: tuple[str, ...]) -> tuple[Any, ...]:
            return -min(phrase.count(self._joint) for phrase in part), _rarity(part)

        cues = {phrase.translate(self._leave_out) for phrase in phrases}
        for way in ways:
            options = [part for part in way if can_be_cue(part)]
            telling = [part for part in options if all(any(told(phrase)) for phrase in part)]
            cues.update(*sorted(telling or options, key=of_the_most_words)[:1])
        return CueList(_shortest_of(cues), self._skipped)

    def list_ways(self) -> WayList:
        """Return all ways, each by what is rarest in it."""
        if not all(self._ways):
            return WayList((), (), (), (), self._skipped, is_open=True)
        place_of: dict[tuple[str, ...], int] = {}
        number_of: dict[tuple[int, ...], int] = {}
        found: dict[str, dict[int, None]] = {}
        for way in self._ways:
            rarest, *others = sorted({*way}, key=_rarity)
            places = tuple(place_of.setdefault(part, len(place_of)) for part in others)
            number = number_of.setdefault(places, len(number_of))
            for cue in rarest:
                found.setdefault(cue, {})[number] = None
        cues = sorted(found)
        return WayList(
            tuple(cues), tuple(tuple(found[cue]) for cue in cues), tuple(number_of), tuple(place_of), self._skipped
        )


def _rarity(part: tuple[str, ...]) -> tuple[bool, int, tuple[str, ...]]:
    return not can_be_cue(part), -min(map(len, part)), part


def _ways_of(rule: Rule) -> Iterator[Way]:
    """Yield what a clause holds that a rule reads; a headline is read whatever words stand there."""
    if rule.needs_cue:
        for pattern in rule.patterns:
            for wording in pattern.wordings:
                yield wording.parts


def _shortest_of(cues: Iterable[str]) -> tuple[str, ...]:
    """Return those of the cues that hold no other, by which texts are found as by all."""
    listed = tuple(sorted(cues))
    search = search_for(listed)
    return tuple(cue for place, cue in enumerate(listed) if all(found == place for _, found in search(cue)))


class Compiled(msgspec.Struct, frozen=True, array_like=True):
    """Hold compiled rules, the cues by which texts and, for those who want no more, limits are found, and the ways.

    One of the ``conditions`` stands in every sentence that may state a limit under a condition.
    """

    patterns: CompiledPatterns
    of_texts: CueList
    of_limits: CueList
    ways: WayList
    conditions: tuple[str, ...]


def compile_for(language: Language, rules: Sequence[Rule]) -> Compiled:
    """Compile rules of a language."""
    make = partial(_compile, language, rules)
    # A rule that somebody changed has the id of another.
    if language.digest is None or not {*map(id, rules)} <= {*map(id, language.book.rules)}:
        return make()
    chosen = "\n".join([language.digest, *(rule.id for rule in rules)])
    return kept("rules", blake2b(chosen.encode(), digest_size=16).hexdigest(), Compiled, make)


def cues_of_games(language: Language) -> CueList:
    """Return the cues of a language's rules that hold for some game only."""
    return kept("games", language.digest, CueList, partial(_cues_of_games, language))


def _cues_of_games(language: Language) -> CueList:
    finder = WayFinder([rule for rule in language.book.rules if rule.game], language.book.sequences)
    return finder.cues_of(chain.from_iterable(finder.of_rules.values()))


def _compile(language: Language, rules: Sequence[Rule]) -> Compiled:
    sequences, parts = language.book.sequences, language.book.parts
    times = times_that_limit(parts, sequences)
    further = ((*printed, time.beside) if time.beside else printed for time in times for printed in time.prints)
    finder = WayFinder(rules, sequences, further)
    of_times = [*chain.from_iterable(time.cues for time in times)]
    read_first = [finder.of_rules[rule] for rule in rules if rule.reading_kind != "amends"]
    limiting = [finder.of_rules[rule] for rule in rules if rule.reading_kind in {"limit", "could_limit"}]
    conditions = print_of_any(parts, CONDITIONS, sequences)
    return Compiled(
        CompiledPatterns.of(rules),
        finder.cues_of(chain(finder.telling, *read_first), of_times),
        finder.cues_of(chain(finder.telling, *limiting), of_times),
        finder.list_ways(),
        ("",) if conditions is None else conditions,
    )
