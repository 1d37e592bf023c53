"""What the rules and the constituents read in a clause, and whether words of it could limit and are not read."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.matching.match import LONGEST_CLAUSE, strongest
from onceper.matching.rejection import stands_in
from onceper.patterns.catalogue import BY_PARTS, catalogue
from onceper.patterns.word_list import NAME
from onceper.reader.asking import AskingFinder
from onceper.reader.candidate import Candidate, ClauseReading, TemplateMemo, TemplateSpan
from onceper.reader.constituent import ConstituentFinder
from onceper.reader.constituents import PREFIX, Conditional, Constituents
from onceper.reader.statement import Statement, state
from onceper.text.memory import LONGEST_KEPT, Kept
from onceper.text.normal import MASK
from onceper.text.position import (
    AFTER_COLON,
    AFTER_COMMA,
    BULLET,
    FIRST_LINE,
    HEADLINE,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    NUMBERED,
    OUTSIDE_NUMBER,
    PART,
    SENTENCE_START,
    UNDIVIDED,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.lang.base import Language
    from onceper.matching.compiled_rules import CompiledRules
    from onceper.matching.match import Match, PatternKey
    from onceper.matching.rejection import Ways
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.parts import PrintedPart
    from onceper.patterns.rule import Rule, Where
    from onceper.patterns.word_list import Phrase
    from onceper.reader.asking import Asking
    from onceper.reader.candidate import Template

CLAUSES_KEPT = 16_384
# A sentence of one clause is asked as such and as a whole: it is split once.
_LEXED_KEPT = 64
BESIDE: frozenset[Where] = frozenset({"before_its_like", "behind_its_like"})
# Over the marks between clauses these are an effect behind its limit: "once per turn: Summon this card".
_NEVER_WHOLE = {PREFIX, f"summon.copy{BY_PARTS}"}
_WHOLE_SENTENCE = SENTENCE_START | UNDIVIDED
# What has a number or a bullet is an effect, whatever it says.
_HAS_MARK = NUMBERED | INSIDE_NUMBER | BULLET
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


class ClauseReader:
    """Read clauses by rules, and what no rule reads by constituents, behind a bounded cache."""

    def __init__(
        self,
        language: Language,
        rules: Sequence[Rule],
        patterns: CompiledRules,
        ways: Ways,
        conditions: Sequence[str],
        parts: Sequence[PrintedPart],
    ) -> None:
        self._language, self._rules, self._patterns, self._ways = language, rules, patterns, ways
        # One of them stands in every sentence that may state a limit under a condition.
        self._conditions = conditions
        self._lexicon = language.book.lexicon
        self._kept_lexed = lru_cache(maxsize=_LEXED_KEPT)(self._lexicon.lex)
        style = language.structure.print
        self._is_cut = style.style != "abilities"
        # Where no joint stands between words, commas are none of them.
        self._comma = style.comma if self._is_cut and self._lexicon.joint else None
        games = {None, *(rule.game for rule in rules)}
        readings = {key: one for key, one in catalogue().items() if one.game in games}
        parts = [part for part in parts if part.group.game in games]
        finder = ConstituentFinder(parts, self._comma)
        self.has_parts = bool(parts)
        self._asking = AskingFinder(finder, is_cut=self._is_cut)
        # What is read like another language is as sure as that one.
        spoken = language.folders.main.name
        self._constituents = Constituents(finder, self._asking, readings, language.book.readings, spoken)
        self._saying: Kept[str, bool] = Kept(CLAUSES_KEPT)
        self._kept = TemplateMemo(self.read_each, CLAUSES_KEPT)

    def with_parts(self, parts: Sequence[PrintedPart]) -> ClauseReader:
        """Return what reads the same clauses as if their limits were made of these parts."""
        return ClauseReader(self._language, self._rules, self._patterns, self._ways, self._conditions, parts)

    def may_be_read(self, clause: str) -> bool:
        """Tell whether some rule, or the constituents, may read a folded clause."""
        return self._ways.may_lead_through(clause)

    def of(self, templates: Sequence[Template]) -> list[ClauseReading]:
        """Give what was read of each clause, folded and masked, whatever read it before."""
        return self._kept.of(templates)

    def _lex(self, words: str) -> Lexed:
        """Return the tokens of folded words; those of very long ones are not kept."""
        return (self._kept_lexed if len(words) <= LONGEST_KEPT else self._lexicon.lex)(words)

    def says_nothing(self, clause: str) -> bool:
        """Tell whether a clause holds nothing but words that state nothing, such as "also"."""
        known = self._saying.get(clause)
        if known is None:
            lexed = self._lex(clause)
            known = self._constituents.says_nothing(lexed, len(lexed.orths))
            self._saying.keep(clause, known, len(clause))
        return known

    def read_over_marks(self, sentence: str, position: int) -> Candidate | None:
        """Return the limit that constituents state in a whole sentence, over the marks between its clauses, or null."""
        lexed = self._lex(sentence)
        match = self._constituents.read(lexed)
        if match is None or match.rule.id in _NEVER_WHOLE:
            return None
        return _make_candidate(match, lexed, sentence, position | SENTENCE_START)

    def read_conditional(self, sentence: str, position: int, *, is_limited: bool = False) -> Candidate | None:
        """Return the limit that a whole sentence states under a condition, or null.

        While the card itself is there is when a ceiling counts, and no condition. "Only once, if" may say when a thing
        can be done at all; a condition behind its limit is one where that allows more than once, or where it is an
        exception. A sentence that ``is_limited`` has been read, but for an exception.
        """
        if not stands_in(self._conditions, self._ways.counted(sentence)):
            return None
        lexed = self._lex(sentence)
        for found in self._constituents.conditions(lexed):
            if is_limited and not found.is_exception:
                continue
            start, end = lexed.places(sentence, *found.rest)
            reading = self.of([(sentence[start:end], position | SENTENCE_START)])[0]
            limits = [one for one in reading.candidates if isinstance(one.statement.record, Limit)]
            if reading.is_unread or len(limits) != 1 or not limits[0].is_sentence or limits[0].is_marked:
                continue
            (candidate,) = limits
            if self._holds_under(candidate.statement, found):
                at = _find_place(lexed, sentence, *found.condition)
                return candidate.move(start, sentence.count(MASK, 0, start))._replace(condition_at=at)
        return None

    @staticmethod
    def _holds_under(statement: Statement, found: Conditional) -> bool:
        """Tell whether a limit holds under what may be its condition."""
        record = statement.record
        if not isinstance(record, Limit) or (record.kind == "soft" and not statement.refers):
            return False
        if record.kind == "cap" and found.is_of_card:
            return False
        return found.is_exception or not found.is_behind or (record.count or 0) > 1

    def read_each(self, templates: Sequence[Template]) -> list[ClauseReading]:
        """Read folded, masked clauses: each one's readings in printed order, of which no two of one record overlap."""
        return [self._read_clause(template, position) for template, position in templates]

    def _read_clause(self, template: str, position: int) -> ClauseReading:
        lexed = self._lex(template)
        matches = self._patterns.match(lexed)
        kept, unanswered, is_asked = self._judge(lexed, matches, position)
        kept = [match._replace(start=0) if self._opens(match, lexed) else match for match in kept]
        if (by_parts := self._read_by_parts(lexed, kept, position, is_asked=is_asked)) is not None:
            kept = [by_parts, *(match for match in kept if match.rule.reading_kind in {"non_effect", "amends"})]
            unanswered, is_asked = [], False
        elif (opening := self._read_opening(lexed, kept, is_asked=is_asked)) is not None:
            others = {"non_effect", "amends"}
            kept = [opening, *(one for one in kept if one.rule.reading_kind in others or one.start >= opening.end)]
            unanswered = [match for match in unanswered if match.words_start >= opening.end]
            is_asked = bool(unanswered) or any(_is_asked(piece, lexed, kept) for piece in self._asking.find(lexed))
        elif self._limits_itself(lexed, kept):
            kept = [match for match in kept if match.rule.reading.get("kind") != "soft"]
            is_asked = True
        candidates = [
            _make_candidate(match, lexed, template, position)
            for match in sorted(kept, key=lambda m: m.words_start)
            if match.rule.reading_kind in {"limit", "non_effect"}
        ]
        return ClauseReading(
            tuple(candidates),
            tuple(match.rule.id for match in (*kept, *unanswered)),
            is_unread=self._is_unread(lexed, kept) or is_asked,
            cut_off=_find_place(lexed, template, LONGEST_CLAUSE, len(lexed.orths))
            if len(lexed.orths) > LONGEST_CLAUSE
            else None,
            amendments=tuple(match.rule for match in kept if match.rule.reading_kind == "amends"),
            # A rule that changes limits says nothing where there is none.
            is_read=any(match.rule.reading_kind != "amends" for match in kept),
            is_unread_alone=self._is_unread_alone(lexed, kept, matches, position),
        )

    def _opens(self, match: Match, lexed: Lexed) -> bool:
        """Tell whether nothing stands before what a clause states as a limit but words such as "also"."""
        if not match.start or match.is_marked or match.rule.reading_kind != "limit":
            return False
        return self._constituents.says_nothing(lexed, match.start)

    def _judge(self, lexed: Lexed, matches: Sequence[Match], position: int) -> tuple[list[Match], list[Match], bool]:
        """Return what reads a clause, and where words of it could state a limit and are not read.

        The last tells that there are any.
        """
        matches = [match for match in matches if _stands_where(match, position)]
        # Few rules say what is no limit, for which alone it counts what a number or a period is.
        core = _core(lexed) if any(match.rule.reading_kind == "not_a_limit" for match in matches) else ()
        there = strongest(matches, core)
        kept = [
            match
            for match in there
            if match.rule.reading_kind != "could_limit" and not self._constituents.is_denied(lexed, match)
        ]
        asking = [match for match in there if match.rule.reading_kind == "could_limit"]
        limiting = self._asking.find(lexed, kept)
        unanswered = _find_unanswered(asking, kept)
        pieces = [*limiting, *(self._asking.piece_of(lexed, match) for match in unanswered)]
        if gone := {match for piece in pieces for match in self._soft_beside(piece, lexed, kept)}:
            kept = [match for match in kept if match not in gone]
            unanswered = _find_unanswered(asking, kept)
        is_asked = bool(unanswered) or any(_is_asked(piece, lexed, kept) for piece in limiting)
        return kept, unanswered, is_asked

    def _soft_beside(self, piece: Asking, lexed: Lexed, kept: Sequence[Match]) -> list[Match]:
        """Return the limits of this copy that cannot be: beside an unread name and what limits no words state one.

        Nor does a time alone beside unread words that limit, where commas show what stands together.
        """
        if not _is_asked(piece, lexed, kept):
            return []
        soft = [match for match in kept if match.rule.reading.get("kind") == "soft"]
        if _has_unread_name(piece, lexed, kept):
            return soft
        inside = range(piece.start, piece.end) if self._comma is not None else range(0)
        return [match for match in soft if match.is_marked and match.words_start in inside]

    def _read_by_parts(self, lexed: Lexed, kept: Sequence[Match], position: int, *, is_asked: bool) -> Match | None:
        """Return the limit that constituents state where no rule reads one but in some words, or null.

        A rule that leaves out how its clause begins, such as who is limited, does not know the whole limit.
        """
        limits = [match for match in kept if match.rule.reading_kind == "limit"]
        if any(_is_clause(match) or (match.is_marked and match.rule.reading["kind"] != "soft") for match in limits):
            return None
        if not limits and not is_asked and not self._is_unread(lexed, kept):
            return None
        is_further = position & (AFTER_COMMA | IN_PARENTHESIS) == AFTER_COMMA
        is_alone = position & _WHOLE_SENTENCE == _WHOLE_SENTENCE and not position & _HAS_MARK
        read = self._constituents.read(lexed, is_further=is_further, is_alone=is_alone)
        if read is not None and read.rule.id != PREFIX:
            return read
        if limits:
            return None
        return self._constituents.mark(lexed, read) if read else self._constituents.read_set_off(lexed)

    def _read_opening(self, lexed: Lexed, kept: Sequence[Match], *, is_asked: bool) -> Match | None:
        """Return the limit with which a clause begins that no rule reads from there, and goes on, or null."""
        limits = [match for match in kept if match.rule.reading_kind == "limit"]
        if any(not match.is_marked for match in limits) or not (limits or is_asked or self._is_unread(lexed, kept)):
            return None
        return self._constituents.read_opening(lexed)

    def _limits_itself(self, lexed: Lexed, kept: Sequence[Match]) -> bool:
        """Tell whether a clause says nothing but that something is limited, where a time in it would limit itself."""
        limits = [match for match in kept if match.rule.reading_kind == "limit"]
        if not limits or any(not match.is_marked or match.rule.reading["kind"] != "soft" for match in limits):
            return False
        return self._constituents.limits_unknown(lexed)

    def _is_unread_alone(self, lexed: Lexed, kept: Sequence[Match], matches: Sequence[Match], position: int) -> bool:
        """Tell whether a clause would be unread without the text that asks for its like beside it."""
        alone = [match for match in kept if not match.rule.where & BESIDE]
        if len(alone) == len(kept):
            return False
        asking = [
            match for match in matches if match.rule.reading_kind == "could_limit" and _stands_where(match, position)
        ]
        return self._is_unread(lexed, alone) or bool(_find_unanswered(asking, alone))

    def matches_in(self, template: str, position: int, left_out: PatternKey | None) -> list[Match]:
        """List the matches that win in a clause, as if one pattern were not there."""
        lexed = self._lexicon.lex(template)
        matched = self._patterns.match(lexed, left_out)
        return [match._replace(place=0) for match in chain(*self._judge(lexed, matched, position)[:2])]

    def nearest(self, template: str, count: int = 3) -> list[tuple[str, list[str]]]:
        """Name the rules that came nearest to reading a clause, each with the words and slots it missed."""
        return self._patterns.nearest(self._lexicon.lex(template), count)

    def _is_unread(self, lexed: Lexed, kept: Sequence[Match]) -> bool:
        telling = self._lexicon.telling
        tells = [
            at
            for at, phrase in enumerate(lexed.phrases[:LONGEST_CLAUSE])
            if phrase is not None and phrase.slot in telling
        ]
        return bool(tells) and not _answered_by(kept).issuperset(tells)


