"""Which effects of a card share a count."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading, Row

# What else is limited is how often something happens, or how many cards are there: no use of an effect spends it.
_SPENT_BY_USE = frozenset({"soft", "hard", "gain", "ability", "ordinal"})


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
