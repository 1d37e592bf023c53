"""Texts with elements of XML around what was read."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from onceper.display.marks import pieces, with_tags
from onceper.marking.unmark import ROOT
from onceper.reader.read import masked_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from onceper.contract.reading import CardReading, Row
    from onceper.contract.span import Span

# What a parser of XML gives back as a line feed unless it is written so.
_escaped = partial(escape, entities={"\r": "&#13;"})
# The fields of records that are attributes, by the last of their names; what comes first here stands outside.
_ATTRIBUTES = {
    "effect": ("index", "label", "kind", "choose"),
    "option": ("index", "label"),
    "non_effect": ("kind", "applies", "effects", "mandatory", "material", "wins"),
    "limit": (
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
        "applies_to.reference",
        "applies_to.effects",
        "applies_to.options",
        "applies_to.activation",
        "applies_to.summon",
    ),
    "unread": ("reason",),
}
# What else is limited is how often something happens, or how many cards are there: no use of an effect spends it.
_SPENT_BY_USE = frozenset({"soft", "hard", "gain", "ability", "ordinal"})


class _Element(NamedTuple):
    span: Span
    tag: str
    attributes: Mapping[str, Any]
    # What begins first stands outside, and of that what goes further.
    depth: int = 0


def with_elements(text: str, reading: CardReading | Row) -> str:
    """Return a text as one element of XML with effects, limits, text that is no effect and names in it.

    The published schema is ``card-text.xsd`` beside this module. What is read in pieces, or goes over the end of
    something else, is an element for each piece.
    """
    card = "".join(f" {name}={quoteattr(getattr(reading, name) or '')}" for name in ("lang", "game", "name"))
    names = masked_names(text, reading.lang, reading.name, reading.game) if reading.lang else ()
    elements = [*_elements(reading, _ATTRIBUTES), *(_Element(span, "name", {}) for span in names)]
    return f"<{ROOT}{card}>{_written(text, elements)}</{ROOT}>"


def with_effects(text: str, reading: CardReading | Row) -> str:
    """Return a text with an element around each effect, whose ``count_ref`` is the same where effects share a count.

    A text without an effect stays as it is.
    """
    return _written(text, _elements(reading, {"effect": ()})) if reading.effects else text


def _elements(reading: CardReading | Row, attributes: Mapping[str, Iterable[str]]) -> Iterator[_Element]:
    counts = count_references(reading)
    records: dict[str, Sequence[Any]] = {
        "effect": reading.effects,
        "option": [option for effect in reading.effects for option in effect.options],
        "non_effect": reading.non_effects,
        "limit": reading.limits,
        "unread": reading.unread,
    }
    for tag, fields in attributes.items():
        for record in records[tag]:
            told = {field.rpartition(".")[2]: attrgetter(field)(record) for field in fields}
            if tag == "effect":
                told["count_ref"] = counts.get(record.index)
            yield from (_Element(span, tag, told) for span in getattr(record, "parts", [record.span]))


def _written(text: str, elements: Iterable[_Element]) -> str:
    return with_tags(text, pieces(elements, (0, len(text))), _element, _escaped)


def _element(around: Sequence[_Element], _: Span, inside: str) -> str:
    """Return an element; null, false and empty lists are left out of its attributes, as are defaults of the schema."""
    tag, told = around[-1].tag, around[-1].attributes
    attributes = (f" {name}={quoteattr(_value(value))}" for name, value in told.items() if value)
    return f"<{tag}{''.join(attributes)}>{inside}</{tag}>"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "true" if value is True else str(value)


def count_references(reading: CardReading | Row) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the counts that spend each effect, those of one card from 1; effects without one lack.

    Two effects have the same number exactly where they share the uses of a limit. What can be gained once, or a
    keyword ability, has one count however many limits say so.
    """
    counts: dict[object, int] = {}
    found: dict[int, tuple[int, ...]] = {}
    for place, limit in enumerate(reading.limits):
        for effect in limit.applies_to.effects if limit.kind in _SPENT_BY_USE else ():
            of = (limit.name, limit.period) if limit.kind in {"gain", "ability"} else (place, limit.shared or effect)
            number = counts.setdefault((limit.kind, of), len(counts) + 1)
            found[effect] = tuple(dict.fromkeys((*found.get(effect, ()), number)))
    return found
