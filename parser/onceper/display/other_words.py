"""Text that is no effect, and what was not read, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.words import name_effects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.non_effect import NonEffect
    from onceper.contract.span import Unread

_MATERIALS = {
    "itself": "this card as material",
    "others": "the other materials",
    "summoned": "the monster Summoned with it",
    "in_hand": "materials in the hand",
}
_WINS = {"duel": "wins the Duel", "match": "wins the Match"}
_NOT_READ = {"no_rule": "no rule fits", "too_long": "too long"}


def not_effect_in_words(found: NonEffect) -> str:
    """Return what text that is not an effect is, such as ``maintenance cost · effect 1 · may be left unpaid``."""
    return " · ".join([found.kind.replace("_", " "), *_particulars(found)])


def not_effect_and_where(found: NonEffect) -> str:
    """Return the same with where it applies, such as ``activation limit · applies everywhere``."""
    words = [found.kind.replace("_", " "), f"applies {found.applies.replace('_', ' ')}", *_particulars(found)]
    return " · ".join(words)


def _particulars(found: NonEffect) -> Iterator[str]:
    if found.effects:
        yield f"about {name_effects(found.effects)}"
    if found.mandatory is not None:
        yield "must be paid where possible" if found.mandatory else "may be left unpaid"
    if found.material:
        yield _MATERIALS[found.material]
    if found.wins:
        yield _WINS[found.wins]


def unread_in_words(found: Unread) -> str:
    """Return why something was not read, and what the classifier takes it for: ``no rule fits · perhaps hard, 83%``."""
    return " · ".join(filter(None, [_NOT_READ[found.reason], guess_in_words(found)]))


def guess_in_words(found: Unread) -> str:
    """Return what the classifier takes for what was not read, such as ``perhaps hard, 83%``, or nothing."""
    return f"perhaps {found.guess.kind.replace('_', ' ')}, {found.guess.confidence:.0%}" if found.guess else ""
