"""Which limits of two readings of a card say the same, and in what the others differ."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from onceper.comparing.pairing import pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.comparing.pairing import Effects, Pairs
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
    "kind": {
        "scope",
        "names",
        "owner",
        "resets_on",
        "on_control_change",
        "spent_on",
        "refunded_if_negated",
        "optional",
    },
    "verb": {"spent_on", "refunded_if_negated"},
    "scope": {"owner", "names"},
}


def compare_limits(
    a: Sequence[Limit], b: Sequence[Limit], effects: Effects, *, between_languages: bool
) -> Pairs[list[str]]:
    """Compare the limits of two readings of one card by what they mean in play: in which fields they differ."""
    said = {id(limit): _meaning(limit, between_languages=between_languages) for limit in (*a, *b)}
    for limits, numbers in ((a, effects.of_a), (b, effects.in_a)):
        for limit in limits:
            said[id(limit)][EFFECTS] = numbers(limit.applies_to.effects)

    def near(one: Limit, other: Limit) -> tuple[tuple[bool, int], list[str]] | None:
        here, there = said[id(one)], said[id(other)]
        if one.kind != other.kind and not (
            _is_counted_otherwise(one, other, here, there) if between_languages else _stand_together(one, other)
        ):
            return None
        fields = [field for field in here if here[field] != there[field]]
        follow = set[str]().union(*(_FOLLOW.get(field, ()) for field in fields))
        fields = [field for field in fields if field not in follow]
        return (one.kind != other.kind, len(fields)), fields

    return pair(a, b, near)


def _meaning(limit: Limit, *, between_languages: bool) -> dict[str, Any]:
    fields = _MEANS if between_languages else (*_MEANS, *_IN_ONE_LANGUAGE)
    said = {field: attrgetter(field)(limit) for field in fields}
    for field in _IN_WORDS:
        words = getattr(limit, field)
        # Prints and files differ in line ends, which change no reading.
        said[field] = words is not None if between_languages else words and " ".join(words.split())
    return said


def _is_counted_otherwise(one: Limit, other: Limit, here: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether two prints say how often of the same effects, and differ in whether copies share the count."""
    return {one.kind, other.kind} == {"soft", "hard"} and here[EFFECTS] == there[EFFECTS] and bool(here[EFFECTS])


def _stand_together(one: Limit, other: Limit) -> bool:
    return one.text == other.text or (one.span[0] < other.span[1] and other.span[0] < one.span[1])
