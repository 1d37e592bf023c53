"""Find in a clause the parts of which sentences that limit are made, and the pieces that commas and notes set off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.matching.match import LONGEST_CLAUSE
from onceper.patterns.parts import PrintedPart  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.parts import Role

# The marks of notes, as words of a clause; Turkish words have signs of their own for them.
_NOTE = frozenset("()⟨⟩")


class Constituent(NamedTuple):
    """Hold a part that stands in a clause: the tokens from ``start`` up to, but not with, ``end``."""

    part: PrintedPart
    start: int
    end: int

    @property
    def role(self) -> Role:
        """What the words are in a sentence that limits."""
        return self.part.group.role

    @property
    def means(self) -> Mapping[str, Any]:
        """What the words say of the limit, besides what phrases among them mean."""
        return self.part.group.means


class _Node:
    """Hold what parts go on with behind the same beginning, and the part that ends there.

    ``parts`` are those with that beginning of so many tokens, the first of them first, each with its place. Few
    beginnings stand in what one process reads, so that a node grows where a clause leads to it.
    """

    __slots__ = ("_length", "_parts", "part", "place", "slots", "words")

    def __init__(self, parts: Sequence[tuple[int, PrintedPart]], length: int) -> None:
        self._parts, self._length = parts, length
        self.part: PrintedPart | None = None
        self.place = 0
        self.words: Mapping[str, _Node] | None = None
        self.slots: Mapping[str, _Node] = {}

    def grow(self) -> Mapping[str, _Node]:
        """Make all that a node holds, and return what goes on with a word."""
        further: dict[tuple[str, bool], list[tuple[int, PrintedPart]]] = {}
        for place, part in self._parts:
            if len(part.tokens) > self._length:
                further.setdefault(part.tokens[self._length], []).append((place, part))
            elif self.part is None:
                self.part, self.place = part, place
        nodes = {token: _Node(parts, self._length + 1) for token, parts in further.items()}
        words = {symbol: node for (symbol, is_slot), node in nodes.items() if not is_slot}
        self.slots = {symbol: node for (symbol, is_slot), node in nodes.items() if is_slot}
        # Set last: another thread that reads at the same time takes all of it or makes all of it.
        self.words = words
        return words


class ConstituentFinder:
    """Find constituents, of those that begin at a word the longest, then the one that begins with a word and no slot.

    ``comma`` is null in a language that leaves its commas out of its words. What a clause is made of is asked for more
    than one reason: what was found in the latest one is kept.
    """

    def __init__(self, parts: Sequence[PrintedPart], comma: str | None) -> None:
        self.comma = comma
        self._root = _Node([*enumerate(sorted(parts, key=lambda part: part.tokens[0][1]))], 0)
        self._latest: tuple[Lexed | None, dict[tuple[int, int], tuple[list[Constituent], int]]] = (None, {})

    def at(self, lexed: Lexed, at: int, end: int) -> Constituent | None:
        """Return the constituent that begins at a token and ends before another, or null."""
        orths, phrases = lexed.orths, lexed.phrases
        longest: PrintedPart | None = None
        behind = place = at
        rank = 0
        node: _Node | None = self._root
        # Where a token goes on as a word and as a slot, the other way waits.
        waiting: list[tuple[_Node, int]] = []
        while node is not None:
            words = node.words
            if words is None:
                words = node.grow()
            if node.part is not None and (place > behind or (place == behind and node.place < rank)):
                longest, behind, rank = node.part, place, node.place
            further: _Node | None = None
            if place < end:
                further = words.get(orths[place])
                phrase = phrases[place]
                place += 1
                if phrase is not None and (of_slot := node.slots.get(phrase.slot)) is not None:
                    if further is None:
                        further = of_slot
                    else:
                        waiting.append((of_slot, place))
            if further is None and waiting:
                further, place = waiting.pop()
            node = further
        return Constituent(longest, at, behind) if longest is not None else None

    def split(self, lexed: Lexed, start: int, end: int) -> list[Constituent]:
        """Return the parts of which the tokens are made, or nothing where one is no part."""
        found, strange = self._between(lexed, start, end)
        return found if strange == end else []

    def among(self, lexed: Lexed, start: int, end: int) -> list[Constituent]:
        """Return the parts that stand between two tokens, whatever else does."""
        return self._between(lexed, start, end)[0]

    def opening(self, lexed: Lexed) -> list[Constituent]:
        """Return the parts with which a clause begins, up to a word that is none."""
        found, strange = self._between(lexed, 0, min(len(lexed.orths), LONGEST_CLAUSE))
        return [one for one in found if one.start < strange]

    def _between(self, lexed: Lexed, start: int, end: int) -> tuple[list[Constituent], int]:
        """Return the parts between two tokens, and the first of these that is a word, or marks a note, in no part."""
        latest, known = self._latest
        if latest is not lexed:
            known = {}
            if len(lexed.orths) <= LONGEST_CLAUSE:
                self._latest = (lexed, known)
        if (start, end) in known:
            return known[start, end]
        found: list[Constituent] = []
        at, strange = start, end
        while at < end:
            one = self.at(lexed, at, end)
            if one is not None:
                found.append(one)
            elif strange == end and (lexed.orths[at] in _NOTE or is_word(lexed, at)):
                strange = at
            at = one.end if one is not None else at + 1
        known[start, end] = found, strange
        return found, strange

    def pieces(self, lexed: Lexed) -> list[tuple[int, int]]:
        """Return where the pieces of a clause begin and end that commas or the marks of a note set off."""
        count = min(len(lexed.orths), LONGEST_CLAUSE)
        cuts = [at for at in range(count) if lexed.orths[at] == self.comma or lexed.orths[at] in _NOTE]
        return [*zip([0, *(at + 1 for at in cuts)], [*cuts, count], strict=True)]


def is_word(lexed: Lexed, at: int) -> bool:
    """Tell whether a word or a phrase stands there, and neither a sign nor the end of the clause."""
    return at < len(lexed.orths) and (lexed.phrases[at] is not None or any(map(str.isalnum, lexed.orths[at])))
