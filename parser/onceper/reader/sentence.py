"""What the rules read in the sentences of a text: of each template of a sentence or clause once, whoever prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.matching.compile import CueList, compile_for
from onceper.matching.compiled_rules import CompiledRules
from onceper.matching.rejection import Cues, Ways
from onceper.patterns.catalogue import BY_PARTS
from onceper.reader.candidate import NOTHING_READ, SentenceReading, TemplateMemo, TemplateSpan
from onceper.reader.clause import BESIDE, ClauseReader
from onceper.reader.non_effects import extend
from onceper.reader.paired import keep_paired
from onceper.reader.statement import amend
from onceper.text.normal import MASK
from onceper.text.position import AFTER_COLON, AFTER_COMMA, HEADLINE, SECTION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.lang.base import Language
    from onceper.patterns.parts import PrintedPart
    from onceper.patterns.rule import Rule
    from onceper.reader.candidate import Candidate, ClauseReading, Template
    from onceper.reader.prepare import CardTemplate
    from onceper.text.position import Clause

TEMPLATES_KEPT = 65_536
# Signs of words such as "also" that open a sentence.
_LONGEST_OPENING = 8
_MAY_HEAD = HEADLINE | SECTION


class _Made(NamedTuple):
    """Hold what is made of rules: who reads clauses by them, and the cues of texts and of limits."""

    clauses: ClauseReader
    of_texts: Cues
    of_limits: CueList
    has_pairs: bool

    @classmethod
    def of(cls, language: Language, rules: Sequence[Rule]) -> _Made:
        """Make it of the rules of a language."""
        compiled = compile_for(language, rules)
        patterns, ways = CompiledRules(rules, compiled.patterns), Ways(compiled.ways)
        clauses = ClauseReader(language, rules, patterns, ways, compiled.conditions, language.book.parts)
        return cls(clauses, Cues(compiled.of_texts), compiled.of_limits, any(rule.where & BESIDE for rule in rules))


class SentenceReader:
    """Read sentences by rules, behind bounded caches; what holds no cue is rejected unread.

    The new templates of a text go together from step to step: cut into clauses, searched for cues, split into words,
    matched.
    """

    def __init__(self, language: Language, rules: Sequence[Rule], made: _Made | None = None) -> None:
        self._made = made or _Made.of(language, rules)
        self.clauses = self._made.clauses
        self._cues_of_texts = self._made.of_texts
        self._cues_of_limits: Cues | None = None
        self._has_pairs = self._made.has_pairs
        self._language = language
        self._sentences = TemplateMemo(self._read_sentences, TEMPLATES_KEPT)

    @property
    def cues_of_limits(self) -> Cues:
        """The cues of limits, for those who want nothing else."""
        if self._cues_of_limits is None:
            self._cues_of_limits = Cues(self._made.of_limits)
        return self._cues_of_limits

    def read(self, card: CardTemplate) -> dict[int, SentenceReading]:
        """Read the sentences that hold a cue, and a headline; give what the rules say by the sentence's number."""
        numbers = self._find_asked(card)
        if not numbers:
            return {}
        readings = self._sentences.of(card.templates(numbers))
        found = {
            number: read
            for number, read in zip(numbers, readings, strict=True)
            if read.is_read or read.is_unread or read.cut_off
        }
        return dict(keep_paired(found.items())) if self._has_pairs else found

    def _find_asked(self, card: CardTemplate) -> list[int]:
        """Find the numbers of the sentences that hold a cue, and of a headline."""
        words, sentences = card.words, card.sentences
        cues = self._cues_of_texts.places(words)
        # A headline stands first, in the text or behind the heading that is first.
        if not cues and not (sentences and sentences[0][2] & _MAY_HEAD):
            return []
        asked: list[int] = []
        cues.append(len(words))
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
        may_be_read = self.clauses.may_be_read
        asked = [
            [
                number
                for number, (start, end, _) in enumerate(cuts)
                if position & HEADLINE or may_be_read(template[start:end])
            ]
            for (template, position), cuts in zip(templates, cut, strict=True)
        ]
        clauses = [
            (template[cuts[number][0] : cuts[number][1]], cuts[number][2])
            for (template, _), cuts, numbers in zip(templates, cut, asked, strict=True)
            for number in numbers
        ]
        readings = iter(self.clauses.of(clauses))
        # Of most sentences no clause is asked.
        return [
            self._read_sentence(template, position, cuts, [(number, next(readings)) for number in numbers])
            if numbers
            else NOTHING_READ
            for (template, position), cuts, numbers in zip(templates, cut, asked, strict=True)
        ]

    def _read_sentence(
        self, template: str, position: int, cuts: Sequence[Clause], clauses: Sequence[tuple[int, ClauseReading]]
    ) -> SentenceReading:
        """Make the reading of a sentence of those of its clauses, given with their numbers, or of all its words."""
        read = _join(template, cuts, clauses)
        if not self.clauses.has_parts:
            return read
        if len(cuts) > 1:
            read = self._read_together(template, position, cuts, clauses, read)
        if any(clause[2] & AFTER_COLON for clause in cuts):
            return read
        return self._read_under_condition(template, position, read)

    def _read_under_condition(self, template: str, position: int, read: SentenceReading) -> SentenceReading:
        """Read a sentence that states a limit under a condition, where none of its limits is all that it says."""
        is_limited = any(candidate.is_sentence for candidate in read.candidates)
        if not (read.is_unread or read.candidates) or (is_limited and len(read.candidates) > 1):
            return read
        candidate = self.clauses.read_conditional(template, position, is_limited=is_limited)
        return SentenceReading((candidate,), is_unread=False, cut_off=(), is_read=True) if candidate else read

    def _read_together(
        self,
        template: str,
        position: int,
        cuts: Sequence[Clause],
        clauses: Sequence[tuple[int, ClauseReading]],
        read: SentenceReading,
    ) -> SentenceReading:
        """Read a sentence of several clauses as a whole where they say no limit, or one that hangs on the others."""
        by_number = dict(clauses)
        hangs = _hangs(template, cuts, by_number) or _goes_on(template, cuts, by_number)
        if not hangs and _states_whole(read):
            return read
        whole = self._read_whole(template, position, read)
        if not hangs or whole is not read:
            return whole
        return SentenceReading((), is_unread=True, cut_off=read.cut_off, is_read=False)

    def _join_opening(self, template: str, clauses: list[Clause]) -> list[Clause]:
        """Leave words such as "also" that a comma sets off in one clause with what they open."""
        if len(clauses) < 2 or not self.clauses.has_parts:
            return clauses
        (start, end, position), (_, last, _), *others = clauses
        if end - start > _LONGEST_OPENING or not self.clauses.says_nothing(template[start:end]):
            return clauses
        return [(start, last, position), *others]

    def _read_whole(self, template: str, position: int, read: SentenceReading) -> SentenceReading:
        """Read by its constituents a sentence of which its clauses are not read, or only in some words."""
        if not (read.is_unread or read.candidates):
            return read
        candidate = self.clauses.read_over_marks(template, position)
        if candidate is None:
            return read
        return SentenceReading((candidate,), is_unread=False, cut_off=read.cut_off, is_read=True)

    def with_parts(self, parts: Sequence[PrintedPart]) -> SentenceReader:
        """Return what reads the same sentences as if their limits were made of these parts."""
        return SentenceReader(self._language, (), self._made._replace(clauses=self.clauses.with_parts(parts)))

    def printed_as(self, language: Language) -> SentenceReader:
        """Return what reads by the same rules in sentences that another language cuts."""
        return SentenceReader(language, (), self._made)


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
        heads = number + 1 < len(clauses) and bool(clauses[number + 1][2] & AFTER_COLON)
        for read in reading.candidates:
            candidate = _as_head(read, template, clauses[number]) if heads else read
            record = candidate.statement.record
            may_reach_further = may_reach_further or isinstance(record, NonEffect)
            if candidate.place is None:
                # A sentence is a non-effect of one kind once, however often the rules find its words in it.
                said = record.rule if isinstance(record, Limit) else record.kind
                if said in whole:
                    continue
                whole.add(said)
            candidates.append((number, candidate.move(start, names) if start else candidate))
        amendments.update(dict.fromkeys(reading.amendments))
        if reading.cut_off:
            cut_off.append(reading.cut_off.move(start))
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


