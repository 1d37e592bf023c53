"""What a script enforces: its effects put together, and the limits on them."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.claim import Meaning
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
    "summon": Meaning("name", "turn", "special_summon", 1, shared=False),
    "control": Meaning("name", None, "control", 1, shared=False),
}


class Ability(NamedTuple):
    """Hold one effect of a script with its clones, which differ in when they can be used and in nothing else.

    ``says`` is what is said of one of them, ``first`` the line that begins it, and ``text`` the lines that make it with
    the bodies of its functions.
    """

    effects: list[ScriptEffect]
    says: frozenset[str]
    first: int
    text: str


class Enforced(NamedTuple):
    """Hold one limit that a script enforces, the abilities that share its count, and the lines that set it.

    ``is_given`` are those that the script gives to others, and those of lines that were only read, as they run while an
    effect resolves. ``timed`` are those of a phase's events. A print says none of them.
    """

    meaning: Meaning
    lines: tuple[int, ...]
    abilities: Sequence[Ability] = ()
    effects: Sequence[ScriptEffect] = ()
    is_given: bool = False
    timed: bool = False
    limit: None = None


class Enforces(NamedTuple):
    """Hold a script, its abilities and the limits on them."""

    script: Script
    abilities: list[Ability]
    limits: list[Enforced]


def enforced(told: Told, script: Script) -> Enforces:
    """Return the limits that a script enforces, as the simulator's engine counts.

    A count without a code is the effect's own; with one it is kept by player, code, number and flags. ``SINGLE`` keeps
    it by copy, whatever the code; ``DUEL`` and ``CHAIN`` say how long; with ``OATH`` it is given back when the
    activation is negated. ``NO_TURN_RESET`` keeps the effect's own counter over the turns, beside that of a code.
    """
    granted = {effect.grants for effect in told.effects if "grants" in effect.says}
    own = [effect for effect in told.effects if effect.of_card or effect.number in granted]
    abilities = {key: _ability(effects, script.lines) for key, effects in together(own, _identity).items()}
    counted = [(key, effect) for effect in own for key in _counters(effect)]
    limits = []
    for (kind, *_), several in together(counted, itemgetter(0)).items():
        effects = [effect for _, effect in several]
        of = [abilities[key] for key in dict.fromkeys(map(_identity, effects))]
        lines = tuple(sorted({effect.count_line for effect in effects} - {0}))
        says = frozenset.intersection(*(effect.says for effect in effects))
        meaning = _meaning({*says, kind}, effects[0].times, shared=len(of) > 1)
        is_given = granted.issuperset(effect.number for effect in effects)
        limits.append(Enforced(meaning, lines, of, effects, is_given, "phase" in says))
    limits += [Enforced(meaning, (told.on_card[what],)) for what, meaning in _ON_CARD.items() if what in told.on_card]
    limits += _in_operations(script, {effect.count_line for effect in told.effects})
    return Enforces(script, [*abilities.values()], limits)


def _identity(effect: ScriptEffect) -> object:
    """Return what clones have in common; effects without functions of their own are told by their number.

    A copy for the Pendulum Zone is another effect, as prints have it.
    """
    functions = effect.operation, effect.target, "pendulum" in effect.says
    return functions if any(functions[:2]) else -effect.number


def _counters(effect: ScriptEffect) -> Sequence[tuple[object, ...]]:
    """Return by what an effect is counted, each with the word for it."""
    says = effect.says
    if effect.times < 0:
        return []
    if "copy" in says:
        return [("copy", effect.count_flags)]
    by_code: list[tuple[object, ...]] = (
        [("by_name", effect.count_code, effect.count_key, effect.count_flags)] if effect.count_code else []
    )
    if "kept" in says:
        return [*by_code, ("while_there", _identity(effect))]
    return by_code or [("own", _identity(effect))]


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
    first = min({effect.made for effect in effects} - {0}, default=0)
    registered = (at for at, line in enumerate(lines[first - 1 :], first) if "RegisterEffect" in line)
    bodies = [(first, next(registered, len(lines))), *(body for effect in effects for body in effect.bodies)]
    text = "\n".join(line for start, end in bodies if start for line in lines[start - 1 : end])
    return Ability(effects, frozenset().union(*(effect.says for effect in effects)), first, text)


def _in_operations(script: Script, ran: Collection[int]) -> Iterator[Enforced]:
    """Yield the limits of lines that did not run, as they give effects while another one resolves.

    They fulfil what a print asks for, for whatever time.
    """
    for number, line in enumerate(script.lines, start=1):
        if number not in ran and not line.lstrip().startswith("--"):
            for found in SET_COUNT.finditer(line):
                says = ["by_name"] if found["code"] else []
                yield Enforced(_meaning(says, int(found["count"])), (number,), is_given=True)
