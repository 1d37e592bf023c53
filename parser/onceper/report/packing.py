"""The cards of a page as data: compact JSON, deflated, in letters that a page can hold."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from onceper.display.other_words import guess_in_words, not_effect_and_where
from onceper.display.provenance import found_by
from onceper.display.words import in_words, kind_in_words
from onceper.lang.languages import ruling_of_rule
from onceper.report.counting import particulars
from onceper.tagging.summary import first_words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.difference import Difference
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row
    from onceper.report.texts import Texts

# Text from a damaged file may hold halves of characters, which JSON cannot carry.
_SURROGATE = re.compile("[\ud800-\udfff]")

_Value = TypeVar("_Value", bound="Hashable")


def pack(rows: Sequence[Row], there: Sequence[Row] | None, comparison: Comparison | None, texts: Texts) -> str:
    """Return the cards of one or two taggings, and how they compare, as base64 of deflated JSON; report.js unpacks it.

    Without ``there`` it is two languages of the one that are compared. What many cards share is held once: texts, and
    all of a limit but its place and name.
    """
    packing = _Packing(texts)
    content = {
        "here": [packing.card(row) for row in rows],
        "there": None if there is None else [packing.card(row) for row in there],
        "pairs": list(_pairs(comparison)),
        "texts": list(packing.texts),
        "limits": [said for said, _ in packing.limits],
        "particulars": [found for _, found in packing.limits],
        "nonEffects": list(packing.non_effects),
        "effects": list(packing.effects),
    }
    return b64encode(zlib.compress(msgspec.json.encode(content), level=9)).decode()


class _Packing:
    """Give each card as a list of values and of places in the tables of what cards share."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self.texts: dict[str, int] = {}
        self.limits: dict[tuple[Any, ...], int] = {}
        self.non_effects: dict[tuple[Any, ...], int] = {}
        self.effects: dict[tuple[Any, ...], int] = {}

    def card(self, row: Row) -> list[Any]:
        return [
            _clean(row.id),
            _clean(row.name),
            _clean(row.lang),
            _clean(row.game),
            row.field,
            _place(_clean(self._texts.of(row)) or "", self.texts),
            [self._limit(limit, row) for limit in row.limits],
            [self._non_effect(found, row) for found in row.non_effects],
            [
                [
                    _place((effect.kind, effect.label, kind_in_words(effect)), self.effects),
                    *(end for part in effect.parts for end in part),
                ]
                for effect in row.effects
            ],
            [[*found.span, found.reason, guess_in_words(found)] for found in row.unread],
            _clean(row.error),
            _clean(row.error and first_words(row.error)),
        ]

    def _limit(self, limit: Limit, row: Row) -> list[Any]:
        nameless = msgspec.structs.replace(limit, name=None)
        shared = (limit.kind, limit.scope, limit.period or "none", in_words(nameless), *_found_by(limit, row))
        effects = list(limit.applies_to.effects)
        # The name of the card itself stands above it already.
        name = [] if limit.name in {None, row.name} else [_clean(limit.name)]
        return [*limit.span, _place((shared, tuple(particulars(limit))), self.limits), effects, *name]

    def _non_effect(self, found: NonEffect, row: Row) -> list[Any]:
        shared = (found.kind, not_effect_and_where(found), *_found_by(found, row))
        return [*found.span, _place(shared, self.non_effects)]


def _found_by(found: Limit | NonEffect, row: Row) -> tuple[str, str, str]:
    if found.source == "classifier":
        return found.rule, found_by(found), ""
    return found.rule, "", ruling_of_rule(found.rule, row.lang, row.game)


def _place(value: _Value, known: dict[_Value, int]) -> int:
    return known.setdefault(value, len(known))


def _clean(text: str | None) -> str | None:
    return text and _SURROGATE.sub("\ufffd", text)


def _pairs(comparison: Comparison | None) -> Iterator[list[Any]]:
    for pair in comparison.pairs if comparison else ():
        yield [pair.a, pair.b, [_difference(difference) for difference in pair.differences]]


def _difference(found: Difference) -> list[Any]:
    values = map(_clean, (found.value_a, found.value_b))
    return [found.of, found.kind, found.differs, *values, found.span_a, found.span_b]
