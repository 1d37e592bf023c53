"""What a rule or a word may say about a limit, checked field by field against the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from onceper.contract.limit import AppliesTo, Limit
from onceper.contract.non_effect import NonEffect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# The reader fills these itself, from the place where the words stand.
_OF_THE_PLACE = {"applies_to", "name", "span", "text", "rule", "source", "confidence"}


def _types(record: type[msgspec.Struct], leave_out: set[str]) -> dict[str, Any]:
    return {f.name: f.type for f in msgspec.structs.fields(record) if f.name not in leave_out}


# Which effects a reference reaches: one or all of those before the limit, one or all behind it, all, or none.
Reach = Literal["last", "second_last", "before", "after", "first_after", "second_after", "all", "none"]

LIMIT_FIELDS: dict[str, Any] = {
    **_types(Limit, _OF_THE_PLACE),
    **_types(AppliesTo, {"effects"}),
    "reach": Reach,
}
NON_EFFECT_FIELDS: dict[str, Any] = _types(NonEffect, _OF_THE_PLACE)
WORD_FIELDS: dict[str, Any] = {key: kind for key, kind in LIMIT_FIELDS.items() if key != "kind"}


def wrong_fields(given: Mapping[str, Any], allowed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield for each key that the contract refuses what is wrong and what was expected."""
    for key, value in given.items():
        if key not in allowed:
            yield f"unknown key {key!r}", f"one of {', '.join(sorted(allowed))}"
            continue
        try:
            msgspec.convert(value, allowed[key])
        except msgspec.ValidationError as error:
            yield f"{key} = {value!r}", str(error)
