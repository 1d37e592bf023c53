"""What is read in the template of a text, and its records as a text prints them: with its spans, words and names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from onceper.contract.effect import Effect, Option
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import CardReading
from onceper.contract.span import Guess, Reason, Span, Unread
from onceper.reader.effects import GroupedEffect  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.reader.prepare import PreparedText

# An ability's word with its note. To look back without end takes time that grows with the square of the text.
_LONGEST_LABEL = 300


# A limit, its span, what its card says in its fields, and where what it quotes stands, by what that tells: its
# ``name``, a ``condition``, a ``count_text``, the ``object`` of its event.
LimitOfCard = tuple[Limit, Span, Mapping[str, Any], Mapping[str, Span]]
# Text that is no effect, its span, and the effects that it speaks of.
NonEffectOfCard = tuple[NonEffect, Span, tuple[int, ...]]


class TemplateReading(NamedTuple):
    """Hold everything read in a template, in printed order, with spans in it and without what a text prints.

    What is unread comes as its span, why, and its words where somebody may guess what they say.
    """

    limits: tuple[LimitOfCard, ...] = ()
    non_effects: tuple[NonEffectOfCard, ...] = ()
    effects: tuple[GroupedEffect, ...] = ()
    unread: tuple[tuple[Span, Reason, str | None], ...] = ()


def print_reading(
    read: TemplateReading,
    text: PreparedText,
    about: tuple[str, str | None, str | None],
    confidence: float,
    ask: Callable[[str], Guess | None],
) -> CardReading:
    """Return what was read in the template of a text as that prints it.

    ``about`` are its language, game and name, ``confidence`` is a factor of each record's; ``ask`` guesses at words.
    """
    non_effects = [_non_effect(*record, text, confidence) for record in read.non_effects]
    if not text.text.is_even:
        # One sign of the original may be several of the template.
        non_effects.sort(key=attrgetter("span"))
    return CardReading(
        text.text.original,
        *about,
        tuple([_limit(*record, text, confidence) for record in read.limits]),
        tuple(non_effects),
        tuple([_effect(index, effect, text) for index, effect in enumerate(read.effects, start=1)]),
        tuple(
            [
                Unread.asking(*text.print(span), reason, None if words is None else partial(ask, words))
                for span, reason, words in read.unread
            ]
        ),
    )


def _limit(
    record: Limit,
    span: Span,
    given: Mapping[str, Any],
    told: Mapping[str, Span],
    text: PreparedText,
    confidence: float,
) -> Limit:
    span, words = text.print(span)
    printed = {what: text.name(place) if what == "name" else text.print(place)[1] for what, place in told.items()}
    counted = printed.pop("object", None)
    event = record.event
    if event and counted:
        event = replace(event, object=counted)
    sure = round(confidence * record.confidence, 4)
    return replace(record, **{**given, **printed}, event=event, span=span, text=words, confidence=sure)


def _non_effect(
    record: NonEffect, span: Span, effects: tuple[int, ...], text: PreparedText, confidence: float
) -> NonEffect:
    span, words = text.print(span)
    return replace(record, span=span, text=words, effects=effects, confidence=round(confidence * record.confidence, 4))


def _effect(index: int, effect: GroupedEffect, text: PreparedText) -> Effect:
    parts = tuple([text.original_span(*part) for part in effect.parts])
    span = parts[0][0], parts[-1][1]
    options: list[Option] = []
    for at, place in enumerate(effect.options, start=1):
        label = None if effect.is_either else label_before(text.normal_span(*place)[0], text.text.normal)
        options.append(Option(at, label, *text.print(place)))
    words = text.text.original[span[0] : span[1]]
    return Effect(index, effect.label, effect.kind, span, parts, words, tuple(options), effect.choose, effect.told_by)


def label_before(start: int, words: str) -> str | None:
    """Return the bullet before a choice, or its word with a note."""
    before = words[max(0, start - _LONGEST_LABEL) : start].rstrip()
    if before.endswith((")", ":")):
        return before.split()[-1]
    return before[-1:] or None
