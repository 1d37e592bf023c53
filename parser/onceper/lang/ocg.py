"""Cut print in the style of the OCG: effects with numbers, sentences by full stops, clauses by commas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.text.names import is_word
from onceper.text.numbers import CIRCLED
from onceper.text.position import (
    AFTER_COMMA,
    BULLET,
    CLOSES_NOTE,
    CONTINUES,
    FIRST_LINE,
    HEADLINE,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    NUMBERED,
    OPENS_NOTE,
    OUTSIDE_NUMBER,
    PART,
    SECTION,
    SENTENCE_START,
)
from onceper.text.search import search_for

if TYPE_CHECKING:
    from onceper.patterns.structure import Structure
    from onceper.text.sentence import Clause, Sentence

_WHOLE_NOTE = IN_PARENTHESIS | OPENS_NOTE | CLOSES_NOTE
_IN_A_NUMBER = re.compile(r"[A-Za-z0-9]\.[A-Za-z0-9]")
# Shorter pieces may be stray signs.
_A_WORD = 4


class Ocg:
    """Cut folded texts by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._sections = frozenset(structure.sections)
        self._opens_section = frozenset(section[0] for section in structure.sections)
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
        sections, opens_section = self._sections, self._opens_section
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
                    if text[begin] in opens_section and text[begin:end] in sections:
                        position = position & ~INSIDE_NUMBER | SECTION
                        inside = OUTSIDE_NUMBER
                    elif kind in {"line", "end"} and (not found or found[-1][2] & SECTION):
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
            return [(start, end, position)]
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
