"""What the rules read in a masked clause, whichever card prints it: the dear step, done once per template."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from onceper.matching.match import LONGEST_CLAUSE, strongest
from onceper.patterns.lexicon import NAME
from onceper.reader.statement import state
from onceper.text.normal import MASK
from onceper.text.position import (
    AFTER_COLON,
    AFTER_COMMA,
    FIRST_LINE,
    HEADLINE,
    IN_PARENTHESIS,
    OUTSIDE_NUMBER,
    PART,
    SENTENCE_START,
    UNDIVIDED,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.matching.match import CompiledRules, Match
    from onceper.patterns.lexicon import Lexed, Lexicon, Phrase
    from onceper.patterns.rule import Rule, Where
    from onceper.reader.statement import Statement

CLAUSES_KEPT = 16_384

_PLACE: dict[Where, int] = {
    "sentence_start": SENTENCE_START,
    "in_parenthesis": IN_PARENTHESIS,
    "first_line": FIRST_LINE,
    "headline": HEADLINE,
    "after_colon": AFTER_COLON,
    "after_comma": AFTER_COMMA,
    "outside_number": OUTSIDE_NUMBER,
    "undivided": UNDIVIDED,
}


class Place(NamedTuple):
    """Hold a span in a template, and how many masked names stand before its ends: the card prints them at length."""

    start: int
    end: int
    names_before_start: int
    names_before_end: int

    @classmethod
    def of(cls, template: str, start: int, end: int) -> Place:
        """Return the place of a span of a template."""
        return cls(start, end, template.count(MASK, 0, start), template.count(MASK, 0, end))

    def moved(self, by: int, names: int) -> Place:
        """Return the same place in a template that begins so many characters and names earlier."""
        start, end, names_before_start, names_before_end = self
        return Place(start + by, end + by, names_before_start + names, names_before_end + names)


class Candidate(NamedTuple):
    """Hold one reading of a template and the place of its words.

    ``name_at`` is the number of the name that the reading gives, or -1. ``is_sentence`` tells that it is what the
    sentence says, ``is_marked`` that it is some words in it; ``place`` is null where the span is the whole sentence.
    ``object_at`` is the place of the words that say what is counted.
    """

    states: Statement
    is_sentence: bool
    is_marked: bool
    place: Place | None
    name_at: int
    object_at: Place | None = None


class ClauseReading(NamedTuple):
    """Hold what the rules say of a clause.

    ``rules`` are the ids of all rules that read it, those included that only say that it holds no limit.
    ``is_unread`` tells that a telling phrase stands in it which no rule reads; ``cut_off`` is the end of a clause that
    is too long, which was not read; ``amendments`` are the rules that change the limits of the whole sentence.
    """

    candidates: tuple[Candidate, ...]
    rules: tuple[str, ...]
    is_unread: bool
    cut_off: Place | None
    amendments: tuple[Rule, ...]


class Candidates:
    """Read clauses with one set of compiled rules, behind a bounded cache."""

    def __init__(self, compiled: CompiledRules, lexicon: Lexicon) -> None:
        self._compiled = compiled
        self._lexicon = lexicon
        self.of = lru_cache(maxsize=CLAUSES_KEPT)(self.read)

    def read(self, template: str, position: int) -> ClauseReading:
        """Return the readings of a folded, masked clause in printed order; no two of one record overlap."""
        lexed = self._lexicon.lex(template)
        matches = self._compiled.match(lexed)
        kept = strongest(match for match in matches if _stands_where(match, position))
        candidates = [
            _candidate(match, lexed, template, position)
            for match in sorted(kept, key=lambda m: m.words_start)
            if match.rule.reading_kind in {"limit", "non_effect"}
        ]
        return ClauseReading(
            tuple(candidates),
            tuple(match.rule.id for match in kept),
            is_unread=self._is_unread(lexed, kept),
            cut_off=_place(lexed, template, LONGEST_CLAUSE, len(lexed.orths))
            if len(lexed.orths) > LONGEST_CLAUSE
            else None,
            amendments=tuple(match.rule for match in kept if match.rule.reading_kind == "amends"),
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
    # What its neighbours are is known when all sentences of a text are read.
    return all(position & _PLACE[place] for place in where if place in _PLACE)


def _is_clause(match: Match) -> bool:
    """Tell whether a reading is the whole clause: of a non-effect always, of a limit where its words begin it."""
    return not match.is_marked and (match.rule.reading_kind == "non_effect" or match.start == 0)


def _candidate(match: Match, lexed: Lexed, template: str, position: int) -> Candidate:
    name_at = -1
    phrases: list[Phrase] = []
    for at in match.slots:
        phrase = lexed.phrases[at]
        if phrase and phrase.slot == NAME:
            name_at = [p is not None and p.slot == NAME for p in lexed.phrases[:at]].count(True)
        elif phrase:
            phrases.append(phrase)
    is_clause = _is_clause(match)
    is_sentence = is_clause and (match.rule.reading_kind == "non_effect" or bool(position & SENTENCE_START))
    place: Place | None = None
    if is_clause and position & PART:
        place = Place.of(template, 0, len(template))
    elif not is_sentence:
        place = _place(lexed, template, match.words_start, match.words_end)
    object_at = _place(lexed, template, match.counted[0], match.counted[-1] + 1) if match.counted else None
    return Candidate(state(match.rule, tuple(phrases)), is_sentence, match.is_marked, place, name_at, object_at)


def _place(lexed: Lexed, template: str, first: int, last: int) -> Place:
    return Place.of(template, *lexed.places(template, first, last))
