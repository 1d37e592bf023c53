"""Compile rules to plain data, kept for the next process: patterns of tokens, and what leads to texts and clauses."""

from __future__ import annotations

from collections import Counter
from functools import partial, reduce
from hashlib import blake2b
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec

from onceper.patterns import notation
from onceper.patterns.kept import kept
from onceper.patterns.notation import Slot, Told
from onceper.patterns.parts import CONDITIONS, print_of_any, times_that_limit
from onceper.patterns.sequence import can_be_cue
from onceper.text.normal import Text
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from onceper.lang.base import Language
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule, Wording
    from onceper.patterns.sequence import InOrder, SequenceFinder

# No sign from here on means anything to an expression; the first two are those of all that no pattern names.
FIRST_SIGN = 0x10000
# The slots of what stands behind who or what does something, in languages that mark it, and of what ends the time or
# condition that it is.
END_OBJECT = ("subject_mark", "moment", "provided")


class WordToken(msgspec.Struct, frozen=True, array_like=True, tag="word"):
    """One word, in the form by which rules know it."""

    orth: str


class SlotToken(msgspec.Struct, frozen=True, array_like=True, tag="slot"):
    """One phrase that fills a slot, which may be missing where it is ``optional``."""

    slot: str
    optional: bool = False


class GapToken(msgspec.Struct, frozen=True, array_like=True, tag="gap"):
    """Up to ``longest`` tokens; where they say what is counted, none of the slots in ``ends_at``."""

    longest: int
    ends_at: tuple[str, ...] = ()


Token = WordToken | SlotToken | GapToken


class CompiledPattern(msgspec.Struct, frozen=True, array_like=True, eq=False):
    """Hold one way to read one pattern of the rule with this id.

    ``number`` is the place of the pattern among those of its rule, or among its ``unless``; ``words`` are the places in
    ``tokens`` between the marks < and >; ``tells`` gives those of the gaps and slots whose print is kept, and what they
    tell.
    """

    rule: str
    is_unless: bool
    number: int
    tokens: tuple[Token, ...]
    words: tuple[int, int] | None
    tells: dict[int, Told]

    @property
    def must_tell(self) -> frozenset[Told]:
        """What a match that counts must tell; what is counted need not be named."""
        return frozenset(what for what in self.tells.values() if what != "object")

    @property
    def needs(self) -> frozenset[WordToken | SlotToken]:
        """The words and slots that must stand in a clause."""
        return frozenset(
            token
            for token in self.tokens
            if isinstance(token, WordToken) or (isinstance(token, SlotToken) and not token.optional)
        )


def compile_rules(rules: Iterable[Rule]) -> list[CompiledPattern]:
    """Return every way to read the patterns of rules and of their ``unless``, in the order of the rules' files."""
    return [
        _compile_wording(rule, is_unless, number, wording)
        for rule in rules
        for is_unless, patterns in ((False, rule.patterns), (True, rule.unless))
        for number, pattern in enumerate(patterns)
        for wording in pattern.wordings
    ]


def _compile_wording(rule: Rule, is_unless: bool, number: int, wording: Wording) -> CompiledPattern:
    tells: dict[int, Told] = {}
    tokens: list[Token] = []
    marks: list[int] = []
    for element, lexed in wording.elements:
        match element:
            case notation.Words():
                tokens += map(WordToken, lexed.orths if lexed else ())
            case notation.Slot(name, optional, told):
                if told:
                    tells[len(tokens)] = told
                tokens.append(SlotToken(name, optional))
            case notation.Gap(longest, told):
                if told:
                    tells[len(tokens)] = told
                tokens.append(GapToken(longest, END_OBJECT if told == "object" else ()))
            case notation.Mark():
                marks.append(len(tokens))
    words = (marks[0], marks[1]) if marks else None
    return CompiledPattern(rule.id, is_unless, number, tuple(tokens), words, tells)


Part = tuple[str, ...]

# Where no joint stands between words, print may set or leave out a comma or a space nearly everywhere.
_BETWEEN = "、 "


class CueList(msgspec.Struct, frozen=True, array_like=True):
    """Hold cues, one of which stands in every text; ``skipped`` are the signs between words that do not count."""

    literals: tuple[str, ...]
    skipped: str


