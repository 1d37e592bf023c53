"""The parts of which a language makes sentences that limit: the content of its ``parts.toml``."""

from __future__ import annotations

from itertools import chain, groupby, product
from math import prod
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from onceper.patterns import notation
from onceper.patterns.fields import WORD_FIELDS
from onceper.patterns.records import Problem, Tables, find_wrong, make_records
from onceper.patterns.sequence import lex_variant, sample_of, shortest
from onceper.patterns.word_list import NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.sequence import LexedVariant, SequenceFinder

# The words and slots of a part, each with true for a slot.
Tokens = tuple[tuple[str, bool], ...]

# What words are in a sentence that limits. ``times`` counts uses, ``number`` things; ``only`` limits (no more than, up
# to), ``but`` does so beside a negation (しか … ない), ``more`` is the "more than" and ``or_more`` the "or more" that
# nobody may. ``effect`` refers to effects, ``an_effect`` is one as a thing that is counted, ``one_of`` one of those
# beside it, ``it`` a word that stands for one; ``card`` is this card or a copy of one, ``thing`` what else is counted,
# ``deed`` what players do that is no use. ``again`` is the time in which nobody may do something a second time,
# ``after`` says what was done the first time, ``when`` a phase or turn that is no such time; ``nth`` says which one of
# several, which constituents read beside a negation alone. ``way`` says of which kind a ``summon`` apart from it is.
# ``if`` opens a condition under which a limit holds, or ends it where it follows, ``unless`` one under which it does
# not. ``filler`` says nothing.
Role = Literal[
    "who", "may", "not", "only", "but", "more", "or_more", "times", "number", "period", "while_there", "again", "when",
    "verb", "summon", "way", "control", "gain", "deed", "effect", "an_effect", "one_of", "it", "name", "card", "thing",
    "shared", "this_way", "after", "nth", "if", "unless", "filler",
]  # fmt: skip
# What counts, in what time, and what limits: together they could state a limit.
COUNTS: frozenset[Role] = frozenset({"times", "number", "nth", "more", "or_more"})
IN_TIME: frozenset[Role] = frozenset({"period", "while_there"})
LIMITS: frozenset[Role] = frozenset({"only", "more", "but"})
# What may say under which condition a limit holds.
CONDITIONS: frozenset[Role] = frozenset({"if", "unless", "while_there"})
# What says in what time something counts, with more than the name of the time; and what stands in every clause that
# limits in it: of a period a number, of the time while a card is there a word that limits, of "again" a negation.
_SAYS_TIME: dict[Role, frozenset[Role]] = {"period": COUNTS, "while_there": LIMITS, "again": frozenset({"not"})}
# Signs of what may be no more than the name of a time.
_LONGEST_NAME = {"": 4, " ": 7}
# How many ways to print a part are told one by one.
_MOST_PRINTS_OF_A_PART = 64
_A_NOUN = notation.Slot(NAME, optional=False)


class PartGroup(msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True, rename={"role": "is"}):
    """Hold words that are the same in a sentence that limits, what they say of the limit, and texts that need them.

    Words that follow (``follows``) limit only a number or a time that they stand directly behind, or end the condition
    that they stand behind; a filler that does opens what a sentence goes on with. Words that precede (``precedes``)
    limit only a number that they stand directly before; a number may say by itself that it is the most (``no_more``: "a
    single time"). Words of a ``game`` are of its print alone. In an example ``{}`` stands for each of the words; the
    other side is what is read in it.
    """

    role: Role
    words: tuple[str, ...]
    means: dict[str, Any] = {}
    follows: bool = False
    precedes: bool = False
    no_more: bool = False
    game: str | None = None
    examples: dict[str, str] = {}


class ReadAs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"reading": "is"}):
    """Say by which reading of the catalogue a game means what constituents say, where they say these fields too."""

    of: str
    reading: str
    when: dict[str, Any] = {}


