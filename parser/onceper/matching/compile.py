"""Compile rules to plain data, kept for the next process: patterns of tokens, and what leads to texts and clauses."""

from __future__ import annotations

from collections import Counter
from functools import partial
from hashlib import blake2b
from itertools import chain, count, repeat
from typing import TYPE_CHECKING

import msgspec

from onceper.matching.rejection import Needing, by_rarest
from onceper.patterns.kept import kept
from onceper.patterns.notation import Slot, Token, Word, must_be_there
from onceper.patterns.parts import opening_conditions, times_that_limit
from onceper.patterns.rule import PatternKey
from onceper.patterns.sequence import are_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.lang.base import Language
    from onceper.patterns.lexicon import Lexed, Lexicon
    from onceper.patterns.rule import Rule
    from onceper.patterns.sequence import SequenceFinder, Way

# No sign from here on means anything to an expression; the first two are those of all words and slots that no pattern
# names.
_FIRST_SIGN = 0x10000
_OTHER, _PLAIN = chr(_FIRST_SIGN), chr(_FIRST_SIGN + 1)
# The slots of what stands behind who or what does something, in languages that mark it, and of what ends the time or
# condition that it is: no words that tell what is counted reach over them.
END_OBJECT = ("subject_mark", "moment", "provided")


class CompiledPattern(msgspec.Struct, frozen=True, array_like=True, eq=False):
    """Hold one way to read the pattern of a rule that the key names, or what bars those of its wording."""

    key: PatternKey
    tokens: tuple[Token, ...]

    @property
    def needs(self) -> list[Word | Slot]:
        """The words and slots that must stand in a clause, in their order."""
        return [token for token in self.tokens if isinstance(token, Word | Slot) and must_be_there(token)]


class CompiledPatterns(msgspec.Struct, frozen=True, array_like=True):
    """Hold the patterns of rules as plain data: signs of their words and slots, each pattern, and what each needs."""

    words: dict[str, str]
    slots: dict[str, str]
    patterns: tuple[msgspec.Raw, ...]
    needing: Needing[str]

    @classmethod
    def of(cls, rules: Iterable[Rule], sequences: SequenceFinder) -> CompiledPatterns:
        """Return every way to read the patterns of these rules and of their ``unless``, in the order of their files."""
        patterns = [
            CompiledPattern(key, tokens)
            for rule in rules
            for key, pattern in rule.keyed
            for tokens in sequences.lexed(pattern)
        ]
        tokens = dict.fromkeys(chain.from_iterable(pattern.tokens for pattern in patterns))
        signs = map(chr, count(_FIRST_SIGN + 2))
        words = dict(zip(dict.fromkeys(token.orth for token in tokens if isinstance(token, Word)), signs, strict=False))
        named = (token.name for token in tokens if isinstance(token, Slot))
        slots = dict(zip(dict.fromkeys(chain(named, END_OBJECT)), signs, strict=False))
        needed = [
            {words[one.orth] if isinstance(one, Word) else slots[one.name] for one in pattern.needs}
            for pattern in patterns
        ]
        needed_by = Counter(chain.from_iterable(needed))
        written = (msgspec.Raw(msgspec.msgpack.encode(pattern)) for pattern in patterns)
        return cls(words, slots, tuple(written), by_rarest(needed, lambda sign: (needed_by[sign], sign)))

    def write(self, lexed: Lexed, longest: int) -> str:
        """Return the signs of the first tokens of a clause, of each that of its word and that of its slot."""
        words, slots = self.words.get, self.slots.get
        return "".join(
            [
                words(orth, _OTHER) + (slots(phrase.slot, _PLAIN) if phrase else _PLAIN)
                for orth, phrase in zip(lexed.orths[:longest], lexed.phrases[:longest], strict=True)
            ]
        )


class WayList(msgspec.Struct, frozen=True, array_like=True):
    """Hold ways as plain data: the numbers of the parts of each, and true where these stand in this order.

    Of each of the ``parts`` one phrase stands in every clause that the way leads through. ``searched`` has the phrases
    that are sought at once, with the parts that they stand for, which are empty in ``parts``, and ``needing`` which
    ways need what of these.
    ``skipped`` are the signs between words that do not count. ``is_open`` tells that some way leads through every
    clause, for nobody knows how its words are printed.
    """

    ways: tuple[tuple[tuple[int, ...], bool], ...] = ()
    parts: tuple[tuple[str, ...], ...] = ()
    searched: tuple[tuple[str, tuple[int, ...]], ...] = ()
    needing: Needing[int] = {}
    skipped: str = ""
    is_open: bool = False


