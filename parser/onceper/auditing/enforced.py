"""What a script enforces: its effects put together, and the limits on them."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple

from onceper.auditing.claim import Meaning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.auditing.engine import Engine
    from onceper.auditing.folder import Script
    from onceper.auditing.told import ScriptEffect, Told
    from onceper.contract.limit import Period, Verb

Made = Literal["card", "granted", "operation", "card_itself"]


class Ability(NamedTuple):
    """Hold one effect of a script with its clones, which differ in when they can be used and in nothing else.

    ``first`` and ``last`` are the lines that make it; ``text`` is these with the bodies of its functions.
    """

    effects: tuple[ScriptEffect, ...]
    first: int
    last: int
    text: str

    @property
    def types(self) -> int:
        """The types of all clones."""
        types = 0
        for effect in self.effects:
            types |= effect.type
        return types


class Enforced(NamedTuple):
    """Hold one limit that a script enforces, and the abilities that share its count, by their place.

    ``made`` is ``card`` for effects that the script registers when the card comes into being, ``granted`` for those
    that it gives to others, ``operation`` for lines that were only read, as they run while an effect resolves, and
    ``card_itself`` for what is set on the card. ``timed`` are those of a phase's events, and of helpers.
    """

    meaning: Meaning
    abilities: tuple[int, ...]
    lines: tuple[int, ...]
    made: Made
    effects: tuple[ScriptEffect, ...] = ()
    timed: bool = False


class Enforces(NamedTuple):
    """Hold the abilities of a script and the limits on them."""

    abilities: tuple[Ability, ...]
    limits: tuple[Enforced, ...]


def enforced(told: Told, script: Script, engine: Engine) -> Enforces:
    """Return the limits that a script enforces, as the simulator's engine counts.

    A count without a code is the effect's own; with one it is kept by player, code, number and flags. ``SINGLE`` keeps
    it by copy, whatever the code; ``DUEL`` and ``CHAIN`` say how long; with ``OATH`` it is given back when the
    activation is negated. ``NO_TURN_RESET`` keeps the effect's own counter over the turns, beside that of a code.
    """
    granted = {effect.grants for effect in told.effects if effect.grants and effect.type & engine.effect_type_grant}
    shown = [effect for effect in told.effects if effect.of_card or effect.number in granted]
    together: dict[object, list[ScriptEffect]] = defaultdict(list)
    for effect in shown:
        together[_identity(effect, engine)].append(effect)
    abilities = tuple(_ability(effects, told, script) for effects in together.values())
    place_of = {key: place for place, key in enumerate(together)}
    counters: dict[tuple[object, ...], list[ScriptEffect]] = defaultdict(list)
    for effect in shown:
        for key in _counters(effect, engine):
            counters[key].append(effect)
    limits = []
    for key, effects in counters.items():
        places = tuple(dict.fromkeys(place_of[_identity(effect, engine)] for effect in effects))
        meaning = _meaning(key, effects, shared=len(places) > 1, engine=engine)
        lines = tuple(sorted({effect.count_line for effect in effects if effect.count_line}))
        made: Made = "granted" if all(effect.number in granted for effect in effects) else "card"
        timed = not lines or all(engine.is_phase(effect.code) for effect in effects)
        limits.append(Enforced(meaning, places, lines, made, tuple(effects), timed))
    limits += _on_card(told)
    ran = {effect.count_line for effect in told.effects if effect.counted}
    limits += _in_operations(script, ran)
    return Enforces(abilities, tuple(limits))


def _identity(effect: ScriptEffect, engine: Engine) -> object:
    """Return what clones have in common; effects without functions of their own are told by their number.

    A copy for the Pendulum Zone is another effect, as prints have it.
    """
    if not (effect.operation or effect.target):
        return -effect.number
    return effect.operation, effect.target, bool(effect.range & engine.location_pzone)


def _counters(effect: ScriptEffect, engine: Engine) -> Iterator[tuple[object, ...]]:
    if not effect.counted:
        return
    flags = effect.count_flags
    if flags & engine.effect_count_code_single:
        yield "single", flags
    elif effect.count_code:
        yield "code", effect.count_code, effect.count_key, flags
        if effect.flags & engine.effect_flag_no_turn_reset:
            yield "own", "kept", _identity(effect, engine)
    else:
        kept = effect.flags & engine.effect_flag_no_turn_reset
        yield "own", "kept" if kept else flags & engine.effect_count_code_chain, _identity(effect, engine)


def _meaning(key: tuple[object, ...], effects: Sequence[ScriptEffect], *, shared: bool, engine: Engine) -> Meaning:
    flags = effects[0].count_flags
    period: Period = "turn"
    if key[0] == "own" and key[1] == "kept":
        period = "while_there"
    elif flags & engine.effect_count_code_duel:
        period = "duel"
    elif flags & engine.effect_count_code_chain:
        period = "chain"
    verb: Verb = "use"
    if all(effect.code in engine.procedures and not effect.type & engine.activated for effect in effects):
        verb = "summon"
    elif key[0] == "code" and flags & engine.effect_count_code_oath:
        verb = "activate"
    return Meaning("name" if key[0] == "code" else "copy", period, verb, effects[0].times, shared)


def _ability(effects: list[ScriptEffect], told: Told, script: Script) -> Ability:
    lines = script.lines
    first = min((effect.made for effect in effects if effect.made), default=0)
    last = first
    while 0 < last < len(lines) and "RegisterEffect" not in lines[last - 1]:
        last += 1
    pieces = list(lines[first - 1 : last]) if first else []
    numbers = {n for e in effects for n in (e.condition, e.cost, e.target, e.operation, e.value)}
    for number in sorted(numbers):
        function = told.functions.get(number)
        if function and function.own:
            pieces += lines[function.first - 1 : function.last]
    return Ability(tuple(effects), first, last, "\n".join(pieces))


def _on_card(told: Told) -> Iterator[Enforced]:
    meant = {
        "summon": Meaning("name", "turn", "special_summon", 1, shared=False),
        "control": Meaning("name", None, "control", 1, shared=False),
    }
    for what, meaning in meant.items():
        if what in told.on_card:
            yield Enforced(meaning, (), (told.on_card[what],), "card_itself")


SET_COUNT = re.compile(
    r"(?P<call>[:.]SetCountLimit\()\s*(?P<count>\d+)\s*(?:,\s*(?P<code>\{[^}]*\}|[\w.]+)\s*)?(?:,\s*(?P<flags>[\w+|]+)\s*)?\)"
)


def _in_operations(script: Script, ran: set[int]) -> Iterator[Enforced]:
    """Yield the limits of lines that did not run, as they give effects while another one resolves."""
    for number, line in enumerate(script.lines, start=1):
        if number in ran or line.lstrip().startswith("--"):
            continue
        for found in SET_COUNT.finditer(line):
            flags, code = found["flags"] or "", found["code"] or "0"
            by_name = code != "0" and "SINGLE" not in flags
            period: Period = "duel" if "DUEL" in flags else "chain" if "CHAIN" in flags else "turn"
            verb: Verb = "activate" if by_name and "OATH" in flags else "use"
            meaning = Meaning("name" if by_name else "copy", period, verb, int(found["count"]), shared=False)
            yield Enforced(meaning, (), (number,), "operation")
