"""Tell by its grammar how a Turkish sentence stands to the effects of its card.

What a Turkish sentence does stands at its end: an order is told by its last word, not by its first as in English.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.grammar import FlagCache, any_of
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
    from collections.abc import Callable, Iterable

    from onceper.patterns.structure import Structure

_LAST_WORD = re.compile(r"([a-zü]+(?:'[a-zü]+)?)[^a-zü]*$")
# What the class of the last word's ending tells: an order, a choice, or something that holds by itself.
_TOLD_BY_ENDING = {"do": ORDERS, "can": CHOOSES, "does": APPLIES, "does.not": APPLIES, "cannot": APPLIES}


class TurkishGrammar:
    """Tell the flags of sentences by the phrases of a structure and by the last word, which ``stem`` splits.

    ``plain`` gives those of a folded sentence without colon and semicolon; ``marked`` those of one with such a mark, of
    which few are ever asked.
    """

    def __init__(self, structure: Structure, stem: Callable[[str], tuple[str, str] | None]) -> None:
        self._stem = stem
        self._orders = frozenset(structure.orders)
        self._alone, self._continues = _beginning(structure.alone), _beginning(structure.continues_plainly)
        self._refers, self._heads = _anywhere(structure.refers), _anywhere(structure.heads)
        self._procedures, self._applies = _anywhere(structure.procedures), _anywhere(structure.applies)
        # A term with any ending; and no story counts anything.
        self._terms = re.compile(rf"[0-9]|(?<![a-zü])(?:{any_of(structure.terms)})") if structure.terms else None
        self.plain = FlagCache(self._tell_plain).__getitem__
        self.marked = FlagCache(self._tell_marked).__getitem__

    def _tell_plain(self, sentence: str) -> int:
        stands = 0
        if self._alone.match(sentence):
            stands = ALONE
        elif self._continues.match(sentence) or self._refers.search(sentence):
            stands = CONTINUES
        game = OF_THE_GAME if not self._terms or self._terms.search(sentence) else 0
        return stands | self._kind(sentence) | self._head(sentence) | game

    def _tell_marked(self, sentence: str) -> int:
        return HEADS if sentence[-1] in ":;" else self._head(sentence)

    def _head(self, sentence: str) -> int:
        return HEADS if self._heads.search(sentence) else 0

    def _kind(self, sentence: str) -> int:
        """Tell what an effect is that begins with this sentence; print with colons tells it by marks."""
        if self._procedures.search(sentence):
            return SUMMONS_ITSELF
        told = self._told_by_last_word(sentence)
        if self._applies.search(sentence):
            return APPLIES | told & CHOOSES
        return ACTIVATES if told == CHOOSES else told

    def _told_by_last_word(self, sentence: str) -> int:
        """Return what the last word tells: the bare stem of a verb is an order to one whom the card calls sen."""
        last = _LAST_WORD.search(sentence)
        if last is None:
            return 0
        word = last.group(1)
        found = self._stem(word)
        if found and found[1] in _TOLD_BY_ENDING:
            return _TOLD_BY_ENDING[found[1]]
        return ORDERS if word in self._orders else 0


def _beginning(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(phrases)})(?![a-zü])")


def _anywhere(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-zü])(?:{any_of(phrases)})(?![a-zü])")
