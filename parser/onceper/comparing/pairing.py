"""What two witnesses say, put together: which text, effect and record of the one is which of the other's."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.reading import Row

By = Literal["id", "name", "konami_id"]
WAYS: tuple[By, ...] = get_args(By)
"""By what texts of two taggings are matched."""

_Record = TypeVar("_Record")
_KONAMI_ID = re.compile(r"k?0*(\d{1,5})")


class Pairs(NamedTuple):
    """Hold what was found twice, with what the two differ in, and what one witness alone tells."""

    both: list[tuple[Any, Any, list[Any]]]
    only_a: list[Any]
    only_b: list[Any]


def pair(a: Sequence[Any], b: Sequence[Any], near: Callable[[Any, Any], tuple[Any, list[Any]] | None]) -> Pairs:
    """Pair records, those first that are nearest to each other, and of these in order.

    ``near`` gives how far apart two are, to be sorted by, with what they differ in; nothing where they cannot be one.
    """
    found = [
        (distance[0], here, there, distance[1])
        for here, one in enumerate(a)
        for there, other in enumerate(b)
        if (distance := near(one, other))
    ]
    only_a, only_b = dict(enumerate(a)), dict(enumerate(b))
    both = {}
    # No two have the same places, so that what differs is never asked which is less.
    for _, here, there, differing in sorted(found):
        if here in only_a and there in only_b:
            both[here] = only_a.pop(here), only_b.pop(there), differing
    return Pairs([both[here] for here in sorted(both)], [*only_a.values()], [*only_b.values()])


def together(records: Iterable[_Record], key: Callable[[_Record], Any]) -> dict[Any, list[_Record]]:
    """Put together records that have the same key, in their order."""
    found = defaultdict[Any, list[_Record]](list)
    for record in records:
        found[key(record)].append(record)
    return found


def counterparts(a: Sequence[Any], b: Sequence[Any]) -> dict[int, int]:
    """Return the place in a of each place of b: the first of a kind is the first of it where both have as many."""
    shared = {kind for kind in b if a.count(kind) == b.count(kind)}
    # A sort leaves those of a kind in their order.
    in_a, in_b = (
        sorted((place for place, kind in enumerate(kinds) if kind in shared), key=kinds.__getitem__) for kinds in (a, b)
    )
    return dict(zip(in_b, in_a, strict=True))


def same_effects(a: Sequence[Effect], b: Sequence[Effect], *, between_languages: bool) -> dict[int, int] | None:
    """Return which effect of a is which of b, by its number there; nothing is known where one print has more.

    Languages print the effects of a card in orders of their own, continuous ones first in English: where both have as
    many of each kind, the first of a kind is the first of it. Else the effects go in order.
    """
    if len(a) != len(b):
        return None
    places = counterparts([effect.kind for effect in a], [effect.kind for effect in b]) if between_languages else {}
    if len(places) < len(b):
        places = dict(enumerate(range(len(b))))
    return {there + 1: here + 1 for there, here in places.items()}


def match(
    a: Mapping[Any, Row], b: Mapping[Any, Row], *, between_languages: bool, by: By = "id"
) -> list[tuple[int | None, int | None]]:
    """Match texts of two taggings by id or name, field and, unless between languages, by language; give their places.

    Of several such texts those of one name go together, or by name those of one id, else the first with the first. A
    text without a name has no counterpart by name, and one whose id is no Konami id none by that. Null stands for the
    counterpart of a text that only one of the two has.
    """
    called = {"id": lambda row: row.id, "name": _plain_name, "konami_id": _konami_id}[by]

    def card(row: Row, *more: object) -> object:
        name = called(row)
        return None if name is None else (name, row.field, *more)

    def spoken(row: Row) -> object:
        return card(row, row.lang)

    def closest(row: Row) -> object:
        # Cards without an id of their own share one, and are told apart by their names.
        return card(row, row.lang, row.id if by == "name" else row.name)

    def unread(row: Row) -> object:
        # A text that could not be read in one of the taggings has no language there.
        return None if row.lang else card(row)

    steps = [(closest, closest), (spoken, spoken), (unread, card), (card, unread)]
    found, left_b = dict[int, int](), dict(b)
    for key_a, key_b in [(card, card)] if between_languages else steps:
        waiting = defaultdict[object, deque[int]](deque)
        for place, row in left_b.items():
            waiting[key_b(row)].append(place)
        waiting.pop(None, None)
        for place, row in a.items():
            if place not in found and waiting[key_a(row)]:
                found[place] = waiting[key_a(row)].popleft()
                del left_b[found[place]]
    return [*((place, found.get(place)) for place in a), *((None, place) for place in left_b)]


def _plain_name(row: Row) -> str | None:
    """Return a name as it is compared: without regard to capitals, widths and blanks; null where there is none."""
    return " ".join(normalize("NFKC", row.name or "").casefold().split()) or None


def _konami_id(row: Row) -> str | None:
    """Return the Konami id that an id is, which a passcode is not: it has fewer digits, and stands behind a k."""
    found = _KONAMI_ID.fullmatch(row.id)
    return found and found[1]
