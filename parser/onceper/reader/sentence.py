"""What the rules read in the sentences of a text: of each template of a sentence or clause once, whoever prints it."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Generic, TypeVar

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.lang.grammar import LONGEST_KEPT
from onceper.matching.cues import cues_of
from onceper.matching.match import LONGEST_CLAUSE, CompiledRules, resolve, strongest
from onceper.patterns.catalogue import BY_PARTS, catalogue
from onceper.patterns.lexicon import NAME
from onceper.patterns.parts import cues_of_periods
from onceper.reader.candidate import Candidate, ClauseReading, SentenceReading, TemplateSpan
from onceper.reader.constituents import PREFIX, Asking, Constituents
from onceper.reader.non_effects import extend, keep_paired
from onceper.reader.statement import amend, state
from onceper.text.normal import MASK
from onceper.text.position import (
    AFTER_COLON,
    AFTER_COMMA,
    FIRST_LINE,
    HEADLINE,
    IN_PARENTHESIS,
    OUTSIDE_NUMBER,
    PART,
    SECTION,
    SENTENCE_START,
    UNDIVIDED,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from onceper.lang.base import Language
    from onceper.matching.match import Match, PatternKey
    from onceper.patterns.lexicon import Lexed, Phrase
    from onceper.patterns.parts import PrintedPart
    from onceper.patterns.rule import Rule, Where
    from onceper.reader.prepare import PreparedText
    from onceper.text.sentence import Clause

TEMPLATES_KEPT = 65_536
CLAUSES_KEPT = 16_384
# Signs of words such as "also" that open a sentence.
_LONGEST_OPENING = 8

# Over the marks between clauses these are an effect behind its limit: "once per turn: Summon this card".
_NEVER_WHOLE = {PREFIX, f"summon.copy{BY_PARTS}"}
_MAY_HEAD = HEADLINE | SECTION
_BESIDE: frozenset[Where] = frozenset({"before_its_like", "behind_its_like"})
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


_Read = TypeVar("_Read")
# A folded sentence or clause with one sign for each name, and its position.
Template = tuple[str, int]


class _Memo(Generic[_Read]):
    """Keep what was read of templates; those of one text that are new are read at once.

    A very long one is no template of other texts, and is not kept.
    """

    def __init__(self, read: Callable[[Sequence[Template]], list[_Read]], most: int) -> None:
        self._read = read
        self._most = most
        self._kept: dict[Template, _Read] = {}

    def of(self, templates: Sequence[Template]) -> list[_Read]:
        """Give what was read of each template."""
        kept = self._kept
        known = [read for template in templates if (read := kept.get(template)) is not None]
        return known if len(known) == len(templates) else self._read_new(templates)

    def _read_new(self, templates: Sequence[Template]) -> list[_Read]:
        kept = self._kept
        read = {template: kept.get(template) for template in templates}
        new = [template for template, known in read.items() if known is None]
        now = dict(zip(new, self._read(new), strict=True))
        if len(kept) + len(now) > self._most:
            kept.clear()
        kept.update((template, known) for template, known in now.items() if len(template[0]) <= LONGEST_KEPT)
        return [read[template] or now[template] for template in templates]


class SentenceReader:
    """Read sentences by rules, behind bounded caches; what holds no cue is rejected unread.

    The new templates of a text go together from step to step: cut into clauses, searched for cues, split into words,
    matched. The phrases of the ``telling`` slots are cues whatever rules there are.
    """

    def __init__(self, language: Language, rules: Sequence[Rule], telling: Collection[str]) -> None:
        lexicon = language.book.lexicon
        self._lexicon = lexicon
        self._compiled = CompiledRules(rules)
        style = language.structure.print
        self._is_cut = style.style != "abilities"
        # Where no joint stands between words, commas are none of them.
        self._comma = style.comma if self._is_cut and lexicon.joint else None
        self._readings_of_game = language.book.readings
        self._games = {rule.game for rule in rules}
        self._take_parts(language.book.parts)
        periods = cues_of_periods(language.book.parts, lexicon)
        read_first = [rule for rule in rules if rule.reading_kind != "amends"]
        self._cues_of_texts = cues_of(read_first, lexicon, telling, periods)
        self._cues_of_clauses = cues_of(rules, lexicon, telling, periods)
        self._has_pairs = any(rule.where & _BESIDE for rule in rules)
        self._clauses = _Memo(self.read_clauses, CLAUSES_KEPT)
        self._cut_by(language)

    def _cut_by(self, language: Language) -> None:
        self._language = language
        self._sentences = _Memo(self._read_sentences, TEMPLATES_KEPT)

    def read(self, text: PreparedText) -> dict[int, SentenceReading]:
        """Read the sentences that hold a cue, and a headline; give what the rules say by the sentence's number."""
        numbers = self._find_asked(text)
        if not numbers:
            return {}
        readings = self._sentences.of(text.templates(numbers))
        found = {
            number: read
            for number, read in zip(numbers, readings, strict=True)
            if read.is_read or read.is_unread or read.cut_off
        }
        return dict(keep_paired(found.items())) if self._has_pairs else found

    def _find_asked(self, text: PreparedText) -> list[int]:
        """Find the numbers of the sentences that hold a cue, and of a headline."""
        sentences = text.sentences
        cues = self._cues_of_texts.places(text.folded)
        # A headline stands first, in the text or behind the heading that is first.
        if not cues and not (sentences and sentences[0][2] & _MAY_HEAD):
            return []
        asked: list[int] = []
        cues.append(len(text.folded))
        next_cue = 0
        for number, (start, end, position) in enumerate(sentences):
            while cues[next_cue] < start:
                next_cue += 1
            if cues[next_cue] < end or position & HEADLINE:
                asked.append(number)
        return asked

    def _read_sentences(self, templates: Sequence[Template]) -> list[SentenceReading]:
        """Read folded, masked sentences, each by those of its clauses that hold a cue; a headline as a whole."""
        cut = [
            self._join_opening(template, self._language.clauses(template, (0, len(template), position)))
            for template, position in templates
        ]
        words = [
            template[start:end] for (template, _), cuts in zip(templates, cut, strict=True) for start, end, _ in cuts
        ]
        may_be_read = iter(self._cues_of_clauses.may_stand_in_each(words))
        asked = [
            [number for number, _ in enumerate(cuts) if next(may_be_read) or position & HEADLINE]
            for (_, position), cuts in zip(templates, cut, strict=True)
        ]
        clauses = [
            (template[cuts[number][0] : cuts[number][1]], cuts[number][2])
            for (template, _), cuts, numbers in zip(templates, cut, asked, strict=True)
            for number in numbers
        ]
        readings = iter(self._clauses.of(clauses))
        found = [[(number, next(readings)) for number in numbers] for numbers in asked]
        joined = [_join(template, cuts, read) for (template, _), cuts, read in zip(templates, cut, found, strict=True)]
        if not self._has_parts:
            return joined
        return [
            self._read_together(template, position, cuts, clauses, read) if len(cuts) > 1 else read
            for (template, position), cuts, clauses, read in zip(templates, cut, found, joined, strict=True)
        ]

    def _read_together(
        self,
        template: str,
        position: int,
        cuts: Sequence[Clause],
        clauses: Sequence[tuple[int, ClauseReading]],
        read: SentenceReading,
    ) -> SentenceReading:
        """Read a sentence of several clauses as a whole where they say no limit, or one that hangs on the others."""
        hangs = _hangs(template, cuts, dict(clauses))
        if not hangs and _states_whole(read):
            return read
        whole = self._read_whole(template, position, read)
        if not hangs or whole is not read:
            return whole
        return SentenceReading((), is_unread=True, cut_off=read.cut_off, is_read=False)

    def _join_opening(self, template: str, clauses: list[Clause]) -> list[Clause]:
        """Leave words such as "also" that a comma sets off in one clause with what they open."""
        if len(clauses) < 2 or not self._has_parts:
            return clauses
        (start, end, position), (_, last, _), *others = clauses
        if end - start > _LONGEST_OPENING or not self._says_nothing(template[start:end]):
            return clauses
        return [(start, last, position), *others]

    def _opens_only(self, clause: str) -> bool:
        lexed = self._lexicon.lex(clause)
        return self._constituents.says_nothing(lexed, len(lexed.orths))

    def _read_whole(self, template: str, position: int, read: SentenceReading) -> SentenceReading:
        """Read by its constituents a sentence of which its clauses are not read, or only in some words."""
        if not (read.is_unread or read.candidates):
            return read
        lexed = self._lexicon.lex(template)
        match = self._constituents.read(lexed)
        if match is None or match.rule.id in _NEVER_WHOLE:
            return read
        candidate = _make_candidate(match, lexed, template, position | SENTENCE_START)
        return SentenceReading((candidate,), is_unread=False, cut_off=read.cut_off, is_read=True)

    def read_clauses(self, templates: Sequence[Template]) -> list[ClauseReading]:
        """Read folded, masked clauses: each one's readings in printed order, of which no two of one record overlap."""
        lexed = self._lexicon.lex_each(template for template, _ in templates)
        matched = self._compiled.match_each(lexed)
        return [
            self._read_clause(template, position, words, matches)
            for (template, position), words, matches in zip(templates, lexed, matched, strict=True)
        ]

    def _read_clause(self, template: str, position: int, lexed: Lexed, matches: Sequence[Match]) -> ClauseReading:
        kept, unanswered, is_asked = self._judge(lexed, matches, position)
        kept = [match._replace(start=0) if self._opens(match, lexed) else match for match in kept]
        if (by_parts := self._read_by_parts(lexed, kept, position, is_asked=is_asked)) is not None:
            kept = [by_parts, *(match for match in kept if match.rule.reading_kind in {"non_effect", "amends"})]
            unanswered, is_asked = [], False
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
        there = strongest((match for match in matches if _stands_where(match, position)), _core(lexed))
        kept = [
            match
            for match in there
            if match.rule.reading_kind != "could_limit" and not self._constituents.is_denied(lexed, match)
        ]
        asking = [match for match in there if match.rule.reading_kind == "could_limit"]
        limiting = self._constituents.asking(lexed, kept)
        unanswered = _find_unanswered(asking, kept)
        pieces = [*limiting, *(self._constituents.piece_of(lexed, match) for match in unanswered)]
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
        inside = range(piece.start, piece.end) if self._constituents.sets_off else range(0)
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
        read = self._constituents.read(lexed, is_further=is_further)
        if whole := [match for match in limits if not match.is_marked]:
            is_more = read is not None and all(read.rule.id == match.rule.id + BY_PARTS for match in whole)
            return read if is_more else None
        if read is not None and read.rule.id != PREFIX:
            return read
        if limits:
            return None
        return read._replace(is_marked=True) if read else self._constituents.read_set_off(lexed)

    def _is_unread_alone(self, lexed: Lexed, kept: Sequence[Match], matches: Sequence[Match], position: int) -> bool:
        """Tell whether a clause would be unread without the text that asks for its like beside it."""
        alone = [match for match in kept if not match.rule.where & _BESIDE]
        if len(alone) == len(kept):
            return False
        asking = [
            match for match in matches if match.rule.reading_kind == "could_limit" and _stands_where(match, position)
        ]
        return self._is_unread(lexed, alone) or bool(_find_unanswered(asking, alone))

    def matches_in(self, template: str, position: int, left_out: PatternKey | None) -> list[Match]:
        """List the matches that win in a clause, as if one pattern were not there."""
        lexed = self._lexicon.lex(template)
        hits = [hit for hit in self._compiled.hits_in(lexed) if hit.key != left_out]
        return [match._replace(place=0) for match in chain(*self._judge(lexed, resolve(hits), position)[:2])]

    def with_parts(self, parts: Sequence[PrintedPart]) -> SentenceReader:
        """Return what reads the same sentences as if their limits were made of these parts."""
        other = copy(self)
        other._take_parts(parts)  # noqa: SLF001  a copy of its own
        other._clauses = _Memo(other.read_clauses, CLAUSES_KEPT)  # noqa: SLF001
        other._cut_by(self._language)  # noqa: SLF001
        return other

    def _take_parts(self, parts: Sequence[PrintedPart]) -> None:
        self._has_parts = bool(parts)
        readings = {key: one for key, one in catalogue().items() if one.game is None or one.game in self._games}
        self._says_nothing = lru_cache(maxsize=CLAUSES_KEPT)(self._opens_only)
        self._constituents = Constituents(
            parts, readings, self._comma, is_cut=self._is_cut, readings=self._readings_of_game
        )

    def printed_as(self, language: Language) -> SentenceReader:
        """Return what reads by the same rules in sentences that another language cuts."""
        other = copy(self)
        other._cut_by(language)  # noqa: SLF001  a copy of its own
        return other

    def nearest(self, template: str, count: int = 3) -> list[tuple[str, list[str]]]:
        """Name the rules that came nearest to reading a clause, each with the words and slots it missed."""
        return self._compiled.nearest(self._lexicon.lex(template), count)

    def _is_unread(self, lexed: Lexed, kept: Sequence[Match]) -> bool:
        telling = self._lexicon.telling
        answered = _answered_by(kept)
        return any(
            phrase is not None and phrase.slot in telling and at not in answered
            for at, phrase in enumerate(lexed.phrases[:LONGEST_CLAUSE])
        )


