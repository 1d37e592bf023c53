"""The parts of which a language makes sentences that limit: the content of its ``parts.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec

from onceper.patterns import notation
from onceper.patterns.fields import Meaning
from onceper.patterns.records import WordTables, table_of
from onceper.patterns.sequence import lex_variant, shortest
from onceper.patterns.structure import examples_in
from onceper.patterns.word_list import NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.records import Loader
    from onceper.patterns.sequence import LexedVariant, SequenceFinder, Way

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
# limits in it: of a period a number, of a phase how often or a word that limits, of the time while a card is
# there such a word, of "again" a negation.
_SAYS_TIME: dict[Role, tuple[frozenset[Role], ...]] = {
    "period": (COUNTS,),
    "when": (COUNTS | {"deed"}, LIMITS | {"times"}),
    "while_there": (LIMITS, COUNTS | {"deed"}),
    "again": (frozenset({"not"}),),
}
_A_NOUN = notation.Slot(NAME)


class WrittenPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold words of one role that say the same of a limit, as they stand in a file.

    Words that follow (``follows``) limit only a number or a time that they stand directly behind, or end the condition
    that they stand behind; a filler that does opens what a sentence goes on with. Words that precede (``precedes``)
    limit only a number that they stand directly before; a number may say by itself that it is the most (``no_more``: "a
    single time"). Words of a ``game`` are of its print alone.
    """

    words: tuple[str, ...]
    means: Meaning = Meaning()
    follows: bool = False
    precedes: bool = False
    no_more: bool = False
    game: str | None = None


class Part(WrittenPart, frozen=True, eq=False, kw_only=True):
    """Hold what a file says of a word with its role, and by the texts that need it what is read there."""

    role: Role
    word: str
    means: Mapping[str, Any]
    examples: dict[str, str]


class ReadAs(msgspec.Struct, frozen=True, rename={"reading": "is"}):
    """Say by which reading of the catalogue a game means what constituents say, where they say these fields too."""

    of: str
    reading: str
    when: Mapping[str, Any] = {}


class _WrittenReadAs(ReadAs, frozen=True, forbid_unknown_fields=True):
    when: Meaning = Meaning()


_LISTED = Annotated[list[Any], msgspec.Meta(description="a list of words, or tables of them")]
# A file holds words under their role, by what is read in which text, and beside them what a game means by parts.
PARTS_FILE = table_of(
    "PartsFile",
    {
        "reading": tuple[_WrittenReadAs, ...],
        **dict.fromkeys(get_args(Role), _LISTED | dict[str, dict[str, list[Any]]]),
    },
)


def parts_of(content: Any, file: str, loader: Loader) -> tuple[Iterable[Part], tuple[ReadAs, ...]]:
    """Return the words that a file holds, each with all texts under which it stands there, and what a game means."""
    if loader.make(PARTS_FILE, content, file) is None:
        return (), ()
    found: dict[str, Part] = {}
    for role in get_args(Role):
        for text, read, entries in examples_in(content.get(role, ())):
            for entry in loader.make(WordTables[WrittenPart], entries, file, role) or ():
                written = WrittenPart((entry,)) if isinstance(entry, str) else entry
                for word in written.words:
                    said = msgspec.to_builtins(msgspec.structs.replace(written, words=(word,)))
                    part = found.setdefault(f"{role} {said}", Part(role=role, word=word, examples={}, **said))
                    part.examples.update({text: read} if text else {})
    return found.values(), msgspec.convert(content.get("reading", ()), tuple[ReadAs, ...])


class PrintedPart(msgspec.Struct, frozen=True, eq=False, array_like=True):
    """Hold one way to print a part: its tokens, each with true for a slot, and what it belongs to.

    ``variant`` is the place of this way among those to read its word with a word list.
    """

    tokens: Tokens
    variant: int
    group: Part

    @property
    def elements(self) -> notation.Variant:
        """What it is made of."""
        return notation.variants(self.group.word)[self.variant]


