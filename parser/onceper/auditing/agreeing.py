"""The line of a script that would agree with the print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.enforced import SET_COUNT

if TYPE_CHECKING:
    from onceper.auditing.claim import Meaning
    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Enforces

_MADE = re.compile(r"(?:local\s+)?(\w+)\s*=\s*(?:Effect\.CreateEffect|\w+:Clone)")
_FLAGS = {"duel": ["EFFECT_COUNT_CODE_DUEL"], "chain": ["EFFECT_COUNT_CODE_CHAIN"]}
_OATH = "EFFECT_COUNT_CODE_OATH"
_ON_CARD = {"special_summon": "c:SetSPSummonOnce(id)", "control": "c:SetUniqueOnField(1,0,id)"}


class Line(NamedTuple):
    """Hold the number of a line of the script, and what would agree there; ``insert`` is a new line behind it."""

    number: int
    would_agree: str
    insert: bool = False


def line_that_agrees(difference: Difference, enforces: Enforces) -> Line | None:
    """Return the line that would agree with the print, or nothing where the place is not known."""
    limit, claim = difference.enforced, difference.claim
    if difference.kind == "missing" and claim:
        return _new_line(difference, claim.meaning, enforces)
    if limit is None or not limit.lines:
        return None
    number = limit.lines[-1 if difference.kind == "shared" else 0]
    if claim is None:
        return Line(number, "")
    now = enforces.script.line(number).strip()
    found = SET_COUNT.search(now)
    # The line's own code, unless that is what has to change.
    has_code = difference.kind not in {"shared", "counted"} and found and found["code"] not in {None, "0"}
    call = _call(claim.meaning, found["code"] if found and has_code else _free_code(enforces))
    agreed = SET_COUNT.sub(lambda found: f"{found['call'][0]}{call}", now, count=1)
    return Line(number, agreed) if agreed != now else None


def _new_line(difference: Difference, meaning: Meaning, enforces: Enforces) -> Line | None:
    script = enforces.script
    if call := _ON_CARD.get(meaning.verb):
        number = next((at for at, line in enumerate(script.lines, start=1) if "initial_effect(c)" in line), 0)
        return Line(number, call, insert=True) if number else None
    ability = difference.ability
    made = ability and _MADE.search(script.line(ability.first))
    if not (ability and made):
        return None
    return Line(ability.first, f"{made[1]}:{_call(meaning, _free_code(enforces))}", insert=True)


def _call(meaning: Meaning, code: str) -> str:
    flags = _FLAGS.get(meaning.period or "", [])
    if meaning.counted == "copy":
        code = "0" if flags else ""
    elif meaning.verb in {"activate", "summon"}:
        flags = [_OATH, *flags]
    arguments = (str(meaning.times or 1), code, "+".join(flags))
    return f"SetCountLimit({','.join(filter(None, arguments))})"


def _free_code(enforces: Enforces) -> str:
    """Return a code of this card that no other effect of the script counts by."""
    effects = [effect for limit in enforces.limits for effect in limit.effects]
    taken = {effect.count_key for effect in effects if effect.count_code == enforces.script.code}
    free = next(number for number in range(len(taken) + 1) if number not in taken)
    return f"{{id,{free}}}" if free else "id"
