"""Find the game's terms in a sentence: a story speaks of monsters, attacks and enemies, never of cards or zones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable

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
