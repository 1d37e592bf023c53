"""What a script told while it ran: its effects, its functions and what it set on the card."""

from __future__ import annotations

from typing import NamedTuple


class ScriptEffect(NamedTuple):
    """Hold one effect as a script made it.

    ``clone`` is the number of the effect that it was cloned from, or 0; ``made`` and ``count_line`` are lines of the
    script. ``times`` is -1 where no count limit was set. Functions are told by their number, 0 for none.
    ``of_card`` is 1 where it was registered to its card, ``grants`` the number of the effect that it gives to others.
    """

    number: int
    clone: int
    made: int
    of_card: int
    type: int
    code: int
    range: int
    flags: int
    times: int
    count_code: int
    count_key: int
    count_flags: int
    count_line: int
    condition: int
    cost: int
    target: int
    operation: int
    value: int
    grants: int

    @property
    def counted(self) -> bool:
        """Whether it may be used a number of times only."""
        return self.times >= 0


class ScriptFunction(NamedTuple):
    """Hold where a function of an effect stands; ``own`` is whether that is in the script, not in a helper's file."""

    number: int
    own: bool
    first: int
    last: int


class Told(NamedTuple):
    """Hold all that one script told.

    ``on_card`` has the line in which it set ``summon`` (Special Summoned once) or ``control`` (unique) on its card.
    """

    effects: tuple[ScriptEffect, ...]
    functions: dict[int, ScriptFunction]
    on_card: dict[str, int]


def parse_told(text: str) -> Told:
    """Return what stands in the lines that the stand-ins wrote."""
    effects, functions, on_card = [], {}, {}
    for line in text.splitlines():
        what, *values = line.split(" ")
        match what:
            case "effect":
                effects.append(ScriptEffect._make(map(int, values)))
            case "function":
                number, own, first, last = map(int, values)
                functions[number] = ScriptFunction(number, bool(own), first, last)
            case _:
                # What is set again replaces what was set before.
                on_card[values[0]] = int(values[1])
    return Told(tuple(effects), functions, on_card)