def print_parts(file: str, parts: Iterable[Part], lexicon: Lexicon, loader: Loader) -> list[PrintedPart]:
    """Return every way to print the parts of one file; what is wrong is told to the loader."""
    found: dict[Tokens, PrintedPart] = {}
    for part in parts:
        try:
            for way in _ways(part, lexicon):
                taken = found.setdefault(way.tokens, way).group
                if taken is not part:
                    loader.tell(
                        file, part.role, f"{part.word!r} is {taken.role} already, as {taken.word!r}", "other words"
                    )
        except notation.NotationError as error:
            loader.tell(file, part.role, f"{error} in {part.word!r}", error.expected)
    return list(found.values())


def _ways(part: Part, lexicon: Lexicon) -> Iterator[PrintedPart]:
    """Yield every way to print a part.

    Without spaces, what begins or ends a part may be split in another way than beside a noun.

    Raises:
        NotationError: the part breaks the notation, or holds what no part may hold.
    """
    for number, variant in enumerate(notation.variants(part.word)):
        ways = [_tokens(lex_variant(variant, lexicon))]
        if not lexicon.joint:
            ways.append(_tokens(lex_variant((_A_NOUN, *variant), lexicon)[1:]))
            ways.append(_tokens(lex_variant((*variant, _A_NOUN), lexicon)[:-1]))
        yield from (PrintedPart(tokens, number, part) for tokens in dict.fromkeys(ways) if tokens)


def _tokens(variant: LexedVariant) -> Tokens:
    """Return the tokens of a part.

    Raises:
        NotationError: the part holds what no part may hold.
    """
    tokens: list[tuple[str, bool]] = []
    for token in variant:
        match token:
            case notation.Word(orth):
                tokens.append((orth, False))
            case notation.Slot(name, optional=False):
                tokens.append((name, True))
            case _:
                raise notation.NotationError("no words and slots alone", "a part of these")
    return tuple(tokens)


def times_that_limit(parts: Sequence[PrintedPart], sequences: SequenceFinder) -> Iterator[Way]:
    """Yield what a clause holds that says a time in which a limit may count, with what stands beside it where one does.

    "In the End Phase once" says in what time it counts, which "once" alone does not.
    """
    of_a_time = {phrase.slot for phrase in sequences.lexicon.phrases if "period" in phrase.means}
    # Where no joint stands between words, what says when says more closely whether it is such a time.
    says_when: dict[Role, Any] = {} if sequences.lexicon.joint else {"when": (frozenset({"times"}),)}
    for role, every in {**_SAYS_TIME, **says_when, "times": ()}.items():
        beside = [phrases for roles in every if (phrases := _print_of_any(parts, roles, sequences))]
        for part in parts:
            says_time = role != "times" or "period" in part.group.means or not of_a_time.isdisjoint(dict(part.tokens))
            if part.group.role == role and says_time:
                yield (*_held(part, sequences), *beside)


def opening_conditions(parts: Iterable[PrintedPart], sequences: SequenceFinder) -> Iterator[Way]:
    """Yield what a sentence holds that may state a limit under a condition."""
    for part in parts:
        if part.group.role in CONDITIONS:
            yield (_longest(part, sequences),)


def _print_of_any(parts: Iterable[PrintedPart], roles: Collection[Role], sequences: SequenceFinder) -> tuple[str, ...]:
    """Return phrases one of which a clause holds in which a part with one of these roles stands; none for anything."""
    held = [_longest(part, sequences) for part in parts if part.group.role in roles]
    return shortest(chain.from_iterable(held)) if all(held) else ()


def _longest(part: PrintedPart, sequences: SequenceFinder) -> tuple[str, ...]:
    """Return the longest run of what a text holds that prints a part; nothing for anything."""
    held = _held(part, sequences)
    return max(held, key=_rarity, default=())


def _rarity(phrases: tuple[str, ...]) -> tuple[tuple[int, int], int]:
    return min((phrase.count(" "), len(phrase)) for phrase in phrases), max(map(len, phrases))


def _held(part: PrintedPart, sequences: SequenceFinder) -> Way:
    return sequences.way_of(lex_variant(part.elements, sequences.lexicon))
