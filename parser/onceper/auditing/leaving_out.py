"""The rules for differences that cannot change play, or that running a script cannot show."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from onceper.auditing.claim import Counted, claims_of
from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.finding import Contradiction, Grade, Sure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Ability, Enforces
    from onceper.auditing.told import ScriptEffect
    from onceper.contract.limit import Limit

    Facts = dict[str, bool]


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one rule: the differences and circumstances where it holds, and the reason."""

    id: str
    differences: tuple[Contradiction, ...]
    when: tuple[str, ...]
    reason: str
    untold: bool = False
    counted: Counted | None = None

    def holds(self, difference: Difference, found: set[str]) -> bool:
        """Whether the rule leaves this difference out."""
        if difference.kind not in self.differences or not found.issuperset(self.when):
            return False
        told = [record.meaning.counted for record in (difference.claim, difference.enforced) if record is not None]
        return self.counted is None or self.counted in told


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold left_out.toml: its rules in their order, what a script's lines show, how sure a finding is, and words."""

    signs: dict[str, tuple[str, ...]]
    left_out: tuple[LeftOut, ...]
    sure: dict[str, Sure]
    words: dict[Contradiction, str]
    grades: dict[Grade, str]


@cache
def rules() -> Rules:
    """Return the rules."""
    return msgspec.toml.decode(files("onceper.auditing").joinpath("left_out.toml").read_bytes(), type=Rules)


def reason_to_leave_out(difference: Difference, enforces: Enforces | None) -> LeftOut | None:
    """Return the first rule that leaves a difference out, or nothing."""
    found = _circumstances(difference, enforces)
    return next((rule for rule in rules().left_out if rule.holds(difference, found)), None)


def how_sure(difference: Difference, grade: Grade) -> Sure:
    """Return how sure it is that a difference is somebody's mistake."""
    record = difference.claim or difference.enforced
    counted = record.meaning.counted if record else ""
    sure = rules().sure.get(f"{difference.kind}.{counted}", rules().sure[difference.kind])
    if grade == "both_prints":
        return sure
    return "fair" if sure == "high" else "low"


def ability_of(difference: Difference, enforces: Enforces) -> Ability | None:
    """Return the script's effect that a claim is about, or nothing where that is not sure, or it has the limit."""
    ability = None if difference.place is None else enforces.abilities[difference.place]
    return None if ability and difference.kind == "missing" and ability.counted else ability


def _circumstances(difference: Difference, enforces: Enforces | None) -> set[str]:
    """Return what there is around a difference: facts that tell whether it can change play."""
    facts = [_of_row(difference)]
    facts += [_of_print(claim.limit) for claim in (difference.claim, difference.other) if claim]
    if enforces is None:
        facts.append({"trigger_or_unknown": True, "prints_alone": True})
    else:
        facts.append(_of_script(difference, enforces))
    return {name for some in facts for name, is_so in some.items() if is_so}


def _of_row(difference: Difference) -> Facts:
    """Return what the print says of other limits that bears on one that it does not state."""
    row, claim, limit = difference.row, difference.claim, difference.enforced
    kinds = {limit.kind for limit in row.limits}
    applying = {effect.index for effect in row.effects if effect.kind in NEVER_ACTIVATED}
    with_choices = {effect.index for effect in row.effects if effect.options}
    alike = [] if claim or limit is None else [other for other in claims_of(row) if other.meaning == limit.meaning]
    return {
        "gain_printed": "gain" in kinds,
        "summon_limited": "summon" in kinds,
        "cannot_be_negated": any(found.kind == "cannot_be_negated" for found in row.non_effects),
        "applies_by_itself": claim is not None
        and claim.effect in applying
        and len(claim.limit.applies_to.effects) > 1
        and claim.limit.verb != "apply",
        "each_choice": any(other.limit.each_option or other.limit.each_target for other in alike),
        "choices": any(other.effect in with_choices for other in alike),
    }


def _of_print(limit: Limit) -> Facts:
    return {
        "phase_printed": limit.phase is not None,
        "battle_printed": limit.period in {"battle", "attack", "phase"},
        "phase_period": limit.period == "phase",
        "chain_printed": limit.period == "chain",
        "no_number": limit.count is None,
        "conditional": limit.condition is not None,
        "each_choice": limit.each_option or limit.each_target,
        "procedure": limit.verb == "summon",
        "summon_printed": limit.kind == "summon",
    }


def _of_script(difference: Difference, enforces: Enforces) -> Facts:
    limit, ability = difference.enforced, ability_of(difference, enforces)
    concerned = [ability] if ability else []
    effects: Sequence[ScriptEffect] = ability.effects if ability else ()
    facts: Facts = {"cloned": _may_be_clone(difference, enforces)}
    if limit is not None:
        concerned, effects = [enforces.abilities[at] for at in limit.abilities], limit.effects
        facts |= {
            "no_line": not limit.lines,
            "procedure": limit.meaning.verb == "summon",
            "chain_enforced": limit.meaning.period == "chain",
            "never_activated": bool(effects) and not any("activated" in effect.says for effect in effects),
        }
    triggered = _each_is("triggered", effects)
    whole = enforces.script.source
    text = "\n".join(one.text for one in concerned) if concerned else whole
    return facts | {
        "phase_event": _each_is("phase", effects),
        "own_event": triggered and _each_is("of_itself", effects),
        "continuous": _each_is("continuous", effects),
        "trigger_or_unknown": triggered or not concerned,
        # Rules of a kind of card are set up apart from the effects; and what leaves may be another effect's card.
        **{
            sign: bool(pattern.search(whole if sign in {"union", "spirit"} else text))
            for sign, pattern in _signs().items()
            if concerned or sign != "leaves"
        },
    }


def _each_is(word: str, effects: Sequence[ScriptEffect]) -> bool:
    return bool(effects) and all(word in effect.says for effect in effects)


def _may_be_clone(difference: Difference, enforces: Enforces) -> bool:
    """Whether a script that makes fewer effects than are printed may make this one as a clone with the same limit."""
    claim, place = difference.claim, difference.place
    if difference.kind != "missing" or claim is None:
        return False
    cloned = [
        limit
        for limit in enforces.limits
        if limit.meaning._replace(shared=claim.meaning.shared) == claim.meaning
        and any(effect.clone for effect in limit.effects)
    ]
    if place is None:
        return bool(cloned) and len(enforces.abilities) < len(difference.row.effects)
    return any(place in limit.abilities for limit in cloned)


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    return {name: re.compile("|".join(patterns)) for name, patterns in rules().signs.items()}
