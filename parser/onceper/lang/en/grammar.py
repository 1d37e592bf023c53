"""Tell by its grammar how an English sentence stands to the effects of its card."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from ahocorasick_rs import AhoCorasick

from onceper.lang.lore import speaks_of_the_game
from onceper.lang.structure import structure_of
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SENTENCES_KEPT = 65_536
LONGEST_KEPT = 2_000

_CONTINUES, _ORDERS = int(Position.CONTINUES), int(Position.ORDERS)
_ALONE, _HEADS, _CHOOSES = int(Position.ALONE), int(Position.HEADS), int(Position.CHOOSES)
_ACTIVATES, _APPLIES = int(Position.ACTIVATES), int(Position.APPLIES)
_SUMMONS_ITSELF, _OLD_PRINT = int(Position.SUMMONS_ITSELF), int(Position.ACTIVATES_IN_OLD_PRINT)
_OF_THE_GAME = int(Position.OF_THE_GAME)


def _grammar(sentence: str) -> int:
    """Return the flags that the words of a folded sentence without colon and semicolon tell."""
    said = _said(sentence)
    begins = _beginnings().match(sentence)
    how = begins.lastgroup if begins else None
    if how == "continues":
        stands = _CONTINUES
    elif how == "alone" or said & _ALONE:
        stands = _ALONE
    else:
        stands = said & _CONTINUES
    kind = _ORDERS if how == "orders" else _kind(sentence, said)
    game = _OF_THE_GAME if speaks_of_the_game(sentence, "en") else 0
    return stands | kind | said & _HEADS | game


def _grammar_of_marked(sentence: str) -> int:
    """Return the flags of a folded sentence with a colon or a semicolon, of which few are ever asked."""
    begins = _beginnings().match(sentence)
    heads = _HEADS if sentence[-1] in ":;" else _said(sentence) & _HEADS
    return heads | (_ORDERS if begins and begins.lastgroup == "orders" else 0)


class _Kept(dict[str, int]):
    """Keep the flags of sentences, which many cards print alike; a hit costs half of one in an ``lru_cache``."""

    def __init__(self, read: Callable[[str], int]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, sentence: str) -> int:
        flags = self._read(sentence)
        if len(self) >= SENTENCES_KEPT:
            self.clear()
        if len(sentence) <= LONGEST_KEPT:
            self[sentence] = flags
        return flags


kept = _Kept(_grammar)
grammar = kept.__getitem__
grammar_of_marked = _Kept(_grammar_of_marked).__getitem__


def _kind(sentence: str, said: int) -> int:
    """Tell by words what an effect is that begins with this sentence; PSCT tells it by marks."""
    structure = structure_of("en")
    if sentence.startswith(structure.activates):
        return _ACTIVATES
    begins_old = sentence.startswith(structure.activates_in_old_print)
    if said & _SUMMONS_ITSELF and not begins_old:
        return _SUMMONS_ITSELF
    if begins_old:
        return _OLD_PRINT
    return _ACTIVATES if said & _ACTIVATES else said & (_CHOOSES | _APPLIES)


def _said(sentence: str) -> int:
    """Return the flags of all phrases that stand anywhere in a sentence."""
    automaton, flags = _phrases()
    said = 0
    for phrase, _, _ in automaton.find_matches_as_indexes(sentence, overlapping=True):
        said |= flags[phrase]
    return said


@cache
def _phrases() -> tuple[AhoCorasick, tuple[int, ...]]:
    """Return what finds the phrases that tell something anywhere in a sentence, and the flags of each."""
    structure = structure_of("en")
    told = {
        _ALONE: structure.alone_with,
        _CONTINUES: structure.refers,
        _HEADS: structure.heads,
        _SUMMONS_ITSELF: structure.procedures,
        _ACTIVATES: structure.happens_once,
        _CHOOSES: structure.chooses,
        _APPLIES: structure.applies,
    }
    flags: dict[str, int] = {}
    for flag, phrases in told.items():
        for phrase in phrases:
            flags[phrase] = flags.get(phrase, 0) | flag
    return AhoCorasick(list(flags)), tuple(flags.values())


@cache
def _beginnings() -> re.Pattern[str]:
    """Return what tells by its first words how a sentence without colon and semicolon stands."""
    structure = structure_of("en")
    groups = {
        "continues": structure.continues + structure.continues_plainly,
        "alone": structure.alone,
        "orders": structure.orders,
    }
    ways = "|".join(f"(?P<{name}>{_any(phrases)})" for name, phrases in groups.items())
    return re.compile(rf"(?:{ways})(?![a-z:])")


def _any(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(phrase).replace(r"\ \.\.\.", ".*?") for phrase in sorted(phrases, reverse=True))
