"""Sentences as templates: read once, however many cards print them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.limit import Limit
from onceper.reader.extent import extended
from onceper.reader.statement import amended
from onceper.text.normal import MASK
from onceper.text.position import HEADLINE

if TYPE_CHECKING:
    from onceper.lang.base import Language
    from onceper.matching.cues import Cues
    from onceper.patterns.rule import Rule
    from onceper.reader.candidates import Candidate, Candidates, Place

TEMPLATES_KEPT = 65_536
LONGEST_KEPT = 2_000


class SentenceReading(NamedTuple):
    """Hold what the rules say of a sentence, with places in its template.

    ``is_unread`` tells that a telling phrase stands in it which no rule reads; ``cut_off`` are ends of clauses that
    are too long to be read. ``is_read`` tells that a rule reads it, be it only as holding no limit.
    """

    candidates: tuple[Candidate, ...]
    is_unread: bool
    cut_off: tuple[Place, ...]
    is_read: bool = False


NOTHING_READ = SentenceReading((), False, ())


class Templates:
    """Read sentence templates behind a bounded cache; a clause without a cue is rejected unread."""

    def __init__(self, language: Language, candidates: Candidates, cues: Cues) -> None:
        self._language = language
        self._cues = cues
        self._candidates = candidates
        self._kept = lru_cache(maxsize=TEMPLATES_KEPT)(self._read)

    def of(self, template: str, position: int) -> SentenceReading:
        """Return what the rules say of a sentence; a very long one is no template, and is not kept."""
        return (self._kept if len(template) <= LONGEST_KEPT else self._read)(template, position)

    def _read(self, template: str, position: int) -> SentenceReading:
        candidates: list[tuple[int, Candidate]] = []
        whole: set[str] = set()
        amendments: dict[Rule, None] = {}
        cut_off: list[Place] = []
        is_unread = is_read = False
        names = counted = 0
        clauses = self._language.clauses(template, (0, len(template), position))
        for number, (start, end, clause_position) in enumerate(clauses):
            clause = template[start:end]
            if not position & HEADLINE and not self._cues.may_stand_in(clause):
                continue
            read = self._candidates.of if len(clause) <= LONGEST_KEPT else self._candidates.read
            reading = read(clause, clause_position)
            names += template.count(MASK, counted, start)
            counted = start
            for candidate in reading.candidates:
                if candidate.place is None:
                    # A sentence is a non-effect of one kind once, however often the rules find its words in it.
                    said = candidate.states.rule if candidate.states.record is Limit else candidate.states.kind
                    if said in whole:
                        continue
                    whole.add(said)
                name_at = candidate.name_at + names if candidate.name_at >= 0 else -1
                place = candidate.place and candidate.place.moved(start, names)
                object_at = candidate.object_at and candidate.object_at.moved(start, names)
                candidates.append((number, candidate._replace(place=place, name_at=name_at, object_at=object_at)))
            amendments.update(dict.fromkeys(reading.amendments))
            if reading.cut_off:
                cut_off.append(reading.cut_off.moved(start, names))
            is_unread = is_unread or reading.is_unread
            # A rule that changes limits says nothing where there is none.
            is_read = is_read or len(reading.rules) > len(reading.amendments)
        found = extended(candidates, clauses, template)
        for rule in amendments:
            found = tuple(c._replace(states=amended(c.states, rule)) for c in found)
        return SentenceReading(found, is_unread, tuple(cut_off), is_read)
