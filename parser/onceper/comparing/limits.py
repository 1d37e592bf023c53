"""Which limits of two readings of a card say the same, and in what the others differ."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.comparing.effects import Numbering
    from onceper.contract.limit import Limit

EFFECTS = "applies_to.effects"
# What a limit does in play, which every language says alike; its words, its place and how it points do nothing.
_MEANS = (
    "kind",
    "scope",
    "period",
    "whose_turn",
    "phase",
    "count",
    "at_least",
    "verb",
    "summon_kind",
    "shared",
    "each_option",
    "each_target",
    "counts_from",
    "names",
    "player",
    "owner",
    "optional",
    "spent_on",
    "refunded_if_negated",
    "resets_on",
    "on_control_change",
    "applies_to.options",
    "applies_to.activation",
    "applies_to.summon",
)
# Words of the print, of which another language has its own.
_IN_WORDS = ("count_text", "condition")
_IN_ONE_LANGUAGE = ("name", "event", "pattern", "edition")
# A field that differs because another does is no further difference.
_FOLLOW = {
    "kind": frozenset(
        {"scope", "names", "owner", "resets_on", "on_control_change", "spent_on", "refunded_if_negated", "optional"}
    ),
    "verb": frozenset({"spent_on", "refunded_if_negated"}),
    "scope": frozenset({"owner", "names"}),
}


class Differing(NamedTuple):
    """Hold the places of two limits that are one, and the fields in which they differ."""

    a: int
    b: int
    fields: tuple[str, ...]


class Limits(NamedTuple):
    """Hold the limits of two readings: only in the one by place, only in the other, and differing."""

    only_a: list[int]
    only_b: list[int]
    differing: list[Differing]


def compare_limits(a: Sequence[Limit], b: Sequence[Limit], numbering: Numbering, *, between_languages: bool) -> Limits:
    """Compare the limits of two readings of one card by what they mean in play."""
    means = _meaning(between_languages=between_languages)
    said_a = [{**means(limit), EFFECTS: numbering.told(limit.applies_to.effects)} for limit in a]
    said_b = [{**means(limit), EFFECTS: numbering.matched(limit.applies_to.effects)} for limit in b]
    only_b = list(range(len(b)))
    only_a = []
    for place, said in enumerate(said_a):
        same = next((other for other in only_b if said_b[other] == said), None)
        if same is None:
            only_a.append(place)
        else:
            only_b.remove(same)
    differing = []
    nearest = sorted(
        (a[here].kind != b[there].kind, len(fields := _fields(said_a[here], said_b[there])), here, there, fields)
        for here in only_a
        for there in only_b
        if _is_one(a[here], b[there], said_a[here], said_b[there], between_languages=between_languages)
    )
    for *_, here, there, fields in nearest:
        if here in only_a and there in only_b:
            only_a.remove(here)
            only_b.remove(there)
            differing.append(Differing(here, there, fields))
    return Limits(only_a, only_b, sorted(differing))


def _meaning(*, between_languages: bool) -> Callable[[Limit], dict[str, Any]]:
    getters = {field: attrgetter(field) for field in _MEANS}
    if not between_languages:
        getters |= {field: attrgetter(field) for field in _IN_ONE_LANGUAGE}

    def said(limit: Limit) -> dict[str, Any]:
        found = {field: get(limit) for field, get in getters.items()}
        for field in _IN_WORDS:
            words = getattr(limit, field)
            # Prints and files differ in line ends, which change no reading.
            found[field] = words is not None if between_languages else words and " ".join(words.split())
        return found

    return said


def _is_one(a: Limit, b: Limit, said_a: dict[str, Any], said_b: dict[str, Any], *, between_languages: bool) -> bool:
    if not between_languages:
        return a.text == b.text or (a.span[0] < b.span[1] and b.span[0] < a.span[1]) or a.kind == b.kind
    return a.kind == b.kind or (
        {a.kind, b.kind} == {"soft", "hard"} and said_a[EFFECTS] == said_b[EFFECTS] and bool(said_a[EFFECTS])
    )


def _fields(said_a: dict[str, Any], said_b: dict[str, Any]) -> tuple[str, ...]:
    fields = [field for field in said_a if said_a[field] != said_b[field]]
    follow = frozenset[str]().union(*(_FOLLOW[field] for field in fields if field in _FOLLOW))
    return tuple(field for field in fields if field not in follow)
