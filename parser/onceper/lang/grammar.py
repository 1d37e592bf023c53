"""What the grammars of all languages share: phrases that tell something, terms of the game, options."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.patterns.structure import ANY_WORDS
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onceper.contract.effect import Choose
    from onceper.contract.span import Span
    from onceper.patterns.structure import Structure

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


_NUMBER = "#"


class GameTerms:
    """Find terms of the game; ``#`` in a term is a number."""

    def __init__(self, terms: Iterable[str]) -> None:
        terms = tuple(terms)
        with_number = [re.escape(term).replace(re.escape(_NUMBER), "[0-9]+") for term in terms if _NUMBER in term]
        self._terms = [term for term in terms if _NUMBER not in term]
        self._search = search_for(self._terms)
        # Only Latin words and numbers go on with a letter or a digit.
        self._with_number = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(with_number) or '(?!)'})(?![a-z0-9])")

    def stand_in(self, sentence: str) -> bool:
        """Tell whether a folded and masked sentence holds one of the terms."""
        for last, number in self._search(sentence):
            start = last + 1 - len(self._terms[number])
            if not (_goes_on(sentence[start - 1 : start]) or _goes_on(sentence[last + 1 : last + 2])):
                return True
        return self._with_number.search(sentence) is not None


def _goes_on(neighbour: str) -> bool:
    """Tell whether a Latin word goes on with the neighbour of a term; other scripts set no spaces."""
    return neighbour.isascii() and (neighbour.isalpha() or neighbour == "-")


# Print that gives a choice says so, whatever else it says; what is gained or applied may still hang on what is so.
_WAYS: tuple[Choose, ...] = ("any", "one", "when", "gains", "all")
# Where nothing is said, each option says itself when it holds: "While in Attack Position: ..."
_UNSAID: Choose = "when"


class Choosing:
    """Find options and tell what becomes of them by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        lists = (
            structure.choose_any,
            structure.choose_one,
            structure.choose_when,
            structure.choose_gains,
            structure.choose_all,
        )
        self._phrases = Phrases({1 << place: phrases for place, phrases in enumerate(lists)})
        self._either = [pieces_of(phrase) for phrase in structure.either]

    def alternatives(self, words: str, start: int, end: int) -> list[Span]:
        """Find what stands behind "either:" and ", or:" between two places of a folded text; nothing without both."""
        for either, otherwise in self._either:
            first = words.find(either, start, end)
            second = words.find(otherwise, first, end) if first >= 0 else -1
            if second >= 0:
                options = ((first + len(either), second), (second + len(otherwise), end))
                return [(begin + (words[begin : begin + 1] == " "), stop) for begin, stop in options]
        return []

    def tell(self, before: str) -> Choose:
        """Tell it by the folded words of an effect before its first option."""
        said = self._phrases.said(before)
        return next((way for place, way in enumerate(_WAYS) if said >> place & 1), _UNSAID)
