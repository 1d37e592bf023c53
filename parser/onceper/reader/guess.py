"""What the classifier finds in a sentence, with the slots that the word list reads in it."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from onceper.contract.span import Guess
from onceper.patterns.word_list import COUNT, NAME
from onceper.reader.candidate import Candidate
from onceper.reader.statement import saying, state
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.classifier.labels import Finding
    from onceper.contract.span import Span
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import ReadingKind
    from onceper.patterns.word_list import Phrase
    from onceper.reader.candidate import Statement

# The words of a limit say these of it; those of the effect beside it say other things with the same words.
_READ = {
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
}
_BY_NAME = {"hard", "summon", "control"}
# "You can activate" begins any effect: only of a limit by name is it what the limit says.
_VERB_IS_READ = {"hard", "summon", "cap", "ordinal"}
# A number so near the words that say in what time is what the limit counts.
_NEAR = 3


def guess(finding: Finding, template: str, lexicon: Lexicon, *, limit_alone: bool) -> tuple[Candidate, ...]:
    """Turn what the classifier finds in a template into readings of it.

    ``limit_alone`` says that the template is known to be an effect, or text that is none, so that only a limit counts.
    """
    found = [_guess_limit(finding, finding.limit, template, lexicon)] if finding.limit else []
    for kind, confidence in () if limit_alone else finding.non_effects:
        statement = _state("non_effect", {"kind": kind, "material": None}, confidence)
        found.append(Candidate(statement, is_sentence=True, is_marked=False, place=(0, len(template))))
    return tuple(found)


def guess_kind(finding: Finding) -> Guess | None:
    """Say in short what the classifier finds in a template: a kind of limit, or the surest of other text."""
    kind, confidence = finding.limit[0] if finding.limit else finding.leaning, finding.confidence
    if finding.non_effects and not finding.limit:
        kind, confidence = max(finding.non_effects, key=itemgetter(1))
    return Guess(kind, round(confidence, 4)) if kind else None


def _guess_limit(finding: Finding, limit: tuple[str, str], template: str, lexicon: Lexicon) -> Candidate:
    kind, scope = limit
    start, end = finding.words or (0, len(template))
    slots = {slot: value == "True" if slot == "shared" else value for slot, value in finding.slots.items()}
    reading: dict[str, Any] = {"period": "turn", "kind": kind, "scope": scope, **slots}
    reading |= _read_slots(lexicon.lex(template[start:end]).phrases, kind)
    told: dict[str, Span] = {}
    if kind in _BY_NAME:
        reading.setdefault("names", "card")
        if (at := template.find(MASK, start, end)) >= 0:
            told["name"] = (at, at + 1)
    if kind == "control":
        reading |= {"period": None, "reach": "none"}
    statement = _state("limit", reading, finding.confidence)
    return Candidate(statement, finding.words is None, finding.words is not None, (start, end), told)


def _state(kind: ReadingKind, reading: Mapping[str, Any], confidence: float) -> Statement:
    """State what the classifier reads as where a rule reads the same."""
    rule = saying(f"classifier.{reading['kind']}", kind, reading, confidence=round(confidence, 4))
    return state(rule, (), "classifier")


def _read_slots(phrases: Sequence[Phrase | None], kind: str) -> dict[str, Any]:
    """Read what the phrases of a limit's words say of it, of each field the first that says something."""
    said = [(at, phrase) for at, phrase in enumerate(phrases) if phrase and phrase.slot != NAME]
    wanted = _READ | {"verb"} if kind in _VERB_IS_READ else _READ
    read = {
        key: value
        for _, phrase in reversed(said)
        if phrase.slot != COUNT
        for key, value in phrase.means.items()
        if key in wanted
    }
    periods = [at for at, phrase in said if "period" in phrase.means]
    counts = [
        (min((abs(at - period) for period in periods), default=0), phrase.means["count"])
        for at, phrase in said
        if phrase.slot == COUNT
    ]
    distance, count = min(counts, default=(_NEAR + 1, 0))
    return {"count": count, **read} if distance <= _NEAR else read
