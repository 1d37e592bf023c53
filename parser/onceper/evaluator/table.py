"""Who plays, and with which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.reading import Row
from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.counted_limit import SetupError, counts_by_itself, derive_limits, derive_rule
from onceper.evaluator.expected import one_of
from onceper.evaluator.rulebook import load_rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading, Field
    from onceper.evaluator.counted_limit import CountedLimit, Counter
    from onceper.evaluator.state import CopyState
    from onceper.patterns.terms import Sort

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

    counted: CountedLimit
    part: str


class KnownAction(NamedTuple):
    """Hold what the cards and the rulebook say of an action: its limits, in printed order, and its effect.

    ``is_activation``: it activates the card, as effect 1 of a Normal Spell does.
    """

    governing: tuple[Governing, ...]
    rules: tuple[CountedLimit, ...]
    effect: Effect | None
    is_activation: bool


class Watch(NamedTuple):
    """Hold what some limit counts of what happens, and by whom it does it or to whom it is done."""

    object: str
    period: str
    by: Counter
    sorts: frozenset[Sort]
    counts_by_itself: bool


class Table:
    """Know the cards and the players, and refuse what is unknown."""

    def __init__(self, readings: Iterable[CardReading | Row], players: tuple[str, str]) -> None:
        if len(set(players)) != 2 or not all(players):
            raise SetupError(f"the players {players!r}", expected="two different names")
        self.players = (players[0], players[1])
        self.texts = _group_by_name(readings)
        self.limits = {
            name: [limit for field, reading in texts.items() for limit in derive_limits(name, reading, field)]
            for name, texts in self.texts.items()
        }
        self.rules = [(rule, derive_rule(rule)) for rule in load_rulebook()]
        self.watches = self._find_watches()
        self.abilities = self._find_abilities()
        self._actions: dict[tuple[str, Action, bool, bool], KnownAction] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(cards={len(self.texts)}, players={self.players!r})"

    def check_player(self, player: str) -> None:
        """Refuse whoever does not play."""
        if player not in self.players:
            raise UnknownPlayerError(f"unknown player {player!r}", expected=one_of(self.players, "player"))

    def check_name(self, name: str) -> None:
        """Refuse a card of which there is no reading."""
        if name not in self.texts:
            raise UnknownNameError(f"no reading of a card named {name!r}", expected=one_of(self.texts, "card"))

    def find_action(self, copy: CopyState, action: Action, player: str) -> KnownAction:
        """Return what is known of an action, and refuse what the copy does not have and who does not play."""
        if action.of is not None and action.of not in copy.gained:
            gained = " or ".join(map(repr, copy.gained))
            raise UnknownActionError(
                f"{copy.name!r} has not gained the effects of {action.of!r}",
                expected=f"an effect of {gained}" if gained else "its own effects",
            )
        known = self.look_up(copy, action)
        if player not in self.players:
            self.check_player(player)
        return known

    def look_up(self, copy: CopyState, action: Action) -> KnownAction:
        """Return what is known of an action, be it one of effects that the copy has gained or had.

        A limit on the card's own activation also stands in the way of effect 1 of a card that is used by
        activating it. Where the type of the card is not told, that is so while it is not face-up on the field.
        """
        is_one = copy.card_type in _ONE_SHOT
        is_hidden = is_one or (copy.card_type is None and not (copy.face_up and copy.location == "field"))
        key = (copy.name, action, is_one, is_hidden)
        known = self._actions.get(key)
        if known is None:
            known = self._actions[key] = KnownAction(
                self._find_governing(copy.name, action, is_one=is_one, is_hidden=is_hidden),
                # An additional Normal Summon is not the player's own of the turn.
                tuple(counted for rule, counted in self.rules if action.kind in rule.governs and not action.additional),
                self._find_effect(copy.name, action),
                is_activation=action == _ACTIVATION or (action == _FIRST_EFFECT and is_one),
            )
        return known

    def _find_governing(self, name: str, action: Action, *, is_one: bool, is_hidden: bool) -> tuple[Governing, ...]:
        actions = [action]
        if action == _FIRST_EFFECT and is_hidden:
            actions.append(_ACTIVATION)
        elif action == _ACTIVATION and is_one:
            actions.append(_FIRST_EFFECT)
        return tuple(
            Governing(counted, "" if counted.counts_together else str(one))
            for counted in self.limits[action.of or name]
            for one in actions
            if _governs(counted, one)
            and (counted.goes_along or not action.of)
            # What is only applied later does not stand in the way of activating the card.
            and (one == action or "activated" in counted.spent_by)
        )

    def _find_effect(self, name: str, action: Action) -> Effect | None:
        if action.kind == "win" and not self._has_victory_text(name):
            raise UnknownActionError(f"{name!r} has no victory text", expected="a card whose text wins the Duel")
        if action.effect is None:
            return None
        reading = self.texts[action.of or name].get(action.field)
        effects = reading.effects if reading else ()
        if action.effect > len(effects):
            has = f"effect 1 to {len(effects)}" if effects else "no effect number: no effect was read in this card"
            raise UnknownActionError(f"{action.of or name!r} has no effect {action.effect}", expected=has)
        return effects[action.effect - 1]

    def _has_victory_text(self, name: str) -> bool:
        texts = self.texts[name].values()
        return any(text.kind == "victory_condition" for reading in texts for text in reading.non_effects)

    def _find_watches(self) -> dict[str, tuple[Watch, ...]]:
        sorts: dict[str, dict[tuple[str, str, Counter], frozenset[Sort]]] = {}
        for counted in (counted for card in self.limits.values() for counted in card if counted.what):
            # One word in two languages is counted once, and of a card that is so in either.
            found = sorts.setdefault(counted.what, {})
            key = (counted.object, counted.limit.period or "", counted.counter)
            found[key] = found.get(key, frozenset()) | counted.sorts
        return {
            what: tuple(Watch(*key, of, counts_by_itself(what, key[0], of)) for key, of in sorted(found.items()))
            for what, found in sorts.items()
        }

    def _find_abilities(self) -> dict[str, dict[str, str]]:
        """Return for each keyword ability the keys of its counts by the period over which cards look back at it."""
        keys: dict[str, dict[str, str]] = {}
        for counted in (counted for card in self.limits.values() for counted in card):
            if counted.limit.kind == "ability" and counted.limit.name:
                keys.setdefault(counted.limit.name, {})[counted.limit.period or ""] = counted.key
        return {name: dict(sorted(found.items())) for name, found in keys.items()}


def _governs(counted: CountedLimit, action: Action) -> bool:
    """Tell whether a limit speaks of an action.

    "this effect" is only the previous effect, the others stay free (OCG Perfect Rulebook 2017, p. 177): the
    reading has resolved that reference into ``applies_to.effects``.
    """
    applies_to = counted.limit.applies_to
    match action.kind:
        case "effect":
            return action.field == counted.field and action.effect in applies_to.effects
        case "activation":
            return applies_to.activation
        case "summon":
            return applies_to.summon
        case "special_summon":
            return applies_to.summon and counted.limit.verb == "special_summon"
        case _:
            return False


def _group_by_name(readings: Iterable[CardReading | Row]) -> dict[str, dict[Field, CardReading | Row]]:
    named: dict[str, dict[Field, CardReading | Row]] = {}
    for reading in readings:
        if not reading.name:
            raise SetupError(
                f"a reading without a name: {_describe(reading)}",
                expected="the card's name in every reading",
                remedy="onceper.read(text, name=...)",
            )
        # Databases list the same print under several ids, which is one card to the game.
        texts = named.setdefault(reading.name, {})
        known = texts.setdefault(reading.field if isinstance(reading, Row) else "text", reading)
        if _content_of(known) != _content_of(reading):
            raise SetupError(
                f"two different readings of {reading.name!r}: {_describe(known)} and {_describe(reading)}",
                expected="one reading per name, and per text of a Pendulum card",
                remedy="leave one out; of a database in several languages, tag one with --only-lang",
            )
    return named


def _content_of(reading: CardReading | Row) -> tuple[object, ...]:
    return (reading.limits, reading.non_effects, reading.effects)


def _describe(reading: CardReading | Row) -> str:
    return f"row {reading.id!r}" if isinstance(reading, Row) else repr(reading.text[:60])
