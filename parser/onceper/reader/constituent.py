"""Find in a clause the parts of which sentences that limit are made, and the pieces that commas and notes set off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.matching.match import LONGEST_CLAUSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.parts import PrintedPart, Role

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


class ConstituentFinder:
    """Find constituents, of those that begin at a word the longest.

    ``comma`` is null in a language that leaves its commas out of its words.
    """

    def __init__(self, parts: Sequence[PrintedPart], comma: str | None) -> None:
        self.comma = comma
        self._parts: dict[tuple[str, bool], list[PrintedPart]] = {}
        for part in sorted(parts, key=lambda part: -len(part.tokens)):
            self._parts.setdefault(part.tokens[0], []).append(part)

    def at(self, lexed: Lexed, at: int, end: int) -> Constituent | None:
        """Return the constituent that begins at a token and ends before another, or null."""
        phrase = lexed.phrases[at]
        keys = [(lexed.orths[at], False), *([(phrase.slot, True)] if phrase else [])]
        longest: Constituent | None = None
        for key in keys:
            for part in self._parts.get(key, ()):
                behind = at + len(part.tokens)
                if longest and behind <= longest.end:
                    break
                if behind <= end and _stands_at(part, lexed, at):
                    longest = Constituent(part, at, behind)
                    break
        return longest

    def split(self, lexed: Lexed, start: int, end: int) -> list[Constituent]:
        """Return the parts of which the tokens are made, or nothing where one is no part."""
        found: list[Constituent] = []
        for at, one in self._walk(lexed, start, end):
            if one is not None:
                found.append(one)
            elif is_word(lexed, at) or lexed.orths[at] in _NOTE:
                return []
        return found

    def among(self, lexed: Lexed, start: int, end: int) -> list[Constituent]:
        """Return the parts that stand between two tokens, whatever else does."""
        return [one for _, one in self._walk(lexed, start, end) if one is not None]

    def _walk(self, lexed: Lexed, start: int, end: int) -> Iterator[tuple[int, Constituent | None]]:
        """Yield where each part begins, and with null each token that is in none."""
        at = start
        while at < end:
            one = self.at(lexed, at, end)
            yield at, one
            at = one.end if one else at + 1

    def pieces(self, lexed: Lexed) -> list[tuple[int, int]]:
        """Return where the pieces of a clause begin and end that commas or the marks of a note set off."""
        count = min(len(lexed.orths), LONGEST_CLAUSE)
        cuts = [at for at in range(count) if lexed.orths[at] == self.comma or lexed.orths[at] in _NOTE]
        return [*zip([0, *(at + 1 for at in cuts)], [*cuts, count], strict=True)]


def is_word(lexed: Lexed, at: int) -> bool:
    """Tell whether a word or a phrase stands there, and neither a sign nor the end of the clause."""
    return at < len(lexed.orths) and (lexed.phrases[at] is not None or any(map(str.isalnum, lexed.orths[at])))


def _stands_at(part: PrintedPart, lexed: Lexed, at: int) -> bool:
    for place, (symbol, is_slot) in enumerate(part.tokens, start=at):
        phrase = lexed.phrases[place]
        if symbol != ((phrase.slot if phrase else None) if is_slot else lexed.orths[place]):
            return False
    return True
