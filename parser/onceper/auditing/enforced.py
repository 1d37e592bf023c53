"""What a script enforces: its effects put together, and the limits on them."""

from __future__ import annotations

import re
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.count import Ability, Count, Meaning
from onceper.comparing.pairing import together

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from onceper.auditing.box import ScriptEffect, Told
    from onceper.auditing.folder import Script
    from onceper.contract.limit import Period, Verb

SET_COUNT = re.compile(
    r"(?P<call>[:.]SetCountLimit\()\s*(?P<count>\d{1,9})\s*(?:,\s*(?P<code>\{[^}]*\}|[\w.]+)\s*)?(?:,\s*(?P<flags>[\w+|]+)\s*)?\)"
)
_ON_CARD = {
    "special_summon": Meaning("name", "turn", "special_summon", 1, shared=False),
    "control": Meaning("name", None, "control", 1, shared=False),
}


class Enforces(NamedTuple):
    """Hold a script, its abilities and the limits on them."""

    script: Script
    abilities: list[Ability]
    limits: list[Count]


def enforced(told: Told, script: Script) -> Enforces:
    """Return the limits that a script enforces, as the simulator's engine counts.

    A count without a code is the effect's own; with one it is kept by player, code, number and flags. ``SINGLE`` keeps
    it by copy, whatever the code; ``DUEL`` and ``CHAIN`` say how long; with ``OATH`` it is given back when the
    activation is negated. ``NO_TURN_RESET`` keeps the effect's own counter over the turns, beside that of a code.
    """
    granted = {effect.grants for effect in told.effects if "grants" in effect.says}
    own = [effect for effect in told.effects if effect.of_card or effect.number in granted]
    # Clones differ in when they can be used and in nothing else.
    abilities = [_ability(effects, script.lines) for effects in together(own, attrgetter("same")).values()]
    counted = [(key, effect) for effect in own if effect.times >= 0 for key in _counters(effect)]
    limits = []
    for (kind, *_), several in together(counted, itemgetter(0)).items():
        ability = _ability([effect for _, effect in several], script.lines)
        lines = tuple(sorted({effect.count_line for effect in ability.effects}))
        shared = len({effect.same for effect in ability.effects}) > 1
        meaning = _meaning({*ability.each, kind}, ability.effects[0].times, shared=shared)
        is_given = granted.issuperset(effect.number for effect in ability.effects)
        limits.append(Count(meaning, ability, "phase" in ability.each, lines=lines, is_given=is_given))
    limits += [
        Count(meaning, lines=(told.on_card[what],)) for what, meaning in _ON_CARD.items() if what in told.on_card
    ]
    limits += _in_operations(script, {effect.count_line for effect in told.effects})
    return Enforces(script, abilities, limits)


def _counters(effect: ScriptEffect) -> Iterator[tuple[object, ...]]:
    """Yield by what an effect is counted, each with the word for it."""
    if "copy" in effect.says:
        yield "copy", effect.count_flags
        return
    if effect.count_code:
        yield "by_name", effect.count_code, effect.count_key, effect.count_flags
    if "kept" in effect.says:
        yield "while_there", effect.same
    elif not effect.count_code:
        yield "own", effect.same


def _meaning(says: Collection[object], times: int, *, shared: bool = False) -> Meaning:
    periods: tuple[Period, ...] = ("while_there", "duel", "chain")
    verb: Verb = "activate" if "oath" in says else "use"
    return Meaning(
        "name" if "by_name" in says else "copy",
        next((period for period in periods if period in says), "turn"),
        "summon" if "procedure" in says else verb,
        times,
        shared,
    )


def _ability(effects: list[ScriptEffect], lines: Sequence[str]) -> Ability:
    first = min(effect.made for effect in effects)
    registered = (at for at, line in enumerate(lines[first - 1 :], first) if "RegisterEffect" in line)
    bodies = [(first, next(registered, len(lines))), *(body for effect in effects for body in effect.bodies)]
    says = [effect.says for effect in effects]
    return Ability(effects, frozenset().union(*says), frozenset.intersection(*says), bodies)


def _in_operations(script: Script, ran: Collection[int]) -> Iterator[Count]:
    """Yield the limits of lines that did not run, as they give effects while another one resolves.

    They fulfil what a print asks for, for whatever time.
    """
    for number, line in enumerate(script.lines, start=1):
        if number not in ran and not line.lstrip().startswith("--"):
            for found in SET_COUNT.finditer(line):
                says = ["by_name"] if found["code"] else []
                yield Count(_meaning(says, int(found["count"])), lines=(number,), is_given=True)
