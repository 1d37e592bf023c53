"""Find in a clause the parts of which sentences that limit are made, and the pieces that commas and notes set off."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.matching.match import LONGEST_CLAUSE
from onceper.patterns.parts import IN_TIME, Part, PrintedPart, Role, Tokens
from onceper.patterns.word_list import BUILT_IN, COUNT, NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.word_list import Phrase

# The marks of notes, as words of a clause; Turkish words have signs of their own for them.
_NOTE = frozenset("()⟨⟩")
# What words say that may stand before something else than a time: who is limited of that player, "this turn" its time.
_SAYS_ONLY: dict[Role, set[str]] = {"who": {"player", "whose"}, "filler": {"period"}}
# Of what words mean elsewhere these say only what their part does, or a slot of it: an "attack" declared is no time.
_SAID_BY_PART: frozenset[Role] = frozenset({"when", "deed", "thing", "filler"})

# One of these stands in every clause in which a number could be limited in a period.
SAYS_TIME: frozenset[Role] = frozenset({"again", "times", *IN_TIME})


class Constituent(NamedTuple):
    """Hold a part that stands in a clause: the tokens from ``start`` up to, but not with, ``end``.

    ``says`` is what its words say of the limit; ``is_named`` tells that one of them is a name.
    """

    role: Role
    start: int
    end: int
    group: Part
    says: Mapping[str, Any]
    is_named: bool


class Constituents:
    """Hold what a lexed clause is made of: its constituents in order, and the words that are in none of them.

    ``comma`` is null in a language that leaves its commas out of its words.
    """

    def __init__(self, lexed: Lexed, tree: PartsTree, comma: str | None) -> None:
        self.lexed, self.comma, self._tree = lexed, comma, tree
        self.count = len(lexed.orths)
        self.names = [at for at, phrase in enumerate(lexed.phrases) if phrase is not None and phrase.slot == NAME]
        # What is behind the longest clause is not looked at.
        last = min(self.count, LONGEST_CLAUSE)
        cuts = [at for at, orth in enumerate(lexed.orths[:last]) if orth == comma or orth in _NOTE]
        # Where the pieces begin and end that commas or the marks of a note set off.
        self.pieces = [*zip([0, *(at + 1 for at in cuts)], [*cuts, last], strict=True)]
        # Most clauses are read, or hold no limit, without a look at what they are made of.
        self._found: tuple[list[Constituent], list[int]] | None = None

    @property
    def every(self) -> list[Constituent]:
        """All constituents, in their order."""
        return self._take_apart()[0]

    def _take_apart(self) -> tuple[list[Constituent], list[int]]:
        """Return the constituents, and the words that are in none of them."""
        if self._found is None:
            every: list[Constituent] = []
            last = self.pieces[-1][1]
            strange = [*range(last, self.count)]
            at = 0
            while at < last:
                one = self._tree.root.longest(self.lexed, at, last)
                if one:
                    every.append(one)
                elif self._is_word(at) or self.lexed.orths[at] in _NOTE:
                    strange.append(at)
                at = one.end if one else at + 1
            self._found = every, strange
        return self._found

    def may_say_time(self) -> bool:
        """Tell whether something may stand there that says in what time a limit counts, or how often."""
        words, slots = self._tree.of_times
        return not words.isdisjoint(self.lexed.orths) or any(
            phrase is not None and phrase.slot in slots for phrase in self.lexed.phrases
        )

    def _is_word(self, at: int) -> bool:
        """Tell whether a token is a word or a phrase, and not a sign."""
        return self.lexed.phrases[at] is not None or any(map(str.isalnum, self.lexed.orths[at]))

    def _is_unknown(self, at: int) -> bool:
        """Tell whether a token is a word that stands in no part."""
        phrase = self.lexed.phrases[at]
        words, slots = self._tree.of_all
        is_known = self.lexed.orths[at] in words or (phrase is not None and phrase.slot in slots)
        return not is_known and self._is_word(at)

    def among(self, start: int, end: int) -> list[Constituent]:
        """Return the constituents that begin between two tokens, whatever else stands there."""
        return [one for one in self.every if start <= one.start < end]

    def split(self, start: int, end: int) -> list[Constituent]:
        """Return the constituents between two tokens, or nothing where one of these is in none."""
        if self._found is None and any(map(self._is_unknown, range(start, end))):
            return []
        return [] if any(start <= at < end for at in self._take_apart()[1]) else self.among(start, end)

    def opening(self) -> list[Constituent]:
        """Return the constituents with which the clause begins, up to a word that is in none."""
        return self.among(0, min(self._take_apart()[1], default=self.count))

    def has_words(self, start: int, end: int) -> bool:
        """Tell whether words or phrases stand between two tokens, and not signs alone."""
        return any(map(self._is_word, range(start, min(end, self.count))))


class _Node:
    """Hold what parts go on with behind the same beginning, and the part that ends there."""

    __slots__ = ("part", "slots", "words")

    def __init__(self) -> None:
        self.part: PrintedPart | None = None
        self.words: dict[str, _Node] = {}
        self.slots: dict[str, _Node] = {}

    def add(self, part: PrintedPart) -> None:
        """Let a part begin here."""
        node = self
        for symbol, is_slot in part.tokens:
            node = (node.slots if is_slot else node.words).setdefault(symbol, _Node())
        node.part = part

    def longest(self, lexed: Lexed, at: int, end: int) -> Constituent | None:
        """Return the longest constituent that begins at a token and ends before another, or null.

        Of two that are as long it is the one of words, where the other one has a slot.
        """
        orths, phrases = lexed.orths, lexed.phrases
        longest: PrintedPart | None = None
        behind = at
        waiting: list[tuple[_Node, int]] = [(self, at)]
        while waiting:
            node, place = waiting.pop()
            if node.part is not None and place > behind:
                longest, behind = node.part, place
            if place == end:
                continue
            phrase = phrases[place]
            if phrase is not None and (further := node.slots.get(phrase.slot)):
                waiting.append((further, place + 1))
            if further := node.words.get(orths[place]):
                waiting.append((further, place + 1))
        if longest is None:
            return None
        says, is_named = _says(longest.group, longest.tokens, (*phrases[at:behind],))
        return Constituent(longest.group.role, at, behind, longest.group, says, is_named)


class PartsTree(NamedTuple):
    """Hold what finds parts, and words and slots: of all parts, and one of each that says when or how often."""

    root: _Node
    of_all: tuple[frozenset[str], frozenset[str]]
    of_times: tuple[frozenset[str], frozenset[str]]


def tree_of(parts: Iterable[PrintedPart]) -> PartsTree:
    """Return what finds these parts."""
    root = _Node()
    every: set[tuple[str, bool]] = set()
    of_times: set[tuple[str, bool]] = set()
    for part in parts:
        root.add(part)
        every.update(part.tokens)
        if part.group.role in SAYS_TIME:
            # Slots of times stand in fewer clauses than words do, and long words in fewer than short ones.
            of_times.add(max(part.tokens, key=lambda token: (token[1] and token[0] not in BUILT_IN, len(token[0]))))
    return PartsTree(root, _words_and_slots(every), _words_and_slots(of_times))


def _words_and_slots(tokens: Collection[tuple[str, bool]]) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(symbol for symbol, is_slot in tokens if not is_slot), frozenset(
        symbol for symbol, is_slot in tokens if is_slot
    )


# Texts say the same few things.
@lru_cache(4_096)
def _says(group: Part, tokens: Tokens, phrases: tuple[Phrase | None, ...]) -> tuple[Mapping[str, Any], bool]:
    """Return what a part says, before what the phrases in its slots do, the first before others; and if one is a name.

    Of some the part says it all, as of two phases that it names together; each of several numbers of effects counts.
    """
    said: dict[str, Any] = {}
    numbers: set[int] = set()
    for (_, is_slot), phrase in zip(tokens, phrases, strict=True):
        if phrase is not None and (is_slot or group.role not in _SAID_BY_PART):
            said = {**phrase.means, **said}
            numbers.update(phrase.means.get("numbers", ()))
    if says_only := _SAYS_ONLY.get(group.role):
        said = {key: value for key, value in said.items() if key in says_only}
    if numbers:
        said["numbers"] = tuple(sorted(numbers))
    is_named = any(phrase is not None and phrase.slot == NAME for phrase in phrases)
    return {**said, **group.means}, is_named


def follows_several(lexed: Lexed, at: int) -> bool:
    """Tell whether a number of several stands before a token: of times ("two turns") it counts these."""
    number = lexed.phrases[at - 1] if at else None
    return number is not None and number.slot == COUNT and number.means["count"] != 1
