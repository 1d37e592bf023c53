"""Cut print in the style of Problem-Solving Card Text, and tell how a sentence stands to the effects of its card."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.grammar import GameTerms, Phrases, any_of
from onceper.patterns.structure import ANY_WORDS
from onceper.text.memory import FlagCache
from onceper.text.names import is_word
from onceper.text.normal import MASK
from onceper.text.numbers import NUMBER
from onceper.text.position import (
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    AFTER_COLON,
    ALONE,
    APPLIES,
    BULLET,
    BUYS,
    CHOOSES,
    CLOSES_NOTE,
    COLON,
    CONTINUES,
    DESCRIBES,
    ELSEWHERE,
    FIRST_LINE,
    HEADLINE,
    HEADS,
    IN_PARENTHESIS,
    LASTS,
    OF_MONSTER,
    OF_THE_GAME,
    OPENS_NOTE,
    ORDERS,
    SENTENCE_START,
    SUMMONS_ITSELF,
    UNDIVIDED,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.structure import Structure
    from onceper.text.position import Clause, Sentence

_WORD = 3
_FEWEST_CHOICES = 2
# Shorter pieces may be stray signs.
_A_WORD = 8
_GOES_ON = ":;,"
# The end of the text stands as a space.
_LINE_ENDS = "\n "
_CLAUSE_END = re.compile(r"[:;]")
# Names that are added up are a headline, though a full stop ends them.
_NAMES_ALONE = re.compile(rf"{MASK}(?: ?\+ ?(?:[0-9]+ )?{MASK})+\.")
# Stands for a full stop that ends no sentence.
_NO_STOP = "·"


class Psct:
    """Cut folded texts by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._stops = structure.print.stops
        self._bullets = "".join(bullet for bullet in structure.bullets if NUMBER not in bullet)
        self._numbered = _numbered([bullet for bullet in structure.bullets if NUMBER in bullet])
        self._bullets_in_ascii = "".join(filter(str.isascii, self._bullets))
        self._abbreviations = structure.abbreviations
        self._continues = tuple(phrase for phrase in structure.continues if ANY_WORDS not in phrase)
        with_gaps = [phrase for phrase in structure.continues if ANY_WORDS in phrase]
        self._continues_with_gaps = re.compile(rf"(?:{any_of(with_gaps)})\b") if with_gaps else None
        self._sets_spaces = structure.print.words in {"spaced", "elided", "stems"}
        # What stands behind a mark that ends a sentence; nothing at the end of the text.
        self._behind = frozenset(["", " ", "\n", *self._bullets])
        # The letters before the mark at the end of an abbreviation.
        self._before_abbreviating = frozenset(abbreviation[-2:-1] for abbreviation in structure.abbreviations)
        # The first letters of what continues an effect, which few sentences begin with.
        self._initials = frozenset(phrase[0] for phrase in structure.continues)
        self._heads = re.compile(any_of(structure.heads))
        self._ordinal = _ordinal(structure.ordinals) if structure.ordinals else None

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, each with its full stop, without surrounding spaces or bullet."""
        text = self._with_bullets(self._without_ordinals(text))
        with_gaps = self._continues_with_gaps
        bullets, continues, initials = self._bullets, self._continues, self._initials
        # Activations are marked by colons and semicolons; where none is left, its place is behind all sentences.
        marked = text.replace(";", ":")
        behind_all = len(text) + 2
        colon_at = -1
        found: list[Sentence] = []
        begin = note = bullet = 0
        line = FIRST_LINE
        for cut, after, mark in self._cuts(text):
            end = cut
            while begin < end and text[begin] in " \n":
                begin += 1
            if begin < end:
                position = line | bullet | note
                first = text[begin]
                if first == "(" or text[end - 1] == ")" or text.endswith(").", begin, end):
                    begin, end, position = _without_parentheses(text, begin, end, position)
                    note = position & IN_PARENTHESIS if not position & CLOSES_NOTE else 0
                if text[end - 1] == " ":
                    end = begin + len(text[begin:end].rstrip(" "))
                if end - begin >= _A_WORD or any(map(is_word, text[begin:end])):
                    if not found and (
                        (mark in _LINE_ENDS and text[end - 1] not in _GOES_ON)
                        or _NAMES_ALONE.fullmatch(text, begin, end)
                    ):
                        position |= HEADLINE
                    if colon_at < begin:
                        colon_at = marked.find(":", begin) % behind_all
                    if colon_at < end:
                        position |= COLON
                        if text[begin] in initials and (
                            text.startswith(continues, begin) or (with_gaps and with_gaps.match(text, begin, colon_at))
                        ):
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

    def _without_ordinals(self, text: str) -> str:
        """Return a text of the same length in which no full stop stands behind a number in order."""
        return self._ordinal.sub(_NO_STOP, text) if self._ordinal and ". " in text else text

    def _with_bullets(self, text: str) -> str:
        """Return a text of the same length with a bullet in place of each number of choices, numbered from one on."""
        if not self._numbered or "1" not in text or "2" not in text:
            return text
        found = list(self._numbered.finditer(text))
        numbers = [int("".join(filter(str.isdigit, one[0]))) for one in found]
        # One number alone may be anything.
        if len(numbers) < _FEWEST_CHOICES or numbers != list(range(1, len(numbers) + 1)):
            return text
        if not self._is_announced(text[: found[0].start()].rstrip(" \n")):
            return text
        return self._numbered.sub(lambda one: self._bullets[0].rjust(len(one[0])), text)

    def _is_announced(self, before: str) -> bool:
        """Tell whether the words before the first number offer choices: effects may be numbered as well."""
        last = max(before.rfind(mark, 0, -1) for mark in (*self._stops, "\n"))
        return before.endswith(":") or self._heads.search(before, last + 1) is not None

    def _cuts(self, text: str) -> list[tuple[int, int, str]]:
        """Return where sentences end, where the text goes on behind the mark, and the mark."""
        abbreviations, behind, letters = self._abbreviations, self._behind, self._before_abbreviating
        sets_spaces = self._sets_spaces
        # A search in C for each mark costs a quarter of one expression for all of them.
        cuts: list[tuple[int, int, str]] = []
        for mark in self._stops:
            at = text.find(mark)
            while at >= 0:
                stop = at + 1
                after = text[stop : stop + 1]
                if after == ")":
                    stop += 1
                    after = text[stop : stop + 1]
                if sets_spaces and after not in behind:
                    # Whoever copied the text may have lost the space behind a full stop.
                    if text[at - _WORD : at].isalpha() and text[stop : stop + _WORD].rstrip(" ").isalpha():
                        cuts.append((stop, stop, mark))
                elif text[at - 1] not in letters or not text.endswith(abbreviations, 0, at + 1):
                    cuts.append((stop, stop, mark))
                at = text.find(mark, stop)
        for mark in "\n" + (self._bullets_in_ascii if text.isascii() else self._bullets):
            at = text.find(mark)
            while at >= 0:
                cuts.append((at, at + 1, mark))
                at = text.find(mark, at + 1)
        cuts.sort()
        cuts.append((len(text), len(text), " "))
        return cuts


def _without_parentheses(text: str, begin: int, end: int, position: int) -> tuple[int, int, int]:
    """Return a sentence without the parentheses of the note that it begins or ends, and its position."""
    if text.endswith(").", begin, end) and (
        not _is_closed_before(text, begin, end - 2)
        if text[begin] == "("
        else position & IN_PARENTHESIS and text.count("(", begin, end) < text.count(")", begin, end)
    ):
        # Some languages set the full stop behind the note.
        end -= 1
    if text[begin] == "(" and not _is_closed_before(text, begin, end - 1):
        begin += 2 if text.startswith(" ", begin + 1) else 1
        position |= IN_PARENTHESIS | OPENS_NOTE
    if text[end - 1] == ")" and position & IN_PARENTHESIS and text.count("(", begin, end) < text.count(")", begin, end):
        end -= 1
        position |= CLOSES_NOTE
    return begin, end, position


def _is_closed_before(text: str, begin: int, end: int) -> bool:
    """Tell whether the parenthesis that opens at the beginning closes before the end; others may stand inside it."""
    close = text.find(")", begin, end)
    while close >= 0 and text.count("(", begin, close) > text.count(")", begin, close + 1):
        close = text.find(")", close + 1, end)
    return close >= 0


def _ordinal(counted: Iterable[str]) -> re.Pattern[str]:
    """Return what finds the full stop of a number in order before one of these words, which ends no sentence."""
    return re.compile(rf"(?<=[0-9])\.(?= (?:{'|'.join(map(re.escape, counted))}))")


def cut_clauses(text: str, sentence: Sentence) -> list[Clause]:
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


def wrapped_lines(structure: Structure) -> re.Pattern[str] | None:
    """Return what finds the line ends at which a copy of the print was wrapped, null where nothing tells them."""
    ends = "|".join(rf"(?<=\b{re.escape(word)}\n)" for word in structure.ends_no_line)
    begins = "|".join(map(re.escape, structure.begins_no_line))
    ways = [*([ends] if ends else []), *([rf"(?=(?:{begins})\b)"] if begins else [])]
    return re.compile(rf"\n(?:{'|'.join(ways)})") if ways else None


def _numbered(bullets: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds bullets that are numbers: behind a mark, or a word that is part of them; null for none."""
    written = [re.escape(bullet).replace(re.escape(NUMBER), "[1-9]") for bullet in bullets]
    ways = [rf"\b{way}" if way[0].isalpha() else rf"(?:^|(?<=\n)|(?<=[.:;,] )){way}" for way in written]
    return re.compile("|".join(ways)) if ways else None


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
        # No story tells its reader what to do.
        is_of_the_game = kind == ORDERS or not self._terms or self._terms.stand_in(sentence)
        return stands | kind | said & (HEADS | ELSEWHERE) | (OF_THE_GAME if is_of_the_game else 0)

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
