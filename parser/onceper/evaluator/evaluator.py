"""Apply limits to a Duel: a state, what happens to it, and what is asked of it."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract import SCHEMA_VERSION
from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.verdict import Verdict
from onceper.errors import OnceperError
from onceper.evaluator.action import Action, look_up
from onceper.evaluator.cards import Cards
from onceper.evaluator.changes import change, find_told, find_use
from onceper.evaluator.event import Asked, ControlChanged, Done, Event, Occurred, Resolved
from onceper.evaluator.judge import find_answer
from onceper.evaluator.reasons import say
from onceper.evaluator.state import ONE_SHOT, State
from onceper.lang.games import ruled_as
from onceper.lang.languages import words_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.reading import CardReading, Row
    from onceper.evaluator.state import Copy, Use


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


class SnapshotError(OnceperError):
    """A snapshot cannot be restored here."""


class Snapshot(Struct, frozen=True):
    """Hold a whole game of an `Evaluator`, as JSON too: the events that were applied, null in an older one."""

    schema_version: int
    players: tuple[str, str]
    events: tuple[Event, ...] | None = None


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
        self._words = words_in(lang, self._cards.game)
        self._state = State(self._cards.players[0])

    def copy(self) -> Evaluator:
        """Return another evaluator at the same moment, as for a search tree: neither sees what happens in the other."""
        return copy(self)

    def may_use(self, copy: str, action: Action, player: str) -> Verdict:
        """Answer whether the limits let ``player`` do ``action`` with ``copy`` now, and why.

        A copy, an action or a player that the game does not know raise an `OnceperError`.
        """
        return self._answer(self._cards.ask(self._state, Asked(copy, action, player)))

    def may_do(self, player: str) -> list[Choice]:
        """Answer for all that ``player`` could do with the copies that they control: effects, activations, Summons.

        What limits say nothing of is free: costs, timing and materials are not looked at.

        Raises:
            UnknownNameError: nobody of this name plays.
        """
        self._cards.check_player(player)
        return [
            Choice(id_, action, self.may_use(id_, action, player))
            for id_, copy in self._state.copies.items()
            if copy.controller == player
            for action in self._find_actions(copy)
        ]

    def may_resolve(self, activation: str) -> Verdict:
        """Answer whether what was declared under this id may resolve now.

        A keyword ability may be declared many times and is resolved once: whoever comes second does nothing.
        """
        return self._answer(replace(find_told(self._state, activation)[-1], how="resolved", state=self._state))

    def may_happen(self, event: Event | Asked) -> Verdict | None:
        """Answer whether the limits let an event happen now; null where they do not speak of such events.

        An activation, application or Summon that is recorded already is not asked for again.
        """
        match event:
            case Resolved():
                return self.may_resolve(event.id)
            case ControlChanged():
                return self.may_use(event.copy, Action("take_control"), event.controller)
            case Asked() | Done() | Occurred():
                asked = find_use(self._cards, self._state, event)
                if asked:
                    verdict = self._answer(asked)
                    return verdict if verdict.limit or not isinstance(event, Occurred) else None
        return None

    def counted_events(self) -> dict[str, tuple[str, ...]]:
        """Return what the limits count of what happens, which `Occurred` events have to tell.

        For each event the printed words of what it may happen to, such as ``{"cast": ("呪文",)}``; an empty
        one counts whatever it happens to. Summons and activations are counted by themselves.
        """
        told = sorted({(one.what, one.thing) for one in self._cards.watching if "occurred" in one.spent_by})
        return {what: tuple(thing for key, thing in told if key == what) for what, _ in told}

    def in_force(self, copy: str) -> InForce:
        """Return what of a copy's text applies now: effects may be negated or gained, other text is not.

        Text that is no effect is not negated with the effects, and does not go along to a card that gains them;
        trigger costs and a "cannot respond" that speaks of other cards are effects (OCG Perfect Rulebook 2017,
        pp. 175-179; Turkish advanced rules, "Sürekli kartların ücretlerini engelleme").
        """
        known, cards = self._state.find_copy(copy), self._cards
        is_off = known.negated or known.is_hidden or known.under is not None
        gained = () if is_off else known.gained
        effects = () if is_off else tuple(effect for *_, effect in cards.find_effects(known))
        non_effects = (one for text in cards.texts[known.name].values() for one in text.non_effects if one.applies)
        # How many may be controlled, and what others may do, is said by an effect.
        limits = [one for one in cards.limits[known.name] if not (is_off and one.limit.kind in {"control", "cap"})]
        limits += [one for name in gained for one in cards.limits[name] if one.goes_along]
        return InForce(effects, tuple(non_effects), tuple(one.limit for one in limits))

    def apply(self, *events: Event) -> None:
        """Record what happened in the game, in this order, whether or not the limits allow it.

        The same activation, application or Summon may be recorded again and changes nothing. An event that
        cannot be, as of an unknown copy, raises an `OnceperError` that names the event by its number, and none of the
        events changes anything.
        """
        self._state = _play(self._cards, self._state, events)

    def undo(self) -> None:
        """Take back the last event.

        Raises:
            NothingToUndoError: there is none since the start.
        """
        if self._state.before is None:
            raise NothingToUndoError("no event to take back", expected="an event that was applied")
        _, self._state = self._state.before

    def snapshot(self) -> Snapshot:
        """Return the whole game, which `restore` takes; ``msgspec.json.encode`` writes it."""
        events, state = [], self._state
        while state.before:
            event, state = state.before
            events.append(event)
        return Snapshot(SCHEMA_VERSION, self._cards.players, tuple(reversed(events)))

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a snapshot of a game with the same cards and players, by the readings that this evaluator has.

        Raises:
            SnapshotError: it is of another schema version or of other players, or no game; nothing changes.
            OnceperError: one of its events cannot be with these cards, which names it; nothing changes.
        """
        players = self._cards.players
        mine = {"schema_version": SCHEMA_VERSION, "players": players}
        told = {name: getattr(snapshot, name, None) for name in mine}
        if told != mine or snapshot.events is None:
            raise SnapshotError(
                f"taken with {told}, or without events",
                expected=f"{mine}",
                remedy="restore it where it was taken, or apply the events of the game once more",
            )
        self._state = _play(self._cards, State(players[0]), snapshot.events)

    def _answer(self, asked: Use) -> Verdict:
        found = find_answer(asked)
        spent_by = tuple(dict.fromkeys(use.told.id for use in found.uses if use.told.id))
        because, again = say(self._words, asked, found), found.available_again
        limit = found.counted.limit if found.counted else None
        return Verdict(again is None, because, limit, found.used, again, spent_by, found.depends_on)

    def _find_actions(self, copy: Copy) -> Iterator[Action]:
        """Yield what could be done with a copy where it lies: effects, its activation, Summons, changes of position.

        A copy whose type was not told may be of any; of a game without these Summons only the effects are given.
        """
        place, cards = "face_down" if copy.is_hidden else "covered" if copy.under else copy.location, self._cards
        offered = look_up("offered", place)
        # The effect of a Normal Spell is its activation.
        has_effects = "effect" in offered and not (place == "hand" and copy.card_type in ONE_SHOT)
        for of, field, effect in cards.find_effects(copy) if has_effects else ():
            if effect.kind != "procedure":
                for option in tuple(one.index for one in effect.options) or (None,):
                    yield Action.use(effect.index, field=field, of=of, option=option)
            elif place != "field":
                yield Action("summon")
        if "win" in offered and copy.name in cards.winning:
            yield Action("win")
        kinds = offered & look_up("of_type", copy.card_type or "untold")
        yield from map(Action, sorted(kinds) if ruled_as(cards.game).card_types else ())


def _play(cards: Cards, state: State, events: Iterable[Event]) -> State:
    """Return the state after events."""
    for event in events:
        try:
            state = replace(change(cards, state, event), number=state.number + 1, before=(event, state))
        except OnceperError as error:
            error.where = error.where or f"event {state.number + 1}"
            raise
    return state
