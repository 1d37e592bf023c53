"""Find in a clause the parts of which sentences that limit are made, and the pieces that commas and notes set off."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.matching.match import LONGEST_CLAUSE
from onceper.patterns.parts import Part, PrintedPart, Role, Tokens  # noqa: TC001  mypyc resolves what a record names
from onceper.patterns.word_list import COUNT, NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.word_list import Phrase

# The marks of notes, as words of a clause; Turkish words have signs of their own for them.
_NOTE = frozenset("()⟨⟩")
# What words say that may stand before something else than a time: who is limited of that player, "this turn" its time.
_SAYS_ONLY: dict[Role, set[str]] = {"who": {"player", "whose"}, "filler": {"period"}}
# Of what words mean elsewhere these say only what their part does, or a slot of it: an "attack" declared is no time.
_SAID_BY_PART: frozenset[Role] = frozenset({"when", "deed", "thing", "filler"})


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

    def __init__(self, lexed: Lexed, root: _Node, comma: str | None) -> None:
        self.lexed, self.comma = lexed, comma
        self.every: list[Constituent] = []
        self.count = len(lexed.orths)
        # Which tokens are words or phrases, and not signs.
        self._words = [
            phrase is not None or any(map(str.isalnum, orth))
            for orth, phrase in zip(lexed.orths, lexed.phrases, strict=True)
        ]
        self.names = [at for at, phrase in enumerate(lexed.phrases) if phrase is not None and phrase.slot == NAME]
        # What is behind the longest clause is not looked at.
        last = min(self.count, LONGEST_CLAUSE)
        self._strange = [*range(last, self.count)]
        at = 0
        while at < last:
            one = root.longest(lexed, at, last)
            if one:
                self.every.append(one)
            elif self._words[at] or lexed.orths[at] in _NOTE:
                self._strange.append(at)
            at = one.end if one else at + 1
        cuts = [at for at in range(last) if lexed.orths[at] == comma or lexed.orths[at] in _NOTE]
        # Where the pieces begin and end that commas or the marks of a note set off.
        self.pieces = [*zip([0, *(at + 1 for at in cuts)], [*cuts, last], strict=True)]

    def among(self, start: int, end: int) -> list[Constituent]:
        """Return the constituents that begin between two tokens, whatever else stands there."""
        return [one for one in self.every if start <= one.start < end]

    def split(self, start: int, end: int) -> list[Constituent]:
        """Return the constituents between two tokens, or nothing where one of these is in none."""
        return [] if any(start <= at < end for at in self._strange) else self.among(start, end)

    def opening(self) -> list[Constituent]:
        """Return the constituents with which the clause begins, up to a word that is in none."""
        return self.among(0, min(self._strange, default=self.count))

    def has_words(self, start: int, end: int) -> bool:
        """Tell whether words or phrases stand between two tokens, and not signs alone."""
        return any(self._words[start:end])


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


def tree_of(parts: Iterable[PrintedPart]) -> _Node:
    """Return what finds these parts."""
    root = _Node()
    for part in parts:
        root.add(part)
    return root


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
