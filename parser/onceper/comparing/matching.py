"""Which texts of two taggings are the same text, or the same card's in another language."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.contract.reading import Row


class Match(NamedTuple):
    """Hold the place of a text in each of two taggings, one of them null where only the other has it."""

    a: int | None
    b: int | None


class _Matching:
    def __init__(self, a: Sequence[Row], b: Sequence[Row], places_a: Sequence[int], places_b: Sequence[int]) -> None:
        self._a, self._b = a, b
        self._places_a, self._places_b = places_a, places_b
        self.counterparts: dict[int, int] = {}
        self._taken: set[int] = set()

    def by(self, key: Callable[[Row], object], *, unknown_language: bool = False) -> None:
        """Match what is left and has the same key: the first with the first."""
        waiting = defaultdict(list)
        for place in reversed(self._places_b):
            if place not in self._taken:
                waiting[key(self._b[place])].append(place)
        for place in self._places_a:
            candidates = waiting.get(key(self._a[place]))
            if place in self.counterparts or not candidates:
                continue
            if unknown_language and self._a[place].lang and self._b[candidates[-1]].lang:
                continue
            self.counterparts[place] = candidates.pop()
            self._taken.add(self.counterparts[place])

    def matches(self) -> list[Match]:
        """Return every text of both, those of a in their order first."""
        return [
            *(Match(place, self.counterparts.get(place)) for place in self._places_a),
            *(Match(None, place) for place in self._places_b if place not in self._taken),
        ]


def match(
    a: Sequence[Row], b: Sequence[Row], places_a: Sequence[int], places_b: Sequence[int], *, between_languages: bool
) -> list[Match]:
    """Match the texts at these places of two taggings by id, field and, unless between languages, by language.

    Of several such texts those of one name go together, else the first with the first.
    """

    def exact(row: Row) -> object:
        return row.id, row.field, None if between_languages else row.lang

    found = _Matching(a, b, places_a, places_b)
    if not between_languages:
        # Cards without an id of their own share one, and are told apart by their names.
        found.by(lambda row: (exact(row), row.name))
    found.by(exact)
    # A text that could not be read in one of the taggings has no language there.
    found.by(lambda row: (row.id, row.field), unknown_language=True)
    return found.matches()
