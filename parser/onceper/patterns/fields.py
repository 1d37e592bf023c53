"""What a rule or a word may say about a limit, checked field by field against the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec

from onceper.contract.limit import AppliesTo, Limit, LimitKind, Whose
from onceper.contract.non_effect import NonEffect, NonEffectKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from onceper.patterns.rule import ReadingKind

# The reader fills these itself, from the place where the words stand.
_OF_THE_PLACE = {
    "applies_to",
    "name",
    "count_text",
    "condition",
    "effects",
    "span",
    "text",
    "rule",
    "source",
    "confidence",
}


def types_of(record: type[msgspec.Struct], leave_out: Collection[str] = ()) -> dict[str, Any]:
    """Return the fields of a record with their types."""
    return {f.name: f.type for f in msgspec.structs.fields(record) if f.name not in leave_out}


# Which effects a reference reaches: one or all of those before the limit, one or all behind it, all, those with the
# numbers that it names, the same as the limit before it in its sentence, or none.
Reach = Literal[
    "last", "second_last", "before", "after", "first_after", "second_after", "all", "every", "numbered", "same", "none"
]

LIMIT_FIELDS: dict[str, Any] = {
    **types_of(Limit, _OF_THE_PLACE),
    **types_of(AppliesTo, {"effects", "options"}),
    "reach": Reach,
    "numbers": tuple[int, ...],
    # The event that is counted, word by word; the reader adds of what.
    "what": str,
    "whose": Whose,
    # The ability that unquoted words name, and that a limit printed beside these words takes their place.
    "called": str,
    "implied": bool,
    # Whether the words say of each of several effects that it is limited by itself.
    "each": bool,
    # Whether the words speak of effects, so that their own sentence is none.
    "refers": bool,
}
NON_EFFECT_FIELDS: dict[str, Any] = {**types_of(NonEffect, _OF_THE_PLACE), "reach": Reach}
# Rules that yield no record say why instead.
SAYS_WHY: Mapping[ReadingKind, str] = {
    "not_a_limit": "why the words are no limit",
    "could_limit": "why the words could state a limit",
}
WORD_FIELDS: dict[str, Any] = {
    key: kind for key, kind in {**NON_EFFECT_FIELDS, **LIMIT_FIELDS}.items() if key not in {"kind", "applies"}
}
_AMENDED_FIELDS: dict[str, Any] = {**WORD_FIELDS, "kind": LimitKind | NonEffectKind}


def wrong_fields(given: Mapping[str, Any], allowed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield for each key that is not allowed, or whose value is not, what is wrong and what was expected."""
    for key, value in given.items():
        if key not in allowed:
            yield f"unknown key {key!r}", f"one of {', '.join(sorted(allowed))}"
            continue
        try:
            msgspec.convert(value, allowed[key])
        except msgspec.ValidationError as error:
            yield f"{key} = {value!r}", _choices(allowed[key]) or str(error).removeprefix("Expected ")


def _choices(kind: Any) -> str:
    """Return the values that a field may have, where they are a few words; else nothing."""
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, inner))}"
    return next(filter(None, map(_choices, inner)), "")


def wrong_reading(kind: ReadingKind, reading: Any) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with what a rule or the catalogue says that words mean, and what was expected."""
    if kind in SAYS_WHY:
        if not isinstance(reading, str) or not reading:
            yield f"{kind} = {reading!r}", SAYS_WHY[kind]
        return
    if not isinstance(reading, dict):
        yield f"{kind} = {reading!r}", "a table"
        return
    fields = {"limit": LIMIT_FIELDS, "non_effect": NON_EFFECT_FIELDS}.get(kind, _AMENDED_FIELDS)
    for what, expected in wrong_fields(reading, fields):
        yield f"{kind}: {what}", expected
    if kind in {"limit", "non_effect"} and "kind" not in reading:
        yield f"{kind} has no kind", ""
