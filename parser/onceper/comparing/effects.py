"""Which effects of two readings of a card are the same effect."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.contract.effect import Effect


class Numbering(NamedTuple):
    """Translate the numbers of effects in b into those of a; ``of_b`` is null where they cannot be told.

    ``in_order`` says that each effect has the number of its counterpart.
    """

    of_b: dict[int, int] | None
    in_order: bool = True

    def matched(self, effects: Iterable[int]) -> tuple[int, ...] | bool:
        """Return effects of b by their numbers in a; whether there are any where the numbers tell nothing."""
        return bool(effects) if self.of_b is None else tuple(sorted(self.of_b.get(n, -n) for n in effects))

    def told(self, effects: tuple[int, ...]) -> tuple[int, ...] | bool:
        """Return effects of a as those of b are returned."""
        return bool(effects) if self.of_b is None else tuple(sorted(effects))


def number(a: Sequence[Effect], b: Sequence[Effect], *, between_languages: bool) -> Numbering:
    """Tell which effect of b is which of a.

    Languages print the effects of a card in orders of their own, continuous ones first in English: where both have as
    many of each kind, the first of a kind is the first of it. Else the effects go in order, if they are as many.
    """
    if len(a) != len(b):
        return Numbering(None)
    kinds_a, kinds_b = ([effect.kind for effect in effects] for effects in (a, b))
    if not between_languages or kinds_a == kinds_b or sorted(kinds_a) != sorted(kinds_b):
        return Numbering({n: n for n in range(1, len(a) + 1)})
    places = defaultdict(list)
    for place, kind in enumerate(kinds_a, 1):
        places[kind].append(place)
    return Numbering({place: places[kind].pop(0) for place, kind in enumerate(kinds_b, 1)}, in_order=False)
