"""What the grammars of all languages share: flags that phrases tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.patterns.structure import ANY_WORDS
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# That a phrase goes on behind such words.
_GOES_ON = 1 << 62


class Phrases:
    """Find the phrases that tell something wherever they stand in a sentence; ``told`` gives those of each flag."""

    def __init__(self, told: Mapping[int, Iterable[str]]) -> None:
        flags: dict[str, int] = {}
        with_gaps: dict[str, list[tuple[int, list[str]]]] = {}
        for flag, phrases in told.items():
            for phrase in phrases:
                begin, *further = pieces_of(phrase)
                flags[begin] = flags.get(begin, 0) | (_GOES_ON if further else flag)
                if further:
                    with_gaps.setdefault(begin, []).append((flag, further))
        self._search = search_for(flags)
        self._flags = tuple(flags.values())
        self._with_gaps = tuple(with_gaps.get(begin, ()) for begin in flags)

    def said(self, sentence: str) -> int:
        """Return the flags of all phrases in a sentence."""
        said = 0
        begun: dict[int, int] = {}
        for last, phrase in self._search(sentence):
            flags = self._flags[phrase]
            said |= flags
            if flags & _GOES_ON:
                begun.setdefault(phrase, last + 1)
        if not begun:
            return said
        for phrase, end in begun.items():
            for flag, further in self._with_gaps[phrase]:
                if follow(further, sentence, end) is not None:
                    said |= flag
        return said & ~_GOES_ON


def pieces_of(phrase: str) -> list[str]:
    """Return what stands between the gaps of a phrase; one at its edge asks for nothing."""
    pieces = [piece for piece in phrase.split(ANY_WORDS) if piece.strip()]
    if phrase.startswith(ANY_WORDS):
        pieces[0] = pieces[0].lstrip()
    if phrase.endswith(ANY_WORDS):
        pieces[-1] = pieces[-1].rstrip()
    return pieces


def follow(pieces: Iterable[str], sentence: str, at: int) -> int | None:
    """Return where pieces of a phrase end that stand in this order behind a place, or null.

    Each where it stands first, which leaves the others the most room: with an expression, the time that a sentence of
    pieces takes would grow with a power of its length.
    """
    for piece in pieces:
        found = sentence.find(piece, behind_gap(piece, sentence, at))
        if found < 0:
            return None
        at = found + len(piece)
    return at


def behind_gap(piece: str, sentence: str, at: int) -> int:
    """Return from where on a piece may stand behind a gap: the space before the gap may be the one behind it."""
    return at - (piece[0] == " " and at > 0 and sentence[at - 1] == " ")


def any_of(phrases: Iterable[str]) -> str:
    """Return an expression for any of these phrases, in which three full stops stand for any words."""
    return (
        "|".join(
            re.escape(phrase).replace(r"\ \.\.\.", r"(?:\ .*?)??").replace(r"\.\.\.", ".*?")
            for phrase in sorted(phrases, reverse=True)
        )
        or "(?!)"
    )
