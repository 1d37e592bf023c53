"""Who plays, and with which cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from onceper.contract.reading import CardReading, Row
from onceper.errors import OnceperError
from onceper.evaluator.action import SUMMONS, Action
from onceper.evaluator.counted_limit import (
    COUNTED_AS,
    SORTS_ACTIVATED,
    SORTS_FROM_EXTRA_DECK,
    SORTS_SUMMONED,
    SetupError,
    counts_by_itself,
    derive_limits,
    derive_rule,
)
from onceper.evaluator.event import NewId
from onceper.evaluator.expected import one_of
from onceper.evaluator.naming import Names
from onceper.evaluator.possible import check_possible
from onceper.evaluator.rulebook import load_rulebook
from onceper.evaluator.state import UNNAMED
from onceper.evaluator.vocabulary import Vocabulary

if TYPE_CHECKING:
    from onceper.contract.effect import Effect
    from onceper.contract.limit import SummonKind
    from onceper.contract.reading import Field
    from onceper.evaluator.counted_limit import CountedLimit
    from onceper.evaluator.rulebook import GameRule
    from onceper.evaluator.state import CopyState, Watched
    from onceper.patterns.terms import Sort

FIRST_EFFECT = Action.use(1)
_ACTIVATION = Action.activate_card()
# Their effect is used by activating the card, and in no other way; they do not stay on the field.
ONE_SHOT = {"normal_spell", "quick_play_spell", "ritual_spell", "normal_trap", "counter_trap"}


class UnknownPlayerError(OnceperError):
    """Somebody who does not play was named as a player."""


class UnknownActionError(OnceperError):
    """An action was named that the card does not have."""


class Governing(NamedTuple):
    """Hold a limit that speaks of an action, the name of the count that the action has under it, and its choices."""

    counted: CountedLimit
    part: str
    options: int = 0


class KnownAction(NamedTuple):
    """Hold what the cards and the rulebook say of an action: its limits, in printed order, and its effect.

    ``is_activation``: it activates the card, as effect 1 of a Normal Spell does. ``summon_kinds`` are the kinds of
    Summon that it is or may be, ``counted_as`` the events that ceilings count it as, and ``sorts`` the sorts of card
    that it is done with. ``deed`` names the effect, or what activates it, where a limit counts either as a use.
    ``is_conditional``: some of its limits hold under a condition.
    """

    governing: tuple[Governing, ...]
    rules: tuple[Governing, ...]
    effect: Effect | None
    is_activation: bool
    summon_kinds: frozenset[SummonKind]
    counted_as: tuple[str, ...]
    sorts: frozenset[Sort]
    deed: str
    is_conditional: bool


class Watch(NamedTuple):
    """Hold what limits of some cards count of what happens, and of which sorts of card."""

    watched: Watched
    sorts: frozenset[Sort]
    counts_by_itself: bool
    cards: frozenset[str]


class Table:
    """Know the cards and the players, and refuse what is unknown."""

    def __init__(self, readings: Iterable[CardReading | Row], players: tuple[str, str]) -> None:
        self.players = _check_players(players)
        given = _check_readings(readings)
        self.names = Names(given)
        self.texts = _group_by_name(given)
        self.limits = {
            name: [limit for field, reading in texts.items() for limit in derive_limits(name, reading, field)]
            for name, texts in self.texts.items()
        }
        games = {reading.game for reading in given}
        self.game = games.pop() if len(games) == 1 else None
        self.rules = [(rule, Governing(derive_rule(rule), "")) for rule in load_rulebook()]
        spent_by = {kind for rule, _ in self.rules for kind in rule.spent_by}
        self.rules_spent_by: dict[str, list[tuple[GameRule, Governing]]] = {
            kind: [one for one in self.rules if kind in one[0].spent_by] for kind in spent_by
        }
        self.watches = self._find_watches()
        self.abilities = self._find_abilities()
        counted = {what: [watch.watched.object for watch in watches] for what, watches in self.watches.items()}
        self.vocabulary = Vocabulary(given, counted)
        self._actions: dict[tuple[object, ...], KnownAction] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(cards={len(self.texts)}, players={self.players!r})"

    @cached_property
    def fingerprint(self) -> str:
        """What tells these readings from others, in which a count may belong to another limit."""
        texts = [reading for _, fields in sorted(self.texts.items()) for _, reading in sorted(fields.items())]
        # Neither the ids of rows nor what was not read matters.
        parts = [(one.name, one.lang, one.game, one.limits, one.non_effects, one.effects) for one in texts]
        return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()

    def check_player(self, player: str) -> None:
        """Refuse whoever does not play."""
        if player not in self.players:
            raise UnknownPlayerError(f"unknown player {player!r}", expected=one_of(self.players, "player", player))

    def check_name(self, name: str) -> None:
        """Refuse a card of which there is no reading."""
        self.names.find_card(name)

    def find_action(self, copy: CopyState, action: Action, player: str) -> KnownAction:
        """Return what is known of an action, and refuse what the copy does not have and who does not play."""
        if action.of is not None:
            self.check_gained(copy, action.of)
        known = self.look_up(copy, action)
        if action.option is not None and known.effect and action.option > len(known.effect.options):
            has = len(known.effect.options)
            raise UnknownActionError(
                f"{action} of {action.of or copy.name!r} has no option {action.option}",
                expected=f"option 1 to {has}" if has else "no option: no choices were read in this effect",
            )
        self.check_player(player)
        if action.controller is not None:
            self.check_player(action.controller)
        check_possible(copy, action, self.texts[copy.name])
        if action.kind == "do" or action.objects:
            self.vocabulary.check(action.what or "summon", action.objects)
        return known

    def check_gained(self, copy: CopyState, of: str) -> None:
        """Refuse effects that the copy has not gained."""
        if all(of != gained.of for gained in copy.gained):
            gained = " or ".join(repr(gained.of) for gained in copy.gained)
            raise UnknownActionError(
                f"{copy.name!r} has not gained the effects of {of!r}",
                expected=f"an effect of {gained}" if gained else "its own effects",
            )

    def find_stateable(self, copy: CopyState) -> dict[str, bool]:
        """Return the words that limits of a copy depend on, and whether they say a number."""
        names = (copy.name, *(gained.of for gained in copy.gained))
        limits = [counted.limit for name in names for counted in self.limits[name]]
        numbers = {limit.count_text: True for limit in limits if limit.count_text}
        return numbers | {limit.condition: False for limit in limits if limit.condition}

    def look_up(self, copy: CopyState, action: Action) -> KnownAction:
        """Return what is known of an action, be it one of effects that the copy has gained or had.

        A limit on the card's own activation also stands in the way of effect 1 of a card that is used by
        activating it. Where the type of the card is not told, that is so while it is not face-up on the field.
        """
        is_one = copy.card_type in ONE_SHOT
        is_hidden = is_one or (copy.card_type is None and not (copy.face_up and copy.location == "field"))
        if action.option is not None or action.target is not None:
            # Which of its counts they go into is found for each use.
            action = replace(action, option=None, target=None)
        if action.objects and action.kind != "do":
            action = replace(action, objects=())
        origin = copy.location if action.kind in SUMMONS else None
        key = (copy.name, action, copy.card_type, is_hidden, origin)
        known = self._actions.get(key)
        if known is None:
            kinds = action.find_summon_kinds(origin)
            is_activation = action == _ACTIVATION or (action == FIRST_EFFECT and is_one)
            kind = "activation" if is_activation else action.kind
            # Where the place is not known, it may be the Extra Deck.
            places = SORTS_FROM_EXTRA_DECK if origin in {"extra_deck", None} else frozenset()
            counts = SORTS_SUMMONED | places if kind in SUMMONS else frozenset()
            governing = self._find_governing(copy.name, action, kinds, is_one=is_one, is_hidden=is_hidden)
            known = self._actions[key] = KnownAction(
                governing,
                # An additional Normal Summon is not the player's own of the turn.
                tuple(one for rule, one in self.rules if action.kind in rule.governs and not action.additional),
                self._find_effect(copy.name, action),
                is_activation=is_activation,
                summon_kinds=kinds,
                counted_as=(action.what or "",) if kind == "do" else COUNTED_AS.get(kind, ()),
                sorts=SORTS_ACTIVATED[copy.card_type] if is_activation else counts,
                deed=_name_deed(FIRST_EFFECT if is_activation else action, governing),
                is_conditional=any(one.counted.limit.condition for one in governing),
            )
        return known

    @staticmethod
    def know_occurrence(what: str) -> KnownAction:
        """Return what is known of something that is done with no copy of its own."""
        none: frozenset[Any] = frozenset()
        return KnownAction((), (), None, False, none, (what,), none, "", False)

    def _find_governing(
        self, name: str, action: Action, kinds: frozenset[SummonKind], *, is_one: bool, is_hidden: bool
    ) -> tuple[Governing, ...]:
        actions = [action]
        if action == FIRST_EFFECT and is_hidden:
            actions.append(_ACTIVATION)
        elif action == _ACTIVATION and is_one:
            actions.append(FIRST_EFFECT)
        return tuple(
            Governing(counted, "" if counted.counts_together else str(one), self._count_options(name, one))
            for counted in self.limits[action.of or name]
            for one in actions
            if _governs(counted, one, kinds)
            and (counted.goes_along or not action.of)
            # What is only gained or happens later does not stand in the way of activating the card.
            and (one == action or counted.limit.verb == "apply" or "activated" in counted.spent_by)
        )

    def _count_options(self, name: str, action: Action) -> int:
        if action == _ACTIVATION:
            reading = self.texts[name].get(action.field)
            return len(reading.effects[0].options) if reading and reading.effects else 0
        effect = self._find_effect(name, action)
        return len(effect.options) if effect else 0

    def _find_effect(self, name: str, action: Action) -> Effect | None:
        if action.kind == "win" and not self.has_victory_text(name):
            raise UnknownActionError(f"{name!r} has no victory text", expected="a card whose text wins the Duel")
        if action.effect is None:
            return None
        reading = self.texts[action.of or name].get(action.field)
        effects = reading.effects if reading else ()
        if action.effect > len(effects):
            has = "no effect number: no effect was read in this card"
            if effects or reading is None:
                has = (
                    f"effect 1 to {len(effects)}" if effects else f"an effect of another text: it has no {action.field}"
                )
            raise UnknownActionError(f"{action.of or name!r} has no effect {action.effect}", expected=has)
        return effects[action.effect - 1]

    def has_victory_text(self, name: str) -> bool:
        """Tell whether a text of the card wins the Duel."""
        texts = self.texts[name].values()
        return any(text.kind == "victory_condition" for reading in texts for text in reading.non_effects)

    def _find_watches(self) -> dict[str, tuple[Watch, ...]]:
        found: dict[str, dict[Watched, tuple[frozenset[Sort], frozenset[str]]]] = {}
        for name, counted in ((name, counted) for name, card in self.limits.items() for counted in card):
            if counted.watched.what:
                # One word in two languages is counted once, and of a card that is so in either.
                of_event = found.setdefault(counted.watched.what, {})
                sorts, cards = of_event.get(counted.watched, (frozenset(), frozenset()))
                of_event[counted.watched] = (sorts | counted.sorts, cards | {name})
        return {
            what: tuple(
                Watch(watched, sorts, counts_by_itself(what, watched.object, sorts), cards)
                for watched, (sorts, cards) in sorted(of_event.items())
            )
            for what, of_event in found.items()
        }

    def _find_abilities(self) -> dict[str, dict[str, str]]:
        """Return for each keyword ability the keys of its counts by the period over which cards look back at it."""
        keys: dict[str, dict[str, str]] = {}
        for counted in (counted for card in self.limits.values() for counted in card):
            if counted.limit.kind == "ability" and counted.limit.name:
                keys.setdefault(counted.limit.name, {})[counted.limit.period or ""] = counted.key
        return {name: dict(sorted(found.items())) for name, found in keys.items()}


def _name_deed(action: Action, governing: tuple[Governing, ...]) -> str:
    """Return the same for the effect of a Spell and for the activation of the card, which are one."""
    is_counted = any(one.counted.spent_by >= {"activated", "applied"} for one in governing)
    return UNNAMED + name_effect(action) if is_counted else ""


def name_effect(action: Action) -> str:
    """Return the same for all uses of one effect, whichever choice and target."""
    return f"{action.effect} {action.field} {action.of}"


def _governs(counted: CountedLimit, action: Action, kinds: frozenset[SummonKind]) -> bool:
    """Tell whether a limit speaks of an action.

    "this effect" is only the previous effect, the others stay free (OCG Perfect Rulebook 2017, p. 177): the
    reading has resolved that reference into ``applies_to.effects``.
    """
    applies_to, wanted = counted.limit.applies_to, counted.limit.summon_kind
    match action.kind:
        case "effect":
            return action.field == counted.field and action.effect in applies_to.effects
        case "activation":
            return applies_to.activation
        case "summon":
            # The card's own procedure is of whatever kind it says.
            return applies_to.summon and (counted.limit.verb == "summon" or wanted is None or wanted in kinds)
        case "special_summon":
            # A procedure is "this way"; the others are limits by name.
            is_by_name = applies_to.summon and counted.limit.verb == "special_summon"
            return is_by_name and (wanted is None or wanted in kinds)
        case _:
            return applies_to.summon and wanted in kinds


def _check_players(players: tuple[str, str]) -> tuple[str, str]:
    try:
        checked = msgspec.convert(players, tuple[NewId, NewId], strict=True)
    except msgspec.ValidationError as error:
        raise SetupError(f"the players {players!r}: {error}", expected="two different names") from error
    if checked[0] == checked[1]:
        raise SetupError(f"the players {players!r}", expected="two different names")
    return checked


def _check_readings(readings: Iterable[CardReading | Row]) -> list[CardReading | Row]:
    if not isinstance(readings, Iterable):
        raise SetupError(
            f"{readings!r:.80} are no readings",
            expected="a list of what onceper.read returns, or of rows",
            remedy="put a single reading into a list",
        )
    given = list(readings)
    for reading in given:
        if not isinstance(reading, CardReading | Row):
            raise SetupError(f"{reading!r:.80} is no reading", expected="what onceper.read returns, or a row")
        if isinstance(reading, Row) and reading.error:
            raise SetupError(f"{_describe(reading)} was not read: {reading.error}", expected="a row without an error")
        if not reading.name:
            raise SetupError(
                f"a reading without a name: {_describe(reading)}",
                expected="the card's name in every reading",
                remedy="onceper.read(text, name=...)",
            )
    return given


def _group_by_name(readings: Iterable[CardReading | Row]) -> dict[str, dict[Field, CardReading | Row]]:
    named: dict[str, dict[Field, CardReading | Row]] = {}
    for reading in readings:
        # Databases list the same print under several ids, which is one card to the game.
        texts = named.setdefault(reading.name or "", {})
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
