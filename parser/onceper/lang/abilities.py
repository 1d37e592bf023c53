"""Cut print whose unit is the ability into abilities, their keywords, sentences and notes, and tell their kinds.

An ability is a line, or what stands behind a mark; its first sentence is what does not continue another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.grammar import Phrases
from onceper.text.names import is_word
from onceper.text.position import BULLET, CLOSES_NOTE, CONTINUES, FIRST_LINE, IN_PARENTHESIS, OPENS_NOTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.contract.effect import EffectKind
    from onceper.contract.limit import WhoseTurn
    from onceper.patterns.structure import Structure
    from onceper.text.position import Sentence


# What a keyword says stands behind a colon or a dash; a dash before a digit is a minus.
_KEYWORD = re.compile(r"[^。、():\n]{1,30}?(?:\([^()。]{1,10}\))? ?(?::|-(?!\d)) ?")
_KEYWORD_WITH_NOTE = re.compile(r"[^。、()\n]{1,30}(?:\([^()。]{1,10}\)[^。、()\n]{0,12})?\([^()]{11,}\) *")
_STOP_WITH_NOTES = re.compile(r"。(?: *\([^()]*\))* *")
# A short word in parentheses is part of the print around it: W(ダブル)・ブレイカー, ウラ・ニンジャ・ストライク3(火).
_LONGEST_WORD_IN_PARENTHESES = 10
_SPACES = " \n*"
_NOTE = re.compile(r"\([^()]*\)")
# What a keyword says stands in the note directly behind it; any other note explains words of somebody else's.
_NOTE_BEHIND_SENTENCE = re.compile(r"(?<=。) *\([^()]*\)")
# An ability that another one gives stands in quotes.
_GIVEN = re.compile(r"「[^「」]*」")
# What sets a keyword off from what it says.
_KEYWORD_MARK = ":"
# What phrases tell of an ability.
_REPLACES, _HOLDS, _TRIGGERS, _LASTS, _ORDERS, _ACTS, _APPLIES, _UNTIL, _CHOOSES = (1 << place for place in range(9))
_OF_SPELL, _OF_BODY, _KEYWORD_OF_BODY = (1 << place for place in range(9, 12))
_APPLIES_FOR_A_TIME = _APPLIES | _UNTIL


class AbilityLines:
    """Cut folded texts by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._options = frozenset([*structure.options, *structure.options_in_lines])
        self._begins, self._keywords, self._joined = structure.begins, structure.keywords, structure.joined
        self._heads = structure.heads
        in_lines = rf"(?<![^\n])(?:{_any_of(structure.options_in_lines)})(?![a-z])"
        self._line_mark = re.compile(rf"\n|{_any_of((*structure.bullets, *structure.options))}|{in_lines}")
        begins, keywords = _any_of(structure.begins), _any_of(structure.keywords)
        # A bare keyword behind which, in lines joined by scrapers, another ability begins.
        self._keyword_alone = re.compile(rf"(?:{keywords})(?:\+\d+)?(?= *(?:{begins}|{keywords}))")
        # An ability that waits for something.
        self._beginning = re.compile(rf" *(?:{begins})[^。()]*?(?:{_any_of(structure.awaits)})")

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, those of notes without parentheses."""
        found: list[Sentence] = []
        has_marks = self._line_mark.search(text.strip(_SPACES)) is not None
        is_awaited = False
        for begin, end, mark in self._lines(text):
            is_option = mark in self._options
            position = BULLET if found and (is_option or (is_awaited and not mark)) else 0
            for ability_begin, ability_end in self._abilities(text, begin, end, has_marks):
                position |= 0 if found else FIRST_LINE
                found += self._sentences(text, ability_begin, ability_end, position)
                position = 0
            # "… gets the following ability" is said in a note, and the ability is the next line.
            is_awaited = any(phrase in text[begin:end].replace(" ", "") for phrase in self._heads)
        return found

    def _lines(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the lines of a text without spaces around them, each with the mark before it."""
        begin, mark = 0, ""
        for found in [*self._line_mark.finditer(text), None]:
            end = found.start() if found else len(text)
            start, stop = _stripped(text, begin, end)
            if start < stop:
                yield start, stop, mark
                mark = ""
            if found:
                begin, mark = found.end(), found.group().strip()

    def _abilities(self, text: str, begin: int, end: int, has_marks: bool) -> Iterator[tuple[int, int]]:
        """Yield the abilities of a line, which are several where a scraper lost the line breaks.

        A keyword ends where another ability begins, behind its note too; any other ability ends at a full stop before a
        keyword, and in a text without marks also before one that waits for something.
        """
        at = begin
        while at < end:
            keyword = self._keyword_alone.match(text, at, end)
            stop = keyword.end() if keyword else self._behind_note_of_keyword(text, at, end)
            stop = stop or self._behind_sentence(text, at, end, has_marks) or end
            yield _stripped(text, at, stop)
            at = _stripped(text, stop, end)[0]

    def _behind_note_of_keyword(self, text: str, begin: int, end: int) -> int | None:
        """Return the place behind the note of a keyword that has no other words, where an ability begins there."""
        found = _KEYWORD_WITH_NOTE.match(text, begin, end)
        if not found:
            return None
        return found.end() if text.startswith(self._begins, found.end()) else None

    def _behind_sentence(self, text: str, begin: int, end: int, has_marks: bool) -> int | None:
        """Return the place behind the first sentence before a keyword, or in a text without marks what waits."""
        for found in _STOP_WITH_NOTES.finditer(text, begin, end):
            stop = found.end()
            if text.startswith(self._keywords, stop) or (not has_marks and self._beginning.match(text, stop, end)):
                return stop
        return None

    def _sentences(self, text: str, begin: int, end: int, position: int) -> Iterator[Sentence]:
        """Yield the pieces of an ability, all but the first continuing it."""
        for start, stop, flags in self._pieces(text, begin, end):
            yield start, stop, flags | position
            position = CONTINUES

    def _pieces(self, text: str, begin: int, end: int) -> Iterator[Sentence]:
        """Yield the keyword of an ability, its sentences, and those of its notes with their flags."""
        keyword = _KEYWORD.match(text, begin, end)
        if keyword and keyword.end() < end:
            said = begin + len(keyword.group().rstrip(_SPACES)) - 1
            _, stop = _stripped(text, begin, said)
            if not text.endswith(self._joined, begin, stop):
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


