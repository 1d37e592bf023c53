"""Tell by its words how a sentence of Problem-Solving Card Text stands to the effects of its card."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.flag_cache import FlagCache
from onceper.lang.grammar import Phrases, any_of
from onceper.lang.terms import GameTerms
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    ALONE,
    APPLIES,
    BUYS,
    CHOOSES,
    CONTINUES,
    DESCRIBES,
    ELSEWHERE,
    HEADS,
    LASTS,
    OF_MONSTER,
    OF_THE_GAME,
    ORDERS,
    SUMMONS_ITSELF,
)

if TYPE_CHECKING:
    from onceper.patterns.structure import Structure


class PsctGrammar:
    """Tell the flags of sentences by the phrases of a structure.

    ``plain`` gives those of a folded sentence without colon and semicolon; ``marked`` those of one with such a mark, of
    which few are ever asked.
    """

    def __init__(self, structure: Structure) -> None:
        self._activates = structure.activates
        self._in_old_print = re.compile(any_of(structure.activates_in_old_print))
        self._events = re.compile(any_of(structure.events))
        # An order behind what happens.
        orders = any_of(structure.orders)
        self._ordered = re.compile(rf", (?:{orders}) ")
        # Something done to do something else: a cost, where no colon marks it.
        self._buys = re.compile(rf"(?<=you can )(?:{orders}) [^,]*? to (?:{orders}) ")
        self._terms = GameTerms(structure.terms) if structure.terms else None
        self._phrases = Phrases(
            {
                ALONE: structure.alone_with,
                CONTINUES: structure.refers,
                HEADS: structure.heads,
                SUMMONS_ITSELF: structure.procedures,
                ACTIVATES: structure.happens_once,
                LASTS: structure.lasts,
                BUYS: structure.buys,
                DESCRIBES: structure.describes,
                CHOOSES: structure.chooses,
                APPLIES: structure.applies,
                ELSEWHERE: structure.elsewhere,
            }
        )
        groups = {
            "of_monsters": structure.of_monsters,
            "continues": structure.continues + structure.continues_plainly,
            "alone": structure.alone,
            "orders": structure.orders,
        }
        ways = "|".join(f"(?P<{name}>{any_of(phrases)})" for name, phrases in groups.items())
        self._beginnings = re.compile(rf"(?:{ways})(?![^\W\d_]|:)")
        self.plain = FlagCache(self._tell_plain).__getitem__
        self.marked = FlagCache(self._tell_marked).__getitem__

    def _tell_plain(self, sentence: str) -> int:
        said = self._phrases.said(sentence)
        begins = self._beginnings.match(sentence)
        how = begins.lastgroup if begins else None
        if how == "continues":
            stands = CONTINUES
        elif how == "of_monsters":
            stands = CONTINUES | OF_MONSTER
        elif how == "alone" or said & ALONE:
            stands = ALONE
        else:
            stands = said & CONTINUES
        kind = ORDERS if how == "orders" else self._kind(sentence, said)
        if how == "alone" and not kind:
            # An order that stands alone holds as long as the card is there.
            kind = APPLIES
        game = OF_THE_GAME if not self._terms or self._terms.stand_in(sentence) else 0
        return stands | kind | said & (HEADS | ELSEWHERE) | game

    def _tell_marked(self, sentence: str) -> int:
        begins = self._beginnings.match(sentence)
        heads = HEADS if sentence[-1] in ":;" else self._phrases.said(sentence) & HEADS
        return heads | (ORDERS if begins and begins.lastgroup == "orders" else 0)

    def _kind(self, sentence: str, said: int) -> int:
        """Tell by words what an effect is that begins with this sentence; marks tell it of an activation."""
        if sentence.startswith(self._activates):
            return ACTIVATES
        if said & LASTS:
            return APPLIES | said & CHOOSES
        if self._in_old_print.match(sentence):
            return ACTIVATES_IN_OLD_PRINT
        return said & SUMMONS_ITSELF or said & ACTIVATES or self._kind_of_statement(sentence, said)

    def _kind_of_statement(self, sentence: str, said: int) -> int:
        """Tell what an effect is of which neither a mark nor its beginning says that it is activated."""
        happens = self._events.match(sentence)
        if said & BUYS or (said & CHOOSES and self._buys.search(sentence)):
            return CHOOSES
        if happens and self._ordered.search(sentence):
            return ACTIVATES_IN_OLD_PRINT
        if told := said & (CHOOSES | APPLIES):
            return told
        if happens:
            return ACTIVATES_IN_OLD_PRINT
        return APPLIES if said & DESCRIBES else 0
