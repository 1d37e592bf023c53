"""Cut English print into sentences and clauses."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from onceper.resources import resource
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from onceper.text.sentence import Clause, Sentence

_FIRST_LINE, _NOTE, _BULLET = int(Position.FIRST_LINE), int(Position.IN_PARENTHESIS), int(Position.BULLET)
_HEADLINE = int(Position.HEADLINE)
_CONTINUES, _SECTION = int(Position.CONTINUES), int(Position.SECTION)
_START, _AFTER_COLON = int(Position.SENTENCE_START), int(Position.AFTER_COLON)
_RULED_LINE = "-----"
_STOPS = ".!?"
_GOES_ON = ":;,"
_CLAUSE_END = re.compile(r"[:;]")


class _Structure(NamedTuple):
    other_marks: str
    abbreviations: tuple[str, ...]
    continues: tuple[str, ...]
    sections: frozenset[str]
    bullets: str
    behind: frozenset[str]


@cache
def _structure() -> _Structure:
    content = tomllib.loads((resource("patterns") / "en" / "structure.toml").read_text(encoding="utf-8"))
    bullets = content["bullets"]
    return _Structure(
        other_marks="\n" + bullets,
        abbreviations=tuple(content["abbreviations"]),
        continues=tuple(content["continues"]),
        sections=frozenset(content["sections"]),
        bullets=bullets,
        behind=frozenset(["", " ", "\n", *bullets]),
    )


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a folded text, each with its full stop, without surrounding spaces or bullet."""
    _, _, continues, sections, bullets, _ = _structure()
    found: list[Sentence] = []
    begin = 0
    line = _FIRST_LINE
    bullet = 0
    for cut, after, mark in _cuts(text):
        end = cut
        while begin < end and text[begin] in " \n":
            begin += 1
        if begin < end:
            if text[end - 1] == " ":
                end = begin + len(text[begin:end].rstrip(" "))
            position = line | bullet
            first = text[begin]
            if first == "(" and text[end - 1] == ")" and begin + 1 < text.find(")", begin, end) == end - 1:
                found.append((begin + 1, end - 1, position | _NOTE))
            else:
                # A note of several sentences: its first and last sentence hold one of the two parentheses each.
                if text[end - 1] == ")" and text.find("(", begin, end) < 0:
                    end -= 1
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
        elif mark in bullets:
            bullet = _BULLET
        begin = after
    return found


def _cuts(text: str) -> list[tuple[int, int, str]]:
    """Return where sentences end, where the text goes on behind the mark, and the mark."""
    other_marks, abbreviations, _, _, _, behind = _structure()
    # A search in C for each mark costs a quarter of one expression for all of them.
    cuts: list[tuple[int, int, str]] = []
    for mark in _STOPS:
        at = text.find(mark)
        while at >= 0:
            stop = at + 1
            if text[stop : stop + 1] == ")":
                stop += 1
            if text[stop : stop + 1] in behind and not text.endswith(abbreviations, 0, at + 1):
                cuts.append((stop, stop, mark))
            at = text.find(mark, stop)
    for mark in other_marks:
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
