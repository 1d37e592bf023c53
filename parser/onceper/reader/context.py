"""The step that sees the whole card: places, names, references, and the records themselves."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from onceper.contract.limit import AppliesTo, Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Unread
from onceper.reader.binding import bound, referred
from onceper.reader.effects import beside_numbers, effects_of, group
from onceper.reader.stories import lore, may_be_lore
from onceper.text.position import INSIDE_NUMBER, OUTSIDE_NUMBER

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from onceper.contract.effect import Effect, EffectKind
    from onceper.contract.non_effect import NonEffectKind
    from onceper.lang.base import Language
    from onceper.reader.candidates import Place
    from onceper.reader.effects import Grouping
    from onceper.reader.statement import Statement
    from onceper.reader.templates import SentenceReading
    from onceper.text.normal import Text
    from onceper.text.sentence import Sentence

_MAY_BE_NUMBERED = INSIDE_NUMBER | OUTSIDE_NUMBER

Part = Literal["limits", "non_effects", "effects"]
ALL_PARTS: frozenset[Part] = frozenset(get_args(Part))
Span = tuple[int, int]
# Limits whose sentence stands beside the effects and is none; a soft limit's belongs to its effect.
_OF_THE_CARD = {"hard", "summon"}
Parts = tuple[tuple[Limit, ...], tuple[NonEffect, ...], tuple["Effect", ...], tuple[Unread, ...]]


# The number of a sentence, and what the rules say of it.
Found = tuple[int, "SentenceReading"]


def in_context(
    text: Text,
    masked: str,
    folded: str,
    names: Sequence[Span],
    sentences: Sequence[Sentence],
    found: Sequence[Found],
    parts: Collection[Part],
    language: Language,
) -> Parts:
    """Return the limits, non-effects, effects and unread sentences of a card, with spans of the original."""
    not_effects, inside = _roles(found, sentences) if found else (set(), set())
    beside = beside_numbers(sentences) if sentences and sentences[0][2] & _MAY_BE_NUMBERED else set()
    not_effects |= beside
    grouping = group(sentences, not_effects, inside, masked, folded, language)
    non_effects: list[NonEffect] = []
    stories: list[list[int]] = []
    if may_be_lore(grouping):
        stories = lore(
            grouping, sentences, {number for number, reading in found if reading.candidates}, folded, language
        )
        non_effects += [_flavor(grouping, story, text) for story in stories]
        not_effects |= set(chain.from_iterable(stories))
        grouping = group(sentences, not_effects, inside, masked, folded, language) if stories else grouping
    effects = effects_of(grouping, text, _kinds(grouping, folded, language)) if "effects" in parts else ()
    if not found:
        return (), tuple(non_effects) if "non_effects" in parts else (), effects, ()
    limits: list[Limit] = []
    unread: list[Unread] = []
    original = text.original
    longer = _Longer(names)
    confidence = language.confidence(text.normal)
    for number, reading in found:
        first, last, _ = sentences[number]
        first_name = bisect_left(names, (first, 0))
        name: str | None = None
        reached: tuple[int, ...] = ()
        for states, is_sentence, is_marked, place, name_at, object_at in reading.candidates:
            start, end = text.original_span(
                *((first, last) if place is None else _printed(place, first, first_name, longer))
            )
            fields: tuple[Any, ...]
            tail = states.tail if confidence == 1 else (*states.tail[:-1], confidence * states.tail[-1])
            if states.record is NonEffect:
                fields = (*states.head, (start, end), original[start:end], *tail)
                non_effects.append(NonEffect(*fields))
                continue
            if name_at >= 0:
                name = _name(names[first_name + name_at], text)
            # "... and its previous effect only once per turn" means the name that the same sentence gave before.
            elif states.kind != "hard" or states.called:
                name = states.called
            if states.reach != "same":
                reached = bound(states, is_sentence, number, grouping)
            applies_to = AppliesTo(
                referred(states, reached, number, grouping), reached, states.activation, states.summon
            )
            fields = (*states.head, applies_to, name, *states.middle, (start, end), original[start:end], *tail)
            limit = Limit(*fields)
            limits.append(
                _counting(limit, _printed(object_at, first, first_name, longer), text) if object_at else limit
            )
            if not is_marked and (number in beside or (_is_of_the_card(states) and number in not_effects)):
                fields = (_kind_of_limit(states), (start, end), original[start:end], False, False, "everywhere", *tail)
                non_effects.append(NonEffect(*fields))
        if reading.is_unread:
            start, end = text.original_span(first, last)
            unread.append(Unread((start, end), original[start:end], "no_rule"))
        for place in reading.cut_off:
            start, end = text.original_span(*_printed(place, first, first_name, longer))
            unread.append(Unread((start, end), original[start:end], "too_long"))
    if stories:
        non_effects.sort(key=lambda non_effect: non_effect.span)
    return (
        tuple(limits) if "limits" in parts else (),
        tuple(non_effects) if "non_effects" in parts else (),
        effects,
        tuple(unread),
    )


def _flavor(grouping: Grouping, story: Sequence[int], text: Text) -> NonEffect:
    """Return the record of a story, the sentences of which were taken for effects."""
    effects, effect_of = grouping.effects, grouping.effect_of
    start, end = text.original_span(effects[effect_of[story[0]] - 1][0][0], effects[effect_of[story[-1]] - 1][-1][1])
    return NonEffect(
        "flavor",
        (start, end),
        text.original[start:end],
        negatable=False,
        copied_with_effects=False,
        applies="everywhere",
        rule="flavor",
        source="rule",
        confidence=1.0,
    )


def _roles(found: Sequence[Found], sentences: Sequence[Sentence]) -> tuple[set[int], set[int]]:
    """Return the sentences that are not effects, and those that limit the effect they stand behind.

    What stands inside a number belongs to its effect, whatever it says.
    """
    not_effects: set[int] = set()
    inside: set[int] = set()
    for number, reading in found:
        if sentences[number][2] & INSIDE_NUMBER:
            continue
        for candidate in reading.candidates:
            # Words that are no effect, though not all of the sentence, leave none of it an effect.
            if candidate.states.record is NonEffect:
                not_effects.add(number)
            elif not candidate.is_sentence:
                continue
            elif _is_of_the_card(candidate.states):
                not_effects.add(number)
            elif candidate.states.kind in {"soft", "gain"}:
                inside.add(number)
    return not_effects, inside


def _is_of_the_card(states: Statement) -> bool:
    """Tell whether a limit's sentence stands beside the effects, of which one use that they share belongs to none."""
    return states.kind in _OF_THE_CARD or (states.kind == "soft" and states.fields["shared"])


