"""What the classifier finds in a sentence, with the slots that the word list reads in it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract.span import Guess
from onceper.patterns.rule import Rule
from onceper.patterns.word_list import COUNT, NAME
from onceper.reader.candidate import Candidate
from onceper.reader.statement import state
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.classifier.labels import Finding
    from onceper.contract.span import Span
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import ReadingKind
    from onceper.patterns.word_list import Phrase
    from onceper.reader.statement import Statement

# The words of a limit say these of it; those of the effect beside it say other things with the same words.
_READ = (
    "period",
    "count",
    "whose_turn",
    "phase",
    "reference",
    "reach",
    "numbers",
    "activation",
    "summon",
    "shared",
    "what",
    "whose",
)
_BY_NAME = {"hard", "summon", "control"}
# "You can activate" begins any effect: only of a limit by name is it what the limit says.
_VERB_IS_READ = {"hard", "summon", "cap", "ordinal"}
# A number so near the words that say in what time is what the limit counts.
_NEAR = 3


def guess(finding: Finding, template: str, lexicon: Lexicon, *, limit_alone: bool) -> tuple[Candidate, ...]:
    """Turn what the classifier finds in a template into readings of it.

    ``limit_alone`` says that the template is known to be an effect, or text that is none, so that only a limit counts.
    """
    found: list[Candidate] = []
    if finding.limit:
        found.append(_guess_limit(finding, template, lexicon))
    for kind, confidence in () if limit_alone else finding.non_effects:
        statement = _set_confidence(
            _state_reading("non_effect", msgspec.json.encode({"kind": kind, "material": None})), confidence
        )
        found.append(Candidate(statement, is_sentence=True, is_marked=False, place=(0, len(template))))
    return tuple(found)


def guess_kind(finding: Finding) -> Guess | None:
    """Say in short what the classifier finds in a template: a kind of limit, or the surest of other text."""
    if finding.limit:
        return Guess(finding.limit[0], round(finding.confidence, 4))
    if finding.non_effects:
        kind, confidence = max(finding.non_effects, key=lambda pair: pair[1])
        return Guess(kind, round(confidence, 4))
    return Guess(finding.leaning, round(finding.confidence, 4)) if finding.leaning else None


def _guess_limit(finding: Finding, template: str, lexicon: Lexicon) -> Candidate:
    kind, scope = finding.limit or ("", "")
    start, end = finding.words or (0, len(template))
    slots = {slot: value == "True" if slot == "shared" else value for slot, value in finding.slots.items()}
    reading: dict[str, Any] = {"kind": kind, "scope": scope, **slots}
    reading |= _read_slots(lexicon.lex(template[start:end]).phrases, kind)
    told: dict[str, Span] = {}
    if kind in _BY_NAME:
        reading.setdefault("names", "card")
        if (at := template.find(MASK, start, end)) >= 0:
            told["name"] = (at, at + 1)
    if kind == "control":
        reading |= {"period": None, "reach": "none"}
    else:
        reading.setdefault("period", "turn")
    statement = _state_reading("limit", msgspec.json.encode(reading, order="sorted"))
    statement = _set_confidence(statement, finding.confidence)
    return Candidate(statement, finding.words is None, finding.words is not None, (start, end), told)


def _set_confidence(statement: Statement, confidence: float) -> Statement:
    """Mark a statement as the classifier's, with its confidence."""
    record = msgspec.structs.replace(statement.record, source="classifier", confidence=round(confidence, 4))
    return statement._replace(record=record)


def _read_slots(phrases: Sequence[Phrase | None], kind: str) -> dict[str, Any]:
    """Read what the phrases of a limit's words say of it, of each field the first that says something."""
    read: dict[str, Any] = {}
    wanted = (*_READ, "verb") if kind in _VERB_IS_READ else _READ
    for phrase in phrases:
        if phrase and phrase.slot not in {COUNT, NAME}:
            for key in wanted:
                if key in phrase.means:
                    read.setdefault(key, phrase.means[key])
    if "count" not in read:
        counts = [(at, phrase.means["count"]) for at, phrase in enumerate(phrases) if phrase and phrase.slot == COUNT]
        periods = [at for at, phrase in enumerate(phrases) if phrase and "period" in phrase.means]
        near = [(min((abs(at - period) for period in periods), default=0), count) for at, count in counts]
        near = [pair for pair in near if pair[0] <= _NEAR]
        if near:
            read["count"] = min(near)[1]
    return read


@lru_cache(maxsize=1024)
def _state_reading(reading_kind: ReadingKind, encoded: bytes) -> Statement:
    """State what the classifier reads, given as JSON, as where a rule reads the same."""
    reading = msgspec.json.decode(encoded)
    rule = Rule(id=f"classifier.{reading['kind']}", reading_kind=reading_kind, reading=reading, source="classifier")
    return state(rule, ())
