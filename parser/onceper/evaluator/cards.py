"""The cards of a game: what they are called, what a copy of them can do, and which limits speak of that."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, get_args
from unicodedata import normalize

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.limit import SummonKind
from onceper.contract.reading import CardReading, Field, Row
from onceper.errors import OnceperError
from onceper.evaluator.action import look_up
from onceper.evaluator.limits import derive_limits, find_rulebook, find_sorts
from onceper.evaluator.state import NOBODY, ONE_SHOT, Known, Use, check_known
from onceper.patterns.fields import counted_events, counted_things

if TYPE_CHECKING:
    from onceper.contract.effect import Effect
    from onceper.evaluator.action import Action
    from onceper.evaluator.event import Deed, Stated
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
        match players:
            case [str() as first, str() as second] if "" != first != second != "":
                self.players = first, second
            case _:
                raise SetupError(f"the players {players!r}", expected="two different names")
        # A single reading is a game with one card.
        given = [*readings] if isinstance(readings, Iterable) else [readings]
        self.texts: dict[str, dict[Field, CardReading | Row]] = {}
        for reading in given:
            error = getattr(reading, "error", None)
            if error or not isinstance(reading, CardReading | Row) or not reading.name:
                raise SetupError(
                    f"{reading.name!r} could not be read: {error}"
                    if error
                    else f"{reading!r:.200} is no reading of a card with a name",
                    expected="what onceper.read(text, name=...) returns, or a row with a name and without an error",
                )
            # Databases list the same print under several ids.
            texts = self.texts.setdefault(reading.name, {})
            known = texts.setdefault(getattr(reading, "field", "text"), reading)
            if _read(known) != _read(reading):
                raise SetupError(
                    f"two different readings of {reading.name!r}: {known!r:.80} and {reading!r:.80}",
                    expected="one reading per name, and per text of a Pendulum card",
                    remedy="leave one out; of a database in several languages, tag one with --only-lang",
                )
        # A name wins over an id.
        self.called = {
            normalize("NFC", str(getattr(one, part, one.name))): str(one.name)
            for part in ("id", "name")
            for one in given
        }
        # Which have a text that wins the Duel.
        self.winning = {str(one.name) for one in given for text in one.non_effects if text.kind == "victory_condition"}
        self.limits = {
            name: [one for field, text in texts.items() for one in derive_limits(name, text, field)]
            for name, texts in self.texts.items()
        }
        every = [one for limits in self.limits.values() for one in limits]
        games = {one.game for one in given}
        self.game = games.pop() if len(games) == 1 else None
        self.rules = find_rulebook(self.game)
        self.controls = [one for one in every if one.limit.kind == "control"]
        self.watching = [one.seen or one for one in every if one.what]
        self._known: dict[tuple[object, ...], Known] = {}

    def find_card(self, called: str) -> str:
        """Return the printed name of a card that is called so, in any Unicode form, or by the id of its row.

        Raises:
            UnknownNameError: no reading has this name or id; the message has those that are near.
        """
        return self.called[check_known("card", normalize("NFC", called), self.called)]

    def find_effects(self, copy: Copy) -> list[tuple[str | None, Field, Effect]]:
        """Return the effects that a copy has, each with the card from which it was gained and its field."""
        replaced = {number for gained in copy.gained.values() for number in gained.replaces}
        return [
            (of, field, effect)
            for of in (None, *copy.gained)
            for field, text in self.texts[of or copy.name].items()
            for effect in text.effects
            if of or field != "text" or effect.index not in replaced
        ]

    def check_player(self, player: str) -> str:
        """Refuse whoever does not play."""
        return check_known("player", player, self.players)

    def check_gained(self, copy: Copy, of: str) -> str:
        """Return the printed name of a card whose effects the copy has gained."""
        return check_known("card with gained effects", self.find_card(of), copy.gained)

    def check_stated(self, copy: Copy, event: Stated) -> None:
        """Refuse words that no limit of the copy has."""
        part = "condition" if event.count is None else "count_text"
        words = {getattr(one.limit, part) for name in (copy.name, *copy.gained) for one in self.limits[name]} - {None}
        check_known(f"{part} of a limit of {copy.name!r}", event.text, words)

    def check_words(self, what: str, objects: Iterable[str]) -> None:
        """Refuse an event that no limit counts anywhere, and words for a thing in which no word for one stands.

        Raises:
            UnknownNameError: the message names the words that are near.
        """
        check_known("event", what, {*counted_events(), *(one.what for one in self.watching)})
        things = {*counted_things(), *(one.thing for one in self.watching)} - {""}
        for said in objects:
            # Of words that no limit counts one says what the thing is; some scripts set no spaces.
            folded = said.casefold()
            words = [folded, *folded.split()]
            if not any(thing in (words if thing.isascii() else folded) for thing in map(str.casefold, things)):
                check_known("object", said, things)

    def ask(self, state: State, deed: Deed) -> Use:
        """Return what is told or asked as a use that is not in the log.

        Raises:
            OnceperError: it names what the copy does not have, or who does not play.
        """
        copy, action = NOBODY if deed.copy is None else state.find_copy(deed.copy), deed.action
        self.check_player(deed.player)
        if action.target is not None:
            state.find_copy(action.target)
        name = self.check_gained(copy, action.of) if action.of else copy.name
        key = (name, copy.card_type, copy.location, copy.face_up, action)
        known = self._known.get(key) or self._known.setdefault(key, self._find_known(copy, action, name))
        how = str(deed.__struct_config__.tag)
        return Use("applied" if how == "activated" and known.is_applied else how, deed, known, state)

    def _find_known(self, copy: Copy, action: Action, name: str) -> Known:
        """Return what is known of an action of the card with this name, which may have been gained.

        A limit on the card's own activation also stands in the way of effect 1 of a card that is used by
        activating it. Where the type of the card is not told, that is so while it is not face-up on the field.
        """
        kind, place, is_one_shot = action.kind, copy.location or "unknown", copy.card_type in ONE_SHOT
        effect = self.find_effect(copy, action, name)
        # An effect that is the activation of its card is counted as that.
        part = f"{action.field} {action.effect or kind}"
        is_first = part == "text 1"
        is_activation = kind == "activation" or (is_first and is_one_shot)
        # Which Summon it is, or may be where nobody has told.
        kinds = look_up("told", action.summon_kind) or look_up("summon_kinds", kind) & look_up("untold", place)
        names = {*(look_up("counted_as", "activation" if is_activation else kind) or [f"do {action.what}"])}
        names |= {f"{event} {one}" for event in names for one in kinds or get_args(SummonKind)}
        names |= {part, "additional" if action.additional else kind, *kinds}
        if (is_activation and is_one_shot) or (is_first and not (copy.card_type or copy.is_shown)):
            names |= {"along activation", "along 1"}
        if kind != "special_summon":
            names |= {f"own {one}" for one in kinds}
        # What is applied is not used; a card whose type is not told may be a monster.
        if copy.card_type in {None, "monster"} and effect and effect.kind == "activated" and kind == "effect":
            names.add("effect of a monster")
        printed = [one for one in self.limits.get(name, ()) if one.goes_along or not action.of]
        limits = [*printed, *self.rules]
        sorts = find_sorts(copy, "activation") if is_activation else look_up("summoned", place if kinds else None)
        governing = [one for one in limits if one.governed & names]
        ceilings = [one for one in self.watching if one.limit.kind == "cap" and one.used_up_by & names]
        every = (*governing, *ceilings, *self.controls)
        return Known(
            action,
            governing,
            {one.key for one in (*limits, *self.watching) if one.used_up_by & names},
            ceilings,
            effect,
            len(effect.options) if effect else 0,
            sorts,
            is_activation,
            effect is not None and effect.kind in NEVER_ACTIVATED and not is_activation,
            self.controls,
            not any(one.limit.condition or one.limit.count_text or one.thing for one in every),
        )

    def find_effect(self, copy: Copy, action: Action, name: str) -> Effect | None:
        """Return the effect that an action uses, that of a card that is activated, or null.

        Raises:
            OnceperError: the card has not what is asked for.
        """
        kind, number = action.kind, action.effect
        if action.controller is not None:
            self.check_player(action.controller)
        self.check_words(action.what or "summon", action.objects)
        # A Trap may be Special Summoned as a monster.
        if copy.card_type not in {None, "monster"} and kind in {"normal_summon", "set", "flip_summon"}:
            raise ImpossibleError(
                f"{kind!r} of {name!r}, which is a {copy.card_type}",
                expected="`left_location` to the field with `face_up` false for a Set, `activated` for an activation",
            )
        if kind == "win":
            check_known("victory text of", name, self.winning)
        text = self.texts.get(name, {}).get(action.field)
        effects = {str(effect.index): effect for effect in text.effects} if text else {}
        if number is None:
            return effects.get("1") if kind == "activation" else None
        effect = effects[check_known(f"effect of {name!r}", number, effects)]
        if action.option is not None:
            check_known(
                f"option of effect {number} of {name!r}", action.option, [str(one.index) for one in effect.options]
            )
        return effect
