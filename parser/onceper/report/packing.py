"""The cards of a page as data: compact JSON, deflated, in letters that a page can hold."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections import defaultdict
from functools import lru_cache
from itertools import chain, count
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract.limit import AppliesTo
from onceper.display.named import SIGNS, Named, why
from onceper.display.speech import Speech, chosen
from onceper.lang.languages import ENGLISH
from onceper.report.texts import text_of
from onceper.tagging.summary import first_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row
    from onceper.display.named import Entry

_DIFFERENCE = attrgetter("of", "kind", "differs", "value_a", "value_b", "span_a", "span_b")


def pack(rows: Sequence[Row], comparison: Comparison | None) -> str:
    """Return the cards of one or two taggings, and how they compare, as base64 of deflated JSON; report.js unpacks it.

    Where rows are compared with themselves, it is two of their languages that are. What many cards share is held
    once: texts, and all of a limit but its place and name.
    """
    # Each value has the next place where it is first asked for.
    shared, words = defaultdict[Any, int](count().__next__), dict[str, Any]()
    there, pairs = (comparison.b, comparison.pairs) if comparison else ((), ())
    content = {
        "here": [_card(row, shared, words) for row in rows],
        "there": None if there is rows else [_card(row, shared, words) for row in there],
        "pairs": [[pair.a, pair.b, [*map(_DIFFERENCE, pair.differences)]] for pair in pairs],
        "shared": [*shared],
        "words": words,
        "shapes": SIGNS,
    }
    packed = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    # Text from a damaged file may hold halves of characters, which no page can carry.
    return b64encode(zlib.compress(packed.encode(errors="replace"), level=9)).decode()


def _card(row: Row, shared: dict[Any, int], words: dict[str, Any]) -> list[Any]:
    """Return a card as values, and as places in what cards share."""
    named = Named(row)
    spoken = named.words
    # By the language and the game of its card, a page finds the words to show it in.
    told = {"kind": spoken.kind, "label": {**spoken.label, "note": spoken.note}}
    words.setdefault(f"{row.lang or ''}|{row.game or ''}", told)

    def limit(entry: Entry) -> list[Any]:
        found: Any = entry.found
        # Where its sentence is no effect, it is listed once.
        listed = [row.non_effects.index(entry.no_effect)] if entry.no_effect else []
        form = _form(msgspec.structs.replace(found, name=None, span=(0, 0)), row.lang, row.game)
        return [*found.span, shared[form], found.applies_to.effects, shared[entry.said], *listed]

    def effect(found: Effect) -> list[Any]:
        told = found.kind, named.number_before(found), named.name_effect(found), found in named.effects
        return [shared[told], *chain.from_iterable(found.parts)]

    def other(found: NonEffect) -> list[Any]:
        told = found.kind, named.say_non_effect(found), found.rule, found.source, why(found, row.lang, row.game)
        return [*found.span, shared[told]]

    return [
        row.id,
        row.name,
        row.lang,
        row.game,
        row.field,
        shared[text_of(row)],
        [*map(limit, named.limits)],
        [*map(other, row.non_effects)],
        [*map(effect, row.effects)],
        [[*entry.span, entry.said] for entry in named.unread],
        row.error,
        row.error and first_words(row.error),
    ]


@lru_cache(4096)
def _form(limit: Limit, lang: str | None, game: str | None) -> tuple[Any, ...]:
    """Return all of a limit without a place and a name."""
    speech = Speech(ENGLISH, game)
    # What the list of cards says of it: how often, whatever of the card it governs.
    short = speech.say(msgspec.structs.replace(limit, applies_to=AppliesTo("card")), "sentence")
    told = limit.kind, limit.scope, limit.period or "none", short, limit.rule, limit.source, why(limit, lang, game)
    # In what it may count otherwise than so many times for what it governs.
    return *told, tuple(map(speech.template, chosen(limit)["particular"]))
