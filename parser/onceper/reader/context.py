"""The step that sees the whole card: places, names, references, and the records themselves."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal

from onceper.contract.limit import AppliesTo, Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Unread
from onceper.reader.binding import bound
from onceper.reader.effects import effects_of, group

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.non_effect import NonEffectKind
    from onceper.reader.candidates import Place
    from onceper.reader.templates import SentenceReading
    from onceper.text.normal import Text
    from onceper.text.sentence import Sentence

Part = Literal["limits", "non_effects", "effects"]
Span = tuple[int, int]
# Limits whose sentence stands beside the effects and is none; a soft limit's belongs to its effect.
_OF_THE_CARD = {"hard", "summon"}
Parts = tuple[tuple[Limit, ...], tuple[NonEffect, ...], tuple["Effect", ...], tuple[Unread, ...]]


# The number of a sentence, and what the rules say of it.
Found = tuple[int, "SentenceReading"]


def in_context(
    text: Text,
    masked: str,
    names: Sequence[Span],
    sentences: Sequence[Sentence],
    found: Sequence[Found],
    parts: Collection[Part],
) -> Parts:
    """Return the limits, non-effects, effects and unread sentences of a card, with spans of the original."""
    not_effects, inside = _roles(found) if found else ((), ())
    grouping = group(sentences, not_effects, inside)
    effects = effects_of(grouping.effects, text, masked) if "effects" in parts else ()
    if not found:
        return (), (), effects, ()
    limits: list[Limit] = []
    non_effects: list[NonEffect] = []
    unread: list[Unread] = []
    original = text.original
    # By how much the first names of the text are longer in print than in a template.
    longer = list(accumulate((end - start - 1 for start, end in names), initial=0))
    for number, reading in found:
        first, last, _ = sentences[number]
        first_name = bisect_left(names, (first, 0))
        name: str | None = None
        for states, is_sentence, place, name_at in reading.candidates:
            start, end = text.original_span(
                *((first, last) if is_sentence else _printed(place, first, first_name, longer))
            )
            fields: tuple[Any, ...]
            if states.record is NonEffect:
                fields = (*states.head, (start, end), original[start:end], *states.tail)
                non_effects.append(NonEffect(*fields))
                continue
            if name_at >= 0:
                name = _name(names[first_name + name_at], text)
            # "... and its previous effect only once per turn" means the name that the same sentence gave before.
            elif states.kind != "hard":
                name = None
            reached = bound(states.reach, is_sentence, number, grouping)
            applies_to = AppliesTo(states.reference, reached, states.activation, states.summon)
            fields = (*states.head, applies_to, name, *states.middle, (start, end), original[start:end], *states.tail)
            limits.append(Limit(*fields))
            if is_sentence and states.kind in _OF_THE_CARD:
                kind: NonEffectKind = "summon_limit" if states.verb == "special_summon" else "activation_limit"
                fields = (kind, (start, end), original[start:end], False, False, "everywhere", *states.tail)
                non_effects.append(NonEffect(*fields))
        if reading.is_unread:
            start, end = text.original_span(first, last)
            unread.append(Unread((start, end), original[start:end], "no_rule"))
        for place in reading.cut_off:
            start, end = text.original_span(*_printed(place, first, first_name, longer))
            unread.append(Unread((start, end), original[start:end], "too_long"))
    return (
        tuple(limits) if "limits" in parts else (),
        tuple(non_effects) if "non_effects" in parts else (),
        effects,
        tuple(unread),
    )


def _roles(found: Sequence[Found]) -> tuple[set[int], set[int]]:
    """Return the sentences that are not effects, and those that limit the effect they stand behind."""
    not_effects: set[int] = set()
    inside: set[int] = set()
    for number, reading in found:
        for candidate in reading.candidates:
            if not candidate.is_sentence:
                continue
            if candidate.states.record is NonEffect or candidate.states.kind in _OF_THE_CARD:
                not_effects.add(number)
            elif candidate.states.kind in {"soft", "gain"}:
                inside.add(number)
    return not_effects, inside


def _printed(place: Place, sentence: int, first_name: int, longer: Sequence[int]) -> Span:
    """Return a place of a sentence's template in the masked text, where the sentence's names stand at their length."""
    sentence -= longer[first_name]
    return (
        sentence + place.start + longer[first_name + place.names_before_start],
        sentence + place.end + longer[first_name + place.names_before_end],
    )


def _name(span: Span, text: Text) -> str:
    """Return a printed name without its quotes."""
    start, end = text.original_span(span[0] + 1, span[1] - 1)
    return text.original[start:end]
