"""The cards of a page as data: compact JSON, deflated, in letters that a page can hold."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from onceper.contract.limit import AppliesTo
from onceper.display.named import SIGNS, Named, fields_of, found_by
from onceper.display.speech import ENGLISH, Speech
from onceper.lang.languages import ruling_of_rule
from onceper.report.counting import particulars
from onceper.tagging.summary import first_words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.difference import Difference
    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row
    from onceper.display.named import NamedLimit
    from onceper.report.texts import Texts

# Text from a damaged file may hold halves of characters, which JSON cannot carry.
_SURROGATE = re.compile("[\ud800-\udfff]")

_NOTHING = AppliesTo("card")

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
        "sentences": list(packing.sentences),
        "words": packing.words,
        "shapes": SIGNS,
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
        self.sentences: dict[str, int] = {}
        self.words: dict[str, dict[str, dict[str, str]]] = {}

    def card(self, row: Row) -> list[Any]:
        named = Named(row)
        spoken = named.speech.words
        # By the language and the game of its card, a page finds the words to show it in.
        self.words.setdefault(
            f"{_clean(row.lang) or ''}|{_clean(row.game) or ''}",
            {"kind": spoken.kind, "label": {**spoken.label, "note": spoken.note}},
        )
        return [
            _clean(row.id),
            _clean(row.name),
            _clean(row.lang),
            _clean(row.game),
            row.field,
            _place(_clean(self._texts.of(row)) or "", self.texts),
            [self._limit(found, row, named) for found in named.limits],
            [self._non_effect(found, row, named) for found in row.non_effects],
            [
                [_place(_effect(effect, named), self.effects), *(end for part in effect.parts for end in part)]
                for effect in row.effects
            ],
            [[*found.span, named.speech.say_unread(found)] for found in row.unread],
            _clean(row.error),
            _clean(row.error and first_words(row.error)),
        ]

    def _limit(self, found: NamedLimit, row: Row, named: Named) -> list[Any]:
        limit = found.limit
        nameless = msgspec.structs.replace(limit, name=None)
        # What the list of cards says of it: how often, whatever of the card it governs.
        alone = msgspec.structs.replace(nameless, applies_to=_NOTHING)
        short = Speech(ENGLISH, row.game).say_in_short(alone)
        shared = (limit.kind, limit.scope, limit.period or "none", short, fields_of(nameless), *_found_by(limit, row))
        sentence = _clean(named.speech.say(limit)) or ""
        # Where its sentence is no effect, it is listed once.
        place = [row.non_effects.index(found.no_effect)] if found.no_effect else []
        effects = list(limit.applies_to.effects)
        form = _place((shared, tuple(particulars(limit))), self.limits)
        return [*limit.span, form, effects, _place(sentence, self.sentences), *place]

    def _non_effect(self, found: NonEffect, row: Row, named: Named) -> list[Any]:
        shared = (found.kind, named.speech.say_non_effect(found), *_found_by(found, row))
        return [*found.span, _place(shared, self.non_effects)]


def _effect(effect: Effect, named: Named) -> tuple[str, str, str, bool]:
    """Return the kind of an effect, its number where none is printed, its name, and whether any of it was read."""
    number = "" if named.numbers.is_printed(effect.index) else named.numbers.of(effect.index)
    return effect.kind, number, named.name_effect(effect), effect in named.effects


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