def _answered_by(kept: Iterable[Match]) -> set[int]:
    """Return the tokens that are read: all in the reach of a limit, of any other text those that its pattern names.

    A rule that changes limits answers for none.
    """
    return {
        at
        for match in kept
        if match.rule.reading_kind != "amends"
        for at in (range(match.start, match.end) if match.rule.reading_kind == "limit" else match.named)
    }


def _find_unanswered(asking: Iterable[Match], kept: Iterable[Match]) -> list[Match]:
    """Find the matches of words that could state a limit of which one is not read."""
    answered = _answered_by(kept)
    return [
        match
        for match in asking
        if any(match.words_start <= at < match.words_end and at not in answered for at in match.named)
    ]


def _core(lexed: Lexed) -> set[int]:
    """Return the tokens that say a number or a period."""
    return {
        at
        for at, phrase in enumerate(lexed.phrases)
        if phrase is not None and ("count" in phrase.means or "period" in phrase.means)
    }


def _is_asked(piece: Asking, lexed: Lexed, kept: Iterable[Match]) -> bool:
    """Tell whether words of a piece that could limit are not read.

    Where no name stands unread beside it, "only once per turn" limits by its number, which is read.
    """
    kept = list(kept)
    answered = _answered_by(kept)
    if not _has_unread_name(piece, lexed, kept):
        limited = _answered_by(match for match in kept if match.rule.reading_kind == "limit")
        answered |= {at for at in piece.tokens if at - 1 in limited or at + 1 in limited}
    return not piece.tokens <= answered


