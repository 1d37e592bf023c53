"""What the model tells apart, limits by kind and scope, text that is no effect by kind, what goes with them; a find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from onceper.contract.limit import LimitKind, Period, Scope, Verb, WhoseTurn
from onceper.contract.non_effect import NonEffectKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LIMIT = "limit"
NON_EFFECT = "non_effect"
UNKNOWN = "unknown"
# Said of a limit, and asked only where its words do not tell.
SAID: dict[str, tuple[str, ...]] = {
    "period": get_args(Period),
    "verb": get_args(Verb),
    "whose_turn": get_args(WhoseTurn),
    "shared": ("True",),
}
# Every label that a model may have.
KNOWN = {f"{LIMIT}.{kind}.{scope}" for kind in get_args(LimitKind) for scope in get_args(Scope)}
KNOWN |= {f"{NON_EFFECT}.{kind}" for kind in get_args(NonEffectKind)}
KNOWN |= {f"{slot}.{value}" for slot, values in SAID.items() for value in values}
# The sentence of a limit by name is one of these without a label of its own, and lore is told by the whole text.
FOLLOWS = {"activation_limit", "summon_limit", "flavor"}
_USUAL: dict[str, set[Any]] = {"period": {"turn", None}, "verb": {"use"}, "whose_turn": {"any"}, "shared": {False}}


def of_limit(fields: Mapping[str, Any]) -> set[str]:
    """Return the labels of a limit with these fields of the contract."""
    labels = {f"{LIMIT}.{fields['kind']}.{fields['scope']}"}
    for slot in SAID:
        value = fields.get(slot)
        if value is not None and value not in _USUAL[slot]:
            labels.add(f"{slot}.{value}")
    return labels


def of_non_effects(kinds: Iterable[str]) -> set[str]:
    """Return the labels of text that is no effect of these kinds."""
    return {f"{NON_EFFECT}.{kind}" for kind in kinds if kind not in FOLLOWS}


class Finding(NamedTuple):
    """Hold what a model says of a sentence.

    ``limit`` is the kind and scope of a limit, or null, and then ``leaning`` the kind that it may state all the same;
    ``slots`` are fields of it that its words may say better; ``words`` are the place of its words in the template, or
    null where they are all of it.
    """

    limit: tuple[str, str] | None
    leaning: str | None
    confidence: float
    slots: dict[str, Any]
    words: tuple[int, int] | None
    non_effects: tuple[tuple[str, float], ...]


NOTHING = Finding(None, None, 0.0, {}, None, ())