def _kind_of_limit(states: Statement) -> NonEffectKind:
    """Return what a limit's sentence is as text that is no effect: only by name are Summons limited as such."""
    is_of_summons = states.verb == "special_summon" and states.fields["scope"] == "name"
    return "summon_limit" if is_of_summons else "activation_limit"


class _Longer:
    """Say by how much the first names of a text are longer in print than in a template; most texts never ask."""

    __slots__ = ("_longer", "_names")

    def __init__(self, names: Sequence[Span]) -> None:
        self._names = names
        self._longer: list[int] = []

    def __getitem__(self, count: int) -> int:
        if not self._longer:
            self._longer += accumulate((end - start - 1 for start, end in self._names), initial=0)
        return self._longer[count]


def _printed(place: Place, sentence: int, first_name: int, longer: _Longer) -> Span:
    """Return a place of a sentence's template in the masked text, where the sentence's names stand at their length."""
    sentence -= longer[first_name]
    return (
        sentence + place.start + longer[first_name + place.names_before_start],
        sentence + place.end + longer[first_name + place.names_before_end],
    )


def _kinds(grouping: Grouping, folded: str, language: Language) -> Sequence[EffectKind]:
    """Return the kinds of the effects in print whose abilities say them themselves."""
    if not language.abilities:
        return ()
    return language.abilities.kinds([folded[parts[0][0] : parts[-1][1]] for parts in grouping.effects])


def _counting(limit: Limit, place: Span, text: Text) -> Limit:
    """Return a limit with the printed words at this place as what it counts."""
    start, end = text.original_span(*place)
    event = limit.event and msgspec.structs.replace(limit.event, object=text.original[start:end])
    return msgspec.structs.replace(limit, event=event)


def _name(span: Span, text: Text) -> str:
    """Return a printed name without its quotes."""
    start, end = text.original_span(span[0] + 1, span[1] - 1)
    return text.original[start:end]
