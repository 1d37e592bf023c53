"""Which texts of two taggings are the same text, or the same card's in another language."""

from __future__ import annotations

import re
from collections import defaultdict, deque
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
    called = {"id": lambda row: row.id, "name": _plain_name, "konami_id": _konami_id}[by]

    def exact(row: Row) -> tuple[object, ...]:
        return called(row), row.field, None if between_languages else row.lang

    # Cards without an id of their own share one, and are told apart by their names.
    keys: list[Callable[[Row], object]] = [
        lambda row: (exact(row), row.name, row.id),
        lambda row: (exact(row), row.name),
    ]
    keys = [*([] if between_languages else keys), exact, lambda row: exact(row)[:2]]
    left_a = dict.fromkeys(place for place in places_a if called(a[place]) is not None)
    left_b = dict.fromkeys(place for place in places_b if called(b[place]) is not None)
    counterparts: dict[int, int] = {}
    for key in keys:
        waiting = defaultdict[object, deque[int]](deque)
        for place in left_b:
            waiting[key(b[place])].append(place)
        for place in [*left_a]:
            candidates = waiting.get(key(a[place]))
            # A text that could not be read in one of the taggings has no language there.
            if candidates and not (key is keys[-1] and a[place].lang and b[candidates[0]].lang):
                counterparts[place] = candidates.popleft()
                del left_a[place], left_b[counterparts[place]]
    taken = {*counterparts.values()}
    return [
        *(Match(place, counterparts.get(place)) for place in places_a),
        *(Match(None, place) for place in places_b if place not in taken),
    ]


def _plain_name(row: Row) -> str | None:
    """Return a name as it is compared: without regard to capitals, widths and blanks; null where there is none."""
    return " ".join(normalize("NFKC", row.name or "").casefold().split()) or None


def _konami_id(row: Row) -> str | None:
    """Return the Konami id that an id is, which a passcode is not: it has fewer digits, and stands behind a k."""
    found = _KONAMI_ID.fullmatch(row.id)
    return found and found[1]
