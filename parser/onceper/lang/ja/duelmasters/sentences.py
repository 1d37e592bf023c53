"""Cut Duel Masters print into abilities, their keywords, sentences and notes.

An ability is a line, or what stands behind one of the marks ■ ◇ ▶; its first sentence is what does not continue
another.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from onceper.lang.ja.sentences import is_word
from onceper.patterns.structure import structure_of
from onceper.text.position import BULLET, CLOSES_NOTE, CONTINUES, FIRST_LINE, IN_PARENTHESIS, OPENS_NOTE, SENTENCE_START

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.text.sentence import Clause, Sentence


# What a keyword says stands behind a colon or a dash; a dash before a digit is a minus.
_KEYWORD = re.compile(r"[^。、():\n]{1,30}?(?:\([^()。]{1,10}\))? ?(?::|-(?!\d)) ?")
_KEYWORD_WITH_NOTE = re.compile(r"[^。、()\n]{1,30}(?:\([^()。]{1,10}\)[^。、()\n]{0,12})?\([^()]{11,}\) *")
_STOP_WITH_NOTES = re.compile(r"。(?: *\([^()]*\))* *")
# A short word in parentheses is part of the print around it: W(ダブル)・ブレイカー, ウラ・ニンジャ・ストライク3(火).
_LONGEST_WORD_IN_PARENTHESES = 10
_SPACES = " \n*"
# Scrapers write the mark of what an ability offers as a letter or a rule, which is a mark only where a line begins.
_MARKS_OF_SCRAPERS = "q─"


@cache
def _line_marks() -> re.Pattern[str]:
    structure = structure_of("ja", "duelmasters")
    return re.compile(rf"\n|[{structure.bullets}{structure.options}]|(?<![^\n])[{_MARKS_OF_SCRAPERS}](?![a-z])")


@cache
def _keywords() -> re.Pattern[str]:
    """Return what finds a bare keyword behind which, in lines joined by scrapers, another ability begins."""
    structure = structure_of("ja", "duelmasters")
    begins = "|".join(map(re.escape, (*structure.begins, *structure.keywords)))
    return re.compile(rf"(?:{'|'.join(map(re.escape, structure.keywords))})(?:\+\d+)?(?= *(?:{begins}))")


@cache
def _beginnings() -> re.Pattern[str]:
    """Return what finds that an ability begins that waits for something."""
    begins = "|".join(map(re.escape, structure_of("ja", "duelmasters").begins))
    return re.compile(rf" *(?:{begins})[^。()]*?(?:時|とき|たび)、")


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a folded text, those of notes without parentheses."""
    structure = structure_of("ja", "duelmasters")
    found: list[Sentence] = []
    has_marks = _line_marks().search(text.strip(_SPACES)) is not None
    is_awaited = False
    for begin, end, mark in _lines(text):
        is_option = mark != "" and mark in f"{structure.options}{_MARKS_OF_SCRAPERS}"
        position = BULLET if found and (is_option or (is_awaited and not mark)) else 0
        for ability_begin, ability_end in _abilities(text, begin, end, has_marks):
            position |= 0 if found else FIRST_LINE
            found += _sentences(text, ability_begin, ability_end, position)
            position = 0
        # "… gets the following ability" is said in a note, and the ability is the next line.
        is_awaited = any(phrase in text[begin:end] for phrase in structure.heads)
    return found


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the lines of a text without spaces around them, each with the mark before it."""
    begin, mark = 0, ""
    for found in [*_line_marks().finditer(text), None]:
        end = found.start() if found else len(text)
        start, stop = _stripped(text, begin, end)
        if start < stop:
            yield start, stop, mark
            mark = ""
        if found:
            begin, mark = found.end(), found.group().strip()


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _SPACES:
        start += 1
    while start < end and text[end - 1] in _SPACES:
        end -= 1
    return start, end


def _abilities(text: str, begin: int, end: int, has_marks: bool) -> Iterator[tuple[int, int]]:
    """Yield the abilities of a line, which are several where a scraper lost the line breaks.

    A keyword ends where another ability begins, behind its note too; any other ability ends at a full stop before a
    keyword, and in a text without marks also before one that waits for something.
    """
    at = begin
    while at < end:
        keyword = _keywords().match(text, at, end)
        stop = keyword.end() if keyword else _behind_note_of_keyword(text, at, end)
        stop = stop or _behind_sentence(text, at, end, has_marks) or end
        yield _stripped(text, at, stop)
        at = _stripped(text, stop, end)[0]


def _behind_note_of_keyword(text: str, begin: int, end: int) -> int | None:
    """Return the place behind the note of a keyword that has no other words, where an ability begins there."""
    found = _KEYWORD_WITH_NOTE.match(text, begin, end)
    if not found:
        return None
    return found.end() if text.startswith(structure_of("ja", "duelmasters").begins, found.end()) else None


def _behind_sentence(text: str, begin: int, end: int, has_marks: bool) -> int | None:
    """Return the place behind the first sentence before a keyword, or in a text without marks what waits."""
    keywords = structure_of("ja", "duelmasters").keywords
    for found in _STOP_WITH_NOTES.finditer(text, begin, end):
        stop = found.end()
        if text.startswith(keywords, stop) or (not has_marks and _beginnings().match(text, stop, end)):
            return stop
    return None


def _sentences(text: str, begin: int, end: int, position: int) -> Iterator[Sentence]:
    """Yield the pieces of an ability, all but the first continuing it."""
    for start, stop, flags in _pieces(text, begin, end):
        yield start, stop, flags | position
        position = CONTINUES


def _pieces(text: str, begin: int, end: int) -> Iterator[Sentence]:
    """Yield the keyword of an ability, its sentences, and those of its notes with their flags."""
    keyword = _KEYWORD.match(text, begin, end)
    if keyword and keyword.end() < end:
        said = begin + len(keyword.group().rstrip(_SPACES)) - 1
        _, stop = _stripped(text, begin, said)
        if not text.endswith(structure_of("ja", "duelmasters").joined, begin, stop):
            yield begin, stop, 0
            begin = keyword.end()
    while begin < end:
        note = _note(text, begin, end) or (end, end)
        for start, stop in _full_stops(text, begin, note[0]):
            yield start, stop, 0
        inside = list(_full_stops(text, note[0] + 1, note[1]))
        for number, (start, stop) in enumerate(inside):
            opens = OPENS_NOTE if number == 0 else 0
            closes = CLOSES_NOTE if number == len(inside) - 1 else 0
            yield start, stop, IN_PARENTHESIS | opens | closes
        begin = note[1] + 1


def _note(text: str, begin: int, end: int) -> tuple[int, int] | None:
    """Return the places of the parentheses of the first note."""
    at = text.find("(", begin, end)
    while at >= 0:
        close = text.find(")", at, end)
        if close < 0:
            return None
        before = text[begin:at].rstrip()
        is_word = close - at - 1 <= _LONGEST_WORD_IN_PARENTHESES and "。" not in text[at:close]
        if not (is_word and before and before[-1] not in "。)"):
            return at, close
        at = text.find("(", close, end)
    return None


def _full_stops(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the sentences between two places, each with its full stop."""
    while begin < end:
        stop = text.find("。", begin, end) + 1 or end
        start, behind = _stripped(text, begin, stop)
        if any(map(is_word, text[start:behind])):
            yield start, behind
        begin = stop


def clauses(_text: str, sentence: Sentence) -> list[Clause]:
    """Return a sentence as its one clause: what is counted may stand anywhere in it."""
    start, end, position = sentence
    return [(start, end, position | SENTENCE_START)]