class AbilityKinds:
    """Tell by the phrases of a structure of what kind abilities are, whether they may be declined, in whose turn."""

    def __init__(self, structure: Structure) -> None:
        self._phrases = Phrases(
            {
                _REPLACES: structure.replaces,
                _HOLDS: structure.holds,
                _TRIGGERS: structure.triggers,
                _LASTS: structure.lasts,
                _ORDERS: structure.orders,
                _ACTS: structure.acts,
                _APPLIES: structure.applies,
                _UNTIL: structure.until,
                _CHOOSES: structure.chooses,
                _OF_SPELL: structure.spells,
                _OF_BODY: structure.bodies,
                _KEYWORD_OF_BODY: structure.keywords_of_bodies,
            }
        )
        self._states = structure.lasts
        self._says_more = (*structure.acts, *structure.orders, *structure.applies)
        self._options = re.compile(_any_of(structure.options))
        self._joins = re.compile(_any_of(structure.joins_triggers))
        self._comma = structure.print.comma
        self._own, self._opponents = structure.own_turn, structure.opponents_turn

    def begin_of_trigger(self, sentence: str, start: int, end: int) -> int | None:
        """Return where the trigger begins that holds this span of a folded sentence, null where it is the only one."""
        joins = [found.span() for found in self._joins.finditer(sentence)]
        behind = [last for _, last in joins if last <= start]
        if not behind and not any(start < first <= end for first, _ in joins):
            return None
        begin = max(behind, default=sentence.rfind(_KEYWORD_MARK, 0, start) + 1)
        return start - len(sentence[begin:start].lstrip(self._comma))

    def lets_choose(self, words: str) -> bool:
        """Tell whether folded words let a player decline."""
        return self._phrases.said(words) & _CHOOSES != 0

    def whose_turn(self, sentence: str) -> WhoseTurn:
        """Return in whose turn a folded sentence says that it holds."""
        if sentence.startswith(self._own):
            return "own"
        return "opponent" if sentence.startswith(self._opponents) else "any"

    def kinds(self, abilities: Sequence[str]) -> list[EffectKind]:
        """Return the kinds of the abilities of one folded text.

        A text that speaks of no creature of its own and acts without waiting for anything is a spell's.
        """
        own = [_GIVEN.sub("", ability) for ability in abilities]
        is_spell = any(self._phrases.said(ability) & _OF_SPELL for ability in own)
        is_spell = is_spell or not any(map(self._is_of_a_body, own))
        return [self._kind(_NOTE.sub("", self._before_options(ability)), is_spell=is_spell) for ability in own]

    def _before_options(self, ability: str) -> str:
        """Return what an ability says before what it offers: only that tells whether it waits for something."""
        found = self._options.search(ability)
        return ability[: found.start()] if found else ability

    def _is_of_a_body(self, ability: str) -> bool:
        """Tell whether an ability is that of a creature, or of another object that stays."""
        words = _NOTE_BEHIND_SENTENCE.sub("", ability)
        said = self._phrases.said(words)
        return said & _OF_BODY != 0 or (said & _KEYWORD_OF_BODY != 0 and self._is_keyword(_NOTE.sub("", words)))

    def _is_keyword(self, words: str) -> bool:
        return "。" not in words and not words.endswith(self._says_more)

    def _kind(self, words: str, *, is_spell: bool) -> EffectKind:
        said = self._phrases.said(words)
        if said & _REPLACES:
            return "replacement"
        if said & _HOLDS:
            return "static"
        if said & _TRIGGERS and self._awaits_event(words, said):
            return "triggered"
        if self._is_keyword(words):
            return "keyword"
        # An ability acts, or says of what it applies how long that lasts.
        if is_spell and (said & (_ORDERS | _ACTS) or said & _APPLIES_FOR_A_TIME == _APPLIES_FOR_A_TIME):
            return "spell"
        # What a creature does, and no more than that is printed, is what a keyword or a line before it offers.
        return "triggered" if said & _ORDERS else "static"

    def _awaits_event(self, words: str, said: int) -> bool:
        """Tell whether an ability waits for something, besides a state."""
        if not said & _LASTS:
            return True
        for state in self._states:
            words = words.replace(state, "")
        return self._phrases.said(words) & _TRIGGERS != 0


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(map(re.escape, phrases)) or "(?!)"


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _SPACES:
        start += 1
    while start < end and text[end - 1] in _SPACES:
        end -= 1
    return start, end


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
