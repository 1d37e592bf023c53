"""Cut print into sentences and clauses, and tell where each stands: by marks, by lines, and under what heads them."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING

from onceper.lang.phrases import EDGE, Phrases
from onceper.patterns.structure import ANY_WORDS, NUMBER
from onceper.text.names import is_word
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
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from onceper.contract.span import Span
    from onceper.lang.games import PartHeadings
    from onceper.patterns.structure import Structure
    from onceper.text.position import Clause, Sentence

_WORD = 3
_FEWEST_CHOICES = 2
_GOES_ON = ":;,"
# A mark that stands behind the number of an effect; and the end of the text.
_NUMBER_MARK, _END = ":", ""
# Names that are added up are a headline, though a full stop ends them.
_NAMES_ALONE = re.compile(rf"{MASK}(?: ?\+ ?(?:[0-9]+ )?{MASK})+\.")
# Materials in one line with the sentence behind them, which a copy set off by a stroke.
_STROKE = re.compile(r"\A([0-9][^\n.]*) /(?= [^\n]*\.)")
# Stands for a full stop that ends no sentence.
_NO_STOP = "·"
_IN_A_NUMBER = re.compile(r"[A-Za-z0-9]\.[A-Za-z0-9]")


class PsctCutter:
    """Cut folded texts by the marks of a structure, in the style of Problem-Solving Card Text.

    Sentences end with full stops, and activations are told by colons and semicolons.
    """

    # What every clause of several is, and how sentences stand before any number.
    _part = 0
    _unnumbered = 0

    def __init__(self, structure: Structure, clause_end: str = "[:;]") -> None:
        style = structure.print
        self._stops = style.stops
        self._bullets = "".join(bullet for bullet in structure["bullets"] if NUMBER not in bullet)
        self._marks = self._stops + "\n" + self._bullets
        self._clause_end = re.compile(clause_end)
        self._behind = {":": AFTER_COLON, "(": AFTER_COMMA | IN_PARENTHESIS, ")": AFTER_COMMA, style.comma: AFTER_COMMA}
        self._numbered = _numbered([bullet for bullet in structure["bullets"] if NUMBER in bullet])
        self._abbreviations = structure["abbreviations"]
        # Whole words with which a sentence begins that continues an effect.
        continues = "|".join(re.escape(phrase).replace(re.escape(ANY_WORDS), ".*") for phrase in structure["continues"])
        self._continues = re.compile(rf"(?:{continues or '(?!)'})(?:(?<!\w)|(?!\w))")
        self._heads = Phrases({1: structure["heads"]})
        self._sets_spaces = style.words in {"spaced", "elided", "stems"}
        # What stands behind a mark that ends a sentence; nothing at the end of the text.
        self._behind_stop = frozenset(["", " ", "\n", *self._bullets])
        # The full stop of a number in order before one of these words ends no sentence.
        ordinals = "|".join(map(re.escape, structure["ordinals"]))
        self._ordinal = re.compile(rf"(?<=[0-9])\.(?= (?:{ordinals}))") if ordinals else None

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, each with its full stop, without surrounding spaces or marks."""
        if self._ordinal and ". " in text:
            text = self._ordinal.sub(_NO_STOP, text)
        text = self._with_bullets(self._with_lines(text))
        found: list[Sentence] = []
        begin = marked = noted = 0
        line, inside = FIRST_LINE, self._unnumbered
        for cut, behind, mark in self._cuts(text):
            end = cut
            while begin < end and text[begin] in " \n":
                begin += 1
            while begin < end and text[end - 1] == " ":
                end -= 1
            if begin < end:
                begin, end, note, noted = self._note(text, begin, end, noted)
                if any(map(is_word, text[begin:end])):
                    position = line | marked | inside | note
                    if not found and self._is_headline(text[begin:end], mark):
                        position |= HEADLINE
                    found.append((begin, end, position | self._stands(text, begin, end, position, found)))
                    marked = 0
            if mark not in self._stops:
                noted = 0
                if mark == _NUMBER_MARK:
                    marked, inside = NUMBERED, INSIDE_NUMBER
                elif mark == "\n":
                    line = 0 if found else FIRST_LINE
                else:
                    marked |= BULLET
            begin = behind
        return found

    def _with_lines(self, text: str) -> str:
        """Return a text of the same length whose materials have a line of their own."""
        return _STROKE.sub(r"\1 \n", text) if text[:1].isdigit() else text

    def _with_bullets(self, text: str) -> str:
        """Return a text of the same length with a bullet in place of each number of choices, numbered from one on."""
        if not self._numbered or "1" not in text or "2" not in text:
            return text
        found = list(self._numbered.finditer(text))
        numbers = [int("".join(filter(str.isdigit, one[0]))) for one in found]
        # One number alone may be anything.
        if len(numbers) < _FEWEST_CHOICES or numbers != list(range(1, len(numbers) + 1)):
            return text
        # Effects may be numbered as well; choices are offered by the words before them.
        before = text[: found[0].start()].rstrip(" \n")
        last = max(before.rfind(mark, 0, -1) for mark in (*self._stops, "\n"))
        if not before.endswith(":") and not self._heads.said(before[last + 1 :]):
            return text
        return self._numbered.sub(lambda one: self._bullets[0].rjust(len(one[0])), text)

    def _cuts(self, text: str) -> list[tuple[int, int, str]]:
        """Return where sentences end, where the text goes on behind the mark, and the mark, in their order."""
        # A search in C for each mark costs a quarter of one expression for all of them.
        cuts: list[tuple[int, int, str]] = []
        for mark in self._marks:
            at = text.find(mark)
            while at >= 0:
                if cut := self._cut(text, at):
                    cuts.append((*cut, mark))
                at = text.find(mark, at + 1)
        cuts.sort(key=itemgetter(0))
        cuts.append((len(text), len(text), _END))
        return cuts

    def _cut(self, text: str, at: int) -> Span | None:
        """Return where the sentence before a mark ends and the text goes on, or null where this one ends none."""
        if text[at] not in self._stops:
            return at, at + 1
        stop = at + 2 if text.startswith(")", at + 1) else at + 1
        if self._sets_spaces and text[stop : stop + 1] not in self._behind_stop:
            # Whoever copied the text may have lost the space behind a full stop.
            is_lost = text[at - _WORD : at].isalpha() and text[stop : stop + _WORD].rstrip(" ").isalpha()
            return (stop, stop) if is_lost else None
        return None if text.endswith(self._abbreviations, 0, at + 1) else (stop, stop)

    def _note(self, text: str, begin: int, end: int, noted: int) -> tuple[int, int, int, int]:
        """Return a sentence without the parentheses of a note, how it stands to that, and what of it stays open.

        ``noted`` is what the sentence before left open.
        """
        # Some languages set the full stop behind the note.
        last = end - 2 if text.endswith(").", begin, end) else end - 1
        note = noted
        if text[begin] == "(" and not _is_closed_before(text, begin, last):
            begin += 2 if text.startswith(" ", begin + 1) else 1
            note = IN_PARENTHESIS | OPENS_NOTE
        if note and text[last] == ")" and text.count("(", begin, end) < text.count(")", begin, end):
            end = last - (text[last - 1] == " ")
            return begin, end, note | CLOSES_NOTE, 0
        return begin, end, note, note & IN_PARENTHESIS

    def _is_headline(self, words: str, mark: str) -> bool:
        """Tell whether the first sentence, which this mark ends, is a headline."""
        is_line = mark in {"\n", _END} and words[-1] not in _GOES_ON
        return is_line or _NAMES_ALONE.fullmatch(words) is not None

    def _stands(self, text: str, begin: int, end: int, _position: int, _found: Sequence[Sentence]) -> int:
        """Tell how a sentence, which stands at this position, stands to those found before it."""
        if text.find(":", begin, end) < 0 and text.find(";", begin, end) < 0:
            return 0
        return COLON | CONTINUES if self._continues.match(text, begin, end) else COLON

    def clauses(self, text: str, sentence: Sentence) -> list[Clause]:
        """Return the clauses of a sentence, each with its closing mark unless that is a parenthesis."""
        start, end, position = sentence
        position = position & ~COLON | SENTENCE_START
        cut = self._clause_end.search(text, start, end)
        if cut is None:
            return [(start, end, position | UNDIVIDED)]
        position |= self._part
        found: list[Clause] = []
        while cut:
            at, stop = cut.span()
            mark = text[at]
            if at > start or not self._part:
                found.append((start, at if mark in "()" else stop, position))
            position = position & ~SENTENCE_START | self._behind.get(mark, 0)
            if mark == ")":
                position &= ~IN_PARENTHESIS
            start = stop
            while start < end and text[start] == " ":
                start += 1
            cut = self._clause_end.search(text, start, end)
        if start < end:
            found.append((start, end, position))
        return found


