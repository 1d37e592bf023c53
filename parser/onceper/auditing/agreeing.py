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
_ON_CARD = {"special_summon": "c:SetSPSummonOnce(id)", "control": "c:SetUniqueOnField(1,0,id)"}


class Line(NamedTuple):
    """Hold the number of a line of the script, and what would agree there; ``insert`` is a new line behind it."""

    number: int
    would_agree: str
    insert: bool = False


def line_that_agrees(difference: Difference, enforces: Enforces) -> Line | None:
    """Return the line that would agree with the print, or nothing where the place is not known."""
    limit, claim, script = difference.other, difference.claim, enforces.script
    if claim and not limit:
        return _new_line(difference, claim.meaning, enforces)
    if not limit.lines:
        return None
    number = limit.lines[-1 if difference.kind == "shared" else 0]
    now = script.line(number).strip()
    found = SET_COUNT.search(now)
    if not claim:
        return Line(number, "")
    if not found:
        return None
    # The line's own code, unless that is what has to change.
    code = None if difference.kind == "shared" or found["code"] == "0" else found["code"]
    call = _call(claim.meaning, code or _free_code(enforces))
    agreed = f"{now[: found.start() + 1]}{call}{now[found.end() :]}"
    return Line(number, agreed) if agreed != now else None


def _new_line(difference: Difference, meaning: Meaning, enforces: Enforces) -> Line | None:
    script, ability = enforces.script, difference.ability
    if call := _ON_CARD.get(meaning.verb):
        number = next((at for at, line in enumerate(script.lines, start=1) if "initial_effect(c)" in line), 0)
    else:
        number = ability.first if ability else 0
        made = _MADE.search(script.line(number))
        call = made and f"{made[1]}:{_call(meaning, _free_code(enforces))}"
    return Line(number, call, insert=True) if number and call else None


def _call(meaning: Meaning, code: str) -> str:
    by_name = meaning.counted == "name"
    flags = ["OATH"] if by_name and meaning.verb in {"activate", "summon"} else []
    if meaning.period in {"duel", "chain"}:
        flags.append(meaning.period.upper())
    if not by_name:
        code = "0" if flags else ""
    arguments = str(meaning.times or 1), code, "+".join(f"EFFECT_COUNT_CODE_{flag}" for flag in flags)
    return f"SetCountLimit({','.join(filter(None, arguments))})"


def _free_code(enforces: Enforces) -> str:
    """Return a code of this card that no other effect of the script counts by."""
    effects = [effect for ability in enforces.abilities for effect in ability.effects]
    taken = {effect.count_key for effect in effects if effect.count_code == enforces.script.code}
    free = min({*range(len(taken) + 1)} - taken)
    return f"{{id,{free}}}" if free else "id"