# Where no joint stands between words, print may set or leave out a comma or a space nearly everywhere.
_BETWEEN = "、 "
# A part of more phrases is sought with those of all others at once, but for single signs, which stand everywhere.
_MOST_TESTED = 8


def list_ways(
    ways: Iterable[Way], lexicon: Lexicon, without_order: Iterable[Way] = (), clauses: Iterable[str] = ()
) -> WayList:
    """Return ways, each sought by what is rarest in it: in these folded ``clauses``, and else by the longest words.

    The parts of those ``without_order`` may stand in any.
    """
    skipped = lexicon.skipped or ("" if lexicon.joint else _BETWEEN)
    leave_out = str.maketrans("", "", skipped)
    listed: dict[tuple[tuple[int, ...], bool], None] = {}
    number_of: dict[tuple[str, ...], int] = {}
    for way, in_order in (*zip(ways, repeat(True)), *zip(without_order, repeat(False))):
        counted = [tuple(phrase.translate(leave_out) for phrase in part) for part in way]
        # A part may be made of signs that do not count.
        stand = [number_of.setdefault(part, len(number_of)) for part in counted if part and all(part)]
        if not stand:
            return WayList(is_open=True)
        listed[tuple(stand), in_order] = None
    counted_clauses = [clause.translate(leave_out) for clause in clauses]
    rarity = {number: _rarity(part, counted_clauses) for part, number in number_of.items()}.__getitem__
    rarest = {min(way, key=rarity) for way, _ in listed}
    parts_of: dict[str, list[int]] = {}
    for part, number in number_of.items():
        if number in rarest or (len(part) > _MOST_TESTED and min(map(len, part)) > 1):
            for phrase in part:
                parts_of.setdefault(phrase, []).append(number)
    sought = {*chain.from_iterable(parts_of.values())}
    return WayList(
        tuple(listed),
        tuple(() if number in sought else part for part, number in number_of.items()),
        tuple((phrase, tuple(numbers)) for phrase, numbers in parts_of.items()),
        by_rarest([sought.intersection(way) for way, _ in listed], rarity),
        skipped,
    )


def _rarity(part: tuple[str, ...], clauses: Iterable[str]) -> tuple[int, bool, bool, int]:
    """Return how rare a part is in clauses; of those as rare single signs stand more often, and names and numbers."""
    shortest = min(map(len, part))
    there = sum(any(phrase in clause for phrase in part) for clause in clauses)
    return there, shortest == 1, not are_words(part), -shortest


def ways_of_rules(rules: Iterable[Rule], sequences: SequenceFinder) -> Iterator[Way]:
    """Yield what a clause holds that rules read; a headline is read whatever words stand there."""
    for rule in rules:
        if rule.needs_way:
            for pattern in rule.patterns:
                yield from map(sequences.way_of, sequences.lexed(pattern))


def ways_of_telling(sequences: SequenceFinder) -> Iterator[Way]:
    """Yield what a clause holds with a phrase that tells a limit: what no rule reads of it is told."""
    lexicon = sequences.lexicon
    for slot in lexicon.telling:
        for phrase in lexicon.phrases_of(slot):
            yield from sequences.ways_to_print(phrase)


class Compiled(msgspec.Struct, frozen=True, array_like=True):
    """Hold compiled rules, the ways to them, and those to sentences that may state a limit under a condition."""

    patterns: CompiledPatterns
    ways: WayList
    conditions: WayList


def compile_for(language: Language, rules: Sequence[Rule]) -> Compiled:
    """Compile rules of a language."""
    chosen = "\n".join([language.digest, *(rule.id for rule in rules)])
    digest = blake2b(chosen.encode(), digest_size=16).hexdigest()
    return kept("rules", digest, Compiled, partial(_compile, language, rules))


def ways_of_games(language: Language) -> WayList:
    """Return the ways to a language's rules that hold for some game only."""

    def listed() -> WayList:
        book = language.book
        return list_ways(ways_of_rules([rule for rule in book.rules if rule.game], book.sequences), book.lexicon)

    return kept("games", language.digest, WayList, listed)


def _compile(language: Language, rules: Sequence[Rule]) -> Compiled:
    book = language.book
    sequences, lexicon = book.sequences, book.lexicon
    ways = chain(ways_of_rules(rules, sequences), ways_of_telling(sequences))
    # What shows the phrases of the structure is print of which little is limited.
    examples = chain.from_iterable(language.structure.examples.values())
    clauses = [clause for example in examples for clause in language.cut(lexicon.fold(example.text))]
    return Compiled(
        CompiledPatterns.of(rules, sequences),
        list_ways(ways, lexicon, times_that_limit(book.parts, sequences), clauses),
        list_ways(opening_conditions(book.parts, sequences), lexicon, (), clauses),
    )