def _join(template: str, clauses: Sequence[Clause], readings: Sequence[tuple[int, ClauseReading]]) -> SentenceReading:
    """Make one reading of a sentence of those of its clauses, given with their numbers."""
    candidates: list[tuple[int, Candidate]] = []
    whole: set[str] = set()
    amendments: dict[Rule, None] = {}
    cut_off: list[TemplateSpan] = []
    is_unread = is_unread_alone = is_read = may_reach_further = False
    names = counted = 0
    for number, reading in readings:
        start = clauses[number][0]
        names += template.count(MASK, counted, start)
        counted = start
        for candidate in reading.candidates:
            record = candidate.statement.record
            may_reach_further = may_reach_further or isinstance(record, NonEffect)
            if candidate.place is None:
                # A sentence is a non-effect of one kind once, however often the rules find its words in it.
                said = record.rule if isinstance(record, Limit) else record.kind
                if said in whole:
                    continue
                whole.add(said)
            candidates.append((number, _move(candidate, start, names) if start else candidate))
        amendments.update(dict.fromkeys(reading.amendments))
        if reading.cut_off:
            cut_off.append(reading.cut_off.move(start, names))
        is_unread = is_unread or reading.is_unread
        is_unread_alone = is_unread_alone or reading.is_unread_alone
        is_read = is_read or reading.is_read
    # A lone reading of a lone clause can reach no further.
    if may_reach_further and (len(clauses) > 1 or len(candidates) > 1):
        found = extend(candidates, clauses, template)
    else:
        found = [candidate for _, candidate in candidates]
    for rule in amendments:
        found = [candidate._replace(statement=amend(candidate.statement, rule)) for candidate in found]
    return SentenceReading(tuple(found), is_unread, tuple(cut_off), is_read, is_unread_alone)