class OcgCutter(PsctCutter):
    """Cut folded texts in the style of the OCG: effects are numbered, and sentences tell by words that they go on."""

    _part = PART
    _unnumbered = OUTSIDE_NUMBER

    def __init__(self, structure: Structure) -> None:
        comma = structure.print.comma
        # A comma cuts nothing off where the words before it await what they govern (１ターンに１度、).
        joining = "".join(f"(?<!{re.escape(word + comma)})" for word in structure["joins_clauses"])
        super().__init__(structure, f"[()]|{re.escape(comma)}{joining}")
        self._marks += _NUMBER_MARK
        self._begins, self._announces = structure["begins"], structure["announces"]
        # What begins an effect though it begins as what goes on with one.
        begins = [EDGE + phrase for phrase in structure["begins"] if phrase.startswith(structure["continues"])]
        continues = [EDGE + phrase for phrase in structure["continues"]]
        self._phrases = Phrases({1: [*continues, *structure["refers"]], 2: begins})
        # What stands behind a note inside a sentence.
        self._inside = frozenset(self._stops + comma)

    def _cut(self, text: str, at: int) -> Span | None:
        mark = text[at]
        if mark == _NUMBER_MARK:
            number = at - 2 if text[at - 1 : at] == " " else at - 1
            return (number, at + 1) if number >= 0 and text[number] in CIRCLED else None
        # Inside of "Lv.4" or "2.5" it is no full stop.
        if mark not in self._stops or (mark == "." and _IN_A_NUMBER.match(text, at - 1)):
            return None if mark in self._stops else (at, at + 1)
        # A full stop inside a note that goes on ends no sentence of the text around it.
        is_note = text.startswith(")", at + 1) and text[at + 2 : at + 3] not in self._inside
        stop = at + 2 if is_note else at + 1
        return stop, stop

    def _note(self, text: str, begin: int, end: int, noted: int) -> tuple[int, int, int, int]:
        """Return a note of one sentence without its parentheses; those of several stay with what they stand beside."""
        start, stop, note, noted = super()._note(text, begin, end, noted)
        is_whole = note & OPENS_NOTE and note & CLOSES_NOTE
        return (start, stop, note, noted) if is_whole else (begin, end, note & IN_PARENTHESIS, noted)

    def _with_lines(self, text: str) -> str:
        # Strokes stand between any words, and a number begins what counts uses.
        return text

    def _stands(self, text: str, begin: int, end: int, position: int, found: Sequence[Sentence]) -> int:
        if not found or position & INSIDE_NUMBER:
            return 0
        if self._goes_on(text[begin:end]):
            return CONTINUES
        before, stop, _ = found[-1]
        # Behind what announces it stands what happens when the effect resolves.
        is_announced = (
            not position & BULLET
            and text.endswith(self._announces, before, stop)
            and not text.startswith(self._begins, begin)
            and not self._goes_on(text[before:stop])
        )
        return CONTINUES if is_announced else 0

    def _goes_on(self, words: str) -> bool:
        return self._phrases.said(EDGE + words) == 1


