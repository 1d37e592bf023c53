"""Cut print into sentences and clauses, and tell where each stands: by marks, by lines, and under what heads them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.games import spaceless
from onceper.lang.phrases import Phrases, any_of
from onceper.patterns.structure import ANY_WORDS, NUMBER
from onceper.text.names import has_word
from onceper.text.normal import CIRCLED, MASK
from onceper.text.position import (
    ACTIVATES,
    AFTER_COLON,
    AFTER_COMMA,
    APPLIES,
    BULLET,
    CLOSES_NOTE,
    COLON,
    CONTINUES,
    FIRST_LINE,
    HEADLINE,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    NUMBERED,
    OF_ACTIVATION,
    OF_THE_GAME,
    OPENS_NOTE,
    OUTSIDE_NUMBER,
    PART,
    REQUIRES,
    SECTION,
    SENTENCE_START,
    UNDIVIDED,
    stripped,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.lang.games import PartHeadings
    from onceper.patterns.structure import Structure
    from onceper.text.position import Clause, Sentence

_GOES_ON = ":;,"
# A number, a name or one word, added up to more than a number, or some times the same: such is a headline, though
# a full stop ends it.
_ADDED_UP = re.compile(
    rf"(?:(?:[0-9][^.。:;,+×]*|{MASK} ?|[^ .。:;,+×]+)\+(?! ?[0-9]+[.。])[^.。:;,]*|[^.。:;,×]*×[0-9])[.。]"
)
# Materials in one line with the sentence behind them, which a copy set off by a stroke.
_STROKE = re.compile(r"\A([0-9][^\n.]*) /(?= [^\n]*\.)")
# A parenthesis up to the one that closes it; others may stand inside.
_CLOSED = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
_COUNTED = "123456789"
_LATIN = "[A-Za-z0-9]"


class PsctCutter:
    """Cut folded texts by the marks of a structure, in the style of Problem-Solving Card Text.

    Sentences end with full stops, and activations are told by colons and semicolons.
    """

    # What every clause of several is, how sentences stand before any number, and what numbers begin with.
    _part = 0
    _unnumbered = 0
    _numbers = ""

    def __init__(self, structure: Structure, headings: Headings, clause_end: str = "[:;]") -> None:
        style = structure.print
        self._headings = headings
        self._stops = style.stops
        self._bullets = "".join(bullet for bullet in structure["bullets"] if NUMBER not in bullet)
        self._behind = {":": AFTER_COLON, "(": AFTER_COMMA | IN_PARENTHESIS, ")": AFTER_COMMA, style.comma: AFTER_COMMA}
        self._clause_end = re.compile(f"(?:{clause_end}) *")
        # One sign begins each mark, for that is found fastest.
        alone, stop = (f"[{re.escape(signs)}]" for signs in ("\n" + self._bullets, self._stops))
        ends = rf"(?<={alone})|(?<={stop}){self._ends_sentence(structure)}"
        self._mark = re.compile(rf"[{alone[1:-1]}{stop[1:-1]}{self._numbers}](?:{ends}|(?<=[{CIRCLED}]) *:)")
        numbered = [bullet for bullet in structure["bullets"] if NUMBER in bullet]
        self._numbered = _numbered(numbered)
        self._second = [bullet.replace(NUMBER, "2") for bullet in numbered]
        self._line_end = re.compile(f"{stop}|\n")
        self._heads = Phrases({1: structure["heads"]})
        # Whole words with which a sentence begins that continues an effect.
        continues = any_of(structure["continues"]).replace(re.escape(ANY_WORDS), ".*")
        self._continues = re.compile(rf"(?:{continues})(?:(?<!\w)|(?!\w))")

    def _ends_sentence(self, structure: Structure) -> str:
        """Return an expression for what stands behind a full stop that ends a sentence, with a parenthesis."""
        before = "".join(f"(?<!{re.escape(word)})" for word in structure["abbreviations"])
        # The full stop of a number in order before one of these words ends none.
        before += rf"(?!(?<=[0-9]\.) (?:{any_of(structure['ordinals'])}))"
        if structure.print.words == "unspaced":
            return rf"{before}\)?"
        # Whoever copied the text may have lost the space.
        return (
            rf"{before}(?:\)?+(?=[ \n{re.escape(self._bullets)}])"
            r"|(?<=[^\W\d_]{3}.)\)?+(?=[^\W\d_]{2})|\)?+(?=[(\[][^\W\d_]))"
        )

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, each with its full stop, without surrounding spaces or marks."""
        # In print that numbers effects a stroke stands between any words, and a number begins what counts uses.
        if text[:1].isdigit() and not self._numbers:
            text = _STROKE.sub(r"\1 \n", text)
        text = self._with_bullets(text) + "\n"
        found: list[Sentence] = []
        # What the mark before tells of a sentence, its line, the number and the heading above, and the note around it.
        begin = marked = under = noted = 0
        line, inside = FIRST_LINE, self._unnumbered
        mark = "\n"
        is_required = False
        for cut in self._mark.finditer(text):
            if heading := self._headings.at(text, begin):
                start, begin, heads = heading
                is_required |= heads == REQUIRES
                found.append((start, begin, SECTION | (heads if is_required else 0)))
                line, inside, marked, under = 0, self._unnumbered, 0, 0
                if heads:
                    under = INSIDE_NUMBER if is_required else heads & OF_ACTIVATION | OF_THE_GAME
            mark = cut[0][0]
            if cut.end() <= begin:
                # It stands in a heading.
                continue
            is_stop = mark in self._stops
            start, end = stripped(text, begin, cut.end() if is_stop else cut.start())
            begin = cut.end()
            if start < end:
                start, end, note, noted = self._note(text, start, end, noted)
                if has_word(text, start, end):
                    position = line | marked | inside | under | note
                    is_first = not found or found[-1][2] & SECTION
                    if is_first and _is_headline(text[start:end], mark):
                        position |= HEADLINE
                    found.append((start, end, position | self._stands(text, start, end)))
                    marked = 0
            if is_stop:
                continue
            noted = 0
            if mark == "\n":
                line = 0 if found else FIRST_LINE
            elif mark in self._bullets:
                marked |= BULLET
            else:
                marked, inside = NUMBERED, INSIDE_NUMBER
        return found

    def _with_bullets(self, text: str) -> str:
        """Return a text of the same length with a bullet in place of each number of choices, numbered from one on."""
        if not any(bullet in text for bullet in self._second):
            return text
        numbers = "".join(filter(str.isdigit, "".join(self._numbered.findall(text))))
        # One number alone may be anything.
        if len(numbers) < 2 or not _COUNTED.startswith(numbers):
            return text
        # Effects may be numbered as well; choices are offered by the words before them.
        before = self._numbered.split(text)[0].rstrip(" \n")
        *_, last = self._line_end.split(before[:-1])
        if not before.endswith(":") and not self._heads.said(last + before[-1:]):
            return text
        return self._numbered.sub(lambda one: self._bullets[0].rjust(len(one[0])), text)

    def _note(self, text: str, begin: int, end: int, noted: int) -> tuple[int, int, int, int]:
        """Return a sentence without the parentheses of a note, how it stands to that, and what of it stays open.

        ``noted`` is what the sentence before left open.
        """
        # Some languages set the full stop behind the note.
        last = end - 2 if text.endswith(").", begin, end) else end - 1
        note = noted
        if text[begin] == "(" and not _CLOSED.match(text, begin, last):
            begin += 2 if text.startswith(" ", begin + 1) else 1
            note = IN_PARENTHESIS | OPENS_NOTE
        if text[last] == ")" and text.count("(", begin, end) < text.count(")", begin, end):
            return begin, last - (text[last - 1] == " "), note | CLOSES_NOTE, 0
        return begin, end, note, note & IN_PARENTHESIS

    def _stands(self, text: str, begin: int, end: int) -> int:
        """Tell by its marks how a sentence stands to the one before it."""
        if self._numbers or (text.find(":", begin, end) < 0 and text.find(";", begin, end) < 0):
            # Where effects are numbered, words alone tell it.
            return 0
        return COLON | CONTINUES if self._continues.match(text, begin, end) else COLON

    def clauses(self, text: str, sentence: Sentence) -> list[Clause]:
        """Return the clauses of a sentence, each with its closing mark unless that is a parenthesis."""
        start, end, position = sentence
        position = position & ~COLON | SENTENCE_START
        cuts = [*self._clause_end.finditer(text, start, end)]
        if not cuts:
            return [(start, end, position | UNDIVIDED)]
        position |= self._part
        found: list[Clause] = []
        for cut in cuts:
            at, mark = cut.start(), cut[0][0]
            if at > start or mark in ":;":
                found.append((start, at if mark in "()" else at + 1, position))
            position = position & ~SENTENCE_START | self._behind.get(mark, 0)
            if mark == ")":
                position &= ~IN_PARENTHESIS
            start = cut.end()
        if start < end:
            found.append((start, end, position))
        return found


