"""Which effect of a script is which of the print's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.comparing.pairing import counterparts
from onceper.contract.effect import NEVER_ACTIVATED

if TYPE_CHECKING:
    from onceper.auditing.circumstances import Scripted
    from onceper.auditing.claim import Claim
    from onceper.auditing.enforced import Enforces
    from onceper.auditing.engine import Engine
    from onceper.contract.effect import Effect
    from onceper.contract.reading import Row


def place_of(claim: Claim, row: Row, scripted: Scripted) -> int | None:
    """Return the place of the script's effect that a claim is about, or nothing where that is not sure.

    Both give the effects in the order of the print: where they have as many that are activated, or are not, these go
    with each other one by one; else, where only one of the script's has no count, it is that one.
    """
    enforces, engine = scripted.enforces, scripted.engine
    if claim.effect is None:
        starts = [at for at, found in enumerate(enforces.abilities) if found.types & engine.effect_type_activate]
        return starts[0] if claim.limit.applies_to.activation and len(starts) == 1 else None
    printed = {effect.index: _is_activated(effect) for effect in row.effects}
    if claim.effect not in printed:
        return None
    made = {at: bool(enforces.abilities[at].types & engine.activated) for at in _of_game(enforces, engine)}
    counterpart = counterparts(made.values(), printed.values()).get([*printed].index(claim.effect))
    if counterpart is not None:
        return [*made][counterpart]
    alike = [at for at, activated in made.items() if activated == printed[claim.effect]]
    free = [at for at in alike if not any(one.counted for one in enforces.abilities[at].effects)]
    beside = [*printed.values()].count(printed[claim.effect])
    return free[0] if len(free) == 1 and beside > len(alike) - len(free) else None


def _is_activated(effect: Effect) -> bool:
    return effect.kind not in NEVER_ACTIVATED and effect.kind != "procedure"


def _of_game(enforces: Enforces, engine: Engine) -> list[int]:
    """Return the places of the abilities that a print tells of: not what only puts a Continuous card on the field."""
    return [
        at
        for at, found in enumerate(enforces.abilities)
        if any(effect.operation or effect.target or effect.cost for effect in found.effects)
        or not found.types & engine.effect_type_activate
    ]
