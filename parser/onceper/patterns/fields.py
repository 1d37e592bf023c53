"""What a rule or a word may say about a limit, by the fields of the contract and the words for what is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from onceper.contract.limit import AppliesTo, CountedEvent, Limit, LimitKind, Whose
from onceper.contract.non_effect import NonEffect, NonEffectKind
from onceper.patterns.records import fields_of, read_bundled, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    "options",
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


def _without_place(types: Mapping[str, Any]) -> dict[str, Any]:
    return {key: kind for key, kind in types.items() if key not in _OF_THE_PLACE}


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

LIMIT_FIELDS = _without_place(
    {
        **fields_of(Limit),
        **fields_of(AppliesTo),
        "event": table_of("Event", fields_of(CountedEvent), ["what"]),
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
)
NON_EFFECT_FIELDS = _without_place({**fields_of(NonEffect), "reach": Reach})
WORD_FIELDS: dict[str, Any] = {
    key: kind for key, kind in {**NON_EFFECT_FIELDS, **LIMIT_FIELDS}.items() if key not in {"kind", "applies"}
}

# What stands in a file under `limit`, `non_effect`, `amends` and `means`.
if TYPE_CHECKING:
    SaidOfLimit: TypeAlias = Any
    SaidOfNonEffect: TypeAlias = Any
    Amended: TypeAlias = Any
    Meaning: TypeAlias = Any
else:
    SaidOfLimit = table_of("SaidOfLimit", LIMIT_FIELDS, ["kind"])
    SaidOfNonEffect = table_of("SaidOfNonEffect", NON_EFFECT_FIELDS, ["kind"])
    Amended = table_of("Amended", {**WORD_FIELDS, "kind": LimitKind | NonEffectKind})
    Meaning = table_of("Meaning", WORD_FIELDS)