def _as_head(candidate: Candidate, template: str, clause: Clause) -> Candidate:
    """Take a limit of "this effect" before a colon for one of what stands behind it, and not for the whole sentence."""
    record = candidate.statement.record
    if not isinstance(record, Limit) or record.kind != "soft" or record.applies_to.reference != "this":
        return candidate
    if not candidate.is_sentence:
        return candidate
    start, end, _ = clause
    words = template[start:end].rstrip(" :")
    place = TemplateSpan(0, len(words))
    return candidate._replace(is_sentence=False, is_marked=True, place=place)


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


def _goes_on(template: str, cuts: Sequence[Clause], clauses: Mapping[int, ClauseReading]) -> bool:
    """Tell whether a limit goes on with a clause before it that is not read.

    That is one of the same effects where no limit stands before it, and one of this copy behind a comma; what is not
    read says a name or could limit.
    """
    is_limited = is_unread = False
    for number, (start, end, position) in enumerate(cuts):
        clause = clauses.get(number)
        candidates = clause.candidates if clause else ()
        limits = [candidate for candidate in candidates if isinstance(candidate.statement.record, Limit)]
        for candidate in limits:
            is_same = candidate.statement.reach == "same" and not is_limited
            is_of_copy = candidate.statement.record.kind == "soft" and not candidate.is_marked
            if is_unread and (is_same or (is_of_copy and position & AFTER_COMMA)):
                return True
        is_limited = is_limited or bool(limits)
        is_asked = MASK in template[start:end] or bool(clause and clause.is_unread)
        is_unread = is_unread or (not candidates and is_asked)
    return False


def _states_whole(read: SentenceReading) -> bool:
    """Tell whether something in a sentence is what a clause of it states, not some words in it that may be soft."""
    return any(not candidate.is_marked or candidate.statement.record.kind != "soft" for candidate in read.candidates)
