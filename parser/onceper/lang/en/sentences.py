"""Cut English print into sentences and clauses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.patterns.folders import kept_with_patterns
from onceper.patterns.structure import structure_of
from onceper.text.position import (
    AFTER_COLON,
    BULLET,
    CLOSES_NOTE,
    COLON,
    CONTINUES,
    FIRST_LINE,
    HEADLINE,
    IN_PARENTHESIS,
    OPENS_NOTE,
    SECTION,
    SENTENCE_START,
    UNDIVIDED,
)

if TYPE_CHECKING:
    from onceper.text.sentence import Clause, Sentence

_RULED_LINE = "-----"
_WORD = 3
# Shorter pieces may be stray signs.
_A_WORD = 8
_STOPS = ".!?"
_GOES_ON = ":;,"
# The end of the text stands as a space.
_LINE_ENDS = "\n "
_CLAUSE_END = re.compile(r"[:;]")


@kept_with_patterns(8)
def _behind(lang: str) -> frozenset[str]:
    """Return what stands behind a mark that ends a sentence; nothing at the end of the text."""
    return frozenset(["", " ", "\n", *structure_of(lang).bullets])


@kept_with_patterns(8)
def _before_abbreviating(lang: str) -> frozenset[str]:
    """Return the letters before the mark at the end of an abbreviation."""
    return frozenset(abbreviation[-2] for abbreviation in structure_of(lang).abbreviations)


@kept_with_patterns(8)
def _initials(lang: str) -> frozenset[str]:
    """Return the first letters of what continues an effect, which few sentences begin with."""
    return frozenset(phrase[0] for phrase in structure_of(lang).continues)


def sentences(text: str, lang: str = "en") -> list[Sentence]:
    """Return the sentences of a folded text, each with its full stop, without surrounding spaces or bullet.

    ``lang`` names the language, of those that print marks as English does.
    """
    structure = structure_of(lang)
    sections, bullets = structure.sections, structure.bullets
    continues = structure.continues
    initials = _initials(lang)
    # Activations are marked by colons and semicolons; where none is left, its place is behind all sentences.
    marked = text.replace(";", ":")
    behind_all = len(text) + 2
    colon_at = -1
    found: list[Sentence] = []
    begin = note = bullet = 0
    line = FIRST_LINE
    for cut, after, mark in _cuts(text, lang):
        end = cut
        while begin < end and text[begin] in " \n":
            begin += 1
        if begin < end:
            position = line | bullet | note
            first = text[begin]
            if first == "(" or text[end - 1] == ")":
                begin, end, position = _without_parentheses(text, begin, end, position)
                note = position & IN_PARENTHESIS if not position & CLOSES_NOTE else 0
            if text[end - 1] == " ":
                end = begin + len(text[begin:end].rstrip(" "))
            if end - begin >= _A_WORD or any(map(str.isalnum, text[begin:end])):
                if first in "[-" and (text.startswith(_RULED_LINE, begin) or text[begin:end] in sections):
                    position |= SECTION
                elif not found and mark in _LINE_ENDS and text[end - 1] not in _GOES_ON:
                    position |= HEADLINE
                if colon_at < begin:
                    colon_at = marked.find(":", begin) % behind_all
                if colon_at < end:
                    position |= COLON
                    if text[begin] in initials and text.startswith(continues, begin):
                        position |= CONTINUES
                found.append((begin, end, position))
            bullet = 0
        if mark == "\n":
            line = 0 if found else FIRST_LINE
            note = 0
        elif mark in bullets:
            bullet = BULLET
        begin = after
    return found


def _without_parentheses(text: str, begin: int, end: int, position: int) -> tuple[int, int, int]:
    """Return a sentence without the parentheses of the note that it begins or ends, and its position."""
    if text[begin] == "(" and text.find(")", begin, end - 1) < 0:
        begin += 2 if text.startswith(" ", begin + 1) else 1
        position |= IN_PARENTHESIS | OPENS_NOTE
    if text[end - 1] == ")" and text.find("(", begin, end) < 0 and position & IN_PARENTHESIS:
        end -= 1
        position |= CLOSES_NOTE
    return begin, end, position


def _cuts(text: str, lang: str) -> list[tuple[int, int, str]]:
    """Return where sentences end, where the text goes on behind the mark, and the mark."""
    structure = structure_of(lang)
    abbreviations, behind, letters = structure.abbreviations, _behind(lang), _before_abbreviating(lang)
    # A search in C for each mark costs a quarter of one expression for all of them.
    cuts: list[tuple[int, int, str]] = []
    for mark in _STOPS:
        at = text.find(mark)
        while at >= 0:
            stop = at + 1
            after = text[stop : stop + 1]
            if after == ")":
                stop += 1
                after = text[stop : stop + 1]
            if after not in behind:
                # Whoever copied the text may have lost the space behind a full stop.
                if text[at - _WORD : at].isalpha() and text[stop : stop + _WORD].rstrip(" ").isalpha():
                    cuts.append((stop, stop, mark))
            elif text[at - 1] not in letters or not text.endswith(abbreviations, 0, at + 1):
                cuts.append((stop, stop, mark))
            at = text.find(mark, stop)
    # No bullet is an ASCII character.
    for mark in "\n" if text.isascii() else "\n" + structure.bullets:
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
    position = position & ~COLON | SENTENCE_START
    if text.find(":", start, end) < 0 and text.find(";", start, end) < 0:
        return [(start, end, position | UNDIVIDED)]
    found: list[Clause] = []
    for cut in _CLAUSE_END.finditer(text, start, end):
        stop = cut.end()
        found.append((start, stop, position))
        position &= ~SENTENCE_START
        if text[stop - 1] == ":":
            position |= AFTER_COLON
        while stop < end and text[stop] == " ":
            stop += 1
        start = stop
    if start < end:
        found.append((start, end, position))
    return found
