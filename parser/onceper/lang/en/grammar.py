"""Tell by its grammar how a sentence stands to the effects of its card, in English and what prints marks as it does."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from onceper.lang.grammar import Kept, Phrases
from onceper.lang.lore import speaks_of_the_game
from onceper.patterns.folders import kept_with_patterns
from onceper.patterns.structure import structure_of
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    ALONE,
    APPLIES,
    CHOOSES,
    CONTINUES,
    HEADS,
    LASTS,
    OF_THE_GAME,
    ORDERS,
    SUMMONS_ITSELF,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


def grammar_of(lang: str) -> tuple[Callable[[str], int], Callable[[str], int]]:
    """Return the ``grammar`` and the ``grammar_of_marked`` of a language, by its lists of phrases."""
    return Kept(partial(_grammar, lang)).__getitem__, Kept(partial(_grammar_of_marked, lang)).__getitem__


def _grammar(lang: str, sentence: str) -> int:
    """Return the flags that the words of a folded sentence without colon and semicolon tell."""
    said = _phrases(lang).said(sentence)
    begins = _beginnings(lang).match(sentence)
    how = begins.lastgroup if begins else None
    if how == "continues":
        stands = CONTINUES
    elif how == "alone" or said & ALONE:
        stands = ALONE
    else:
        stands = said & CONTINUES
    kind = ORDERS if how == "orders" else _kind(lang, sentence, said)
    game = OF_THE_GAME if not structure_of(lang).terms or speaks_of_the_game(sentence, lang) else 0
    return stands | kind | said & HEADS | game


def _grammar_of_marked(lang: str, sentence: str) -> int:
    """Return the flags of a folded sentence with a colon or a semicolon, of which few are ever asked."""
    begins = _beginnings(lang).match(sentence)
    heads = HEADS if sentence[-1] in ":;" else _phrases(lang).said(sentence) & HEADS
    return heads | (ORDERS if begins and begins.lastgroup == "orders" else 0)


def _kind(lang: str, sentence: str, said: int) -> int:
    """Tell by words what an effect is that begins with this sentence; PSCT tells it by marks."""
    structure = structure_of(lang)
    if sentence.startswith(structure.activates):
        return ACTIVATES
    begins_old = not said & LASTS and sentence.startswith(structure.activates_in_old_print)
    if said & SUMMONS_ITSELF and not begins_old:
        return SUMMONS_ITSELF
    if begins_old:
        return ACTIVATES_IN_OLD_PRINT
    return ACTIVATES if said & ACTIVATES else said & (CHOOSES | APPLIES)


@kept_with_patterns(8)
def _phrases(lang: str) -> Phrases:
    """Return what finds the phrases that tell something anywhere in a sentence."""
    structure = structure_of(lang)
    return Phrases(
        {
            ALONE: structure.alone_with,
            CONTINUES: structure.refers,
            HEADS: structure.heads,
            SUMMONS_ITSELF: structure.procedures,
            ACTIVATES: structure.happens_once,
            LASTS: structure.lasts,
            CHOOSES: structure.chooses,
            APPLIES: structure.applies,
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
