"""Cut print whose unit is the ability into abilities, their keywords, sentences and notes, and tell their kinds.

An ability is a line, or what stands behind a mark; its first sentence is what does not continue another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.grammar import Grammar
from onceper.lang.phrases import any_of
from onceper.text.names import has_word
from onceper.text.position import (
    BULLET,
    CLOSES_NOTE,
    CONTINUES,
    FIRST_LINE,
    HOLDS,
    IN_PARENTHESIS,
    IS_KEYWORD,
    IS_SPELL,
    IS_TRIGGERED,
    OF_BODY,
    OF_SPELL,
    OPENS_NOTE,
    REPLACES,
    stripped,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.effect import EffectKind
    from onceper.patterns.structure import Structure
    from onceper.text.position import Sentence


# What a keyword says stands behind a colon or a dash; a dash before a digit is a minus.
_KEYWORD = re.compile(r"([^。、():\n]{1,30}?(?:\([^()。]{1,10}\))?)[ *]*(?::|-(?!\d)) ?")
# Another may stand inside it.
_NOTE = r"\((?:[^()]|\([^()]*\))*\)"
_KEYWORD_WITH_NOTE = r"[^。、()\n]{1,30}(?:\([^()。]{1,10}\)[^。、()\n]{0,12})?\([^()]{11,}\) *"
# Sentences with their notes.
_SENTENCES = rf"(?>[^。]*。(?: *{_NOTE})* *)+?"
_SENTENCE = re.compile("[^。]*。|[^。]+")
# A note, or a sentence up to one. A short word in parentheses is part of the print around it: W(ダブル)・ブレイカー,
# ウラ・ニンジャ・ストライク3(火).
_WORD_WITHIN = r"(?:(?<=[^。) \n])|(?<=[^。) \n] ))\([^)。]{0,10}\)"
_PIECE = re.compile(rf"(?P<note>\([^)]*\))|(?:[^。(]|{_WORD_WITHIN}|\((?![^)]*\)))+。?|。")
_SPACES = " \n*"
# What a keyword says stands in the note directly behind it; any other note explains words of somebody else's.
_NOTE_BEHIND_SENTENCE = re.compile(rf"(?<=。) *{_NOTE}")
# An ability that another one gives stands in quotes.
_GIVEN = re.compile(r"「[^「」]*」")
# What sets a keyword off from what it says.
_KEYWORD_MARK = ":"
_KINDS: dict[int, EffectKind] = {
    REPLACES: "replacement",
    HOLDS: "static",
    IS_TRIGGERED: "triggered",
    IS_KEYWORD: "keyword",
    IS_SPELL: "spell",
}


class AbilityLines:
    """Cut folded texts by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._options = [*structure["options"], *structure["options_in_lines"]]
        self._joined = structure["joined"]
        # "… gets the following ability" is said in a note, and the ability is the next line.
        self._announces = re.compile(any_of(structure["heads"]))
        marks, in_lines = any_of((*structure["bullets"], *structure["options"])), any_of(structure["options_in_lines"])
        self._line_mark = re.compile(rf"\n|{marks}|(?<![^\n])(?:{in_lines})(?![a-z])")
        begins, keywords, awaits = (any_of(structure[key]) for key in ("begins", "keywords", "awaits"))
        # Where lines were joined, a keyword ends where another ability begins, behind its note too; any other ability
        # ends at a full stop before a keyword, and in a text without marks also before one that waits for something.
        ends = rf"(?:{keywords})(?:\+\d+)?(?= *(?:{begins}|{keywords}))|{_KEYWORD_WITH_NOTE}(?={begins})"
        waits = rf" *(?:{begins})[^。()]*?(?:{awaits})"
        self._ability_in_marks = re.compile(rf"{ends}|{_SENTENCES}(?={keywords})")
        self._ability = re.compile(rf"{ends}|{_SENTENCES}(?={keywords}|{waits})")

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a folded text, those of notes without parentheses."""
        found: list[Sentence] = []
        has_marks = self._line_mark.search(text.strip(_SPACES)) is not None
        ability = self._ability_in_marks if has_marks else self._ability
        is_awaited = False
        mark, behind = "", 0
        for cut in self._line_mark.finditer(f"{text}\n"):
            at, end = stripped(text, behind, cut.start(), _SPACES)
            position = BULLET if mark in self._options or is_awaited else 0
            is_awaited = self._announces.search(text, at, end) is not None
            mark, behind = cut[0].strip(), cut.end()
            while at < end:
                # A line holds several abilities where whoever copied it lost its ends.
                one = ability.match(text, at, end)
                stop = one.end() if one else end
                position |= 0 if found else FIRST_LINE
                for first, last, note in self._pieces(text, *stripped(text, at, stop, _SPACES)):
                    found.append((first, last, note | position))
                    position = CONTINUES
                position = 0
                at, _ = stripped(text, stop, end, _SPACES)
        return found

    def _pieces(self, text: str, begin: int, end: int) -> Iterator[Sentence]:
        """Yield the keyword of an ability, its sentences, and those of its notes with their flags."""
        keyword = _KEYWORD.match(text, begin, end)
        if keyword and not keyword[1].endswith(self._joined):
            yield begin, keyword.end(1), 0
            begin = keyword.end()
        for piece in _PIECE.finditer(text, begin, end):
            start, stop = piece.span()
            note = 0
            if piece["note"]:
                start, stop, note = start + 1, stop - 1, IN_PARENTHESIS
            spans = [stripped(text, *found.span(), _SPACES) for found in _SENTENCE.finditer(text, start, stop)]
            inside = [span for span in spans if has_word(text, *span)]
            for span in inside:
                opens = OPENS_NOTE if note and span == inside[0] else 0
                closes = CLOSES_NOTE if note and span == inside[-1] else 0
                yield *span, note | opens | closes


class AbilityGrammar(Grammar):
    """Tell of abilities of what kind they are, whether they may be declined, in whose turn they hold."""

    def __init__(self, structure: Structure) -> None:
        super().__init__(structure, "abilities")
        untold = (_NOTE, rf"(?:{any_of(structure['options'])}).*", any_of(structure["lasts"]))
        self._untold = re.compile("|".join(untold), re.DOTALL)
        self._joins = re.compile(any_of(structure["joins_triggers"]))
        self._comma = structure.print.comma

    def _said(self, sentence: str) -> int:
        has_stop = "。" in re.sub(_NOTE, "", sentence)
        return super()._said(sentence) | (self._bits["sentence"] if has_stop else 0)

    def begin_of_trigger(self, sentence: str, start: int) -> int | None:
        """Return where the trigger begins that holds this place of a folded sentence, null where it is the only one."""
        joins = [found.end() for found in self._joins.finditer(sentence)]
        if not joins:
            return None
        begin = max((end for end in joins if end <= start), default=sentence.rfind(_KEYWORD_MARK, 0, start) + 1)
        return start - len(sentence[begin:start].lstrip(self._comma))

    def kinds(self, abilities: Sequence[str]) -> list[EffectKind]:
        """Return the kinds of the abilities of one folded text."""
        own = [_GIVEN.sub("", ability) for ability in abilities]
        is_of_spell = any(self.tell(ability) & OF_SPELL for ability in own) or not any(
            self.tell(_NOTE_BEHIND_SENTENCE.sub("", ability)) & OF_BODY for ability in own
        )
        of_spell = self._bits["of_spell"] if is_of_spell else 0
        told = [self._decide(self._said(self._untold.sub("", ability)) | of_spell) for ability in own]
        return [next(kind for flag, kind in _KINDS.items() if flag & flags) for flags in told]
