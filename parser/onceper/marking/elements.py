"""Texts with elements of XML around what was read."""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from onceper.marking.unmark import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading, Row
    from onceper.contract.span import Span

_SPECIAL = re.compile(r"[<>&\r]")
# What a parser of XML gives back as a line feed unless it is written so.
_CARRIAGE_RETURN = {"\r": "&#13;"}
# The fields of a record that are attributes; that of the contract that is written with - has its name there.
_OF_LIMITS = (
    "kind",
    "scope",
    "period",
    "whose_turn",
    "phase",
    "count",
    "at_least",
    "verb",
    "shared",
    "each_option",
    "each_target",
    "name",
    "player",
    "condition",
)
_OF_APPLYING = ("reference", "effects", "options", "activation", "summon")
_OF_NON_EFFECTS = ("kind", "applies", "effects", "mandatory", "material", "wins")
_OF_EFFECTS = ("index", "label", "kind", "choose")
_OF_OPTIONS = ("index", "label")
_OF_UNREAD = ("reason",)
# What else is limited is how often something happens, or how many cards are there: no use of an effect spends it.
_SPENT_BY_USE = frozenset({"soft", "hard", "gain", "ability", "ordinal"})


class _Element(NamedTuple):
    start: int
    end: int
    tag: str
    attributes: Mapping[str, Any]


def with_elements(text: str, reading: CardReading | Row, names: Iterable[Span]) -> str:
    """Return a text as one element of XML with effects, limits, text that is no effect and names in it.

    The published schema is ``card-text.xsd`` beside this module. What is read in pieces, or goes over the end of
    something else, is an element for each piece.
    """
    card = {"lang": reading.lang, "game": reading.game, "name": reading.name}
    inner = _written(text, 0, len(text), deque(_in_order(_found(reading, names))))
    return f"<{ROOT}{_attributes(card, 'lang', 'game', 'name')}>{inner}</{ROOT}>"


def with_effects(text: str, reading: CardReading | Row) -> str:
    """Return a text with an element around each effect, whose ``count_ref`` is the same where effects share a count.

    A text without an effect stays as it is.
    """
    counts = count_references(reading)
    elements = [
        _Element(*part, "effect", {"count_ref": counts.get(effect.index)})
        for effect in reading.effects
        for part in effect.parts
    ]
    return _written(text, 0, len(text), deque(_in_order(elements))) if elements else text


def _found(reading: CardReading | Row, names: Iterable[Span]) -> Iterator[_Element]:
    counts = count_references(reading)
    for effect in reading.effects:
        told = {**_fields(effect, _OF_EFFECTS), "count_ref": counts.get(effect.index)}
        for part in effect.parts:
            yield _Element(*part, "effect", told)
        for option in effect.options:
            yield _Element(*option.span, "option", _fields(option, _OF_OPTIONS))
    for found in reading.non_effects:
        yield _Element(*found.span, "non_effect", _fields(found, _OF_NON_EFFECTS))
    for limit in reading.limits:
        told = {**_fields(limit, _OF_LIMITS), **_fields(limit.applies_to, _OF_APPLYING)}
        yield _Element(*limit.span, "limit", told)
    for item in reading.unread:
        yield _Element(*item.span, "unread", _fields(item, _OF_UNREAD))
    for span in names:
        yield _Element(*span, "name", {})


def _fields(record: Any, fields: Iterable[str]) -> dict[str, Any]:
    return {field: getattr(record, field) for field in fields}


def _in_order(elements: Iterable[_Element]) -> list[_Element]:
    """Return what begins first, and of that what goes further, first."""
    return sorted(elements, key=lambda element: (element.start, -element.end))


def _written(text: str, start: int, end: int, elements: deque[_Element]) -> str:
    """Return a piece of a text with these elements, which are in order and in it."""
    pieces = []
    while elements:
        outer = elements.popleft()
        inside = []
        while elements and elements[0].start < outer.end:
            inside.append(elements.popleft())
        over = [element._replace(start=outer.end) for element in inside if element.end > outer.end]
        if over:
            elements = deque(_in_order([*over, *elements]))
        within = deque(element._replace(end=min(element.end, outer.end)) for element in inside)
        content = _written(text, outer.start, outer.end, within)
        pieces.append(f"{_escaped(text[start : outer.start])}<{outer.tag}{_attributes(outer.attributes)}>{content}")
        pieces.append(f"</{outer.tag}>")
        start = outer.end
    return "".join([*pieces, _escaped(text[start:end])])


def _escaped(text: str) -> str:
    return escape(text, _CARRIAGE_RETURN) if _SPECIAL.search(text) else text


def _attributes(told: Mapping[str, Any], *always: str) -> str:
    """Return attributes; null, false and empty lists are left out, as is the default of the schema."""
    return "".join(
        f" {name}={_quoted(_value(value))}"
        for name, value in told.items()
        if name in always or value not in {None, False, ()}
    )


# Most are words of the contract.
_quoted = lru_cache(4_096)(quoteattr)


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "true" if value is True else "" if value is None else str(value)


def count_references(reading: CardReading | Row) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the counts that spend each effect, those of one card from 1; effects without one lack.

    Two effects have the same number exactly where they share the uses of a limit. What can be gained once, or a
    keyword ability, has one count however many limits say so.
    """
    counts: dict[object, int] = {}
    found: dict[int, tuple[int, ...]] = {}
    for place, limit in enumerate(reading.limits):
        for effect in limit.applies_to.effects if limit.kind in _SPENT_BY_USE else ():
            number = counts.setdefault(_count_of(place, limit, effect), len(counts) + 1)
            found[effect] = tuple(dict.fromkeys((*found.get(effect, ()), number)))
    return found


def _count_of(place: int, limit: Limit, effect: int) -> object:
    if limit.kind == "gain":
        return limit.kind, limit.period
    if limit.kind == "ability":
        return limit.kind, limit.name or limit.period
    return place, None if limit.shared else effect
