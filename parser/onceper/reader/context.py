"""The step that sees the whole card: places, names, references, and the records themselves."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from onceper.contract.limit import AppliesTo, Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Unread
from onceper.reader.binding import bound
from onceper.reader.effects import effects_of, group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.non_effect import NonEffectKind
    from onceper.reader.candidates import Candidate
    from onceper.text.normal import Text
    from onceper.text.sentence import Sentence

Span = tuple[int, int]
Parts = tuple[tuple[Limit, ...], tuple[NonEffect, ...], tuple["Effect", ...], tuple[Unread, ...]]


class Found(NamedTuple):
    """Hold a candidate, or why there is none, with the number of its sentence and the place of its clause."""

    sentence: int
    at: int
    what: Candidate | Literal["no_rule", "too_long"]


def in_context(
    text: Text, masked: str, names: Sequence[Span], sentences: Sequence[Sentence], found: Sequence[Found]
) -> Parts:
    """Return the limits, non-effects, effects and unread sentences of a card, with spans of the original."""
    not_effects, inside = _roles(found) if found else ((), ())
    grouping = group(sentences, not_effects, inside)
    effects = effects_of(grouping, text, masked)
    limits: list[Limit] = []
    non_effects: list[NonEffect] = []
    unread: list[Unread] = []
    for number, at, what in found:
        start, end, _ = sentences[number]
        if isinstance(what, str):
            span = text.original_span(at, end)
            unread.append(Unread(span, text.original[span[0] : span[1]], what))
            continue
        span = text.original_span(start, end) if what.is_sentence else text.original_span(*_words(what, at, names))
        printed = text.original[span[0] : span[1]]
        states = what.states
        if states.record is NonEffect:
            fields: tuple[Any, ...] = (*states.head, span, printed, *states.tail)
            non_effects.append(NonEffect(*fields))
            continue
        reached = bound(what, number, sentences, grouping.effect_of)
        applies_to = AppliesTo(states.reference, reached, states.activation, states.summon)
        name = _name(what, at, names, text)
        fields = (*states.head, applies_to, name, *states.middle, span, printed, *states.tail)
        limits.append(Limit(*fields))
        if number in not_effects:
            kind: NonEffectKind = "summon_limit" if states.verb == "special_summon" else "activation_limit"
            non_effects.append(NonEffect(kind, span, printed, False, False, "everywhere", *states.tail))
    return tuple(limits), tuple(non_effects), effects, tuple(unread)


def _roles(found: Sequence[Found]) -> tuple[set[int], set[int]]:
    """Return the sentences that are not effects, and those that limit the effect they stand behind."""
    not_effects: set[int] = set()
    inside: set[int] = set()
    for number, _, what in found:
        if isinstance(what, str) or not what.is_sentence:
            continue
        if what.states.record is NonEffect or what.states.kind in {"hard", "summon"}:
            not_effects.add(number)
        elif what.states.kind in {"soft", "gain"}:
            inside.add(number)
    return not_effects, inside


def _words(candidate: Candidate, at: int, names: Sequence[Span]) -> Span:
    """Return the place of a candidate's own words in the masked text, where names stand at their length."""
    first = bisect_left(names, (at, 0))
    before = sum(end - start - 1 for start, end in names[first : first + candidate.names_before_start])
    within = sum(
        end - start - 1
        for start, end in names[first + candidate.names_before_start : first + candidate.names_before_end]
    )
    return at + candidate.start + before, at + candidate.end + before + within


def _name(candidate: Candidate, at: int, names: Sequence[Span], text: Text) -> str | None:
    """Return the printed name that a limit gives, without its quotes."""
    if candidate.name_at < 0:
        return None
    start, end = names[bisect_left(names, (at, 0)) + candidate.name_at]
    start, end = text.original_span(start + 1, end - 1)
    return text.original[start:end]
