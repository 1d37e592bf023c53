"""Text that is no effect in the words of the contract, in English: what programs and reports compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.words import name_effects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.non_effect import NonEffect

_MATERIALS = {
    "itself": "this card as material",
    "others": "the other materials",
    "summoned": "the monster Summoned with it",
    "in_hand": "materials in the hand",
}
_WINS = {"duel": "wins the Duel", "match": "wins the Match"}


def not_effect_in_words(found: NonEffect) -> str:
    """Return what text that is not an effect is, such as ``maintenance cost · effect 1 · may be left unpaid``."""
    return " · ".join([found.kind.replace("_", " "), *_particulars(found)])


def not_effect_and_where(found: NonEffect) -> str:
    """Return the same with where it applies, such as ``activation limit · applies everywhere``."""
    where = [f"applies {found.applies.replace('_', ' ')}"] if found.applies else []
    return " · ".join([found.kind.replace("_", " "), *where, *_particulars(found)])


def _particulars(found: NonEffect) -> Iterator[str]:
    if found.effects:
        yield f"about {name_effects(found.effects)}"
    if found.mandatory is not None:
        yield "must be paid where possible" if found.mandatory else "may be left unpaid"
    if found.material:
        yield _MATERIALS[found.material]
    if found.wins:
        yield _WINS[found.wins]
