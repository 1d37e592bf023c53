"""The rules for differences that cannot change play, or that running a script cannot show."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from onceper.auditing.claim import claims_of
from onceper.contract.finding import Contradiction, Grade, Sure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Enforces

_UNKNOWN = "trigger_or_unknown"
_PRINTS_ALONE = ("prints_alone", _UNKNOWN)
_BATTLE = {"battle", "attack", "phase"}


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one rule: the differences and circumstances where it holds, and the reason."""

    id: str
    differences: tuple[Contradiction, ...]
    when: tuple[str, ...]
    reason: str
    untold: bool = False


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold left_out.toml: its rules in their order, what lines of scripts show, how sure a finding is, and words."""

    signs: dict[str, tuple[str, ...]]
    signs_of_card: dict[str, tuple[str, ...]]
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
    found = {*_of_prints(difference), *(_of_script(difference, enforces) if enforces else _PRINTS_ALONE)}
    fitting = (rule for rule in rules().left_out if found.issuperset(rule.when))
    return next((rule for rule in fitting if difference.kind in rule.differences), None)


def how_sure(difference: Difference, grade: Grade) -> Sure:
    """Return how sure it is that a difference is somebody's mistake."""
    record = difference.claim or difference.enforced
    known = rules().sure
    sure = known.get(f"{difference.kind}.{record and record.meaning.counted}", known[difference.kind])
    if grade == "both_prints":
        return sure
    return "fair" if sure == "high" else "low"


def _of_prints(difference: Difference) -> Iterator[str]:
    """Yield what the limits in question do, and what the print says beside them."""
    row, claim, enforced = difference.row, difference.claim, difference.enforced
    for meaning in (one.meaning for one in (claim, enforced, difference.other) if one):
        yield from (f"{field}.{value}" for field, value in meaning._asdict().items())
    for limit in (one.limit for one in (claim, difference.other) if one):
        yield f"kind.{limit.kind}"
        yield from (field for field in ("phase", "condition") if getattr(limit, field) is not None)
        yield from ["battle"] if limit.period in _BATTLE else []
        yield from ["each_choice"] if limit.each_option or limit.each_target else []
    yield from (f"beside.{limit.kind}" for limit in row.limits)
    yield from (f"beside.{found.kind}" for found in row.non_effects)
    if claim is None and enforced is not None:
        # Other limits that say the same may hold this one.
        with_choices = {effect.index for effect in row.effects if effect.options}
        for other in (other for other in claims_of(row) if other.meaning == enforced.meaning):
            yield from ["each_choice"] if other.limit.each_option or other.limit.each_target else []
            yield from ["choices"] if other.effect in with_choices else []


def _of_script(difference: Difference, enforces: Enforces) -> Iterator[str]:
    """Yield what the script's effects in question are, and what their lines show."""
    limit, concerned = difference.enforced, [difference.ability] if difference.ability else []
    effects = [effect for ability in concerned for effect in ability.effects]
    if limit is not None:
        concerned, effects = [enforces.abilities[at] for at in limit.abilities], [*limit.effects]
        yield from [] if limit.lines else ["no_line"]
    yield "effect_known" if concerned else _UNKNOWN
    if effects:
        yield from [_UNKNOWN] if all("triggered" in effect.says for effect in effects) else []
        yield from (f"each.{word}" for word in frozenset.intersection(*(effect.says for effect in effects)))
        yield from [] if any("activated" in effect.says for effect in effects) else ["never_activated"]
    claim, fewer = difference.claim, len(enforces.abilities) < len(difference.row.effects)
    if claim and fewer:
        alike = [
            limit for limit in enforces.limits if limit.meaning._replace(shared=claim.meaning.shared) == claim.meaning
        ]
        yield from ["cloned"] if any(effect.clone for limit in alike for effect in limit.effects) else []
    whole = enforces.script.source
    yield from _shown(rules().signs, "\n".join(ability.text for ability in concerned) or whole)
    yield from _shown(rules().signs_of_card, whole)


def _shown(signs: dict[str, tuple[str, ...]], text: str) -> Iterable[str]:
    return (name for name, patterns in signs.items() if re.search("|".join(patterns), text))
