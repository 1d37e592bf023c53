"""Cut English print into sentences and clauses."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from onceper.lang.structure import structure_of
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from onceper.text.sentence import Clause, Sentence

_FIRST_LINE, _IN_NOTE, _BULLET = int(Position.FIRST_LINE), int(Position.IN_PARENTHESIS), int(Position.BULLET)
_OPENS_NOTE, _CLOSES_NOTE = int(Position.OPENS_NOTE), int(Position.CLOSES_NOTE)
_HEADLINE = int(Position.HEADLINE)
_CONTINUES, _SECTION = int(Position.CONTINUES), int(Position.SECTION)
_START, _AFTER_COLON = int(Position.SENTENCE_START), int(Position.AFTER_COLON)
_RULED_LINE = "-----"
_WORD = 3
# Shorter pieces may be stray signs.
_A_WORD = 8
_STOPS = ".!?"
_GOES_ON = ":;,"
_CLAUSE_END = re.compile(r"[:;]")


@cache
def _behind() -> frozenset[str]:
    """Return what stands behind a mark that ends a sentence; nothing at the end of the text."""
    return frozenset(["", " ", "\n", *structure_of("en").bullets])


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a folded text, each with its full stop, without surrounding spaces or bullet."""
    structure = structure_of("en")
    continues, sections, bullets = structure.continues, structure.sections, structure.bullets
    found: list[Sentence] = []
    begin = note = bullet = 0
    line = _FIRST_LINE
    for cut, after, mark in _cuts(text):
        end = cut
        while begin < end and text[begin] in " \n":
            begin += 1
        if begin < end:
            position = line | bullet | note
            first = text[begin]
            if first == "(" or text[end - 1] == ")":
                begin, end, position = _without_parentheses(text, begin, end, position)
                note = position & _IN_NOTE if not position & _CLOSES_NOTE else 0
            if text[end - 1] == " ":
                end = begin + len(text[begin:end].rstrip(" "))
            if end - begin >= _A_WORD or any(map(str.isalnum, text[begin:end])):
                if first in "[-" and (text.startswith(_RULED_LINE, begin) or text[begin:end] in sections):
                    position |= _SECTION
                elif found:
                    if text.startswith(continues, begin):
                        position |= _CONTINUES
                elif mark == "\n" and text[end - 1] not in _GOES_ON:
                    position |= _HEADLINE
                found.append((begin, end, position))
            bullet = 0
        if mark == "\n":
            line = 0 if found else _FIRST_LINE
            note = 0
        elif mark in bullets:
            bullet = _BULLET
        begin = after
    return found


def _without_parentheses(text: str, begin: int, end: int, position: int) -> tuple[int, int, int]:
    """Return a sentence without the parentheses of the note that it begins or ends, and its position."""
    if text[begin] == "(" and text.find(")", begin, end - 1) < 0:
        begin += 2 if text.startswith(" ", begin + 1) else 1
        position |= _IN_NOTE | _OPENS_NOTE
    if text[end - 1] == ")" and text.find("(", begin, end) < 0 and position & _IN_NOTE:
        end -= 1
        position |= _CLOSES_NOTE
    return begin, end, position


def _cuts(text: str) -> list[tuple[int, int, str]]:
    """Return where sentences end, where the text goes on behind the mark, and the mark."""
    structure = structure_of("en")
    abbreviations, behind = structure.abbreviations, _behind()
    # A search in C for each mark costs a quarter of one expression for all of them.
    cuts: list[tuple[int, int, str]] = []
    for mark in _STOPS:
        at = text.find(mark)
        while at >= 0:
            stop = at + 1
            if text[stop : stop + 1] == ")":
                stop += 1
            if text[stop : stop + 1] not in behind:
                # Whoever copied the text may have lost the space behind a full stop.
                if text[at - _WORD : at].isalpha() and text[stop : stop + _WORD].isalpha():
                    cuts.append((stop, stop, mark))
            elif not text.endswith(abbreviations, 0, at + 1):
                cuts.append((stop, stop, mark))
            at = text.find(mark, stop)
    for mark in "\n" + structure.bullets:
        at = text.find(mark)
        while at >= 0:
            cuts.append((at, at + 1, mark))
            at = text.find(mark, at + 1)
    cuts.sort()
    cuts.append((len(text), len(text), " "))
    return cuts


def clauses(text: str, sentence: Sentence) -> list[Clause]:
    """Return the clauses of a sentence, cut behind its colons and semicolons."""
    start, end, position = sentence
    position |= _START
    if text.find(":", start, end) < 0 and text.find(";", start, end) < 0:
        return [(start, end, position)]
    found: list[Clause] = []
    for cut in _CLAUSE_END.finditer(text, start, end):
        stop = cut.end()
        found.append((start, stop, position))
        position &= ~_START
        if text[stop - 1] == ":":
            position |= _AFTER_COLON
        while stop < end and text[stop] == " ":
            stop += 1
        start = stop
    if start < end:
        found.append((start, end, position))
    return found
