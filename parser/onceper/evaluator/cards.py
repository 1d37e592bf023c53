"""The cards of a game: what they are called, what a copy of them can do, and which limits speak of that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, get_args
from unicodedata import normalize

import msgspec
from msgspec.structs import replace

from onceper.contract.reading import CardReading, Row
from onceper.errors import OnceperError, one_of
from onceper.evaluator.action import SUMMONS, Action
from onceper.evaluator.event import EventError, Id
from onceper.evaluator.limits import COUNTED_AS, SetupError, derive_limits, find_rulebook, find_sorts
from onceper.evaluator.state import KnownAction
from onceper.lang.languages import language, language_codes
from onceper.patterns.fields import counted_events, counted_things
from onceper.patterns.language_files import Sort

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.limit import SummonKind
    from onceper.contract.reading import Field
    from onceper.evaluator.event import Location
    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import Copy

FIRST_EFFECT = Action.use(1)
ACTIVATION = Action.activate_card()
# Their effect is used by activating the card, and in no other way; they do not stay on the field.
ONE_SHOT = {"normal_spell", "quick_play_spell", "ritual_spell", "normal_trap", "counter_trap"}
_SHOWN = 40


class UnknownNameError(OnceperError):
    """There is no player, card, effect, choice or victory text of this name or number."""


class ImpossibleActionError(OnceperError):
    """A card of this type, or a copy in this place, cannot do that."""


class Cards:
    """Know the cards and the players of a game, and refuse what is unknown."""

    def __init__(self, readings: Iterable[CardReading | Row], players: tuple[str, str]) -> None:
        self.players = _check_players(players)
        is_list, expected = isinstance(readings, Iterable), "a list of what onceper.read returns, or of rows"
        self._given: list[CardReading | Row] = [*readings] if is_list else []
        if not is_list or not all(isinstance(one, CardReading | Row) for one in self._given):
            raise SetupError(f"{readings!r:.80} is no list of readings", expected=expected)
        self.texts = _group_by_name(self._given)
        called = {form: name for name in self.texts for form in (normalize("NFC", name), name)}
        self.called = {row.id: row.name or "" for row in self._given if isinstance(row, Row)} | called
        self.limits = {
            name: [limit for field, reading in texts.items() for limit in derive_limits(name, reading, field)]
            for name, texts in self.texts.items()
        }
        games = {reading.game for reading in self._given}
        self.game = games.pop() if len(games) == 1 else None
        self.watching: dict[str, list[Counted]] = {}
        for counted in (one for limits in self.limits.values() for one in limits if one.what):
            self.watching.setdefault(counted.what, []).append(counted)
        self._actions: dict[tuple[object, ...], KnownAction] = {}

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
            raise UnknownNameError(f"unknown player {player!r}", expected=one_of(self.players, "player", str(player)))

    def find_card(self, called: str) -> str:
        """Return the printed name of a card that is called so, in any Unicode form, or by the id of its row.

        Raises:
            UnknownNameError: no reading has this name or id; the message has those that are near.
        """
        name = self.called.get(called) or self.called.get(normalize("NFC", called))
        if name is None:
            expected = one_of(self.texts, "card", called) if self.texts else "the name or id of a card; none was read"
            raise UnknownNameError(f"no reading of a card named {called!r}", expected=expected)
        return name

    def find_action(self, copy: Copy, action: Action) -> Action:
        """Return an action whose effect has its number, and the card from which it was gained its printed name.

        Raises:
            UnknownNameError: no card or effect is called so, or several effects are; the message has all of them.
        """
        if action.words is None and action.of is None:
            return action
        of = None if action.of is None else self.find_card(action.of)
        if action.words is None:
            return replace(action, of=of)
        effects = self._find_effects(of or copy.name, action.field)
        found = [effect for effect in effects if _is_called(effect, action.words)]
        if len(found) != 1:
            listed = "; ".join(f"{effect.index}: {effect.text[:_SHOWN]!r}" for effect in found or effects)
            raise UnknownNameError(
                f"{of or copy.name!r} has {f'{len(found)} effects' if found else 'no effect'} called {action.words!r}",
                expected=f"a label or the first words of {listed}",
            )
        return replace(action, effect=found[0].index, words=None, of=of)

    def check_action(self, copy: Copy, action: Action, player: str) -> KnownAction:
        """Return what is known of an action, and refuse what the copy does not have and who does not play."""
        self.check_player(player)
        if action.controller is not None:
            self.check_player(action.controller)
        if action.of is not None:
            self.check_gained(copy, action.of)
        # A Trap may be Special Summoned as a monster.
        if copy.card_type not in {None, "monster"} and action.kind in {"normal_summon", "set", "flip_summon"}:
            raise ImpossibleActionError(
                f"{action.kind!r} of {copy.name!r}, which is a {copy.card_type}",
                expected="`left_location` to the field with `face_up` false for a Set, `activated` for an activation",
            )
        # Where the text is not told, it may have a Pendulum Effect, under a line of its own as databases print it.
        if copy.card_type == "monster" and action.kind == "activation":
            texts = [getattr(one, "text", None) or "[" for one in self.texts[copy.name].values()]
            if not any("[" in one or "【" in one for one in texts):
                what = f"'activation' of {copy.name!r}, which is a monster"
                raise ImpossibleActionError(what, expected="one of its effects, such as Action.use(1)")
        if action.what or action.objects:
            self.check_words(action.what or "summon", action.objects)
        known = self.look_up(copy, action, copy.location)
        if (action.option or 0) > known.options:
            has = f"option 1 to {known.options}" if known.options else "no option: no choices were read in this effect"
            raise UnknownNameError(
                f"{action} of {action.of or copy.name!r} has no option {action.option}", expected=has
            )
        return known

    def check_gained(self, copy: Copy, of: str) -> None:
        """Refuse effects that the copy has not gained."""
        if of not in copy.gained:
            expected = one_of(copy.gained, "card", of) if copy.gained else "its own effects"
            raise UnknownNameError(f"{copy.name!r} has not gained the effects of {of!r}", expected=expected)

    def check_words(self, what: str, objects: Iterable[str]) -> None:
        """Refuse an event that no limit counts anywhere, and words for a thing in which no word for one stands.

        Raises:
            EventError: the message names the words that are near.
        """
        if what not in self.watching and what not in counted_events():
            events = counted_events() | self.watching.keys()
            raise EventError(f"unknown event {what!r}", expected=one_of(events, "event", what))
        for said in objects:
            # Of words that no limit counts one says what the thing is; some scripts set no spaces.
            words = {*said.casefold().split(), said.casefold()}
            if words.isdisjoint(self._things) and not any(one in said for one in self._things if not one.isascii()):
                things = {counted.thing for watching in self.watching.values() for counted in watching} - {""}
                raise EventError(f"unknown object {said!r}", expected=one_of(things or self._things, "object", said))

    def look_up(self, copy: Copy, action: Action, origin: Location | None) -> KnownAction:
        """Return what is known of an action, be it one of effects that the copy has gained or had."""
        kind, card_type = action.kind, copy.card_type
        origin = origin if kind in SUMMONS else None
        is_shown = copy.face_up and copy.location == "field"
        told = (kind, action.effect, action.field, action.of, action.what, action.summon_kind, action.additional)
        key = (copy.name, card_type, is_shown, origin, told)
        known = self._actions.get(key)
        if known is None:
            known = self._actions[key] = self._find_known(copy, action, origin, is_shown=is_shown)
        return known

    def _find_known(self, copy: Copy, action: Action, origin: Location | None, *, is_shown: bool) -> KnownAction:
        """Return what is known of an action.

        A limit on the card's own activation also stands in the way of effect 1 of a card that is used by
        activating it. Where the type of the card is not told, that is so while it is not face-up on the field.
        """
        kind, is_one = action.kind, copy.card_type in ONE_SHOT
        is_hidden = is_one or (copy.card_type is None and not is_shown)
        is_first = (action.effect, action.field, action.of) == (1, "text", None)
        is_activation = kind == "activation" or (is_first and is_one)
        same = [ACTIVATION] if is_first and is_hidden else [FIRST_EFFECT] if is_activation and is_one else []
        kinds = action.find_summon_kinds(origin)
        printed = [
            replace(counted, part="" if counted.together else str(one))
            for counted in self.limits.get(action.of or copy.name, ())
            for one in (action, *same)
            if _governs(counted, one, kinds)
            and (counted.goes_along or not action.of)
            # What is only gained or happens later does not stand in the way of activating the card.
            and (one is action or counted.limit.verb == "apply" or "activated" in counted.spent_by)
        ]
        effect = self._find_effect(copy.name, action)
        # Of what occurs by itself there is no card.
        game = next((text.game for text in self.texts.get(action.of or copy.name, {}).values()), self.game)
        # An additional Normal Summon is not the player's own of the turn.
        rules = [
            rule
            for rule in find_rulebook(game)
            if rule.holds(copy.card_type, effect) and not (action.additional and rule.counted.for_player)
        ]
        governing = [rule.counted for rule in rules if kind in rule.governs and not action.additional]
        done = "do attack" if str(action) == "do attack" else kind
        spent = [*printed, *(rule.counted for rule in rules if done in rule.spent_by)]
        # The one effect of a Normal Spell has choices when it is activated.
        first = self._find_effects(copy.name, "text")[:1] if kind == "activation" else ()
        counted_as = COUNTED_AS.get("activation" if is_activation else kind, (action.what,) if action.what else ())
        # Where the place is not known, it may be the Extra Deck.
        summoned: set[Sort] = {"monster", "extra_deck_monster"} if origin in {"extra_deck", None} else {"monster"}
        return KnownAction(
            (*printed, *governing),
            frozenset((counted.key, counted.part) for counted in spent),
            (*{counted.key for counted in spent if not counted.for_copy}, *self.watching.keys() & {*counted_as}),
            (*{counted.key for counted in spent if counted.for_copy},),
            effect,
            is_activation,
            kinds,
            counted_as,
            find_sorts(copy, "activation") if is_activation else frozenset(summoned if kind in SUMMONS else ()),
            max((len(one.options) for one in (effect, *first) if one), default=0),
        )

    def has_victory_text(self, name: str) -> bool:
        """Tell whether a text of the card wins the Duel."""
        return any(text.kind == "victory_condition" for one in self.texts[name].values() for text in one.non_effects)

    @cached_property
    def _things(self) -> set[str]:
        """The words for things that limits count, as cards of these languages print them, or any card does."""
        terms = [language(one.lang or "", one.game).terms for one in self._given if one.lang in language_codes()]
        printed = {counted.thing for watching in self.watching.values() for counted in watching} - {""}
        said = {word for known in terms for sort in get_args(Sort) for word in getattr(known, sort)}
        return {word.casefold() for word in printed | said | counted_things()}

    def _find_effects(self, name: str, field: Field) -> tuple[Effect, ...]:
        reading = self.texts[name].get(field)
        return reading.effects if reading else ()

    def _find_effect(self, name: str, action: Action) -> Effect | None:
        if action.kind == "win" and not self.has_victory_text(name):
            raise UnknownNameError(f"{name!r} has no victory text", expected="a card whose text wins the Duel")
        if action.effect is None:
            return None
        effects = self._find_effects(action.of or name, action.field)
        if action.effect > len(effects):
            has = (
                f"effect 1 to {len(effects)}" if effects else f"another text: no effect was read in its {action.field}"
            )
            raise UnknownNameError(f"{action.of or name!r} has no effect {action.effect}", expected=has)
        return effects[action.effect - 1]


def _governs(counted: Counted, action: Action, kinds: frozenset[SummonKind]) -> bool:
    """Tell whether a limit speaks of an action.

    "this effect" is only the previous effect, the others stay free (OCG Perfect Rulebook 2017, p. 177): the
    reading has resolved that reference into ``applies_to.effects``.
    """
    limit, applies_to = counted.limit, counted.limit.applies_to
    if action.kind == "effect":
        return action.field == counted.field and action.effect in applies_to.effects
    if action.kind == "activation":
        return applies_to.activation
    # The card's own procedure is of whatever kind it says; other Special Summons are limited by name.
    is_of_kind = limit.summon_kind in kinds or (
        limit.summon_kind is None and action.kind in {"summon", "special_summon"}
    )
    is_own = action.kind == "summon" and limit.verb == "summon"
    is_other = action.kind == "special_summon" and limit.verb != "special_summon"
    return applies_to.summon and (is_of_kind or is_own) and not is_other


def _is_called(effect: Effect, words: str) -> bool:
    """Tell whether an effect has this label, or begins with these words."""
    words, label, text = (normalize("NFC", one).casefold() for one in (words, effect.label or "", effect.text))
    return words == label or text.startswith(words) or text.removeprefix(label).lstrip(":： ●").startswith(words)


def _check_players(players: tuple[str, str]) -> tuple[str, str]:
    try:
        checked = msgspec.convert(players, tuple[Id, Id], strict=True)
    except msgspec.ValidationError:
        checked = ("", "")
    if checked[0] == checked[1]:
        raise SetupError(f"the players {players!r}", expected="two different names")
    return checked


def _group_by_name(readings: Sequence[CardReading | Row]) -> dict[str, dict[Field, CardReading | Row]]:
    named: dict[str, dict[Field, CardReading | Row]] = {}
    for reading in readings:
        if isinstance(reading, Row) and reading.error:
            raise SetupError(f"{_describe(reading)} was not read: {reading.error}", expected="a row without an error")
        if not reading.name:
            what, remedy = f"a reading without a name: {_describe(reading)}", "onceper.read(text, name=...)"
            raise SetupError(what, expected="the card's name in every reading", remedy=remedy)
        # Databases list the same print under several ids, which is one card to the game.
        texts = named.setdefault(reading.name, {})
        known = texts.setdefault(getattr(reading, "field", "text"), reading)
        if (known.limits, known.non_effects, known.effects) != (reading.limits, reading.non_effects, reading.effects):
            raise SetupError(
                f"two different readings of {reading.name!r}: {_describe(known)} and {_describe(reading)}",
                expected="one reading per name, and per text of a Pendulum card",
                remedy="leave one out; of a database in several languages, tag one with --only-lang",
            )
    return named


def _describe(reading: CardReading | Row) -> str:
    return f"row {reading.id!r}" if isinstance(reading, Row) else repr(reading.text[:60])
