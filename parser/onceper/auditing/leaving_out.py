"""The rules for differences that cannot change play, or that running a script cannot show."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from onceper.auditing.count import asked_for
from onceper.contract.finding import Contradiction, Grade, Sure
from onceper.resources import packaged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.auditing.count import Ability
    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Enforces
    from onceper.contract.limit import Limit


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one rule: the differences where it holds, the circumstances of which each time one is needed, the reason."""

    id: str
    differences: tuple[Contradiction, ...]
    when: tuple[frozenset[str], ...]
    reason: str


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold left_out.toml: its rules in their order, what lines of scripts show, what is less sure, and words.

    ``untold`` are those rules by which it is the script that tells nothing.
    """

    signs: dict[str, tuple[str, ...]]
    signs_of_card: dict[str, tuple[str, ...]]
    left_out: tuple[LeftOut, ...]
    less_sure: frozenset[str]
    words: dict[Contradiction, str]
    grades: dict[Grade, str]
    untold: frozenset[str]


@cache
def rules() -> Rules:
    """Return the rules."""
    return msgspec.toml.decode(packaged("auditing/left_out.toml"), type=Rules)


def reason_to_leave_out(difference: Difference, enforces: Enforces | None) -> LeftOut | None:
    """Return the first rule that leaves a difference out, or nothing."""
    found = _circumstances(difference, enforces)
    fitting = (rule for rule in rules().left_out if difference.kind in rule.differences)
    return next((rule for rule in fitting if all(found & needed for needed in rule.when)), None)


def how_sure(difference: Difference, grade: Grade) -> Sure:
    """Return how sure it is that a difference is somebody's mistake: less where the prints differ, too."""
    counted = (difference.claim or difference.other).meaning.counted
    surest: tuple[Sure, ...] = get_args(Sure)
    return surest[(grade != "both_prints") + (f"{difference.kind}.{counted}" in rules().less_sure)]


def _circumstances(difference: Difference, enforces: Enforces | None) -> set[str]:
    """Return what the counts in question do, what the print says beside them, and what the lines of the script show."""
    row, said = difference.row, [one for one in (difference.claim, difference.other) if one]
    ability: Ability = said[-1].ability
    # Other limits that say the same may hold this one.
    alike = [one for one in asked_for(row, {}) if one.meaning == said[0].meaning]
    is_so = {
        "choices": any(effect.options for effect in row.effects),
        "prints_alone": not enforces,
        "never_activated": ability.effects and "activated" not in ability.says,
        "effect_known": ability.effects,
        "effect_unknown": not ability.effects,
    }
    beside: list[Any] = [*row.limits, *row.non_effects]
    lines = enforces.script.lines if enforces else []
    script, own = "\n".join(lines), "\n".join(line for start, end in ability.bodies for line in lines[start - 1 : end])
    shown = ((own or script, rules().signs), (script, rules().signs_of_card))
    return {
        *(name for name, value in is_so.items() if value),
        *(f"{field}.{value}" for one in said for field, value in one.meaning._asdict().items()),
        *(word for one in said if one.limit for word in _words_of(one.limit)),
        *(f"alike.{word}" for one in alike for word in _words_of(one.limit)),
        *(f"beside.{record.kind}" for record in beside),
        *(f"each.{word}" for word in ability.each),
        *(name for text, signs in shown for name, words in signs.items() if re.search("|".join(words), text)),
    }


def _words_of(limit: Limit) -> Iterator[str]:
    for field, value in msgspec.structs.asdict(limit).items():
        if value:
            yield from (field, f"{field}.{value}")
