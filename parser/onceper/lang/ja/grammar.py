"""Tell by its grammar what an effect is that begins with a Japanese sentence."""

from __future__ import annotations

from functools import cache

from onceper.lang.grammar import Kept, Phrases
from onceper.lang.lore import speaks_of_the_game
from onceper.lang.structure import structure_of
from onceper.text.sentence import Position

_OF_THE_GAME, _CHOOSES = int(Position.OF_THE_GAME), int(Position.CHOOSES)
_ACTIVATES, _OLD_PRINT = int(Position.ACTIVATES), int(Position.ACTIVATES_IN_OLD_PRINT)
_SUMMONS_ITSELF, _APPLIES = int(Position.SUMMONS_ITSELF), int(Position.APPLIES)
_DECIDING = (_ACTIVATES, _SUMMONS_ITSELF, _OLD_PRINT, _APPLIES)


def _grammar(sentence: str) -> int:
    """Return the flags that the words of a folded sentence tell; print since 2011 says 発動 of what is activated."""
    said = _phrases().said(sentence)
    kind = next((flag for flag in _DECIDING if said & flag), _OLD_PRINT)
    game = _OF_THE_GAME if speaks_of_the_game(sentence, "ja") else 0
    return kind | said & _CHOOSES | game


grammar = Kept(_grammar).__getitem__


@cache
def _phrases() -> Phrases:
    """Return what finds the phrases that tell something anywhere in a sentence."""
    structure = structure_of("ja")
    return Phrases(
        {
            _ACTIVATES: structure.activates,
            _SUMMONS_ITSELF: structure.procedures,
            _OLD_PRINT: structure.activates_in_old_print,
            _APPLIES: structure.applies,
            _CHOOSES: structure.chooses,
        }
    )
