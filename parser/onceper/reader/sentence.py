"""What the rules read in the sentences of a text: of each template of a sentence or clause once, whoever prints it."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Generic, TypeVar

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.lang.grammar import LONGEST_KEPT
from onceper.matching.cues import cues_of
from onceper.matching.match import LONGEST_CLAUSE, CompiledRules, resolve, strongest
from onceper.patterns.lexicon import NAME
from onceper.reader.candidate import Candidate, ClauseReading, SentenceReading, TemplateSpan
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
    from collections.abc import Callable, Collection, Iterable, Sequence

    from onceper.lang.base import Language
    from onceper.matching.match import Match, PatternKey
    from onceper.patterns.lexicon import Lexed, Phrase
    from onceper.patterns.rule import Rule, Where
    from onceper.reader.prepare import PreparedText
    from onceper.text.sentence import Clause

TEMPLATES_KEPT = 65_536
CLAUSES_KEPT = 16_384

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
        self._cues_of_texts = cues_of([rule for rule in rules if rule.reading_kind != "amends"], lexicon, telling)
        self._cues_of_clauses = cues_of(rules, lexicon, telling)
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
        cut = [self._language.clauses(template, (0, len(template), position)) for template, position in templates]
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
        return [
            _join(template, cuts, [(number, next(readings)) for number in numbers])
            for (template, _), cuts, numbers in zip(templates, cut, asked, strict=True)
        ]

    def read_clauses(self, templates: Sequence[Template]) -> list[ClauseReading]:
        """Read folded, masked clauses: each one's readings in printed order, of which no two of one record overlap."""
        lexed = self._lexicon.lex_each(template for template, _ in templates)
        matched = self._compiled.match_each(lexed)
        return [
            self._read_clause(template, position, words, matches)
            for (template, position), words, matches in zip(templates, lexed, matched, strict=True)
        ]

    def _read_clause(self, template: str, position: int, lexed: Lexed, matches: Sequence[Match]) -> ClauseReading:
        kept = _strongest_there(matches, position)
        candidates = [
            _make_candidate(match, lexed, template, position)
            for match in sorted(kept, key=lambda m: m.words_start)
            if match.rule.reading_kind in {"limit", "non_effect"}
        ]
        return ClauseReading(
            tuple(candidates),
            tuple(match.rule.id for match in kept),
            is_unread=self._is_unread(lexed, kept),
            cut_off=_find_place(lexed, template, LONGEST_CLAUSE, len(lexed.orths))
            if len(lexed.orths) > LONGEST_CLAUSE
            else None,
            amendments=tuple(match.rule for match in kept if match.rule.reading_kind == "amends"),
        )

    def matches_in(self, template: str, position: int, left_out: PatternKey | None) -> list[Match]:
        """List the matches that win in a clause, as if one pattern were not there."""
        hits = [hit for hit in self._compiled.hits_in(self._lexicon.lex(template)) if hit.key != left_out]
        return [match._replace(place=0) for match in _strongest_there(resolve(hits), position)]

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
        return any(
            phrase is not None and phrase.slot in telling and not any(match.start <= at < match.end for match in kept)
            for at, phrase in enumerate(lexed.phrases[:LONGEST_CLAUSE])
        )


def _join(template: str, clauses: Sequence[Clause], readings: Sequence[tuple[int, ClauseReading]]) -> SentenceReading:
    """Make one reading of a sentence of those of its clauses, given with their numbers."""
    candidates: list[tuple[int, Candidate]] = []
    whole: set[str] = set()
    amendments: dict[Rule, None] = {}
    cut_off: list[TemplateSpan] = []
    is_unread = is_read = may_reach_further = False
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
        # A rule that changes limits says nothing where there is none.
        is_read = is_read or len(reading.rules) > len(reading.amendments)
    # A lone reading of a lone clause can reach no further.
    if may_reach_further and (len(clauses) > 1 or len(candidates) > 1):
        found = extend(candidates, clauses, template)
    else:
        found = [candidate for _, candidate in candidates]
    for rule in amendments:
        found = [candidate._replace(statement=amend(candidate.statement, rule)) for candidate in found]
    return SentenceReading(tuple(found), is_unread, tuple(cut_off), is_read)


def _strongest_there(matches: Iterable[Match], position: int) -> list[Match]:
    return strongest(match for match in matches if _stands_where(match, position))


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
