"""What is read in the template of a text, and its records as a text prints them: with its spans, words and names."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from onceper.contract.effect import Effect, Option
from onceper.contract.limit import Limit  # noqa: TC001  mypyc resolves what a record names
from onceper.contract.non_effect import NonEffect  # noqa: TC001  mypyc resolves what a record names
from onceper.contract.reading import CardReading
from onceper.contract.span import Ask, Reason, Span, Unread

if TYPE_CHECKING:
    from onceper.reader.prepare import PreparedText

# An ability's word with its note. To look back without end takes time that grows with the square of the text.
_LONGEST_LABEL = 300


class TemplateReading(NamedTuple):
    """Hold everything read in a template, in printed order: records with spans in it, and without what a text prints.

    With each limit comes where what it quotes stands, by what that tells: its ``name``, a ``condition``, a
    ``count_text``, the ``object`` of its event. What is unread comes as its span, why, and what guesses what it says.
    """

    limits: tuple[tuple[Limit, Mapping[str, Span]], ...] = ()
    non_effects: tuple[NonEffect, ...] = ()
    effects: tuple[Effect, ...] = ()
    unread: tuple[tuple[Span, Reason, Ask | None], ...] = ()


def print_reading(
    read: TemplateReading, text: PreparedText, lang: str, game: str | None, name: str | None, confidence: float
) -> CardReading:
    """Return what was read in the template of a text as that prints it; ``confidence`` is a factor of each record's."""
    non_effects = [_non_effect(record, text, confidence) for record in read.non_effects]
    if not text.text.is_even:
        # One sign of the original may be several of the template.
        non_effects.sort(key=attrgetter("span"))
    return CardReading(
        text.text.original,
        lang,
        game,
        name,
        tuple([_limit(record, told, text, confidence) for record, told in read.limits]),
        tuple(non_effects),
        tuple([_effect(record, text) for record in read.effects]),
        tuple([Unread.asking(*text.print(span), reason, ask) for span, reason, ask in read.unread]),
    )


def _limit(record: Limit, told: Mapping[str, Span], text: PreparedText, confidence: float) -> Limit:
    span, words = text.print(record.span)
    given = {what: text.name(place) if what == "name" else text.print(place)[1] for what, place in told.items()}
    counted = given.pop("object", None)
    event = record.event
    if event and counted:
        event = replace(event, object=counted)
    sure = round(confidence * record.confidence, 4)
    return replace(record, **given, event=event, span=span, text=words, confidence=sure)


def _non_effect(record: NonEffect, text: PreparedText, confidence: float) -> NonEffect:
    span, words = text.print(record.span)
    return replace(record, span=span, text=words, confidence=round(confidence * record.confidence, 4))


def _effect(record: Effect, text: PreparedText) -> Effect:
    parts = record.parts
    if len(parts) == 1:
        span, words = text.print(record.span)
        parts = (span,)
    else:
        parts = tuple([text.original_span(*part) for part in parts])
        span = parts[0][0], parts[-1][1]
        words = text.text.original[span[0] : span[1]]
    options = tuple([_option(option, text) for option in record.options]) if record.options else ()
    # Half as dear as to replace fields.
    return Effect(
        record.index, record.label, record.kind, span, parts, words, options, record.choose, record.kind_told_by
    )


def _option(record: Option, text: PreparedText) -> Option:
    span, words = text.print(record.span)
    label = None if record.label is None else label_before(text.normal_span(*record.span)[0], text.text.normal)
    return Option(record.index, label, span, words)


def label_before(start: int, words: str) -> str | None:
    """Return the bullet before a choice, or its word with a note."""
    before = words[max(0, start - _LONGEST_LABEL) : start].rstrip()
    if before.endswith((")", ":")):
        return before.split()[-1]
    return before[-1:] or None
