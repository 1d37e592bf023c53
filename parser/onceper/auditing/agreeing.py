"""The line of a script that would agree with the print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.enforced import SET_COUNT

if TYPE_CHECKING:
    from onceper.auditing.circumstances import Scripted
    from onceper.auditing.claim import Meaning
    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Ability

_MADE = re.compile(r"(?:local\s+)?(\w+)\s*=\s*(?:Effect\.CreateEffect|\w+:Clone)")
_OATH = "EFFECT_COUNT_CODE_OATH"
_FLAGS = {"duel": "EFFECT_COUNT_CODE_DUEL", "chain": "EFFECT_COUNT_CODE_CHAIN"}


class Line(NamedTuple):
    """Hold the number of a line of the script, and what would agree there; ``insert`` is a new line behind it."""

    number: int
    would_agree: str
    insert: bool = False


def line_that_agrees(difference: Difference, ability: Ability | None, scripted: Scripted) -> Line | None:
    """Return the line that would agree with the print, or nothing where the place is not known."""
    script = scripted.script
    if difference.kind == "missing":
        return _new_line(difference, ability, scripted)
    if difference.enforced is None or not difference.enforced.lines:
        return None
    number = difference.enforced.lines[-1] if difference.kind == "shared" else difference.enforced.lines[0]
    now = script.line(number).strip()
    if difference.kind == "extra":
        return Line(number, "")
    if difference.claim is None:
        return None
    call = _call(difference.claim.meaning, _code(difference, now, scripted))
    agreed = SET_COUNT.sub(lambda found: f"{found['call'][0]}{call}", now, count=1)
    return Line(number, agreed) if agreed != now else None


def _new_line(difference: Difference, ability: Ability | None, scripted: Scripted) -> Line | None:
    if difference.claim is None:
        return None
    meaning, script = difference.claim.meaning, scripted.script
    if meaning.verb in {"special_summon", "control"}:
        number = next((at for at, line in enumerate(script.lines, start=1) if "initial_effect(c)" in line), 0)
        call = "c:SetSPSummonOnce(id)" if meaning.verb == "special_summon" else "c:SetUniqueOnField(1,0,id)"
        return Line(number, call, insert=True) if number else None
    if ability is None or not ability.first:
        return None
    made = _MADE.search(script.line(ability.first))
    if not made:
        return None
    return Line(ability.first, f"{made[1]}:{_call(meaning, _free_code(scripted))}", insert=True)


def _call(meaning: Meaning, code: str) -> str:
    flags = [flag for period, flag in _FLAGS.items() if meaning.period == period]
    if meaning.counted == "copy":
        arguments = [str(meaning.times or 1), *(["0", *flags] if flags else [])]
        return f"SetCountLimit({','.join(arguments)})"
    if meaning.verb in {"activate", "summon"}:
        flags.insert(0, _OATH)
    return f"SetCountLimit({','.join([str(meaning.times or 1), code, *(['+'.join(flags)] if flags else [])])})"


def _code(difference: Difference, now: str, scripted: Scripted) -> str:
    """Return the code of a count: the line's own, unless that is what has to change."""
    found = SET_COUNT.search(now)
    if difference.kind not in {"shared", "counted"} and found and found["code"] not in {None, "0"}:
        return found["code"]
    return _free_code(scripted)


def _free_code(scripted: Scripted) -> str:
    """Return a code of this card that no other effect of the script counts by."""
    effects = [effect for limit in scripted.enforces.limits for effect in limit.effects]
    taken = {effect.count_key for effect in effects if effect.count_code == scripted.script.code}
    free = next(number for number in range(len(taken) + 1) if number not in taken)
    return f"{{id,{free}}}" if free else "id"
