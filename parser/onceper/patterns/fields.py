"""What a rule or a word may say about a limit, by the fields of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from onceper.contract.limit import AppliesTo, Limit, LimitKind, Whose
from onceper.contract.non_effect import NonEffect, NonEffectKind
from onceper.patterns.records import types_of

if TYPE_CHECKING:
    from collections.abc import Collection

    import msgspec

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


def _types_of(record: type[msgspec.Struct], leave_out: Collection[str] = ()) -> dict[str, Any]:
    """Return the types of the fields of a record, but for some."""
    return {key: kind for key, kind in types_of(record).items() if key not in leave_out}


# Which effects a reference reaches: one or all of those before the limit, one or all behind it, all, those with the
# numbers that it names, the same as the limit before it in its sentence, or none.
Reach = Literal[
    "last", "second_last", "before", "after", "first_after", "second_after", "all", "every", "numbered", "same", "none"
]

LIMIT_FIELDS: dict[str, Any] = {
    **_types_of(Limit, _OF_THE_PLACE),
    **_types_of(AppliesTo, {"effects", "options"}),
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
NON_EFFECT_FIELDS: dict[str, Any] = {**_types_of(NonEffect, _OF_THE_PLACE), "reach": Reach}
WORD_FIELDS: dict[str, Any] = {
    key: kind for key, kind in {**NON_EFFECT_FIELDS, **LIMIT_FIELDS}.items() if key not in {"kind", "applies"}
}
AMENDED_FIELDS: dict[str, Any] = {**WORD_FIELDS, "kind": LimitKind | NonEffectKind}