class PartPrint(NamedTuple):
    """Hold one way to print a part: its tokens, each with true for a slot.

    ``word`` is what its file says, and ``variant`` the place of this way among those to read it with a word list.
    """

    tokens: Tokens
    word: str
    variant: int


class PrintedPart(NamedTuple):
    """Hold one way to print a part (``PartPrint``), the group that it belongs to, and the word list to read it with."""

    tokens: Tokens
    word: str
    variant: int
    group: PartGroup
    lexicon: Lexicon

    @property
    def elements(self) -> LexedVariant:
        """What it is made of, in the words of the word list."""
        return lex_variant(self._elements, self.lexicon)

    @property
    def sample(self) -> str:
        """How it may be printed."""
        return sample_of(self._elements, self.lexicon)

    @property
    def _elements(self) -> notation.Variant:
        return notation.variants(self.word)[self.variant]


class PartsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the tables of a file of parts, and of what a game means by them."""

    part: Tables = []
    reading: Tables = []


def parse_readings(
    file: str, tables: Iterable[Any], known: Collection[str], problems: list[Problem]
) -> tuple[ReadAs, ...]:
    """Return which of the known readings a game has for constituents; what is wrong goes to the problems."""
    readings = make_records(ReadAs, tables, file, "reading", problems)
    for reading in readings:
        problems += [
            Problem(file, reading.of, f"unknown reading {name!r}", "an id of readings.toml")
            for name in (reading.of, reading.reading)
            if name not in known
        ]
        problems += [Problem(file, reading.of, *told) for _, *told in find_wrong(reading.when, WORD_FIELDS)]
    return tuple(readings)


def parse_parts(
    file: str, tables: Iterable[Any], lexicon: Lexicon, problems: list[Problem]
) -> tuple[tuple[PartGroup, tuple[PartPrint, ...]], ...]:
    """Return the parts that the tables of one file state, by their groups; what is wrong goes to the problems."""
    found: dict[Tokens, tuple[PartGroup, PartPrint]] = {}
    for group in make_records(PartGroup, tables, file, "part", problems):
        problems += [Problem(file, group.role, *told) for _, *told in find_wrong(group.means, WORD_FIELDS)]
        for word in group.words:
            try:
                ways = list(_ways(word, lexicon))
            except notation.NotationError as error:
                problems.append(Problem(file, group.role, f"{error} in {word!r}"))
                continue
            for one in ways:
                taken, other = found.setdefault(one.tokens, (group, one))
                if other.word != word:
                    what = f"{word!r} is {taken.role} already, as {other.word!r}"
                    problems.append(Problem(file, group.role, what, "other words"))
    return tuple(
        (group, tuple(one for _, one in ways)) for group, ways in groupby(found.values(), key=lambda part: part[0])
    )


def _ways(word: str, lexicon: Lexicon) -> Iterator[PartPrint]:
    """Yield every way to print a part.

    Without spaces, what begins or ends a part may be split in another way than beside a noun.

    Raises:
        NotationError: the part breaks the notation, or holds what no part may hold.
    """
    for number, variant in enumerate(notation.variants(word)):
        if any(isinstance(element, notation.Slot) and element.name not in lexicon.slots for element in variant):
            raise notation.NotationError(f"a slot that there is not, none of {', '.join(sorted(lexicon.slots))},")
        elements = lex_variant(variant, lexicon)
        ways = [_tokens(elements)]
        if not lexicon.joint:
            ways.append(_tokens(lex_variant((_A_NOUN, *variant), lexicon)[1:]))
            ways.append(_tokens(lex_variant((*variant, _A_NOUN), lexicon)[:-1]))
        yield from (PartPrint(tokens, word, number) for tokens in dict.fromkeys(ways) if tokens)


def _tokens(elements: LexedVariant) -> Tokens:
    """Return the tokens of a part.

    Raises:
        NotationError: the part holds what no part may hold.
    """
    tokens: list[tuple[str, bool]] = []
    for element, lexed in elements:
        match element:
            case notation.Words() if lexed:
                tokens += [(orth, False) for orth in lexed.orths]
            case notation.Slot(name, optional=False):
                tokens.append((name, True))
            case _:
                raise notation.NotationError("a part holds words and slots alone")
    return tuple(tokens)


class TimeThatLimits(NamedTuple):
    """Hold how a time is printed in which a limit may count, and phrases one of which stands beside it where one does.

    There are none of those where it may be anything. The ``cues`` are those of the prints that are rare in texts that
    hold no limit.
    """

    prints: tuple[str, ...]
    beside: tuple[str, ...]
    cues: tuple[str, ...]


def times_that_limit(parts: Sequence[PrintedPart], sequences: SequenceFinder) -> list[TimeThatLimits]:
    """Return what a clause holds that says a time; a text is found by those that say more than its name.

    That is "each turn", where "turn" is everywhere.
    """
    lexicon = sequences.lexicon
    times = []
    # "In the End Phase once" says in what time it counts, which "once" alone does not.
    of_a_time = {phrase.slot for phrase in lexicon.phrases if "period" in phrase.means}
    for role, beside in {**_SAYS_TIME, "times": frozenset[Role]()}.items():
        of_role = (
            part
            for part in parts
            if part.group.role == role
            and (role != "times" or "period" in part.group.means or not of_a_time.isdisjoint(dict(part.tokens)))
        )
        prints = tuple(dict.fromkeys(chain.from_iterable(_prints_of(part, sequences) for part in of_role)))
        # Without spaces "while it is on the field" is one run of signs that stands in every other text, limited or not.
        cues = prints if lexicon.joint or role != "while_there" else ()
        longest = _LONGEST_NAME[lexicon.joint]
        cues = tuple(printed for printed in cues if len(printed) >= longest or not printed.isalpha())
        if prints:
            times.append(TimeThatLimits(prints, print_of_any(parts, beside, sequences) or (), cues))
    return times


def print_of_any(
    parts: Sequence[PrintedPart], roles: Collection[Role], sequences: SequenceFinder
) -> tuple[str, ...] | None:
    """Return phrases one of which a clause holds in which a part with one of these roles stands; null for anything."""
    held = [sequences.in_order(part.elements) for part in parts if part.group.role in roles]
    if not all(held):
        return None
    return shortest(chain.from_iterable(max(one, key=lambda phrases: min(map(len, phrases))) for one in held))


def _prints_of(part: PrintedPart, sequences: SequenceFinder) -> Iterable[str]:
    """Return what a text holds that prints a part: the whole of it, or where that is too many things, its rarest run.

    Nor can a word be told as a whole whose ending changes it.
    """
    lexed, lexicon = part.elements, sequences.lexicon
    elements = [element for element, _ in lexed]
    pieces = [
        [element.text.replace(" ", lexicon.joint)]
        if isinstance(element, notation.Words)
        else _printed_in(_slot_name(element), lexicon)
        for element in elements
    ]
    is_inflected = any(isinstance(element, notation.Words) and "+" in element.text for element in elements)
    if not is_inflected and prod(map(len, pieces)) <= _MOST_PRINTS_OF_A_PART:
        return _printed(pieces, lexicon)
    return max(
        sequences.in_order(lexed),
        key=lambda phrases: min((phrase.count(" "), len(phrase)) for phrase in phrases),
        default=(),
    )


def _printed(pieces: Sequence[Sequence[str]], lexicon: Lexicon) -> Iterator[str]:
    """Yield how pieces may be printed in folded text; a mark such as / stands with or without spaces."""
    for words in product(*pieces):
        printed = lexicon.fold(lexicon.joint.join(words))
        yield printed
        if not printed[0].isalnum():
            yield printed[0] + printed[1:].lstrip()


def _printed_in(slot: str, lexicon: Lexicon) -> list[str]:
    """Return what a text holds that prints a phrase of a slot; without spaces, where none inflects, the phrase."""
    return lexicon.literals_of(slot) if lexicon.joint else lexicon.phrases_of(slot)


def _slot_name(element: notation.Element) -> str:
    return element.name if isinstance(element, notation.Slot) else ""
