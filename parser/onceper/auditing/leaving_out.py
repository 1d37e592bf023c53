"""The rules for differences that cannot change play, or that running a script cannot show."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from onceper.auditing.claim import claims_of
from onceper.contract.finding import Contradiction, Grade, Sure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Enforces
    from onceper.contract.limit import Limit

_UNKNOWN = "trigger_or_unknown"
_PRINTS_ALONE = ("prints_alone", _UNKNOWN)
_EACH_CHOICE = "each_choice"
_BATTLE = {"battle", "attack", "phase"}


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one rule: the differences and circumstances where it holds, and the reason."""

    id: str
    differences: tuple[Contradiction, ...]
    when: tuple[str, ...]
    reason: str
    untold: bool = False


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold left_out.toml: its rules in their order, what lines of scripts show, what is less sure, and words."""

    signs: dict[str, tuple[str, ...]]
    signs_of_card: dict[str, tuple[str, ...]]
    left_out: tuple[LeftOut, ...]
    less_sure: frozenset[str]
    words: dict[Contradiction, str]
    grades: dict[Grade, str]


@cache
def rules() -> Rules:
    """Return the rules."""
    return msgspec.toml.decode(files("onceper.auditing").joinpath("left_out.toml").read_bytes(), type=Rules)


def reason_to_leave_out(difference: Difference, enforces: Enforces | None) -> LeftOut | None:
    """Return the first rule that leaves a difference out, or nothing."""
    found = {*_of_prints(difference), *(_of_script(difference, enforces) if enforces else _PRINTS_ALONE)}
    fitting = (rule for rule in rules().left_out if difference.kind in rule.differences)
    return next((rule for rule in fitting if found.issuperset(rule.when)), None)


def how_sure(difference: Difference, grade: Grade) -> Sure:
    """Return how sure it is that a difference is somebody's mistake: less where the prints differ, too."""
    said = {difference.kind, *(f"{difference.kind}.{one.meaning.counted}" for one in _said(difference)[:1])}
    surest: tuple[Sure, ...] = get_args(Sure)
    return surest[(grade != "both_prints") + (not said.isdisjoint(rules().less_sure))]


def _said(difference: Difference) -> list[Any]:
    return [one for one in (difference.claim, difference.other) if one]


def _of_prints(difference: Difference) -> Iterator[str]:
    """Yield what the limits in question do, and what the print says beside them."""
    row, said = difference.row, _said(difference)
    for one in said:
        yield from (f"{field}.{value}" for field, value in one.meaning._asdict().items())
        if one.limit:
            yield from _of_limit(one.limit)
    yield from (f"beside.{limit.kind}" for limit in row.limits)
    yield from (f"beside.{found.kind}" for found in row.non_effects)
    if not difference.claim:
        # Other limits that say the same may hold this one.
        with_choices = {effect.index for effect in row.effects if effect.options}
        for other in claims_of(row):
            if other.meaning == said[0].meaning:
                yield from {*_of_limit(other.limit)} & {_EACH_CHOICE}
                if other.effect in with_choices:
                    yield "choices"


def _of_limit(limit: Limit) -> Iterator[str]:
    told = {
        f"kind.{limit.kind}": True,
        "phase": limit.phase,
        "condition": limit.condition is not None,
        "battle": limit.period in _BATTLE,
        _EACH_CHOICE: limit.each_option or limit.each_target,
    }
    return (word for word, is_so in told.items() if is_so)


def _of_script(difference: Difference, enforces: Enforces) -> Iterator[str]:
    """Yield what the script's effects in question are, and what their lines show."""
    limit, concerned = difference.other, [difference.ability] if difference.ability else []
    effects = [effect for ability in concerned for effect in ability.effects]
    if limit:
        concerned, effects = limit.abilities, limit.effects
        if not limit.lines:
            yield "no_line"
    says = [effect.says for effect in effects]
    of_each = frozenset.intersection(*says) if says else frozenset()
    yield from (f"each.{word}" for word in of_each)
    if says and "activated" not in frozenset.union(*says):
        yield "never_activated"
    if concerned:
        yield "effect_known"
    if not concerned or "triggered" in of_each:
        yield _UNKNOWN
    whole = enforces.script.source
    yield from _shown(rules().signs, "\n".join(ability.text for ability in concerned) or whole)
    yield from _shown(rules().signs_of_card, whole)


def _shown(signs: dict[str, tuple[str, ...]], text: str) -> Iterable[str]:
    return (name for name, patterns in signs.items() if re.search("|".join(patterns), text))
