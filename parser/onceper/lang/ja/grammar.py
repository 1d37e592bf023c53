"""Tell by its grammar what an effect is that begins with a Japanese sentence."""

from __future__ import annotations

import re
from functools import cache

from onceper.lang.grammar import Kept, Phrases
from onceper.lang.lore import speaks_of_the_game
from onceper.patterns.structure import structure_of
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


def _grammar(sentence: str) -> int:
    """Return the flags that the words of a folded sentence tell."""
    said = _phrases().said(sentence)
    game = OF_THE_GAME if speaks_of_the_game(sentence, "ja") else 0
    return _kind(sentence, said) | said & CHOOSES | game


def _kind(sentence: str, said: int) -> int:
    """Tell by words what an effect is that begins with this sentence.

    Print since 2011 says 発動 of what is activated, but not of what a Spell or Trap does when it is.
    """
    if said & (ACTIVATES | SUMMONS_ITSELF):
        return said & ACTIVATES or SUMMONS_ITSELF
    if not said & LASTS and (said & HAPPENS_ONCE or _orders().search(sentence)):
        return ACTIVATES_IN_OLD_PRINT if said & AWAITS else ACTIVATES
    is_chosen = said & LIMITED and said & CHOOSES
    return APPLIES if said & APPLIES and not said & ACTIVATES_IN_OLD_PRINT and not is_chosen else ACTIVATES_IN_OLD_PRINT


grammar = Kept(_grammar).__getitem__


@cache
def _phrases() -> Phrases:
    """Return what finds the phrases that tell something anywhere in a sentence."""
    structure = structure_of("ja")
    return Phrases(
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


@cache
def _orders() -> re.Pattern[str]:
    """Return what finds an order at the end of a sentence, before or behind a note."""
    orders = "|".join(map(re.escape, structure_of("ja").orders))
    return re.compile(rf"(?:{orders})(?:\([^()]*\))?。?(?:\([^()]*\))?\Z")
