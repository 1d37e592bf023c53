"""The line of a script that would agree with the print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.auditing.enforced import SET_COUNT

if TYPE_CHECKING:
    from onceper.auditing.count import Count, Meaning
    from onceper.auditing.difference import Difference
    from onceper.auditing.enforced import Enforces

_MADE = re.compile(r"(?:local\s+)?(\w+)\s*=\s*(?:Effect\.CreateEffect|\w+:Clone)")
_FLAGS = {"activate": "OATH", "summon": "OATH", "duel": "DUEL", "chain": "CHAIN"}
_ON_CARD = {"special_summon": "c:SetSPSummonOnce(id)", "control": "c:SetUniqueOnField(1,0,id)"}


def line_that_agrees(difference: Difference, enforces: Enforces) -> tuple[int, str] | None:
    """Return the number of a line of the script and what would agree with the print there, where that is known.

    Where the script has no such limit, it is a new line behind that of this number.
    """
    claim, count, script = difference.claim, difference.other, enforces.script
    if claim and not count:
        return _new_line(claim, enforces)
    number = count.lines[-1 if difference.kind == "shared" else 0]
    if not claim:
        return number, ""
    now = script.line(number).strip()
    found = SET_COUNT.search(now)
    if not found:
        return None
    # The line's own code, unless that is what has to change.
    code = None if difference.kind == "shared" or found["code"] == "0" else found["code"]
    call = _call(claim.meaning, code or _free_code(enforces))
    agreed = f"{now[: found.start() + 1]}{call}{now[found.end() :]}"
    return (number, agreed) if agreed != now else None


def _new_line(claim: Count, enforces: Enforces) -> tuple[int, str] | None:
    script, (number, _) = enforces.script, claim.ability.bodies[0]
    if call := _ON_CARD.get(claim.meaning.verb):
        number = next((at for at, line in enumerate(script.lines, start=1) if "initial_effect(c)" in line), 0)
    elif made := _MADE.search(script.line(number)):
        call = f"{made[1]}:{_call(claim.meaning, _free_code(enforces))}"
    return (number, call) if number and call else None


def _call(meaning: Meaning, code: str) -> str:
    by_name = meaning.counted == "name"
    flags = [_FLAGS[word] for word in (by_name and meaning.verb, meaning.period) if word in _FLAGS]
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
