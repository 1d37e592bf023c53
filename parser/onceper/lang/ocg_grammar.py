"""Tell by its words what kind of effect begins with a sentence of OCG print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.flag_cache import FlagCache
from onceper.lang.grammar import Phrases, any_of, behind_gap, follow, pieces_of
from onceper.lang.terms import GameTerms
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    ALONE,
    APPLIES,
    AWAITS,
    CHOOSES,
    ELSEWHERE,
    HAPPENS_ONCE,
    HEADS,
    LASTS,
    LIMITED,
    OF_THE_GAME,
    ORDERS,
    SUMMONS_ITSELF,
    TRIGGERED,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.structure import Structure


_IS_OWN = TRIGGERED | AWAITS | LASTS | LIMITED | ACTIVATES | ACTIVATES_IN_OLD_PRINT


class OcgGrammar:
    """Tell the flags of folded sentences by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        stops = structure.print.stops
        # What one may do takes the place of the verb of acts (破壊する, 破壊できる).
        stems = [order.removesuffix(do) for do in structure.does for order in structure.orders if order.endswith(do)]
        acts = {*structure.orders, *stems} if structure.may else ()
        self._terms = GameTerms(structure.terms) if structure.terms else None
        self._orders = _AtEnd(structure.orders, stops)
        self._may_order = _AtEnd(acts, stops, any_of(structure.may))
        self._states = _AtEnd(structure.states, stops)
        self._begins = structure.begins
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
                TRIGGERED: structure.triggers,
                LIMITED: structure.limited,
                HEADS: structure.heads,
                ELSEWHERE: structure.elsewhere,
            }
        )
        self.plain = FlagCache(self._tell).__getitem__

    def _tell(self, sentence: str) -> int:
        said = self._phrases.said(sentence)
        game = OF_THE_GAME if not self._terms or self._terms.stand_in(sentence) else 0
        kind = self._kind(sentence, said)
        # Behind an order stands what it does, unless that says when, how often or for how long.
        is_own = kind != ORDERS and (said & _IS_OWN or sentence.startswith(self._begins))
        return kind | said & (CHOOSES | HEADS | ELSEWHERE) | game | (ALONE if is_own else 0)

    def _kind(self, sentence: str, said: int) -> int:
        """Tell by words what an effect is that begins with this sentence.

        Print since 2011 says of what is activated that it is, but not of what a Spell or Trap does when it is.
        """
        states = self._states.find(sentence)
        if said & ACTIVATES and states is None:
            return ACTIVATES
        if said & SUMMONS_ITSELF:
            return SUMMONS_ITSELF | (ACTIVATES_IN_OLD_PRINT if said & TRIGGERED else 0)
        return APPLIES if said & LASTS else self._unsaid_kind(sentence, said, states)

    def _unsaid_kind(self, sentence: str, said: int, states: int | None) -> int:
        """Tell the kind of an effect of which print does not say that it is activated.

        Old print says what happens, or may, and when or at what cost: an activation; or how long something is so.
        """
        is_used = said & ACTIVATES_IN_OLD_PRINT != 0
        ends = self._orders.find(sentence)
        # Where what denies stands before its verb, a sentence that states something may end like an order.
        is_order = said & HAPPENS_ONCE or (ends is not None and (states is None or states >= ends))
        when = said & (TRIGGERED | AWAITS | LIMITED)
        if is_order and not is_used and not when:
            return ORDERS
        if is_order or self._may_order.find(sentence) is not None:
            is_used = is_used or when != AWAITS or said & (HAPPENS_ONCE | CHOOSES) != 0
        elif states is None:
            is_used = is_used or said & TRIGGERED != 0 or said & (LIMITED | CHOOSES) == LIMITED | CHOOSES
        applies = states is not None or when or said & APPLIES
        return APPLIES if applies and not is_used else ACTIVATES_IN_OLD_PRINT


class _AtEnd:
    """Find phrases at the end of a sentence, before or behind a note; ``behind`` is an expression for what ends them.

    Of one with gaps each piece but the last is taken where it stands first, which leaves the others the most room: an
    expression that seeks the end behind every first one takes a time that grows with the square of the sentence.
    """

    def __init__(self, phrases: Iterable[str], stops: str, behind: str = "") -> None:
        end = rf"(?:{behind})(?:\([^()]*\))?[{re.escape(stops)}]?(?:\([^()]*\))?\Z"
        listed = [*map(pieces_of, phrases)]
        whole = any_of(pieces[0] for pieces in listed if len(pieces) == 1)
        self._whole = re.compile(rf"(?:{whole}){end}")
        self._with_gaps = [(pieces, re.compile(re.escape(pieces[-1]) + end)) for pieces in listed if len(pieces) > 1]

    def find(self, sentence: str) -> int | None:
        """Return where the first of the phrases begins that stand there, or null."""
        found = self._whole.search(sentence)
        first = found.start() if found else None
        for (*begun, last), end in self._with_gaps:
            start = sentence.find(begun[0])
            if start < 0 or (first is not None and first <= start):
                continue
            behind = follow(begun, sentence, start)
            if behind is not None and end.search(sentence, behind_gap(last, sentence, behind)):
                first = start
        return first
