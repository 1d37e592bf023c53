"""What a player could do with a copy, as far as its texts and the place where it lies tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from onceper.evaluator.action import Action
from onceper.evaluator.table import ONE_SHOT
from onceper.evaluator.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.evaluator.state import CopyState
    from onceper.evaluator.table import Table

_OUT_OF_SIGHT = {"deck", "shield_zone", "xyz_material", None}
_REVIVED = (Action.special_summon(),)
_SUMMONS = {
    "hand": (Action.normal_summon(), Action.set_monster(), Action.special_summon()),
    "graveyard": _REVIVED,
    "banished": _REVIVED,
    "extra_deck": _REVIVED,
}


class Choice(Struct, frozen=True, gc=False):
    """Say of one thing that a player could do with a copy whether the limits let them, and why."""

    copy: str
    action: Action
    verdict: Verdict


def find_actions(table: Table, copy: CopyState) -> Iterator[Action]:
    """Yield what could be done with a copy where it lies: effects, its activation, Summons, what the rulebook limits.

    A copy whose type was not told may be of any; of a game without these Summons only the effects are given.
    """
    if copy.location in _OUT_OF_SIGHT or copy.under is not None:
        return
    texts = table.texts[copy.name]
    is_yugioh = all(reading.game != "duelmasters" for reading in texts.values())
    may_be_activated = copy.location == "hand" or copy.is_face_down_on_field
    if is_yugioh and may_be_activated and copy.card_type != "monster":
        yield Action.activate_card()
    # The effect of a Normal Spell is its activation, and what lies face-down has none yet.
    if not (copy.is_face_down_on_field or (may_be_activated and copy.card_type in ONE_SHOT)):
        for field in texts:
            yield from _find_uses(table, copy, copy.name, Action.use(1, field=field))
        for gained in copy.gained:
            for field in table.texts[gained.of]:
                yield from _find_uses(table, copy, gained.of, Action.use(1, field=field, of=gained.of))
    if table.has_victory_text(copy.name):
        yield Action.win()
    if is_yugioh and copy.card_type in {None, "monster"}:
        yield from _SUMMONS.get(copy.location or "", ())
        if copy.location == "field":
            yield Action.change_position() if copy.face_up else Action.flip_summon()


def _find_uses(table: Table, copy: CopyState, card: str, first: Action) -> Iterator[Action]:
    """Yield the uses of the effects of one text, of each option where it has a count of its own."""
    reading = table.texts[card][first.field]
    for effect in reading.effects:
        if effect.kind == "procedure":
            if copy.location != "field":
                yield Action.summon()
            continue
        use = replace(first, effect=effect.index)
        by_option = any(one.counted.limit.each_option for one in table.look_up(copy, use).governing)
        yield from (replace(use, option=option.index) for option in effect.options) if by_option else (use,)
