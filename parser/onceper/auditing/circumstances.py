"""What there is around a difference: facts that tell whether it can change play."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.claim import claims_of
from onceper.auditing.leaving_out import signs
from onceper.contract.effect import NEVER_ACTIVATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.auditing.claim import Claim
    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Ability, Enforces
    from onceper.auditing.engine import Engine
    from onceper.auditing.folder import Script
    from onceper.auditing.told import ScriptEffect
    from onceper.contract.limit import Limit
    from onceper.contract.reading import Row


class Scripted(NamedTuple):
    """Hold a script with what it enforces, and the numbers to understand it by."""

    script: Script
    enforces: Enforces
    engine: Engine


def circumstances(difference: Difference, row: Row, place: int | None, scripted: Scripted | None) -> frozenset[str]:
    """Return the names of what is there; ``place`` is that of the script's effect that a claim is about, if known."""
    found: set[str] = set(_of_row(difference, row))
    for claim in (difference.claim, difference.other):
        if claim is not None:
            found.update(_of_print(claim.limit))
    if scripted is None:
        return frozenset(found | {"trigger_or_unknown", "prints_alone"})
    if difference.kind == "missing" and difference.claim and _may_be_clone(difference.claim, row, place, scripted):
        found.add("cloned")
    return frozenset(found | _of_script(difference, place, scripted))


def ability_without_limit(difference: Difference, place: int | None, scripted: Scripted) -> Ability | None:
    """Return the effect of the script that a missing limit would be on, or nothing where that is not sure."""
    ability = None if place is None else scripted.enforces.abilities[place]
    if ability and difference.kind == "missing" and any(effect.counted for effect in ability.effects):
        return None
    return ability


def _of_script(difference: Difference, place: int | None, scripted: Scripted) -> set[str]:
    found: set[str] = set()
    ability = ability_without_limit(difference, place, scripted)
    concerned: tuple[Ability, ...] = () if ability is None else (ability,)
    if difference.enforced is not None:
        concerned = tuple(scripted.enforces.abilities[at] for at in difference.enforced.abilities)
        found.update(_of_enforced(difference, scripted.engine))
    effects = [effect for one in concerned for effect in one.effects]
    if difference.enforced is not None:
        effects = list(difference.enforced.effects)
    found.update(_of_effects(effects, scripted.engine))
    whole = not concerned
    text = scripted.script.source if whole else "\n".join(ability.text for ability in concerned)
    for sign, pattern in _patterns().items():
        # Rules of a kind of card are set up apart from the effects.
        if pattern.search(scripted.script.source if sign in {"union", "spirit"} else text):
            found.add(sign)
    if whole:
        # What leaves may be another effect's card.
        found.discard("leaves")
        found.add("trigger_or_unknown")
    return found


def _may_be_clone(claim: Claim, row: Row, place: int | None, scripted: Scripted) -> bool:
    """Whether a script that makes fewer effects than are printed may make this one as a clone with the same limit."""
    abilities, limits = scripted.enforces
    alike = [limit for limit in limits if limit.meaning._replace(shared=claim.meaning.shared) == claim.meaning]
    cloned = [limit for limit in alike if any(effect.clone for effect in limit.effects)]
    if place is None:
        return bool(cloned) and len(abilities) < len(row.effects)
    return any(place in limit.abilities for limit in cloned)


def _of_enforced(difference: Difference, engine: Engine) -> Iterator[str]:
    limit = difference.enforced
    if limit is None:
        return
    if not limit.lines:
        yield "no_line"
    if limit.meaning.verb == "summon":
        yield "procedure"
    if limit.meaning.period == "chain":
        yield "chain_enforced"
    if limit.effects and not any(effect.type & engine.activated for effect in limit.effects):
        yield "never_activated"


def _of_row(difference: Difference, row: Row) -> Iterator[str]:
    """Yield what the print says of other limits that bears on one that it does not state."""
    if any(limit.kind == "gain" for limit in row.limits):
        yield "gain_printed"
    if any(found.kind == "cannot_be_negated" for found in row.non_effects):
        yield "cannot_be_negated"
    if any(limit.kind == "summon" for limit in row.limits):
        yield "summon_limited"
    if difference.claim is not None:
        governed = difference.claim.limit.applies_to.effects
        applying = {effect.index for effect in row.effects if effect.kind in NEVER_ACTIVATED}
        if difference.claim.effect in applying and len(governed) > 1 and difference.claim.limit.verb != "apply":
            yield "applies_by_itself"
    if difference.enforced is None or difference.claim is not None:
        return
    alike = [claim for claim in claims_of(row) if claim.meaning == difference.enforced.meaning]
    if any(claim.limit.each_option or claim.limit.each_target for claim in alike):
        yield "each_choice"
    with_choices = {effect.index for effect in row.effects if effect.options}
    if any(claim.effect in with_choices for claim in alike):
        yield "choices"


def _of_print(limit: Limit) -> Iterator[str]:
    if limit.phase is not None:
        yield "phase_printed"
    if limit.period in {"battle", "attack", "phase"}:
        yield "battle_printed"
    if limit.period == "phase":
        yield "phase_period"
    if limit.period == "chain":
        yield "chain_printed"
    if limit.count is None:
        yield "no_number"
    if limit.condition is not None:
        yield "conditional"
    if limit.each_option or limit.each_target:
        yield "each_choice"
    if limit.verb == "summon":
        yield "procedure"
    if limit.kind == "summon":
        yield "summon_printed"


def _of_effects(effects: Sequence[ScriptEffect], engine: Engine) -> Iterator[str]:
    if not effects:
        return
    if all(engine.is_phase(effect.code) for effect in effects):
        yield "phase_event"
    triggers = engine.effect_type_trigger_o | engine.effect_type_trigger_f | engine.effect_type_flip
    if all(effect.type & triggers for effect in effects):
        yield "trigger_or_unknown"
        if all(effect.type & engine.effect_type_single or effect.type & engine.effect_type_flip for effect in effects):
            yield "own_event"
    if all(effect.type & engine.effect_type_continuous for effect in effects):
        yield "continuous"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: re.compile("|".join(patterns)) for name, patterns in signs().items()}