def _has_unread_name(piece: Asking, lexed: Lexed, kept: Iterable[Match]) -> bool:
    answered = _answered_by(kept)
    return any(
        phrase is not None and phrase.slot == NAME and at not in answered
        for at, phrase in enumerate(lexed.phrases[piece.start : piece.end], start=piece.start)
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


def _make_candidate(match: Match, lexed: Lexed, template: str, position: int) -> Candidate:
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
    place: TemplateSpan | None = None
    if is_sentence and match.rule.reading_kind == "non_effect":
        place = _place_beside_activation(match, lexed, template, position)
        is_sentence = place is None
    if place is None and is_clause and position & PART:
        place = TemplateSpan(0, len(template))
    elif place is None and not is_sentence:
        place = _find_place(lexed, template, match.words_start, match.words_end)
    told = {words.what: _find_place(lexed, template, words.start, words.end) for words in match.told}
    return Candidate(
        state(match.rule, tuple(phrases)),
        is_sentence,
        match.is_marked,
        place,
        name_at,
        object_at=told.get("object"),
        count_at=told.get("count_text"),
        condition_at=told.get("condition"),
    )


def _place_beside_activation(match: Match, lexed: Lexed, template: str, position: int) -> TemplateSpan | None:
    """Find the clause or the note in which a sentence says something of the activation that it states before.

    That is no effect, and the sentence is one all the same; null where all of it is none.
    """
    record = state(match.rule, ()).record
    if not isinstance(record, NonEffect) or record.kind != "cannot_respond":
        return None
    start, end = lexed.places(template, match.words_start, match.words_end)
    opens = template.rfind("(", 0, start + 1)
    if opens > template.rfind(")", 0, start) and any(map(str.isalnum, template[:opens])):
        closes = template.find(")", end) + 1
        return TemplateSpan(opens, closes or len(template))
    return TemplateSpan(0, len(template)) if position & AFTER_COLON else None


def _find_place(lexed: Lexed, template: str, first: int, last: int) -> TemplateSpan:
    """Find the span of the tokens from the first up to, but not with, the last."""
    return TemplateSpan(*lexed.places(template, first, last))
