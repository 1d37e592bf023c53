"""What of a copy's text applies at a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect

if TYPE_CHECKING:
    from onceper.evaluator.state import CopyState
    from onceper.evaluator.table import Table


class InForce(Struct, frozen=True):
    """Hold the effects that a copy has now, its other text, and the limits on it."""

    effects: tuple[Effect, ...]
    non_effects: tuple[NonEffect, ...]
    limits: tuple[Limit, ...]

    def __repr__(self) -> str:
        effects, limits = [effect.index for effect in self.effects], [limit.kind for limit in self.limits]
        non_effects = [text.kind for text in self.non_effects]
        return f"{type(self).__name__}(effects={effects}, non_effects={non_effects}, limits={limits})"


def find_in_force(table: Table, copy: CopyState) -> InForce:
    """Return what applies of the copy's own text and of what it has gained.

    Text that is no effect is not negated with the effects, and does not go along to a card that gains them;
    trigger costs and a "cannot respond" that speaks of other cards are effects (OCG Perfect Rulebook 2017,
    pp. 175-179; Turkish advanced rules, "Sürekli kartların ücretlerini engelleme").
    """
    is_off = copy.negated or copy.is_face_down_on_field or copy.under is not None
    replaced = {number for gained in copy.gained for number in gained.replaces}
    effects: list[Effect] = []
    non_effects: list[NonEffect] = []
    for field, text in table.texts[copy.name].items():
        own = () if is_off else text.effects
        effects += [effect for effect in own if field != "text" or effect.index not in replaced]
        non_effects += text.non_effects
    limits = [
        counted.limit
        for counted in table.limits[copy.name]
        # How many may be controlled, and what others may do, is said by an effect.
        if not is_off or counted.limit.kind not in {"control", "cap"}
    ]
    for name in () if is_off else [gained.of for gained in copy.gained]:
        for text in table.texts[name].values():
            effects += text.effects
        limits += [counted.limit for counted in table.limits[name] if counted.goes_along]
    return InForce(tuple(effects), tuple(non_effects), tuple(limits))
