"""What a rule or a word may say about a limit, by the fields of the contract and the words for what is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from onceper.contract.limit import AppliesTo, Limit, LimitKind, Whose
from onceper.contract.non_effect import NonEffect, NonEffectKind
from onceper.patterns.records import Keys, keys_of, read_bundled

if TYPE_CHECKING:
    from collections.abc import Collection

    import msgspec

FILE = "events.toml"


def counted_events() -> frozenset[str]:
    """Return the contract's words for what ordinals, events and ceilings count, such as ``attack``."""
    return _read("events")


def counted_things() -> frozenset[str]:
    """Return the words of any language for what it happens to, which a game may tell although no card prints them."""
    return _read("things")


def _read(key: str) -> frozenset[str]:
    words: dict[str, frozenset[str]] = read_bundled(FILE, dict[str, frozenset[str]])
    return words[key]


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
    return {key: kind for key, kind in keys_of(record).types.items() if key not in leave_out}


# Which effects a reference reaches: one or all of those before the limit, one or all behind it, all, those with the
# numbers that it names, the same as the limit before it in its sentence, or none.
Reach = Literal[
    "last",
    "second_last",
    "before",
    "after",
    "first_after",
    "second_after",
    "all",
    "either",
    "every",
    "numbered",
    "same",
    "none",
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

# What stands in a file under `limit`, `non_effect`, `amends` and `means`.
SaidOfLimit = Annotated[dict[str, Any], Keys(LIMIT_FIELDS, ["kind"])]
SaidOfNonEffect = Annotated[dict[str, Any], Keys(NON_EFFECT_FIELDS, ["kind"])]
Amended = Annotated[dict[str, Any], Keys(AMENDED_FIELDS)]
Meaning = Annotated[dict[str, Any], Keys(WORD_FIELDS)]
