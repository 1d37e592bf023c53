"""Tell by its grammar what an effect is that begins with a Japanese sentence."""

from __future__ import annotations

from functools import cache, lru_cache

from onceper.lang.lore import speaks_of_the_game
from onceper.lang.structure import structure_of
from onceper.text.sentence import Position

SENTENCES_KEPT = 65_536

_OF_THE_GAME, _ACTIVATES = int(Position.OF_THE_GAME), int(Position.ACTIVATES)
_SUMMONS_ITSELF, _APPLIES = int(Position.SUMMONS_ITSELF), int(Position.APPLIES)
_OLD_PRINT, _CHOOSES = int(Position.ACTIVATES_IN_OLD_PRINT), int(Position.CHOOSES)


@lru_cache(maxsize=SENTENCES_KEPT)
def grammar(sentence: str) -> int:
    """Return the flags that the words of a folded sentence tell; print since 2011 says 発動 of what is activated."""
    said = _OF_THE_GAME if speaks_of_the_game(sentence, "ja") else 0
    if any(phrase in sentence for phrase in structure_of("ja").chooses):
        said |= _CHOOSES
    for flag, phrases in _phrases():
        if any(phrase in sentence for phrase in phrases):
            return said | flag
    return said | _OLD_PRINT


@cache
def _phrases() -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return what each kind of effect says, the first kind that says it deciding."""
    structure = structure_of("ja")
    return (
        (_ACTIVATES, structure.activates),
        (_SUMMONS_ITSELF, structure.procedures),
        (_OLD_PRINT, structure.activates_in_old_print),
        (_APPLIES, structure.applies),
    )
