"""Cut print in the style of the OCG, and tell by its words what kind of effect begins with a sentence of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.grammar import GameTerms, Phrases, any_of, behind_gap, follow, pieces_of
from onceper.text.memory import FlagCache
from onceper.text.names import is_word
from onceper.text.numbers import CIRCLED
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    AFTER_COMMA,
    ALONE,
    APPLIES,
    AWAITS,
    BULLET,
    CHOOSES,
    CLOSES_NOTE,
    CONTINUES,
    ELSEWHERE,
    FIRST_LINE,
    HAPPENS_ONCE,
    HEADLINE,
    HEADS,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    LASTS,
    LIMITED,
    NUMBERED,
    OF_THE_GAME,
    OPENS_NOTE,
    ORDERS,
    OUTSIDE_NUMBER,
    PART,
    SENTENCE_START,
    SUMMONS_ITSELF,
    TRIGGERED,
    UNDIVIDED,
)
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.structure import Structure
    from onceper.text.position import Clause, Sentence

_WHOLE_NOTE = IN_PARENTHESIS | OPENS_NOTE | CLOSES_NOTE
_IN_A_NUMBER = re.compile(r"[A-Za-z0-9]\.[A-Za-z0-9]")
# Shorter pieces may be stray signs.
_A_WORD = 4


class Ocg:
    """Cut folded texts by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._continues, self._announces, self._begins = structure.continues, structure.announces, structure.begins
        self._refers = search_for(structure.refers)
        # What begins an effect though it begins as what goes on with one.
        self._rather_begins = tuple(phrase for phrase in structure.begins if phrase.startswith(structure.continues))
        self._stops = structure.print.stops
        # What stands behind a note inside a sentence.
        self._goes_on = frozenset(structure.print.stops + structure.print.comma)
        self._bullets = "".join(structure.bullets)
        self._comma = structure.print.comma
        joining = "".join(f"(?<!{re.escape(word + self._comma)})" for word in structure.joins_clauses)
        self._clause_end = re.compile(f"[()]|{re.escape(self._comma)}{joining}")

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, each with its full stop, without surrounding spaces or marks."""
        found: list[Sentence] = []
        begin = marked = noted = 0
        line, inside = FIRST_LINE, OUTSIDE_NUMBER
        is_announced = False
        for cut, after, kind in self._cuts(text):
            end = cut
            while begin < end and text[begin] in " \n":
                begin += 1
            while begin < end and text[end - 1] == " ":
                end -= 1
            if begin < end:
                position = line | marked | inside
                if text[begin] == "(" and text[end - 1] == ")":
                    position |= _WHOLE_NOTE
                    begin, end = begin + 1 + (text[begin + 1] == " "), end - 1 - (text[end - 2] == " ")
                else:
                    in_note, noted = _find_note(text, begin, end, noted)
                    position |= in_note
                if end - begin >= _A_WORD or any(map(is_word, text[begin:end])):
                    if kind in {"line", "end"} and not found:
                        position |= HEADLINE
                    elif inside == OUTSIDE_NUMBER:
                        goes_on = self._goes_on_with(text, begin, end)
                        if found and (goes_on or (is_announced and not text.startswith(self._begins, begin))):
                            position |= CONTINUES
                        is_announced = not goes_on and text.endswith(self._announces, begin, end)
                    found.append((begin, end, position))
                    marked = 0
            if kind == "number":
                marked, inside, is_announced = NUMBERED, INSIDE_NUMBER, False
            elif kind == "bullet":
                marked |= BULLET
                is_announced = False
            elif kind == "line" and found:
                line = 0
            begin = after
            noted *= kind == "stop"
        return found

    def _goes_on_with(self, text: str, begin: int, end: int) -> bool:
        """Tell whether the words of a sentence go on with what stands before it."""
        if text.startswith(self._rather_begins, begin):
            return False
        return text.startswith(self._continues, begin) or any(True for _ in self._refers(text[begin:end]))

    def _cuts(self, text: str) -> list[tuple[int, int, str]]:
        """Return where a text is cut, where it goes on behind the mark, and what kind of mark it is."""
        # A search in C for each mark costs a half of one expression for all of them.
        cuts: list[tuple[int, int, str]] = []
        goes_on = self._goes_on
        for stop in self._stops:
            at = text.find(stop)
            while at >= 0:
                end = at + 1
                # Inside of "Lv.4" or "2.5" it is none.
                if stop == "." and _IN_A_NUMBER.match(text, at - 1):
                    at = text.find(stop, end)
                    continue
                # A full stop inside a note that goes on ends no sentence of the text around it.
                if text[end : end + 1] == ")" and text[end + 1 : end + 2] not in goes_on:
                    end += 1
                cuts.append((end, end, "stop"))
                at = text.find(stop, end)
        for mark in "\n" + self._bullets:
            at = text.find(mark)
            while at >= 0:
                cuts.append((at, at + 1, "line" if mark == "\n" else "bullet"))
                at = text.find(mark, at + 1)
        at = text.find(":")
        while at >= 0:
            number = at - 2 if text[at - 1 : at] == " " else at - 1
            if number >= 0 and text[number] in CIRCLED:
                cuts.append((number, at + 1, "number"))
            at = text.find(":", at + 1)
        cuts.sort()
        cuts.append((len(text), len(text), "end"))
        return cuts

    def clauses(self, text: str, sentence: Sentence) -> list[Clause]:
        """Return the clauses of a sentence, cut behind commas and at the parentheses of notes inside it.

        A comma ends no clause where the words before it await what they govern (１ターンに１度、).
        """
        start, end, position = sentence
        position |= SENTENCE_START
        cut = self._clause_end.search(text, start, end)
        if cut is None:
            return [(start, end, position | UNDIVIDED)]
        position |= PART
        found: list[Clause] = []
        while cut:
            at, stop = cut.span()
            if at > start:
                found.append((start, stop if text[at] == self._comma else at, position))
            position = position & ~SENTENCE_START | AFTER_COMMA
            if text[at] == "(":
                position |= IN_PARENTHESIS
            elif text[at] == ")":
                position &= ~IN_PARENTHESIS
            start = stop + (text[stop : stop + 1] == " ")
            cut = self._clause_end.search(text, start, end)
        if start < end:
            found.append((start, end, position))
        return found


def _find_note(text: str, begin: int, end: int, noted: int) -> tuple[int, int]:
    """Tell whether a sentence stands in a note of several, and how many are open behind it.

    Such a note opens before its first sentence and closes behind its last.
    """
    if not noted and text[begin] != "(":
        return 0, 0
    opened = max(0, noted + text.count("(", begin, end) - text.count(")", begin, end))
    return (IN_PARENTHESIS if noted or opened else 0), opened


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
