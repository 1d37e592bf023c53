"""Tell by its words what kind of effect begins with a sentence of OCG print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.grammar import FlagCache, Phrases
from onceper.lang.terms import GameTerms
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    APPLIES,
    AWAITS,
    CHOOSES,
    HAPPENS_ONCE,
    LASTS,
    LIMITED,
    OF_THE_GAME,
    SUMMONS_ITSELF,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.structure import Structure


class OcgGrammar:
    """Tell the flags of folded sentences by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._terms = GameTerms(structure.terms) if structure.terms else None
        self._orders = _order_at_end(structure.orders, structure.print.stops)
        self._phrases = Phrases(
            {
                ACTIVATES: structure.activates,
                HAPPENS_ONCE: structure.happens_once,
                SUMMONS_ITSELF: structure.procedures,
                ACTIVATES_IN_OLD_PRINT: structure.activates_in_old_print,
                APPLIES: structure.applies,
                CHOOSES: structure.chooses,
                LASTS: structure.lasts,
                AWAITS: structure.awaits,
                LIMITED: structure.limited,
            }
        )
        self.plain = FlagCache(self._tell).__getitem__

    def _tell(self, sentence: str) -> int:
        said = self._phrases.said(sentence)
        game = OF_THE_GAME if not self._terms or self._terms.stand_in(sentence) else 0
        return self._kind(sentence, said) | said & CHOOSES | game

    def _kind(self, sentence: str, said: int) -> int:
        """Tell by words what an effect is that begins with this sentence.

        Print since 2011 says of what is activated that it is, but not of what a Spell or Trap does when it is.
        """
        if said & (ACTIVATES | SUMMONS_ITSELF):
            return said & ACTIVATES or SUMMONS_ITSELF
        if not said & LASTS and (said & HAPPENS_ONCE or self._orders.search(sentence)):
            return ACTIVATES_IN_OLD_PRINT if said & AWAITS else ACTIVATES
        is_chosen = said & LIMITED and said & CHOOSES
        return (
            APPLIES
            if said & APPLIES and not said & ACTIVATES_IN_OLD_PRINT and not is_chosen
            else ACTIVATES_IN_OLD_PRINT
        )


def _order_at_end(orders: Iterable[str], stops: str) -> re.Pattern[str]:
    """Return what finds an order at the end of a sentence, before or behind a note."""
    ordered = "|".join(map(re.escape, orders)) or "(?!)"
    return re.compile(rf"(?:{ordered})(?:\([^()]*\))?[{re.escape(stops)}]?(?:\([^()]*\))?\Z")