class OcgCutter(PsctCutter):
    """Cut folded texts in the style of the OCG: effects are numbered, and sentences tell by words that they go on."""

    _part = PART
    _unnumbered = OUTSIDE_NUMBER
    _numbers = CIRCLED

    def __init__(self, structure: Structure, headings: Headings) -> None:
        comma = structure.print.comma
        # A comma cuts nothing off where the words before it await what they govern (１ターンに１度、).
        joining = "".join(f"(?<!{re.escape(word + comma)})" for word in structure["joins_clauses"])
        super().__init__(structure, headings, f"[()]|{re.escape(comma)}{joining}")

    def _ends_sentence(self, structure: Structure) -> str:
        # Inside of "Lv.4" or "2.5" stands none; and one inside a note that goes on ends none of the text around it.
        inside = re.escape(structure.print.stops + structure.print.comma)
        return rf"(?!(?<={_LATIN}\.){_LATIN})(?:\)(?![{inside}]))?"

    def _note(self, text: str, begin: int, end: int, noted: int) -> tuple[int, int, int, int]:
        """Return a note of one sentence without its parentheses; those of several stay with what they stand beside."""
        start, stop, note, noted = super()._note(text, begin, end, noted)
        is_whole = note & OPENS_NOTE and note & CLOSES_NOTE
        return (start, stop, note, noted) if is_whole else (begin, end, note & IN_PARENTHESIS, noted)


