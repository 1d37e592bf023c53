"""What two witnesses say of one card, put together: which record of the one is which of the other's."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from onceper.contract.effect import Effect

_A = TypeVar("_A")
_B = TypeVar("_B")
_Differing = TypeVar("_Differing")


class Both(NamedTuple, Generic[_Differing]):
    """Hold the places of one record with two witnesses, and in what they differ."""

    a: int
    b: int
    differing: _Differing


class Pairs(NamedTuple, Generic[_Differing]):
    """Hold what was found twice, and the places of what one witness alone tells."""

    both: list[Both[_Differing]]
    only_a: list[int]
    only_b: list[int]


def pair(
    a: Sequence[_A], b: Sequence[_B], near: Callable[[_A, _B], tuple[Any, _Differing] | None]
) -> Pairs[_Differing]:
    """Pair records, those first that are nearest to each other, and of these in order.

    ``near`` gives how far apart two are, to be sorted by, with what they differ in; nothing where they cannot be one.
    """
    found = [
        (distance[0], Both(here, there, distance[1]))
        for here, one in enumerate(a)
        for there, other in enumerate(b)
        if (distance := near(one, other))
    ]
    only_a, only_b = dict.fromkeys(range(len(a))), dict.fromkeys(range(len(b)))
    both = []
    for _, match in sorted(found, key=lambda pair: (pair[0], pair[1].a, pair[1].b)):
        if match.a in only_a and match.b in only_b:
            del only_a[match.a], only_b[match.b]
            both.append(match)
    return Pairs(sorted(both, key=lambda match: match[:2]), [*only_a], [*only_b])


def counterparts(a: Iterable[Hashable], b: Iterable[Hashable]) -> dict[int, int]:
    """Return the place in a of each place of b: the first of a kind is the first of it where both have as many."""
    places_a, places_b = _places(a), _places(b)
    return {
        there: here
        for kind, places in places_b.items()
        if len(places) == len(places_a[kind])
        for there, here in zip(places, places_a[kind], strict=True)
    }


def _places(kinds: Iterable[Hashable]) -> defaultdict[Hashable, list[int]]:
    places = defaultdict(list)
    for place, kind in enumerate(kinds):
        places[kind].append(place)
    return places


class Effects:
    """Tell which effect of b is which of a, by their numbers; nothing is known where one print has more.

    Languages print the effects of a card in orders of their own, continuous ones first in English: where both have as
    many of each kind, the first of a kind is the first of it. Else the effects go in order.
    """

    def __init__(self, a: Sequence[Effect], b: Sequence[Effect], *, between_languages: bool) -> None:
        self.known = len(a) == len(b)
        places = counterparts([effect.kind for effect in a], [effect.kind for effect in b])
        if not between_languages or len(places) < len(b):
            places = {place: place for place in range(len(b))}
        self.of_b = {there + 1: here + 1 for there, here in places.items()} if self.known else {}

    def of_a(self, effects: Iterable[int]) -> tuple[int, ...] | bool:
        """Return effects of a in order; where numbers tell nothing, whether there are any."""
        return tuple(sorted(effects)) if self.known else bool(effects)

    def in_a(self, effects: Iterable[int]) -> tuple[int, ...] | bool:
        """Return effects of b as those of a are returned."""
        return tuple(sorted(self.of_b.get(n, -n) for n in effects)) if self.known else bool(effects)
