"""Tell text of the game from lore, the story that cards without effects print."""

from __future__ import annotations

import re

from ahocorasick_rs import AhoCorasick, MatchKind

from onceper.patterns.folders import kept_with_patterns
from onceper.patterns.structure import structure_of

_NUMBER = "#"


def speaks_of_the_game(sentence: str, lang: str) -> bool:
    """Tell whether a folded and masked sentence holds one of the game's terms.

    A story speaks of monsters, attacks and enemies; it never speaks of cards, zones, phases or a player's own things.
    """
    plain, with_number = _terms(lang)
    for _, start, end in plain.find_matches_as_indexes(sentence, overlapping=True):
        if not (_goes_on(sentence[start - 1 : start]) or _goes_on(sentence[end : end + 1])):
            return True
    return with_number.search(sentence) is not None


def _goes_on(neighbour: str) -> bool:
    """Tell whether a Latin word goes on with the neighbour of a term; other scripts set no spaces."""
    return neighbour.isascii() and (neighbour.isalpha() or neighbour == "-")


@kept_with_patterns(8)
def _terms(lang: str) -> tuple[AhoCorasick, re.Pattern[str]]:
    """Return the plain terms of a language, and those with a number."""
    terms = structure_of(lang).terms
    with_number = [re.escape(term).replace(re.escape(_NUMBER), "[0-9]+") for term in terms if _NUMBER in term]
    plain = [term for term in terms if _NUMBER not in term]
    # Only Latin words and numbers go on with a letter or a digit.
    any_with_number = rf"(?<![a-z0-9])(?:{'|'.join(with_number) or '(?!)'})(?![a-z0-9])"
    return AhoCorasick(plain, matchkind=MatchKind.Standard), re.compile(any_with_number)
