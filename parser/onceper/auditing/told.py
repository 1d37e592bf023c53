"""What a script told while it ran, and what its numbers mean."""

from __future__ import annotations

from functools import reduce
from importlib.resources import files
from operator import or_
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable


class ScriptEffect(msgspec.Struct, array_like=True, frozen=True):
    """Hold one effect as a script made it, in the order in which stand_ins.lua writes it.

    ``clone`` is the number of the effect that it was cloned from, or 0; ``made`` and ``count_line`` are lines of the
    script. ``times`` is -1 where no count limit was set. Functions are told by their number, 0 for none, and ``bodies``
    are the first and last lines of those that the script has itself. ``of_card`` is 1 where it was registered to its
    card, ``grants`` the number of the effect that it gives to others.
    ``says`` is what its numbers mean, in the words of engine.toml.
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
    cost: int
    target: int
    operation: int
    grants: int
    bodies: list[tuple[int, int]]
    says: frozenset[str] = frozenset()

    @property
    def counted(self) -> bool:
        """Whether it may be used a number of times only."""
        return self.times >= 0


class Told(msgspec.Struct, frozen=True):
    """Hold all that one script told.

    ``on_card`` has the line in which it set ``summon`` (Special Summoned once) or ``control`` (unique) on its card.
    """

    effects: list[ScriptEffect]
    on_card: dict[str, int]


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bits: dict[str, dict[str, list[str]]]
    codes: dict[str, list[str]]
    codes_above: dict[str, list[str]]


class Engine:
    """Say what the numbers of an effect mean; ``value`` gives a constant of the simulator, 0 where it has none."""

    def __init__(self, value: Callable[[str], int]) -> None:
        written = files("onceper.auditing").joinpath("engine.toml").read_bytes()
        words = msgspec.toml.decode(written, type=_Words)
        self._bits = [
            (word, number, reduce(or_, map(value, names)))
            for number, meant in words.bits.items()
            for word, names in meant.items()
        ]
        self._codes = {word: {*map(value, names)} - {0} for word, names in words.codes.items()}
        self._above = {word: [*map(value, names)] for word, names in words.codes_above.items()}

    def told(self, text: str) -> Told:
        """Return what the stand-ins wrote of a script, with what it means."""
        told = msgspec.json.decode(text, type=Told)
        effects = [msgspec.structs.replace(effect, says=frozenset(self._words_of(effect))) for effect in told.effects]
        return Told(effects, told.on_card)

    def _words_of(self, effect: ScriptEffect) -> list[str]:
        return [
            *(word for word, number, bits in self._bits if getattr(effect, number) & bits),
            *(word for word, codes in self._codes.items() if effect.code in codes),
            *(word for word, bases in self._above.items() if any(base < effect.code < base << 1 for base in bases)),
        ]
