"""What the rules read in a masked clause, whichever card prints it: the dear step, done once per template."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from onceper.reader.statement import state
from onceper.rules.matching import LONGEST_CLAUSE
from onceper.rules.words import NAME
from onceper.text.normal import MASK
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.reader.statement import Statement
    from onceper.rules.cues import Cues
    from onceper.rules.matching import CompiledRules, Match
    from onceper.rules.rule import Where
    from onceper.rules.words import Lexed, Lexicon, Phrase

TEMPLATES_KEPT = 65_536

_HEADLINE = int(Position.HEADLINE)
_SENTENCE_START = int(Position.SENTENCE_START)
_PLACE: dict[Where, int] = {
    "sentence_start": _SENTENCE_START,
    "in_parenthesis": int(Position.IN_PARENTHESIS),
    "first_line": int(Position.FIRST_LINE),
    "headline": _HEADLINE,
    "after_colon": int(Position.AFTER_COLON),
}


class Candidate(NamedTuple):
    """Hold one reading of a template.

    ``start`` and ``end`` are places in the template, of the limit's own words; ``names_before_start`` and
    ``names_before_end`` count the masked names in front of them, which the card prints at their length; ``name_at``
    is the number of the name that the reading gives, or -1. ``is_sentence`` tells that the words begin their
    sentence and are not marked: then the span is the sentence.
    """

    states: Statement
    is_sentence: bool
    start: int
    end: int
    names_before_start: int
    names_before_end: int
    name_at: int


class ClauseReading(NamedTuple):
    """Hold what the rules say of a clause.

    ``rules`` are the ids of all rules that read it, those included that only say that it holds no limit.
    ``is_unread`` tells that a telling phrase stands in it which no rule reads; ``is_too_long``, that its end was cut.
    """

    candidates: tuple[Candidate, ...]
    rules: tuple[str, ...]
    is_unread: bool
    is_too_long: bool


_NOTHING = ClauseReading((), (), is_unread=False, is_too_long=False)


class Candidates:
    """Read clauses with one set of compiled rules, behind bounded caches."""

    def __init__(self, compiled: CompiledRules, lexicon: Lexicon, cues: Cues) -> None:
        self._compiled = compiled
        self._cues = cues
        self._lexicon = lexicon
        self.of = lru_cache(maxsize=TEMPLATES_KEPT)(self._read)

    def _read(self, template: str, position: int) -> ClauseReading:
        if not position & _HEADLINE and not self._cues.may_stand_in(template):
            return _NOTHING
        return self.read_whole(template, position)

    def read_whole(self, template: str, position: int) -> ClauseReading:
        """Return the readings of a folded, masked clause in printed order, whether it holds a cue or not.

        No two readings of one record overlap.
        """
        lexed = self._lexicon.lex(template)
        matches = self._compiled.match(lexed)
        kept = _strongest([match for match in matches if _stands_where(match, position)])
        candidates = [
            _candidate(match, lexed, template, position)
            for match in sorted(kept, key=lambda m: m.words_start)
            if match.rule.reading_kind != "not_a_limit"
        ]
        return ClauseReading(
            tuple(candidates),
            tuple(match.rule.id for match in kept),
            is_unread=self._is_unread(lexed, kept),
            is_too_long=len(lexed.orths) > LONGEST_CLAUSE,
        )

    def nearest(self, template: str, count: int = 3) -> list[tuple[str, list[str]]]:
        """Return the rules that came nearest to reading a clause, each with the words and slots it missed."""
        return self._compiled.nearest(self._lexicon.lex(template), count)

    def _is_unread(self, lexed: Lexed, kept: Sequence[Match]) -> bool:
        telling = self._lexicon.telling
        return any(
            phrase is not None and phrase.slot in telling and not any(match.start <= at < match.end for match in kept)
            for at, phrase in enumerate(lexed.phrases[:LONGEST_CLAUSE])
        )


def _stands_where(match: Match, position: int) -> bool:
    where = match.rule.where
    if "sentence_start" in where and match.start > 0:
        return False
    return all(position & _PLACE[place] for place in where)


def _strongest(matches: Sequence[Match]) -> list[Match]:
    """Keep the longest of overlapping matches; limits and non-effects do not compete with each other."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda m: m.start - m.end):
        of_non_effect = match.rule.reading_kind == "non_effect"
        if not any(
            (k.rule.reading_kind == "non_effect") == of_non_effect and k.start < match.end and match.start < k.end
            for k in kept
        ):
            kept.append(match)
    return kept


def _is_sentence(match: Match, position: int) -> bool:
    if match.is_marked or not position & _SENTENCE_START:
        return False
    return match.start == 0 or "headline" in match.rule.where


def _candidate(match: Match, lexed: Lexed, template: str, position: int) -> Candidate:
    name_at = -1
    phrases: list[Phrase] = []
    for at in match.slots:
        phrase = lexed.phrases[at]
        if phrase and phrase.slot == NAME:
            name_at = [p is not None and p.slot == NAME for p in lexed.phrases[:at]].count(True)
        elif phrase:
            phrases.append(phrase)
    start, end = lexed.places(template, match.words_start, match.words_end)
    return Candidate(
        states=state(match.rule, tuple(phrases)),
        is_sentence=_is_sentence(match, position),
        start=start,
        end=end,
        names_before_start=template.count(MASK, 0, start),
        names_before_end=template.count(MASK, 0, end),
        name_at=name_at,
    )
