"""Fill what was read in a template with what a text prints there: spans, words and names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract.effect import Effect, Option
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Unread

if TYPE_CHECKING:
    from onceper.reader.prepare import PreparedText
    from onceper.reader.template_reading import (
        PlacedEffect,
        PlacedLimit,
        PlacedNonEffect,
        PlacedOption,
        PlacedUnread,
        TemplateReading,
    )

# Limits, non-effects, effects and what is unread.
Records = tuple[tuple[Limit, ...], tuple[NonEffect, ...], tuple[Effect, ...], tuple[Unread, ...]]


def printed(read: TemplateReading, text: PreparedText, confidence: float) -> Records:
    """Make the records of what was read in the template of a text, in printed order.

    Of limits and non-effects the ``confidence`` is a factor.
    """
    limits = tuple([_limit(placed, text, confidence) for placed in read.limits]) if read.limits else ()
    effects = tuple([_effect(index, placed, text) for index, placed in enumerate(read.effects, start=1)])
    unread = tuple([_unread(placed, text) for placed in read.unread]) if read.unread else ()
    return limits, _non_effects(read.non_effects, text, confidence), effects, unread


def _limit(placed: PlacedLimit, text: PreparedText, confidence: float) -> Limit:
    record, object_at = placed.limit, placed.object_at
    span, words = text.print(placed.place)
    event = record.event
    if event and object_at:
        event = msgspec.structs.replace(event, object=text.print(object_at)[1])
    return msgspec.structs.replace(
        record,
        name=text.name(placed.name_at) if placed.name_at >= 0 else record.name,
        event=event,
        count_text=placed.count_at and text.print(placed.count_at)[1],
        condition=placed.condition_at and text.print(placed.condition_at)[1],
        span=span,
        text=words,
        confidence=round(confidence * record.confidence, 4),
    )


def _non_effects(placed: tuple[PlacedNonEffect, ...], text: PreparedText, confidence: float) -> tuple[NonEffect, ...]:
    found: list[NonEffect] = []
    for one in placed:
        span, words = text.print(one.place)
        sure = round(confidence * one.non_effect.confidence, 4)
        found.append(msgspec.structs.replace(one.non_effect, span=span, text=words, confidence=sure))
    if not text.text.is_even:
        # One sign of the original may be several of the template.
        found.sort(key=lambda non_effect: non_effect.span)
    return tuple(found)


def _effect(index: int, placed: PlacedEffect, text: PreparedText) -> Effect:
    options: tuple[Option, ...] = ()
    if placed.options:
        options = tuple([_option(number, option, text) for number, option in enumerate(placed.options, start=1)])
    if len(placed.parts) == 1:
        span, words = text.print(placed.parts[0])
        return Effect(index, placed.label, placed.kind, span, (span,), words, options, placed.choose, placed.told_by)
    parts = tuple([text.original_span(place) for place in placed.parts])
    start, end = parts[0][0], parts[-1][1]
    words = text.text.original[start:end]
    return Effect(index, placed.label, placed.kind, (start, end), parts, words, options, placed.choose, placed.told_by)


def _option(index: int, placed: PlacedOption, text: PreparedText) -> Option:
    span, words = text.print(placed.place)
    label = text.text.normal[slice(*text.normal_span(placed.label_at))] if placed.label_at else None
    return Option(index, label, span, words)


def _unread(placed: PlacedUnread, text: PreparedText) -> Unread:
    return Unread.asking(*text.print(placed.place), placed.reason, placed.ask)
