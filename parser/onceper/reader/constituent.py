"""Find in a clause the parts of which sentences that limit are made, and the pieces that commas and notes set off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.matching.match import LONGEST_CLAUSE
from onceper.patterns.parts import Part, Role  # noqa: TC001  mypyc resolves what a record names
from onceper.patterns.word_list import COUNT, NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.span import Span
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.parts import PrintedPart, Tokens
    from onceper.patterns.word_list import Phrase

# The marks of notes and of what is no name, as words of a clause; Turkish words have signs of their own for them.
_NOTE = frozenset('()⟨⟩"「')
# What words say that may stand before something else than a time: who is limited of that player, "this turn" its time;
# when it is not limited, or that one controls another of the name, says nothing else of it.
_SAYS_ONLY: dict[Role, set[str]] = {
    "who": {"player", "whose"},
    "filler": {"period"},
    "name": {"player"},
    "unless": {"player"},
}
# Of what words mean elsewhere these say only what their part does, or a slot of it: an "attack" declared is no time.
_SAID_BY_PART: frozenset[Role] = frozenset({"when", "deed", "thing", "filler"})


class PartsTree:
    """Lead by each word and by each slot of parts to what goes on with it, and hold the ``part`` that ends here."""

    __slots__ = ("part", "slots", "words")

    def __init__(self) -> None:
        self.words: dict[str, PartsTree] = defaultdict(PartsTree)
        self.slots: dict[str, PartsTree] = defaultdict(PartsTree)
        self.part: PrintedPart | None = None


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
    """Hold what a lexed clause is made of: ``every`` constituent in order, and the ``strange`` words that are in none.

    ``names`` are the tokens that are names, ``pieces`` what commas or the marks of a note set off; ``comma`` is null in
    a language that leaves its commas out of its words. What is behind the longest clause is not looked at, nor what is
    behind a strange word where it ``is_whole`` or nothing.
    """

    def __init__(self, lexed: Lexed, tree: PartsTree, comma: str | None, *, is_whole: bool = False) -> None:
        self.lexed, self.comma = lexed, comma
        self.count = len(lexed.orths)
        self.names = [at for at, phrase in enumerate(lexed.phrases) if phrase is not None and phrase.slot == NAME]
        last = min(self.count, LONGEST_CLAUSE)
        cuts = [at for at, orth in enumerate(lexed.orths[:last]) if orth == comma or orth in _NOTE]
        self.pieces = [*zip([0, *(at + 1 for at in cuts)], [*cuts, last], strict=True)]
        self.every: list[Constituent] = []
        self.strange = [*range(last, self.count)]
        at = 0
        while at < last and not (is_whole and self.strange):
            phrase = lexed.phrases[at]
            # Most words begin no part.
            begins = lexed.orths[at] in tree.words or (phrase is not None and phrase.slot in tree.slots)
            one = _longest(tree, lexed, at, last) if begins else None
            if one:
                self.every.append(one)
            elif phrase is not None or lexed.orths[at] in _NOTE or any(map(str.isalnum, lexed.orths[at])):
                self.strange.append(at)
            at = one.end if one else at + 1

    def is_word(self, at: int) -> bool:
        """Tell whether a word or a phrase stands at a token, and not a sign or nothing."""
        return at < self.count and (self.lexed.phrases[at] is not None or any(map(str.isalnum, self.lexed.orths[at])))

    def touch(self, end: int, start: int) -> bool:
        """Tell whether nothing but signs stands between where words end and others start."""
        return end <= start and not any(map(self.is_word, range(end, start)))

    def piece_at(self, at: int) -> Span:
        """Return the piece in which a token stands: all of the clause for what sets off a piece."""
        here = (piece for piece in self.pieces if piece[0] <= at < piece[1])
        return next(here, (0, self.count))

    def among(self, start: int, end: int) -> list[Constituent]:
        """Return the constituents that begin between two tokens, whatever else stands there."""
        return [one for one in self.every if start <= one.start < end]

    def split(self, start: int, end: int) -> list[Constituent]:
        """Return the constituents between two tokens, or nothing where one of these is in none."""
        return [] if any(start <= at < end for at in self.strange) else self.among(start, end)

    def opening(self) -> list[Constituent]:
        """Return the constituents with which the clause begins, up to a word that is in none."""
        return self.among(0, min(self.strange, default=self.count))


def tree_of(parts: Iterable[PrintedPart]) -> PartsTree:
    """Return what finds these parts."""
    root = PartsTree()
    for part in parts:
        node = root
        for token, is_slot in part.tokens:
            node = (node.slots if is_slot else node.words)[token]
        node.part = part
    return root


def _longest(tree: PartsTree, lexed: Lexed, at: int, end: int) -> Constituent | None:
    """Return the longest constituent that begins at a token and ends before another, or null.

    Of two that are as long it is the one of words, where the other one has a slot.
    """
    orths, phrases = lexed.orths, lexed.phrases
    longest: PrintedPart | None = None
    behind = at
    waiting = [(tree, at)]
    while waiting:
        node, place = waiting.pop()
        if place > behind and node.part:
            longest, behind = node.part, place
        if place < end:
            phrase = phrases[place]
            if phrase is not None and phrase.slot in node.slots:
                waiting.append((node.slots[phrase.slot], place + 1))
            if orths[place] in node.words:
                waiting.append((node.words[orths[place]], place + 1))
    if longest is None:
        return None
    says, is_named = _says(longest.group, longest.tokens, (*phrases[at:behind],))
    return Constituent(longest.group.role, at, behind, longest.group, says, is_named)


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