class CueFinder:
    """Derive the cues of rules, or of some of them.

    A pattern with a phrase of a telling slot is found by that, any other by what looks rarest: of the most words, and
    in the fewest examples of the rules.
    """

    def __init__(self, rules: Sequence[Rule], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._skipped = _skipped_in(lexicon)
        self._leave_out = str.maketrans("", "", self._skipped)
        self._options = {
            rule: dict.fromkeys(self._options_of(wording) for wording in _found_by_cues([rule])) for rule in rules
        }
        parts = {part for listed in self._options.values() for options in listed for part in options}
        # Where no joint stands between words this counts letters.
        self._rarity = {
            part: (min(phrase.count(lexicon.joint) for phrase in part), -count)
            for part, count in _count_examples(rules, lexicon, parts).items()
        }

    def _options_of(self, wording: Wording) -> InOrder:
        """Return by what a way to read a pattern may be found: phrases of telling slots, or else all words of it."""
        phrases_of = self._lexicon.literals_of
        told = [phrases_of(slot, lemma) for slot, lemma in _slots_in(wording) if slot in self._lexicon.telling]
        options = [phrases for phrases in told if all(phrases)] or filter(can_be_cue, wording.parts)
        return tuple(tuple(phrase.translate(self._leave_out) for phrase in phrases) for phrases in options)

    def cues_of(self, rules: Sequence[Rule], slots: Iterable[str] = (), phrases: Iterable[str] = ()) -> CueList:
        """Derive the cues of some of the rules; the phrases of ``slots``, and ``phrases``, are cues whatever they are.

        Patterns often differ only in what is not asked for.
        """
        cues = {
            phrase.translate(self._leave_out)
            for phrase in chain(phrases, *map(self._lexicon.literals_of, slots))
            if phrase
        }
        for options in dict.fromkeys(chain.from_iterable(self._options[rule] for rule in rules)):
            rarest = max(options, key=self._rarity.__getitem__)
            cues.update(rarest)
        return CueList(_shortest_of(cues), self._skipped)


def _slots_in(wording: Wording) -> Iterator[tuple[str, str | None]]:
    """Yield the slots that words fill which must stand there, and which meaning, or null for any."""
    for element, lexed in wording.elements:
        if isinstance(element, Slot) and not element.optional:
            yield element.name, None
        for phrase in filter(None, lexed.phrases if lexed else ()):
            yield phrase.slot, phrase.lemma


def _skipped_in(lexicon: Lexicon) -> str:
    """Return the signs between words that do not count."""
    return lexicon.skipped or ("" if lexicon.joint else _BETWEEN)


def _shortest_of(cues: Iterable[str]) -> tuple[str, ...]:
    """Return those of the cues that hold no other, by which texts are found as by all."""
    listed = tuple(sorted(cues))
    search = search_for(listed)
    return tuple(cue for place, cue in enumerate(listed) if all(found == place for _, found in search(cue)))


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
        skipped = _skipped_in(lexicon)
        leave_out = str.maketrans("", "", skipped)
        # A part without phrases stands nowhere.
        counted = [(_counted(way.parts, leave_out), way) for way in ways if all(way.parts)]
        is_open = any(not told for told, _ in counted)
        parts = dict.fromkeys(part for told, _ in counted for part in told)
        examples = _count_examples(rules, lexicon, parts)
        # Signs stand everywhere, and masked names in no example.
        rarity = {
            part: (
                any(len(phrase) == 1 and not phrase.isalnum() for phrase in part),
                examples[part],
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
        (Way(wording.parts) for wording in _found_by_cues(rules)),
        (Way(parts) for phrase in phrases for parts in sequences.ways_to_print(phrase)),
        further,
    )
    return WayList.of(dict.fromkeys(ways), rules, lexicon)


def _count_examples(rules: Sequence[Rule], lexicon: Lexicon, parts: Collection[Part]) -> dict[Part, int]:
    """Return how many examples of rules hold each part, by one search for all phrases."""
    leave_out = str.maketrans("", "", _skipped_in(lexicon))
    phrases = [*dict.fromkeys(chain.from_iterable(parts))]
    search = search_for(phrases)
    # Examples are the bits of a number.
    held_by = dict.fromkeys(phrases, 0)
    examples = (line for rule in rules for line in (*rule.matches, *rule.rejects))
    for number, example in enumerate(examples):
        counted = lexicon.fold(Text(example).normal).translate(leave_out)
        for place in {found for _, found in search(counted)}:
            held_by[phrases[place]] |= 1 << number
    return {part: reduce(or_, map(held_by.__getitem__, part)).bit_count() for part in parts}


class CompiledPatterns(msgspec.Struct, frozen=True, array_like=True):
    """Hold the patterns of rules as plain data: signs of their words and slots, each pattern, and which to try.

    ``found_by`` has the places of the patterns, with the other signs that a clause with one holds, under that of its
    signs which the fewest patterns need, and there under the next of them; under the same twice where it is the only
    one.
    """

    words: dict[str, str]
    slots: dict[str, str]
    patterns: tuple[msgspec.Raw, ...]
    found_by: dict[str, dict[str, tuple[tuple[frozenset[str], int], ...]]]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> CompiledPatterns:
        """Return the patterns of these rules compiled."""
        patterns = compile_rules(rules)
        named = dict.fromkeys(token for pattern in patterns for token in pattern.tokens)
        words = dict.fromkeys(token.orth for token in named if isinstance(token, WordToken))
        slots = dict.fromkeys([*(token.slot for token in named if isinstance(token, SlotToken)), *END_OBJECT])
        sign_of = {word: chr(sign) for sign, word in enumerate(words, start=FIRST_SIGN + 2)}
        sign_of_slot = {slot: chr(sign) for sign, slot in enumerate(slots, start=FIRST_SIGN + 2 + len(words))}
        signs = [
            {sign_of[one.orth] if isinstance(one, WordToken) else sign_of_slot[one.slot] for one in pattern.needs}
            for pattern in patterns
        ]
        needed_by = Counter(sign for needs in signs for sign in needs)
        found_by: dict[str, dict[str, list[tuple[frozenset[str], int]]]] = {}
        for place, needs in enumerate(signs):
            rarest, *others = sorted(needs, key=lambda sign: (needed_by[sign], sign))
            next_rarest = others[0] if others else rarest
            found_by.setdefault(rarest, {}).setdefault(next_rarest, []).append((frozenset(others[1:]), place))
        return cls(
            sign_of,
            sign_of_slot,
            tuple(msgspec.Raw(msgspec.msgpack.encode(pattern)) for pattern in patterns),
            {sign: {other: tuple(listed) for other, listed in others.items()} for sign, others in found_by.items()},
        )


class Compiled(msgspec.Struct, frozen=True, array_like=True):
    """Hold compiled rules, the cues by which texts and, for those who want no more, limits are found, and the ways.

    One of the ``conditions`` stands in every sentence that may state a limit under a condition.
    """

    patterns: CompiledPatterns
    of_texts: CueList
    of_limits: CueList
    ways: WayList
    conditions: tuple[str, ...]


def compile_for(language: Language, rules: Sequence[Rule], telling: Collection[str]) -> Compiled:
    """Compile rules of a language; the phrases of the ``telling`` slots are cues whatever rules there are."""
    make = partial(_compile, language, rules, telling)
    # A rule that somebody changed has the id of another.
    if language.digest is None or not {*map(id, rules)} <= {*map(id, language.book.rules)}:
        return make()
    chosen = "\n".join((*(rule.id for rule in rules), "", *sorted(telling)))
    digest = blake2b(f"{language.digest}\n{chosen}".encode(), digest_size=16).hexdigest()
    return kept("rules", digest, Compiled, make)


def cues_of_games(language: Language) -> CueList:
    """Return the cues of a language's rules that hold for some game only."""
    return kept("games", language.digest, CueList, partial(_cues_of_games, language))


def _cues_of_games(language: Language) -> CueList:
    rules = [rule for rule in language.book.rules if rule.game]
    return CueFinder(rules, language.book.lexicon).cues_of(rules)


def _compile(language: Language, rules: Sequence[Rule], telling: Collection[str]) -> Compiled:
    lexicon, sequences = language.book.lexicon, language.book.sequences
    times = times_that_limit(language.book.parts, sequences)
    cues = [*chain.from_iterable(time.cues for time in times)]
    finder = CueFinder(rules, lexicon)
    read_first = [rule for rule in rules if rule.reading_kind != "amends"]
    limiting = [rule for rule in rules if rule.reading_kind in {"limit", "could_limit"}]
    further = (Way((time.prints, time.beside) if time.beside else (time.prints,), is_in_order=False) for time in times)
    conditions = print_of_any(language.book.parts, CONDITIONS, sequences)
    return Compiled(
        CompiledPatterns.of(rules),
        finder.cues_of(read_first, telling, cues),
        finder.cues_of(limiting, telling, cues),
        ways_of(rules, sequences, further),
        ("",) if conditions is None else conditions,
    )