def _is_headline(words: str, mark: str) -> bool:
    """Tell whether the first sentence, which this mark ends, is a headline."""
    return (mark == "\n" and words[-1] not in _GOES_ON) or _ADDED_UP.fullmatch(words) is not None


def _numbered(bullets: Iterable[str]) -> re.Pattern[str]:
    """Return what finds bullets that are numbers: behind a mark, or a word that is part of them."""
    written = [re.escape(bullet).replace(re.escape(NUMBER), "[1-9]") for bullet in bullets]
    ways = [rf"\b{way}" if way[0].isalpha() else rf"(?:^|(?<=\n)|(?<=[.:;,] )){way}" for way in written]
    return re.compile("|".join(ways))


def wrapped_lines(structure: Structure) -> re.Pattern[str]:
    """Return what finds the line ends at which words tell that a copy of the print was wrapped."""
    # Where no spaces are set, a word ends at any sign.
    edge = "" if structure.print.comma == "、" else r"\b"
    ends = [rf"(?<={edge}{re.escape(word)}\n)" for word in structure["ends_no_line"]]
    begins = [rf"(?={re.escape(word)}{edge})" for word in structure["begins_no_line"]]
    return re.compile(rf"\n(?:{'|'.join([*ends, *begins, '(?!)'])})")


class Headings:
    """Find what heads the text under it: ``sections`` of the language, ``printed`` of games; all are folded.

    A requirement and the effect under the next heading are one effect, all of which stands inside it as inside a
    number; what heads an effect where no requirement stands before heads a section, as it does on a Skill Card. Under
    any of these headings stands no story.
    """

    def __init__(self, sections: Iterable[str], printed: Sequence[PartHeadings]) -> None:
        heads: dict[str, int] = {}
        for one in printed:
            heads |= {one.requirement: REQUIRES, one.continuous: APPLIES, one.activation: OF_ACTIVATION}
            heads |= dict.fromkeys((one.effect, one.multi_choice), ACTIVATES)
        nothing = rf"(?:[ \n]*(?:{_any_of(one.nothing for one in printed)})[.。]?(?= ?[\n\[【]|$))?"
        # What an effect's heading heads may stand before and behind it; a section's has a line of its own.
        self._line = re.compile(
            rf" *(?P<effect>{_any_of(heads)}){nothing}|(?<![^\n]) *(?P<section>{_any_of(sections)})(?= *\n)"
        )
        self._heads = {spaceless(heading): flag for heading, flag in heads.items()}

    def at(self, text: str, begin: int) -> tuple[int, int, int] | None:
        """Return where the heading at the beginning of a sentence begins and ends, and the flag that it tells."""
        line = self._line.match(text, begin)
        if not line:
            return None
        flag = self._heads[spaceless(line["effect"])] if line["effect"] else 0
        return line.start(str(line.lastgroup)), line.end(), flag


def _any_of(headings: Iterable[str]) -> str:
    """Return what finds one of some headings: with spaces inside brackets or without, and a ruler of any length."""
    longest_first = sorted(filter(None, map(spaceless, headings)), key=len, reverse=True)
    written = [re.escape(one) + (f"{re.escape(one[0])}*" if len({*one}) == 1 else "") for one in longest_first]
    spaced = "|".join(written).replace(r"\[", r"\[ ?").replace(r"\]", r" ?\]")
    return spaced.replace(re.escape(NUMBER), "[0-9]+") or "(?!)"