def _hangs(template: str, cuts: Sequence[Clause], clauses: Mapping[int, ClauseReading]) -> bool:
    """Tell whether a limit behind a colon is of what stands before that, which is not read.

    That is what says no more than how often, or what only the constituents know.
    """
    last = len(cuts) - 1
    before = clauses.get(last - 1)
    start, end, position = cuts[last]
    if last not in clauses or not position & AFTER_COLON or (before and before.candidates):
        return False
    for candidate in clauses[last].candidates:
        record, place = candidate.statement.record, candidate.place
        if record.kind != "soft":
            continue
        if not candidate.is_marked and record.rule.endswith(BY_PARTS):
            return True
        if place is None:
            continue
        around = template[start : start + place.start] + template[start + place.end : end]
        if not any(map(str.isalnum, around)):
            return True
    return False


def _states_whole(read: SentenceReading) -> bool:
    """Tell whether something in a sentence is what a clause of it states, not some words in it that may be soft."""
    return any(not candidate.is_marked or candidate.statement.record.kind != "soft" for candidate in read.candidates)


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
    if is_clause and position & PART:
        place = TemplateSpan.of(template, 0, len(template))
    elif not is_sentence:
        place = _find_place(lexed, template, match.words_start, match.words_end)
    object_at = _find_place(lexed, template, match.counted[0], match.counted[-1] + 1) if match.counted else None
    return Candidate(state(match.rule, tuple(phrases)), is_sentence, match.is_marked, place, name_at, object_at)


def _find_place(lexed: Lexed, template: str, first: int, last: int) -> TemplateSpan:
    """Find the span of the tokens from the first up to, but not with, the last."""
    return TemplateSpan.of(template, *lexed.places(template, first, last))


def _move(candidate: Candidate, by: int, names: int) -> Candidate:
    """Give what is read in a clause its places in a sentence, in which so many characters and names stand before."""
    return candidate._replace(
        place=candidate.place and candidate.place.move(by, names),
        name_at=candidate.name_at + names if candidate.name_at >= 0 else -1,
        object_at=candidate.object_at and candidate.object_at.move(by, names),
    )
