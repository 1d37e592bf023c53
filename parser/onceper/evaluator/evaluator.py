"""Apply limits to a Duel: a state, what happens to it, and what is asked of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract import SCHEMA_VERSION
from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.verdict import Verdict
from onceper.errors import OnceperError
from onceper.evaluator.action import Action, EventError
from onceper.evaluator.cards import ONE_SHOT, Cards
from onceper.evaluator.changes import change, find_deed, find_told
from onceper.evaluator.event import Activated, Applied, ControlChanged, Occurred, Resolved, Summoned
from onceper.evaluator.judge import ask
from onceper.evaluator.reasons import find_words, say
from onceper.evaluator.snapshot import Snapshot, SnapshotError
from onceper.evaluator.state import Clock, State
from onceper.lang.games import ruled_as

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.reading import CardReading, Row
    from onceper.evaluator.event import Event
    from onceper.evaluator.judge import Finding, Inquiry
    from onceper.evaluator.state import Copy

_REPLAY = "restore it where it was taken, or apply the events of the game once more"
# An event, the state before it, and those before.
Past: TypeAlias = "tuple[Event, State, Past] | None"
_OUT_OF_SIGHT = {"deck", "shield_zone", "xyz_material", None}
# What may be done is made once, and asked again and again.
_ACTIVATION, _PROCEDURE, _WIN = Action.activate_card(), Action.summon(), Action.win()
_TURN, _FLIP = Action.change_position(), Action.flip_summon()
_use = lru_cache(4_096)(Action.use)
_REVIVED = (Action.special_summon(),)
_SUMMONS = {
    "hand": (Action.normal_summon(), Action.set_monster(), Action.special_summon()),
    "graveyard": _REVIVED,
    "banished": _REVIVED,
    "extra_deck": _REVIVED,
}


class NothingToUndoError(OnceperError):
    """No event is left that could be taken back."""


class Choice(Struct, frozen=True, gc=False):
    """Say of one thing that a player could do with a copy whether the limits let them, and why."""

    copy: str
    action: Action
    verdict: Verdict


class InForce(Struct, frozen=True):
    """Hold the effects that a copy has now, its other text, and the limits on it."""

    effects: tuple[Effect, ...]
    non_effects: tuple[NonEffect, ...]
    limits: tuple[Limit, ...]

    def __repr__(self) -> str:
        effects, limits = [effect.index for effect in self.effects], [limit.kind for limit in self.limits]
        non_effects = [text.kind for text in self.non_effects]
        return f"{type(self).__name__}(effects={effects}, non_effects={non_effects}, limits={limits})"


class Evaluator:
    """Apply the limits of ``readings`` to one Duel between two ``players``, the first of whom begins.

    A limit governs effect n where n is in ``applies_to.effects``, the card's activation where
    ``applies_to.activation``, and its Summoning procedure where ``applies_to.summon``. Beside the printed
    limits stands a rulebook set: Normal Summon, manual change of battle position, Union. Not looked at is
    whatever is no limit: costs, timing, who may act.

    ``readings`` are readings or rows of a tagged database; equal ones of one name are one card. ``lang`` is
    the language of the reasons. A reading without a name, two different readings of one name, and players who
    are not two raise `SetupError`.
    """

    def __init__(
        self, readings: Iterable[CardReading | Row], *, players: tuple[str, str] = ("A", "B"), lang: str = "en"
    ) -> None:
        self._cards = Cards(readings, players)
        self._words = find_words(lang, self._cards.game)
        self._begin()

    def _begin(self) -> None:
        self._state = State(Clock(self._cards.players[0]))
        self._past: Past = None
        self._events = 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}(cards={len(self._cards.texts)}, events={self._events})"

    def copy(self) -> Evaluator:
        """Return another evaluator at the same moment, as for a search tree: neither sees what happens in the other."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def may_use(self, copy: str, action: Action, player: str) -> Verdict:
        """Answer whether the limits let ``player`` do ``action`` with ``copy`` now, and why.

        A copy, an action or a player that the game does not know raise an `OnceperError`.
        """
        if not isinstance(action, Action):
            raise EventError(f"{action!r} is no action", expected="one that a method of Action makes")
        return self._answer(self._ask(copy, action, player))

    def may_do(self, player: str) -> list[Choice]:
        """Answer for all that ``player`` could do with the copies that they control: effects, activations, Summons.

        What limits say nothing of is free: costs, timing and materials are not looked at.

        Raises:
            UnknownNameError: nobody of this name plays.
        """
        self._cards.check_player(player)
        return [
            Choice(id_, action, self._answer(self._ask(id_, action, player)))
            for id_, copy in self._state.copies.items()
            if copy.controller == player
            for action in self._find_actions(copy)
        ]

    def may_resolve(self, activation: str) -> Verdict:
        """Answer whether what was declared under this id may resolve now.

        A keyword ability may be declared many times and is resolved once: whoever comes second does nothing.
        """
        use, *_ = find_told(self._state, activation)
        asked = replace(self._ask(use.told.copy, use.known.action, use.told.player), besides=activation)
        return self._say(asked, asked.find_resolution())

    def may_happen(self, event: Event) -> Verdict | None:
        """Answer whether the limits let an event happen now; null where they do not speak of such events.

        An activation, application or Summon that is recorded already is not asked for again.
        """
        match event:
            case Activated() | Applied() | Summoned():
                asked = find_deed(self._cards, self._state, event)
                return None if asked is None else self._answer(asked)
            case Occurred():
                asked = self._ask(event.copy, Action.do(event.what, *event.objects), event.player)
                names = self._state.find_copy(event.to).names if event.to else ()
                verdict = self._answer(replace(asked, action=Action.do(event.what, *event.objects, *names)))
                return verdict if verdict.limit else None
            case Resolved():
                return self.may_resolve(event.id)
            case ControlChanged():
                return self.may_use(event.copy, Action.take_control(), event.controller)
        return None

    def counted_events(self) -> dict[str, tuple[str, ...]]:
        """Return what the limits count of what happens, which `Occurred` events have to tell.

        For each event the printed words of what it may happen to, such as ``{"cast": ("呪文",)}``; an empty
        one counts whatever it happens to. Summons and activations are counted by themselves.
        """
        return {
            what: things
            for what, watching in sorted(self._cards.watching.items())
            if (things := tuple(dict.fromkeys(counted.thing for counted in watching if not counted.counts_itself)))
        }

    def in_force(self, copy: str) -> InForce:
        """Return what of a copy's text applies now: effects may be negated or gained, other text is not.

        Text that is no effect is not negated with the effects, and does not go along to a card that gains them;
        trigger costs and a "cannot respond" that speaks of other cards are effects (OCG Perfect Rulebook 2017,
        pp. 175-179; Turkish advanced rules, "Sürekli kartların ücretlerini engelleme").
        """
        known, cards = self._state.find_copy(copy), self._cards
        is_off = known.negated or known.is_hidden or known.under is not None
        replaced = {number for gained in known.gained.values() for number in gained.replaces}
        texts, others = cards.texts[known.name], () if is_off else [*known.gained]
        effects = [
            effect
            for field, text in texts.items()
            for effect in text.effects
            if not (is_off or (field == "text" and effect.index in replaced))
        ]
        effects += [effect for of in others for text in cards.texts[of].values() for effect in text.effects]
        non_effects = [one for text in texts.values() for one in text.non_effects if one.applies is not None]
        # How many may be controlled, and what others may do, is said by an effect.
        own = [one for one in cards.limits[known.name] if not (is_off and one.limit.kind in {"control", "cap"})]
        own += [counted for of in others for counted in cards.limits[of] if counted.goes_along]
        return InForce(tuple(effects), tuple(non_effects), tuple(counted.limit for counted in own))

    def apply(self, *events: Event) -> None:
        """Record what happened in the game, in this order, whether or not the limits allow it.

        The same activation, application or Summon may be recorded again and changes nothing. An event that
        cannot be, as of an unknown copy, raises an `OnceperError` that names the event by its number, and none of the
        events changes anything.
        """
        state, past, number = self._state, self._past, self._events
        for event in events:
            number += 1
            past = (event, state, past)
            try:
                state = change(self._cards, state, event)
            except OnceperError as error:
                error.where = error.where or f"event {number}"
                raise
        self._state, self._past, self._events = state, past, number

    def undo(self) -> None:
        """Take back the last event.

        Raises:
            NothingToUndoError: there is none since the start.
        """
        if self._past is None:
            raise NothingToUndoError("no event to take back", expected="an event that was applied")
        _, self._state, self._past = self._past
        self._events -= 1

    def snapshot(self) -> Snapshot:
        """Return the whole game, which `restore` takes; ``msgspec.json.encode`` writes it."""
        events, past = [], self._past
        while past:
            event, _, past = past
            events.append(event)
        return Snapshot(SCHEMA_VERSION, self._cards.fingerprint, self._cards.players, tuple(reversed(events)))

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a snapshot of a game with the same readings and players.

        Raises:
            SnapshotError: it is of another schema version, of other readings or players, or damaged; nothing changes.
        """
        mine = self.snapshot()
        for name in ("schema_version", "players", "readings"):
            told, expected = getattr(snapshot, name, None), getattr(mine, name)
            if told != expected:
                raise SnapshotError(f"taken with {name} {told!r}", expected=repr(expected), remedy=_REPLAY)
        before = self.__dict__.copy()
        self._begin()
        try:
            self.apply(*snapshot.events)  # type: ignore[misc]
        except (OnceperError, TypeError) as error:
            self.__dict__.update(before)
            raise SnapshotError(f"damaged: {error}", expected="a snapshot as it was taken", remedy=_REPLAY) from error

    def _ask(self, copy: str | None, action: Action, player: str) -> Inquiry:
        return ask(self._cards, self._state, copy, action, player)

    def _answer(self, asked: Inquiry) -> Verdict:
        return self._say(asked, *asked.find_answer())

    def _say(self, asked: Inquiry, found: Finding, depends_on: str | None = None) -> Verdict:
        spent_by = tuple(dict.fromkeys(use.told.id for use in found.uses if use.told.id)) if found.uses else ()
        because = say(self._words, asked, found, depends_on)
        limit, again = found.counted.limit if found.counted else None, found.available_again
        return Verdict(again is None, because, limit, found.used, again, spent_by, depends_on)

    def _find_actions(self, copy: Copy) -> Iterator[Action]:
        """Yield what could be done with a copy where it lies: effects, its activation, Summons, changes of position.

        A copy whose type was not told may be of any; of a game without these Summons only the effects are given.
        """
        if copy.location in _OUT_OF_SIGHT or copy.under is not None:
            return
        texts = self._cards.texts
        has_types = all(ruled_as(reading.game).card_types for reading in texts[copy.name].values())
        may_be_activated = copy.location == "hand" or copy.is_hidden
        if has_types and may_be_activated and copy.card_type != "monster":
            yield _ACTIVATION
        # The effect of a Normal Spell is its activation, and what lies face-down has none yet.
        if not (copy.is_hidden or (may_be_activated and copy.card_type in ONE_SHOT)):
            for of in (None, *copy.gained):
                for field, reading in texts[of or copy.name].items():
                    for effect in reading.effects:
                        yield from self._find_uses(copy, effect, _use(effect.index, field=field, of=of))
        if self._cards.has_victory_text(copy.name):
            yield _WIN
        if has_types and copy.card_type in {None, "monster"}:
            yield from _SUMMONS.get(copy.location or "", ())
            if copy.location == "field":
                yield _TURN if copy.face_up else _FLIP

    def _find_uses(self, copy: Copy, effect: Effect, use: Action) -> Iterator[Action]:
        """Yield the uses of one effect, of each option where it has a count of its own."""
        if effect.kind == "procedure":
            yield from () if copy.location == "field" else (_PROCEDURE,)
            return
        limits = [counted.limit for counted in self._cards.know(copy, use, copy.controller).governing]
        by_option = any(limit.each_option or limit.applies_to.options for limit in limits)
        options = [option.index for option in effect.options] if by_option else [None]
        yield from (_use(effect.index, field=use.field, of=use.of, option=option) for option in options)
