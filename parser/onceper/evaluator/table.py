"""Who plays, and with which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.reading import Row
from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.counting import Counter, SetupError, counted_limits, counted_rule, governs
from onceper.evaluator.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading, Field
    from onceper.evaluator.counting import Counted
    from onceper.evaluator.state import CopyState

_FIRST_EFFECT = Action.use(1)
_ACTIVATION = Action.activate_card()
# Their effect is used by activating the card, and in no other way.
_ONE_SHOT = {"normal_spell", "quick_play_spell", "ritual_spell", "normal_trap", "counter_trap"}


class UnknownNameError(OnceperError):
    """There is no reading of a card with this name."""


class UnknownPlayerError(OnceperError):
    """Somebody who does not play was named as a player."""


class UnknownActionError(OnceperError):
    """An action was named that the card does not have."""


class Governing(NamedTuple):
    """Hold a limit that speaks of an action, and the name of the count that the action has under it."""

    counted: Counted
    part: str


class Watch(NamedTuple):
    """Hold what some limit counts of what happens, and by whom it does it or to whom it is done."""

    object: str
    period: str
    by: Counter


class Table:
    """Know the cards and the players, and refuse what is unknown."""

    def __init__(self, readings: Iterable[CardReading | Row], players: tuple[str, str]) -> None:
        if len(set(players)) != 2 or not all(players):
            raise SetupError(f"the players {players!r}", expected="two different names")
        self.players = (players[0], players[1])
        self._readings = _by_name(readings)
        self._counted = {
            name: [limit for field, reading in texts.items() for limit in counted_limits(name, reading, field)]
            for name, texts in self._readings.items()
        }
        self.rules = [(rule, counted_rule(rule)) for rule in rulebook()]
        self.watches = self._watched()
        self.abilities = self._ability_periods()
        self._governing: dict[tuple[str, Action, bool, bool], tuple[Governing, ...]] = {}

    def check_player(self, player: str) -> None:
        """Refuse whoever does not play."""
        if player not in self.players:
            raise UnknownPlayerError(f"unknown player {player!r}", expected=one_of(self.players, "player"))

    def check_name(self, name: str) -> None:
        """Refuse a card of which there is no reading."""
        if name not in self._readings:
            raise UnknownNameError(f"no reading of a card named {name!r}", expected=one_of(self._readings, "card"))

    def check(self, copy: CopyState, action: Action) -> None:
        """Refuse an action that the copy does not have."""
        name = copy.name
        if action.kind == "win" and not self.has_victory_text(name):
            raise UnknownActionError(f"{name!r} has no victory text", expected="a card whose text wins the Duel")
        if action.effect is None:
            return
        if action.of is not None:
            name = action.of
            if name not in copy.gained:
                expected = f"an effect of {' or '.join(map(repr, copy.gained))}" if copy.gained else "its own effects"
                raise UnknownActionError(f"{copy.name!r} has not gained the effects of {name!r}", expected=expected)
        effects = len(self.effects(name, action.field))
        if action.effect > effects:
            has = f"effect 1 to {effects}" if effects else "no effect number: no effect was read in this card"
            raise UnknownActionError(f"{name!r} has no effect {action.effect}", expected=has)

    def texts(self, name: str) -> Mapping[Field, CardReading | Row]:
        """Return what was read in each text of a card."""
        return self._readings[name]

    def effects(self, name: str, field: Field) -> tuple[Effect, ...]:
        """Return the effects of one text of a card."""
        reading = self._readings[name].get(field)
        return reading.effects if reading else ()

    def limits(self, name: str) -> list[Counted]:
        """Return all limits of a card."""
        return self._counted[name]

    def has_victory_text(self, name: str) -> bool:
        """Tell whether a text of the card wins the Duel."""
        texts = self._readings[name].values()
        return any(text.kind == "victory_condition" for reading in texts for text in reading.non_effects)

    def governing(self, copy: CopyState, action: Action) -> tuple[Governing, ...]:
        """Return the limits that speak of what is done with a copy, in printed order.

        A limit on the card's own activation also stands in the way of effect 1 of a card that is used by
        activating it. Where the type of the card is not told, that is so while it is not face-up on the field.
        """
        is_one = copy.card_type in _ONE_SHOT
        is_hidden = is_one or (copy.card_type is None and not copy.is_face_up_on_field)
        key = (copy.name, action, is_one, is_hidden)
        found = self._governing.get(key)
        if found is None:
            actions = [action]
            if action == _FIRST_EFFECT and is_hidden:
                actions.append(_ACTIVATION)
            elif action == _ACTIVATION and is_one:
                actions.append(_FIRST_EFFECT)
            found = self._governing[key] = tuple(
                Governing(counted, counted.part(one))
                for counted in self._counted[action.of or copy.name]
                for one in actions
                if governs(counted, one)
                and (counted.goes_along or not action.of)
                # What is only applied later does not stand in the way of activating the card.
                and (one == action or "activated" in counted.spent_by)
            )
        return found

    def is_activation(self, copy: CopyState, action: Action) -> bool:
        """Tell whether an action activates the card, as effect 1 of a Normal Spell does."""
        return action == _ACTIVATION or (action == _FIRST_EFFECT and copy.card_type in _ONE_SHOT)

    def _watched(self) -> dict[str, tuple[Watch, ...]]:
        watches: dict[str, set[Watch]] = {}
        for counted in (counted for card in self._counted.values() for counted in card if counted.what):
            watch = Watch(counted.object, counted.limit.period or "", counted.counter)
            watches.setdefault(counted.what, set()).add(watch)
        return {what: tuple(sorted(found)) for what, found in watches.items()}

    def _ability_periods(self) -> dict[str, tuple[str, ...]]:
        periods: dict[str, set[str]] = {}
        for counted in (counted for card in self._counted.values() for counted in card):
            if counted.limit.kind == "ability" and counted.limit.name:
                periods.setdefault(counted.limit.name, set()).add(counted.limit.period or "")
        return {name: tuple(sorted(found)) for name, found in periods.items()}


def _by_name(readings: Iterable[CardReading | Row]) -> dict[str, dict[Field, CardReading | Row]]:
    named: dict[str, dict[Field, CardReading | Row]] = {}
    for reading in readings:
        if not reading.name:
            raise SetupError(
                f"a reading without a name: {_shown(reading)}",
                expected="the card's name in every reading",
                remedy="onceper.read(text, name=...)",
            )
        # Databases list the same print under several ids, which is one card to the game.
        texts = named.setdefault(reading.name, {})
        known = texts.setdefault(reading.field if isinstance(reading, Row) else "text", reading)
        if _read(known) != _read(reading):
            raise SetupError(
                f"two different readings of {reading.name!r}: {_shown(known)} and {_shown(reading)}",
                expected="one reading per name, and per text of a Pendulum card",
                remedy="leave one out; of a database in several languages, tag one with --only-lang",
            )
    return named


def _read(reading: CardReading | Row) -> tuple[object, ...]:
    return (reading.limits, reading.non_effects, reading.effects)


def _shown(reading: CardReading | Row) -> str:
    return f"row {reading.id!r}" if isinstance(reading, Row) else repr(reading.text[:60])


def one_of(known: Iterable[str], kind: str) -> str:
    """Return the names that were expected, for an error."""
    names = sorted(known)
    if not names:
        return f"a {kind}, but there is none yet"
    listed = ", ".join(repr(name) for name in names[:10])
    return f"the {kind} {listed}" if len(names) == 1 else f"one of {listed}{', ...' * (len(names) > 10)}"