def _is_closed_before(text: str, begin: int, end: int) -> bool:
    """Tell whether the parenthesis that opens at the beginning closes before the end; others may stand inside it."""
    close = text.find(")", begin, end)
    while close >= 0 and text.count("(", begin, close) > text.count(")", begin, close + 1):
        close = text.find(")", close + 1, end)
    return close >= 0


def _numbered(bullets: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds bullets that are numbers: behind a mark, or a word that is part of them; null for none."""
    written = [re.escape(bullet).replace(re.escape(NUMBER), "[1-9]") for bullet in bullets]
    ways = [rf"\b{way}" if way[0].isalpha() else rf"(?:^|(?<=\n)|(?<=[.:;,] )){way}" for way in written]
    return re.compile("|".join(ways)) if ways else None


def wrapped_lines(structure: Structure) -> re.Pattern[str] | None:
    """Return what finds the line ends at which a copy of the print was wrapped, null where nothing tells them."""
    ends = [rf"(?<=\b{re.escape(word)}\n)" for word in structure["ends_no_line"]]
    begins = [rf"(?={re.escape(word)}\b)" for word in structure["begins_no_line"]]
    return re.compile(rf"\n(?:{'|'.join([*ends, *begins])})") if ends or begins else None


# A ruler is a line of one sign, as long as anybody draws it.
_SHORTEST_RULER = 5


class Headings:
    """Cut folded texts at the lines that head what is under them, and what is between these by its style.

    ``sections`` are of the language, ``printed`` of games; all are folded.
    A requirement and the effect under the next heading are one effect, all of which stands inside it as inside a
    number; what heads an effect where no requirement stands before heads a section, as it does on a Skill Card. Under
    any of these headings stands no story.
    """

    def __init__(
        self, sections: Iterable[str], printed: Sequence[PartHeadings], sentences: Callable[[str], list[Sentence]]
    ) -> None:
        self._cut = sentences
        self._heads: dict[str, int] = {}
        for one in printed:
            self._heads |= {one.requirement: REQUIRES, one.continuous: APPLIES, one.activation: OF_ACTIVATION}
            self._heads |= dict.fromkeys((one.effect, one.multi_choice), ACTIVATES)
        nothing = rf"(?:[ \n]*(?:{_any_of(one.nothing for one in printed)})[.。]?(?=\n|$))?"
        # What an effect's heading heads may stand behind it; a section's has a line of its own.
        self._line = re.compile(
            rf"^ *(?:(?P<effect>{_any_of(self._heads)}){nothing}|(?P<section>{_any_of(sections)})(?= *$))", re.MULTILINE
        )
        self._heads = {heading.replace(" ", ""): heads for heading, heads in self._heads.items()}

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, headings among them."""
        if "\n" not in text and not self._line.match(text):
            return self._cut(text)
        found: list[Sentence] = []
        begin = inside = 0
        is_required = False
        for line in self._line.finditer(text):
            found += self._under(text, begin, line.start(), inside)
            heads = self._heads[line["effect"].replace(" ", "")] if line["effect"] else 0
            is_required |= heads == REQUIRES
            inside = 0
            if heads:
                inside = INSIDE_NUMBER if is_required else heads & OF_ACTIVATION | OF_THE_GAME
            begin = line.end()
            found.append((line.start(str(line.lastgroup)), begin, SECTION | (heads if is_required else 0)))
        return [*found, *self._under(text, begin, len(text), inside)]

    def _under(self, text: str, begin: int, end: int, inside: int) -> Iterator[Sentence]:
        """Yield the sentences between two places, which stand in no first line of the text under a heading."""
        first_line = FIRST_LINE if begin else 0
        for start, stop, position in self._cut(text[begin:end]):
            yield begin + start, begin + stop, position & ~first_line | inside


def _any_of(headings: Iterable[str]) -> str:
    """Return what finds one of some headings, with spaces inside their brackets or without."""
    longest_first = sorted(filter(None, headings), key=len, reverse=True)
    return "|".join(map(_written, longest_first)) or "(?!)"


def _written(heading: str) -> str:
    if _is_ruler(heading):
        return f"{re.escape(heading[0])}{{{_SHORTEST_RULER},}}"
    if heading.startswith("[") and heading.endswith("]"):
        return rf"\[ ?{re.escape(heading[1:-1].strip())} ?\]"
    return re.escape(heading).replace(re.escape(NUMBER), "[0-9]+")


def _is_ruler(heading: str) -> bool:
    return heading == heading[0] * _SHORTEST_RULER
