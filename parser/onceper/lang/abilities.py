"""Cut print whose unit is the ability into abilities, their keywords, sentences and notes, and tell their kinds.

An ability is a line, or what stands behind a mark; its first sentence is what does not continue another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.phrases import Phrases, any_of
from onceper.text.names import has_word
from onceper.text.position import BULLET, CLOSES_NOTE, CONTINUES, FIRST_LINE, IN_PARENTHESIS, OPENS_NOTE, stripped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.effect import EffectKind
    from onceper.contract.limit import WhoseTurn
    from onceper.patterns.structure import Structure
    from onceper.text.position import Sentence


# What a keyword says stands behind a colon or a dash; a dash before a digit is a minus.
_KEYWORD = re.compile(r"[^。、():\n]{1,30}?(?:\([^()。]{1,10}\))? ?(?::|-(?!\d)) ?")
_KEYWORD_WITH_NOTE = re.compile(r"[^。、()\n]{1,30}(?:\([^()。]{1,10}\)[^。、()\n]{0,12})?\([^()]{11,}\) *")
_STOP_WITH_NOTES = re.compile(r"。(?: *\([^()]*\))* *")
_SENTENCE = re.compile("[^。]*。|[^。]+")
# A note, or a sentence up to one. A short word in parentheses is part of the print around it: W(ダブル)・ブレイカー,
# ウラ・ニンジャ・ストライク3(火).
_WORD_WITHIN = r"(?:(?<=[^。) \n])|(?<=[^。) \n] ))\([^)。]{0,10}\)"
_PIECE = re.compile(rf"\([^)]*\)|(?:[^。(]|{_WORD_WITHIN}|\((?![^)]*\)))+。?|。")
_SPACES = " \n*"
_NOTE = re.compile(r"\([^()]*\)")
# What a keyword says stands in the note directly behind it; any other note explains words of somebody else's.
_NOTE_BEHIND_SENTENCE = re.compile(r"(?<=。) *\([^()]*\)")
# An ability that another one gives stands in quotes.
_GIVEN = re.compile(r"「[^「」]*」")
# What sets a keyword off from what it says.
_KEYWORD_MARK = ":"
# What phrases tell of an ability.
_LISTS = [
    "replaces",
    "holds",
    "triggers",
    "orders",
    "acts",
    "applies",
    "until",
    "chooses",
    "spells",
    "bodies",
    "keywords_of_bodies",
]


class AbilityLines:
    """Cut folded texts by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._options = frozenset([*structure["options"], *structure["options_in_lines"]])
        self._begins, self._keywords, self._joined = structure["begins"], structure["keywords"], structure["joined"]
        # "… gets the following ability" is said in a note, and the ability is the next line.
        self._announces = re.compile(any_of(structure["heads"]))
        marks, in_lines = any_of((*structure["bullets"], *structure["options"])), any_of(structure["options_in_lines"])
        self._line_mark = re.compile(rf"\n|{marks}|(?<![^\n])(?:{in_lines})(?![a-z])")
        begins, keywords, awaits = (any_of(structure[key]) for key in ("begins", "keywords", "awaits"))
        # A bare keyword behind which, in lines joined by scrapers, another ability begins.
        self._keyword_alone = re.compile(rf"(?:{keywords})(?:\+\d+)?(?= *(?:{begins}|{keywords}))")
        # An ability that waits for something.
        self._beginning = re.compile(rf" *(?:{begins})[^。()]*?(?:{awaits})")

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, those of notes without parentheses."""
        found: list[Sentence] = []
        has_marks = self._line_mark.search(text.strip(_SPACES)) is not None
        is_awaited = False
        mark, behind = "", 0
        for cut in self._line_mark.finditer(f"{text}\n"):
            at, end = stripped(text, behind, cut.start(), _SPACES)
            position = BULLET if mark in self._options or is_awaited else 0
            is_awaited = self._announces.search(text, at, end) is not None
            mark, behind = cut[0].strip(), cut.end()
            while at < end:
                stop = self._end_of_ability(text, at, end, has_marks)
                position |= 0 if found else FIRST_LINE
                for first, last, note in self._pieces(text, *stripped(text, at, stop, _SPACES)):
                    found.append((first, last, note | position))
                    position = CONTINUES
                position = 0
                at, _ = stripped(text, stop, end, _SPACES)
        return found

    def _end_of_ability(self, text: str, begin: int, end: int, has_marks: bool) -> int:
        """Return where an ability ends in a line that holds several where a scraper lost the line breaks.

        A keyword ends where another ability begins, behind its note too; any other ability ends at a full stop before a
        keyword, and in a text without marks also before one that waits for something.
        """
        if keyword := self._keyword_alone.match(text, begin, end):
            return keyword.end()
        noted = _KEYWORD_WITH_NOTE.match(text, begin, end)
        if noted and text.startswith(self._begins, noted.end()):
            return noted.end()
        for found in _STOP_WITH_NOTES.finditer(text, begin, end):
            stop = found.end()
            if text.startswith(self._keywords, stop) or (not has_marks and self._beginning.match(text, stop, end)):
                return stop
        return end

    def _pieces(self, text: str, begin: int, end: int) -> Iterator[Sentence]:
        """Yield the keyword of an ability, its sentences, and those of its notes with their flags."""
        keyword = _KEYWORD.match(text, begin, end)
        if keyword and keyword.end() < end:
            said = begin + len(keyword.group().rstrip(_SPACES)) - 1
            _, stop = stripped(text, begin, said, _SPACES)
            if not text.endswith(self._joined, begin, stop):
                yield begin, stop, 0
                begin = keyword.end()
        for piece in _PIECE.finditer(text, begin, end):
            start, stop = piece.span()
            is_note = text.startswith("(", start) and text.endswith(")", start, stop)
            pieces = _SENTENCE.finditer(text, start + is_note, stop - is_note)
            spans = [stripped(text, *found.span(), _SPACES) for found in pieces]
            inside = [span for span in spans if has_word(text, *span)]
            for number, (first, last) in enumerate(inside):
                opens = OPENS_NOTE if number == 0 else 0
                closes = CLOSES_NOTE if number == len(inside) - 1 else 0
                yield first, last, (IN_PARENTHESIS | opens | closes) if is_note else 0


class AbilityKinds:
    """Tell by the phrases of a structure of what kind abilities are, whether they may be declined, in whose turn."""

    def __init__(self, structure: Structure) -> None:
        self._phrases = Phrases({1 << place: structure[name] for place, name in enumerate(_LISTS)})
        self._states = re.compile(any_of(structure["lasts"]))
        self._options = re.compile(any_of(structure["options"]))
        self._joins = re.compile(any_of(structure["joins_triggers"]))
        self._comma = structure.print.comma
        self._own, self._opponents = structure["own_turn"], structure["opponents_turn"]

    def _said(self, words: str) -> set[str]:
        """Return the lists that have a phrase in folded words."""
        said = self._phrases.said(words)
        return {name for place, name in enumerate(_LISTS) if said >> place & 1}

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
        return "chooses" in self._said(words)

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
        is_spell = any("spells" in self._said(ability) for ability in own) or not any(map(self._is_of_a_body, own))
        # Only what an ability says before what it offers tells whether it waits for something.
        before = [self._options.split(ability, maxsplit=1)[0] for ability in own]
        return [self._kind(_NOTE.sub("", words), is_spell=is_spell) for words in before]

    def _is_of_a_body(self, ability: str) -> bool:
        """Tell whether an ability is that of a creature, or of another object that stays."""
        words = _NOTE_BEHIND_SENTENCE.sub("", ability)
        said = self._said(words)
        return "bodies" in said or ("keywords_of_bodies" in said and "。" not in _NOTE.sub("", words))

    def _kind(self, words: str, *, is_spell: bool) -> EffectKind:
        said = self._said(words)
        if "replaces" in said:
            return "replacement"
        if "holds" in said:
            return "static"
        # A state is no event that it waits for.
        if "triggers" in self._said(self._states.sub("", words)):
            return "triggered"
        if "。" not in words:
            return "keyword"
        # An ability acts, or says of what it applies how long that lasts.
        if is_spell and (said & {"orders", "acts"} or said >= {"applies", "until"}):
            return "spell"
        # What a creature does, and no more than that is printed, is what a keyword or a line before it offers.
        return "triggered" if "orders" in said else "static"
