"""What a script told while it ran: its effects, its functions and what it set on the card."""

from __future__ import annotations

from typing import NamedTuple


class ScriptEffect(NamedTuple):
    """Hold one effect as a script made it.

    ``clone`` is the number of the effect that it was cloned from, or 0; ``made`` and ``count_line`` are lines of the
    script. ``times`` is -1 where no count limit was set. Functions are told by their number, 0 for none.
    ``registered`` is ``card``, ``player`` or empty; ``grants`` is the number of the effect that it gives to others.
    """

    number: int
    clone: int
    made: int
    registered: str
    type: int
    code: int
    range: int
    flags: int
    owner: int
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
    reset: int
    description: int
    category: int

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


class OnCard(NamedTuple):
    """Hold what a script set on its card: ``summon`` (Special Summoned once), ``control`` (unique) or ``activity``."""

    what: str
    line: int
    code: int
    own: int
    other: int


class Told(NamedTuple):
    """Hold all that one script told."""

    effects: tuple[ScriptEffect, ...]
    functions: dict[int, ScriptFunction]
    on_card: tuple[OnCard, ...]


def parse_told(text: str) -> Told:
    """Return what stands in the lines that the stand-ins wrote."""
    effects, functions, on_card = [], {}, []
    for line in text.splitlines():
        what, *values = line.split(" ")
        match what:
            case "effect":
                place = ScriptEffect._fields.index("registered")
                numbers: list[int | str] = [*map(int, values[:place]), values[place], *map(int, values[place + 1 :])]
                effects.append(ScriptEffect._make(numbers))
            case "function":
                number, own, first, last = map(int, values)
                functions[number] = ScriptFunction(number, bool(own), first, last)
            case _:
                on_card.append(OnCard(values[0], *map(int, values[1:])))
    return Told(tuple(effects), functions, tuple(on_card))
