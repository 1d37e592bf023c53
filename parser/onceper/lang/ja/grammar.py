"""Tell by its grammar what an effect is that begins with a Japanese sentence."""

from __future__ import annotations

import re
from functools import cache

from onceper.lang.grammar import Kept, Phrases
from onceper.lang.lore import speaks_of_the_game
from onceper.lang.structure import structure_of
from onceper.text.sentence import Position

_OF_THE_GAME, _CHOOSES = int(Position.OF_THE_GAME), int(Position.CHOOSES)
_ACTIVATES, _OLD_PRINT = int(Position.ACTIVATES), int(Position.ACTIVATES_IN_OLD_PRINT)
_SUMMONS_ITSELF, _APPLIES = int(Position.SUMMONS_ITSELF), int(Position.APPLIES)
# What only this module asks for.
_HAPPENS_ONCE, _LASTS, _AWAITS, _LIMITED = (1 << bit for bit in range(32, 36))


def _grammar(sentence: str) -> int:
    """Return the flags that the words of a folded sentence tell."""
    said = _phrases().said(sentence)
    game = _OF_THE_GAME if speaks_of_the_game(sentence, "ja") else 0
    return _kind(sentence, said) | said & _CHOOSES | game


def _kind(sentence: str, said: int) -> int:
    """Tell by words what an effect is that begins with this sentence.

    Print since 2011 says 発動 of what is activated, but not of what a Spell or Trap does when it is.
    """
    if said & (_ACTIVATES | _SUMMONS_ITSELF):
        return said & _ACTIVATES or _SUMMONS_ITSELF
    if not said & _LASTS and (said & _HAPPENS_ONCE or _orders().search(sentence)):
        return _OLD_PRINT if said & _AWAITS else _ACTIVATES
    is_chosen = said & _LIMITED and said & _CHOOSES
    return _APPLIES if said & _APPLIES and not said & _OLD_PRINT and not is_chosen else _OLD_PRINT


grammar = Kept(_grammar).__getitem__


@cache
def _phrases() -> Phrases:
    """Return what finds the phrases that tell something anywhere in a sentence."""
    structure = structure_of("ja")
    return Phrases(
        {
            _ACTIVATES: structure.activates,
            _HAPPENS_ONCE: structure.happens_once,
            _SUMMONS_ITSELF: structure.procedures,
            _OLD_PRINT: structure.activates_in_old_print,
            _APPLIES: structure.applies,
            _CHOOSES: structure.chooses,
            _LASTS: structure.lasts,
            _AWAITS: structure.awaits,
            _LIMITED: structure.limited,
        }
    )


@cache
def _orders() -> re.Pattern[str]:
    """Return what finds an order at the end of a sentence, before or behind a note."""
    orders = "|".join(map(re.escape, structure_of("ja").orders))
    return re.compile(rf"(?:{orders})(?:\([^()]*\))?。?(?:\([^()]*\))?\Z")
