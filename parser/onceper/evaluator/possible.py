"""What no copy can do, whatever the limits say: a Trap is not Normal Summoned."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.contract.reading import CardReading
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.contract.reading import Field, Row
    from onceper.evaluator.action import Action
    from onceper.evaluator.state import CopyState

# A Trap may be Special Summoned as a monster.
_FOR_MONSTERS = {"normal_summon", "set", "flip_summon"}
# A line of its own that opens a section, as card databases print both texts of a Pendulum Monster.
_SECTION = re.compile(r"^[\[【]", re.MULTILINE)


class ImpossibleActionError(OnceperError):
    """A card of this type, or a copy in this place, cannot do that."""


def check_possible(copy: CopyState, action: Action, texts: Mapping[Field, CardReading | Row]) -> None:
    """Refuse what the type of a card excludes; where it was not told, or only a row, it may be a Pendulum Monster.

    Raises:
        ImpossibleActionError: the message says what is expected of a card of this type.
    """
    kind, card_type = action.kind, copy.card_type
    if card_type not in {None, "monster"} and kind in _FOR_MONSTERS:
        raise ImpossibleActionError(
            f"{kind!r} of {copy.name!r}, which is a {card_type}",
            expected="`left_location` to the field with `face_up` false for a Set, `activated` for an activation",
        )
    if card_type == "monster" and kind == "activation" and _is_read_whole(texts):
        raise ImpossibleActionError(
            f"'activation' of {copy.name!r}, which is a monster", expected="one of its effects, such as Action.use(1)"
        )


def check_not_there(copy: CopyState, action: Action) -> None:
    """Refuse the Summon of a monster that was Summoned and is there; a Gemini monster is Normal Summoned again.

    Raises:
        ImpossibleActionError: it is face-up on the field.
    """
    if (
        copy.came_by == "summon"
        and copy.is_face_up_on_field
        and copy.card_type == "monster"
        and action.kind != "normal_summon"
    ):
        raise ImpossibleActionError(
            f"{action.kind!r} of {copy.name!r}, which was Summoned and is face-up on the field",
            expected="a monster in another place",
            remedy="say `left_location` where it left, or `moved_within_field` where it went to a Spell & Trap Zone",
        )


def _is_read_whole(texts: Mapping[Field, CardReading | Row]) -> bool:
    """Tell whether the one text of a card is known to have no Pendulum Effect."""
    return len(texts) == 1 and all(
        isinstance(reading, CardReading) and not _SECTION.search(reading.text) for reading in texts.values()
    )
