"""Which texts of two taggings are the same text, or the same card's in another language."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from onceper.contract.reading import Row


By = Literal["id", "name", "konami_id"]
WAYS: tuple[By, ...] = get_args(By)
"""By what texts of two taggings are matched."""

_KONAMI_ID = re.compile(r"k?0*(\d{1,5})")


class Match(NamedTuple):
    """Hold the place of a text in each of two taggings, one of them null where only the other has it."""

    a: int | None
    b: int | None


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

    def exact(row: Row) -> object:
        return called(row), row.field, None if between_languages else row.lang

    counterparts: dict[int, int] = {}

    def match_by(key: Callable[[Row], object], *, unknown_language: bool = False) -> None:
        """Match what is left and has the same key: the first with the first."""
        waiting = defaultdict[object, deque[int]](deque)
        for place in left(b, places_b, counterparts.values()):
            waiting[key(b[place])].append(place)
        for place in left(a, places_a, counterparts.keys()):
            candidates = waiting.get(key(a[place]))
            if candidates and not (unknown_language and a[place].lang and b[candidates[0]].lang):
                counterparts[place] = candidates.popleft()

    def left(rows: Sequence[Row], places: Sequence[int], matched: Collection[int]) -> list[int]:
        taken = {*matched}
        return [place for place in places if place not in taken and called(rows[place]) is not None]

    if not between_languages:
        # Cards without an id of their own share one, and are told apart by their names.
        match_by(lambda row: (exact(row), row.name, row.id))
        match_by(lambda row: (exact(row), row.name))
    match_by(exact)
    # A text that could not be read in one of the taggings has no language there.
    match_by(lambda row: (called(row), row.field), unknown_language=True)
    taken = {*counterparts.values()}
    return [
        *(Match(place, counterparts.get(place)) for place in places_a),
        *(Match(None, place) for place in places_b if place not in taken),
    ]


def _plain(name: str | None) -> str | None:
    """Return a name as it is compared: without regard to capitals, widths and blanks; null where there is none."""
    return " ".join(normalize("NFKC", name).casefold().split()) or None if name else None


def _konami_id(card_id: str) -> str | None:
    """Return the Konami id that an id is, which a passcode is not: it has fewer digits, and stands behind a k."""
    found = _KONAMI_ID.fullmatch(card_id)
    return found[1] if found else None
