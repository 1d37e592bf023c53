"""Tell by its grammar what an effect is that begins with a Japanese sentence."""

from __future__ import annotations

from functools import cache, lru_cache

from ahocorasick_rs import AhoCorasick

from onceper.lang.lore import speaks_of_the_game
from onceper.lang.structure import structure_of
from onceper.text.sentence import Position

SENTENCES_KEPT = 65_536
LONGEST_KEPT = 2_000

_OF_THE_GAME, _CHOOSES = int(Position.OF_THE_GAME), int(Position.CHOOSES)
_ACTIVATES, _OLD_PRINT = int(Position.ACTIVATES), int(Position.ACTIVATES_IN_OLD_PRINT)
_SUMMONS_ITSELF, _APPLIES = int(Position.SUMMONS_ITSELF), int(Position.APPLIES)
_DECIDING = (_ACTIVATES, _SUMMONS_ITSELF, _OLD_PRINT, _APPLIES)


def grammar(sentence: str) -> int:
    """Return the flags that the words of a folded sentence tell; print since 2011 says 発動 of what is activated."""
    return (_kept if len(sentence) <= LONGEST_KEPT else _grammar)(sentence)


def _grammar(sentence: str) -> int:
    automaton, flags = _phrases()
    said = 0
    for phrase, _, _ in automaton.find_matches_as_indexes(sentence, overlapping=True):
        said |= flags[phrase]
    kind = next((flag for flag in _DECIDING if said & flag), _OLD_PRINT)
    game = _OF_THE_GAME if speaks_of_the_game(sentence, "ja") else 0
    return kind | said & _CHOOSES | game


_kept = lru_cache(maxsize=SENTENCES_KEPT)(_grammar)


@cache
def _phrases() -> tuple[AhoCorasick, tuple[int, ...]]:
    """Return what finds the phrases that tell something anywhere in a sentence, and the flags of each."""
    structure = structure_of("ja")
    told = {
        _ACTIVATES: structure.activates,
        _SUMMONS_ITSELF: structure.procedures,
        _OLD_PRINT: structure.activates_in_old_print,
        _APPLIES: structure.applies,
        _CHOOSES: structure.chooses,
    }
    flags: dict[str, int] = {}
    for flag, phrases in told.items():
        for phrase in phrases:
            flags[phrase] = flags.get(phrase, 0) | flag
    return AhoCorasick(list(flags)), tuple(flags.values())
