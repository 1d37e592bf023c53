"""Tell by its grammar how a Turkish sentence stands to the effects of its card.

What a Turkish sentence does stands at its end: an order is told by its last word, not by its first as in English.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from onceper.lang.grammar import Kept
from onceper.lang.tr.stems import split
from onceper.lang.tr.tokens import fold
from onceper.patterns.structure import structure_of
from onceper.text.position import (
    ACTIVATES,
    ALONE,
    APPLIES,
    CHOOSES,
    CONTINUES,
    HEADS,
    OF_THE_GAME,
    ORDERS,
    SUMMONS_ITSELF,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_LAST_WORD = re.compile(r"([a-zü]+(?:'[a-zü]+)?)[^a-zü]*$")
# What the class of the last word's ending tells: an order, a choice, or something that holds by itself.
_TOLD_BY_ENDING = {"do": ORDERS, "can": CHOOSES, "does": APPLIES, "does.not": APPLIES, "cannot": APPLIES}


def _grammar(sentence: str) -> int:
    """Return the flags that the words of a folded sentence without colon and semicolon tell."""
    stands = 0
    if _begins("alone").match(sentence):
        stands = ALONE
    elif _begins("continues_plainly").match(sentence) or _holds("refers").search(sentence):
        stands = CONTINUES
    game = OF_THE_GAME if _terms().search(sentence) else 0
    return stands | _kind(sentence) | _heads(sentence) | game


def _grammar_of_marked(sentence: str) -> int:
    """Return the flags of a folded sentence with a colon or a semicolon, of which few are ever asked."""
    return HEADS if sentence[-1] in ":;" else _heads(sentence)


grammar = Kept(_grammar).__getitem__
grammar_of_marked = Kept(_grammar_of_marked).__getitem__


def _heads(sentence: str) -> int:
    return HEADS if _holds("heads").search(sentence) else 0


def _kind(sentence: str) -> int:
    """Tell what an effect is that begins with this sentence; print with colons tells it by marks."""
    if _holds("procedures").search(sentence):
        return SUMMONS_ITSELF
    if _holds("applies").search(sentence):
        return APPLIES | _told_by_last_word(sentence) & CHOOSES
    told = _told_by_last_word(sentence)
    return ACTIVATES if told == CHOOSES else told


def _told_by_last_word(sentence: str) -> int:
    """Return what the last word tells: the bare stem of a verb is an order to one whom the card calls sen."""
    last = _LAST_WORD.search(sentence)
    if last is None:
        return 0
    word = last.group(1)
    found = split(word)
    if found and found[1] in _TOLD_BY_ENDING:
        return _TOLD_BY_ENDING[found[1]]
    return ORDERS if word in _orders() else 0


@cache
def _orders() -> frozenset[str]:
    return frozenset(map(fold, structure_of("tr").orders))


@lru_cache(maxsize=16)
def _begins(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_any(getattr(structure_of('tr'), key))})(?![a-zü])")


@lru_cache(maxsize=16)
def _holds(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-zü])(?:{_any(getattr(structure_of('tr'), key))})(?![a-zü])")


@cache
def _terms() -> re.Pattern[str]:
    """Return what finds a term of the game with any ending; and no story counts anything."""
    return re.compile(rf"[0-9]|(?<![a-zü])(?:{_any(structure_of('tr').terms)})")


def _any(phrases: Iterable[str]) -> str:
    escaped = [re.escape(fold(phrase)).replace(r"\ \.\.\.\ ", " .*?") for phrase in sorted(phrases, reverse=True)]
    return "|".join(escaped) or "(?!)"
