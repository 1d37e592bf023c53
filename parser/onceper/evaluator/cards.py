"""The cards of a game: what they are called, what a copy of them can do, and which limits speak of that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, get_args
from unicodedata import normalize

import msgspec

from onceper.contract.limit import SummonKind
from onceper.contract.reading import CardReading, Row
from onceper.errors import OnceperError
from onceper.evaluator.action import ACTIONS, Names
from onceper.evaluator.event import Id
from onceper.evaluator.limits import derive_limits, find_rulebook, find_sorts
from onceper.evaluator.state import NOBODY, ONE_SHOT, Known, Use, look_up
from onceper.patterns.fields import counted_events, counted_things

if TYPE_CHECKING:
    from onceper.contract.effect import Effect
    from onceper.contract.reading import Field
    from onceper.evaluator.action import Action
    from onceper.evaluator.event import Deed, Stated
    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import Copy, State


# What a game looks at of a reading.
_read = attrgetter("limits", "non_effects", "effects")


class SetupError(OnceperError):
    """An evaluator was given readings or players with which no game can be played."""


class ImpossibleError(OnceperError):
    """What is asked or told cannot be with a card of this type, in this place or at this point of the game."""


class Cards:
    """Know the cards and the players of a game, and refuse what is unknown."""

    def __init__(self, readings: Iterable[CardReading | Row], players: tuple[str, str]) -> None:
        self.players = _check_players(players)
        self._played = dict(zip(players, players, strict=True))
        if not isinstance(readings, Iterable):
            raise SetupError(f"{readings!r:.80} is no list", expected="a list of what onceper.read returns, or of rows")
        given = [*readings]
        self.texts = _group_by_name(given)
        called = [(row.id, row.name or "") for row in given if isinstance(row, Row)]
        called += [(name, name) for name in self.texts]
        self.called = {normalize("NFC", form): name for form, name in called}
        # Which have a text that wins the Duel.
        self.winning = {
            name
            for name, texts in self.texts.items()
            for one in texts.values()
            if any(text.kind == "victory_condition" for text in one.non_effects)
        }
        self.limits: dict[str, list[Counted]] = {"": []} | {
            name: [limit for field, reading in texts.items() for limit in derive_limits(name, reading, field)]
            for name, texts in self.texts.items()
        }
        games = {reading.game for reading in given}
        self.game = games.pop() if len(games) == 1 else None
        self.rules = find_rulebook(self.game)
        self.controls = {
            name: theirs
            for name, limits in self.limits.items()
            if (theirs := [one for one in limits if one.limit.kind == "control"])
        }
        self.watching = [one.seen or one for limits in self.limits.values() for one in limits if one.what]
        self._known: dict[tuple[object, ...], Known] = {}

    @cached_property
    def fingerprint(self) -> str:
        """What tells these readings from others, in which a count may belong to another limit."""
        # Neither the ids of rows nor what was not read matters.
        read = [
            (name, field, one.lang, one.game, *_read(one))
            for name, texts in self.texts.items()
            for field, one in texts.items()
        ]
        return blake2b(msgspec.json.encode(sorted(read, key=itemgetter(0, 1))), digest_size=16).hexdigest()

    def check_player(self, player: str) -> str:
        """Refuse whoever does not play."""
        return look_up("player", player, self._played)

    def find_card(self, called: str) -> str:
        """Return the printed name of a card that is called so, in any Unicode form, or by the id of its row.

        Raises:
            UnknownNameError: no reading has this name or id; the message has those that are near.
        """
        return look_up("card", normalize("NFC", called), self.called)

    def check_words(self, what: str, objects: Iterable[str]) -> None:
        """Refuse an event that no limit counts anywhere, and words for a thing in which no word for one stands.

        Raises:
            UnknownNameError: the message names the words that are near.
        """
        look_up("event", what, dict.fromkeys((*counted_events(), *(one.what for one in self.watching)), what))
        things = {*counted_things(), *(one.thing for one in self.watching)} - {""}
        known = {thing.casefold() for thing in things}
        for said in objects:
            # Of words that no limit counts one says what the thing is; some scripts set no spaces.
            words = {said.casefold(), *said.casefold().split()}
            if not words & known and not any(one in said for one in known if not one.isascii()):
                look_up("object", said, dict.fromkeys(things, said))

    def check_gained(self, copy: Copy, of: str) -> str:
        """Return the printed name of a card whose effects the copy has gained."""
        name = self.find_card(of)
        look_up("card with gained effects", name, copy.gained)
        return name

    def check_stated(self, copy: Copy, event: Stated) -> None:
        """Refuse words that no limit of the copy has."""
        field = "condition" if event.count is None else "count_text"
        words = [getattr(one.limit, field) for name in (copy.name, *copy.gained) for one in self.limits[name]]
        look_up(f"{field} of a limit of {copy.name!r}", event.text, dict.fromkeys(filter(None, words), event.text))

    def ask(self, state: State, deed: Deed) -> Use:
        """Return what is told or asked as a use that is not in the log.

        Raises:
            OnceperError: it names what the copy does not have, or who does not play.
        """
        copy, action = NOBODY if deed.copy is None else state.find_copy(deed.copy), deed.action
        self.check_player(deed.player)
        if action.target is not None:
            state.find_copy(action.target)
        if action.of is not None:
            self.check_gained(copy, action.of)
        key = (copy.name, copy.card_type, copy.location, copy.face_up, action)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find_known(copy, action)
        how = str(deed.__struct_config__.tag)
        return Use("applied" if how == "activated" and known.is_applied else how, deed, known, state)

    def _find_known(self, copy: Copy, action: Action) -> Known:
        """Return what is known of an action.

        A limit on the card's own activation also stands in the way of effect 1 of a card that is used by
        activating it. Where the type of the card is not told, that is so while it is not face-up on the field.
        """
        kind, is_one = action.kind, copy.card_type in ONE_SHOT
        name = self.find_card(action.of) if action.of else copy.name
        effect = self._find_effect(copy, action, name)
        # An effect that is the activation of its card is counted as that.
        part = f"{action.field} {action.effect or kind}"
        is_first = part == "text 1" and not action.of
        is_activation = kind == "activation" or (is_first and is_one)
        kinds = _find_summon_kinds(action, copy)
        counted_as = ACTIONS.kinds["activation" if is_activation else kind].counted_as or (action.what,)
        events = [f"do {what}" for what in counted_as]
        names = {part, "additional" if action.additional else kind, *kinds, *events}
        names |= {f"{event} {one}" for event in events for one in kinds or get_args(SummonKind)}
        if (is_activation and is_one) or (is_first and not (copy.card_type or copy.is_shown)):
            names |= {"along activation", "along 1"}
        if kind != "special_summon":
            names |= {f"own {one}" for one in (*kinds, kind)}
        # What is applied is not used; a card whose type is not told may be a monster.
        if copy.card_type in {None, "monster"} and effect and effect.kind == "activated" and kind == "effect":
            names.add("effect of a monster")
        limits = [one for one in self.limits[name] if one.goes_along or not action.of]
        limits += self.rules
        # Where the place is not known, it may be the Extra Deck.
        sorts = {"monster", "extra_deck_monster"} if copy.location in {"extra_deck", None} else {"monster"}
        if is_activation:
            sorts = {*find_sorts(copy, "activation")}
        return Known(
            action,
            tuple(one for one in limits if one.governed & names),
            tuple({one.key for one in (*limits, *self.watching) if one.used_up_by & names}),
            effect,
            is_activation,
            {
                printed: caps
                for printed, theirs in self.limits.items()
                if (caps := [one for one in theirs if one.limit.kind == "cap" and one.used_up_by & names])
            },
            frozenset(sorts if is_activation or action.is_summon else ()),
        )

    def _find_effect(self, copy: Copy, action: Action, name: str) -> Effect | None:
        """Return the effect that an action uses, that of a card that is activated, or null.

        Raises:
            OnceperError: the card has not what is asked for.
        """
        kind, number = action.kind, action.effect
        if action.controller is not None:
            self.check_player(action.controller)
        if action.what or action.objects:
            self.check_words(action.what or "summon", action.objects)
        # A Trap may be Special Summoned as a monster.
        if copy.card_type not in {None, "monster"} and kind in {"normal_summon", "set", "flip_summon"}:
            raise ImpossibleError(
                f"{kind!r} of {name!r}, which is a {copy.card_type}",
                expected="`left_location` to the field with `face_up` false for a Set, `activated` for an activation",
            )
        if kind == "win":
            look_up("victory text of", name, dict.fromkeys(self.winning, name))
        text = self.texts.get(name, {}).get(action.field)
        effects = {str(effect.index): effect for effect in text.effects} if text else {}
        if number is None:
            return effects.get("1") if kind == "activation" else None
        effect = look_up(f"effect of {name!r}", number, effects)
        if action.option is not None:
            options = {str(option.index): option for option in effect.options}
            look_up(f"option of {action} of {name!r}", action.option, options)
        return effect


def _find_summon_kinds(action: Action, copy: Copy) -> Names:
    """Return the kinds of Summon that an action is, or may be where nobody has told."""
    kinds = ACTIONS.kinds[action.kind].summon_kinds
    if action.summon_kind:
        return ACTIONS.told[action.summon_kind]
    return ACTIONS.untold.get(copy.location or "unknown", ACTIONS.told["special"]) if "special" in kinds else kinds


def _check_players(players: tuple[str, str]) -> tuple[str, str]:
    try:
        first, second = checked = msgspec.convert(players, tuple[Id, Id])
    except msgspec.ValidationError:
        first = second = ""
    if first == second:
        raise SetupError(f"the players {players!r}", expected="two different names")
    return checked


def _group_by_name(readings: list[CardReading | Row]) -> dict[str, dict[Field, CardReading | Row]]:
    named: dict[str, dict[Field, CardReading | Row]] = {}
    for reading in readings:
        if not isinstance(reading, CardReading | Row) or getattr(reading, "error", None):
            expected = "what onceper.read returns, or a row without an error"
            raise SetupError(f"{reading!r:.200} is no reading", expected=expected)
        if not reading.name:
            what, remedy = f"a reading without a name: {reading!r:.80}", "onceper.read(text, name=...)"
            raise SetupError(what, expected="the card's name in every reading", remedy=remedy)
        # Databases list the same print under several ids, which is one card to the game.
        texts = named.setdefault(reading.name, {})
        known = texts.setdefault(getattr(reading, "field", "text"), reading)
        if _read(known) != _read(reading):
            raise SetupError(
                f"two different readings of {reading.name!r}: {known!r:.80} and {reading!r:.80}",
                expected="one reading per name, and per text of a Pendulum card",
                remedy="leave one out; of a database in several languages, tag one with --only-lang",
            )
    return named
