"""Tell by its grammar how a sentence stands to the effects of its card, in English and what prints marks as it does."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from onceper.lang.grammar import Kept, Phrases
from onceper.lang.lore import speaks_of_the_game
from onceper.lang.structure import structure_of
from onceper.patterns import kept_with_patterns
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_CONTINUES, _ORDERS = int(Position.CONTINUES), int(Position.ORDERS)
_ALONE, _HEADS, _CHOOSES = int(Position.ALONE), int(Position.HEADS), int(Position.CHOOSES)
_ACTIVATES, _APPLIES = int(Position.ACTIVATES), int(Position.APPLIES)
_SUMMONS_ITSELF, _OLD_PRINT = int(Position.SUMMONS_ITSELF), int(Position.ACTIVATES_IN_OLD_PRINT)
_OF_THE_GAME = int(Position.OF_THE_GAME)
# What only this module asks for.
_LASTS = 1 << 32


def grammar_of(lang: str) -> tuple[Callable[[str], int], Callable[[str], int]]:
    """Return the ``grammar`` and the ``grammar_of_marked`` of a language, by its lists of phrases."""
    return Kept(partial(_grammar, lang)).__getitem__, Kept(partial(_grammar_of_marked, lang)).__getitem__


def _grammar(lang: str, sentence: str) -> int:
    """Return the flags that the words of a folded sentence without colon and semicolon tell."""
    said = _phrases(lang).said(sentence)
    begins = _beginnings(lang).match(sentence)
    how = begins.lastgroup if begins else None
    if how == "continues":
        stands = _CONTINUES
    elif how == "alone" or said & _ALONE:
        stands = _ALONE
    else:
        stands = said & _CONTINUES
    kind = _ORDERS if how == "orders" else _kind(lang, sentence, said)
    game = _OF_THE_GAME if not structure_of(lang).terms or speaks_of_the_game(sentence, lang) else 0
    return stands | kind | said & _HEADS | game


def _grammar_of_marked(lang: str, sentence: str) -> int:
    """Return the flags of a folded sentence with a colon or a semicolon, of which few are ever asked."""
    begins = _beginnings(lang).match(sentence)
    heads = _HEADS if sentence[-1] in ":;" else _phrases(lang).said(sentence) & _HEADS
    return heads | (_ORDERS if begins and begins.lastgroup == "orders" else 0)


def _kind(lang: str, sentence: str, said: int) -> int:
    """Tell by words what an effect is that begins with this sentence; PSCT tells it by marks."""
    structure = structure_of(lang)
    if sentence.startswith(structure.activates):
        return _ACTIVATES
    begins_old = not said & _LASTS and sentence.startswith(structure.activates_in_old_print)
    if said & _SUMMONS_ITSELF and not begins_old:
        return _SUMMONS_ITSELF
    if begins_old:
        return _OLD_PRINT
    return _ACTIVATES if said & _ACTIVATES else said & (_CHOOSES | _APPLIES)


@kept_with_patterns(8)
def _phrases(lang: str) -> Phrases:
    """Return what finds the phrases that tell something anywhere in a sentence."""
    structure = structure_of(lang)
    return Phrases(
        {
            _ALONE: structure.alone_with,
            _CONTINUES: structure.refers,
            _HEADS: structure.heads,
            _SUMMONS_ITSELF: structure.procedures,
            _ACTIVATES: structure.happens_once,
            _LASTS: structure.lasts,
            _CHOOSES: structure.chooses,
            _APPLIES: structure.applies,
        }
    )


@kept_with_patterns(8)
def _beginnings(lang: str) -> re.Pattern[str]:
    """Return what tells by its first words how a sentence without colon and semicolon stands."""
    structure = structure_of(lang)
    groups = {
        "continues": structure.continues + structure.continues_plainly,
        "alone": structure.alone,
        "orders": structure.orders,
    }
    ways = "|".join(f"(?P<{name}>{_any(phrases)})" for name, phrases in groups.items())
    return re.compile(rf"(?:{ways})(?![^\W\d_]|:)")


def _any(phrases: Collection[str]) -> str:
    if not phrases:
        return "(?!)"
    return "|".join(re.escape(phrase).replace(r"\ \.\.\.", ".*?") for phrase in sorted(phrases, reverse=True))
