"""Which texts of two taggings are the same text, or the same card's in another language."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.contract.reading import Row


By = Literal["id", "name", "konami_id"]
WAYS: tuple[By, ...] = get_args(By)
"""By what texts of two taggings are matched."""

_KONAMI_ID = re.compile(r"k?0*(\d{1,5})")


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
    a: Sequence[Row],
    b: Sequence[Row],
    places_a: Sequence[int],
    places_b: Sequence[int],
    *,
    between_languages: bool,
    by: By = "id",
) -> list[Match]:
    """Match the texts at these places of two taggings by id or name, field and, unless between languages, by language.

    Of several such texts those of one name go together, or by name those of one id, else the first with the first. A
    text without a name has no counterpart by name, and one whose id is no Konami id none by that.
    """

    def called(row: Row) -> str | None:
        return row.id if by == "id" else _plain(row.name) if by == "name" else _konami_id(row.id)

    places_a, places_b, left_a, left_b = (
        [place for place in places if (called(rows[place]) is not None) == is_called]
        for is_called in (True, False)
        for rows, places in ((a, places_a), (b, places_b))
    )

    def exact(row: Row) -> object:
        return called(row), row.field, None if between_languages else row.lang

    found = _Matching(a, b, places_a, places_b)
    if not between_languages:
        # Cards without an id of their own share one, and are told apart by their names.
        found.by(lambda row: (exact(row), row.name, row.id))
        found.by(lambda row: (exact(row), row.name))
    found.by(exact)
    # A text that could not be read in one of the taggings has no language there.
    found.by(lambda row: (called(row), row.field), unknown_language=True)
    alone = [*(Match(place, None) for place in left_a), *(Match(None, place) for place in left_b)]
    return [*found.matches(), *alone]


def _plain(name: str | None) -> str | None:
    """Return a name as it is compared: without regard to capitals, widths and blanks; null where there is none."""
    return " ".join(normalize("NFKC", name).casefold().split()) or None if name else None


def _konami_id(card_id: str) -> str | None:
    """Return the Konami id that an id is, which a passcode is not: it has fewer digits, and stands behind a k."""
    found = _KONAMI_ID.fullmatch(card_id)
    return found[1] if found else None
