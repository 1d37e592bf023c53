"""Who plays, with which cards, and which copies of them the game has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.errors import OnceperError
from onceper.evaluator.counting import counted_limits, governs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading
    from onceper.evaluator.action import Action
    from onceper.evaluator.counting import CountedLimit
    from onceper.evaluator.event import Appeared


class SetupError(OnceperError):
    """An evaluator was given readings or players with which no game can be played."""


class UnknownNameError(OnceperError):
    """A copy appeared under a name of which there is no reading."""


class UnknownPlayerError(OnceperError):
    """Somebody who does not play was named as a player."""


class UnknownCopyError(OnceperError):
    """A copy was named that has not appeared."""


class RepeatedCopyError(OnceperError):
    """A copy appeared twice."""


class UnknownActionError(OnceperError):
    """An effect was named that the card does not have."""


class Table:
    """Know the cards, the players and the copies, and refuse what is unknown."""

    def __init__(self, readings: Iterable[CardReading], players: tuple[str, str]) -> None:
        if len(set(players)) != 2 or not all(players):
            raise SetupError(f"the players {players!r}", expected="two different names")
        self.players = players
        self._readings = _by_name(readings)
        self._counted = {name: counted_limits(reading) for name, reading in self._readings.items()}
        self._names: dict[str, str] = {}

    def add(self, event: Appeared) -> None:
        """Take note of a new copy."""
        if event.copy in self._names:
            name = self._names[event.copy]
            raise RepeatedCopyError(
                f"copy {event.copy!r} has appeared already, as {name!r}", expected="an id of its own per copy"
            )
        if event.name not in self._readings:
            raise UnknownNameError(
                f"no reading of a card named {event.name!r}", expected=_one_of(self._readings, "card")
            )
        self.check_player(event.controller)
        self._names[event.copy] = event.name

    def check_player(self, player: str) -> None:
        """Refuse whoever does not play."""
        if player not in self.players:
            raise UnknownPlayerError(f"unknown player {player!r}", expected=_one_of(self.players, "player"))

    def name(self, copy: str) -> str:
        """Return the printed name of a copy."""
        if copy not in self._names:
            raise UnknownCopyError(
                f"unknown copy {copy!r}",
                expected=_one_of(self._names, "copy"),
                remedy="apply an `appeared` event for it first",
            )
        return self._names[copy]

    def check(self, copy: str, action: Action, player: str) -> str:
        """Refuse what the game does not know, and return the printed name of the copy."""
        name = self.name(copy)
        effects = len(self._readings[name].effects)
        if action.effect is not None and action.effect > effects:
            has = f"effect 1 to {effects}" if effects else "no effect number: no effect was read in this card"
            raise UnknownActionError(f"{name!r} has no effect {action.effect}", expected=has)
        self.check_player(player)
        return name

    def counted(self, name: str, action: Action) -> list[CountedLimit]:
        """Return the limits that the evaluator applies to ``action``, in printed order."""
        return [counted for counted in self._counted[name] if governs(counted.limit, action)]

    def left_alone(self, name: str, action: Action) -> list[Limit]:
        """Return the limits that speak of ``action`` and that the evaluator does not apply yet."""
        applied = {counted.place for counted in self._counted[name]}
        limits = enumerate(self._readings[name].limits)
        return [limit for place, limit in limits if place not in applied and governs(limit, action)]


def _by_name(readings: Iterable[CardReading]) -> dict[str, CardReading]:
    named: dict[str, CardReading] = {}
    for reading in readings:
        if not reading.name:
            raise SetupError(
                f"a reading without a name: {reading.text[:60]!r}",
                expected="the card's name in every reading",
                remedy="onceper.read(text, name=...)",
            )
        # Databases list the same print under several ids, which is one card to the game.
        if named.setdefault(reading.name, reading) != reading:
            raise SetupError(f"two different readings of {reading.name!r}", expected="one reading per name")
    return named


def _one_of(known: Iterable[str], kind: str) -> str:
    names = sorted(known)
    if not names:
        return f"a {kind}, but there is none yet"
    listed = ", ".join(repr(name) for name in names[:10])
    return f"the {kind} {listed}" if len(names) == 1 else f"one of {listed}{', ...' * (len(names) > 10)}"
