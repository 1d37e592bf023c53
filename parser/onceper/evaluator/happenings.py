"""What each event changes in the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from msgspec.structs import replace

from onceper.errors import OnceperError
from onceper.evaluator import event as events
from onceper.evaluator.card_words import activated_words, summoned_words
from onceper.evaluator.counting import COUNTED_AS
from onceper.evaluator.records import Records, ReusedIdError
from onceper.evaluator.state import CopyState
from onceper.evaluator.table import one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.evaluator.action import Action
    from onceper.evaluator.counting import Happening
    from onceper.evaluator.records import Fate
    from onceper.evaluator.spending import Spending
    from onceper.evaluator.state import State
    from onceper.evaluator.table import Table

_ONE_AT_A_TIME = "one effect to resolve at a time"
_PHASES = ("draw", "standby", "main1", "battle", "main2", "end")
_LOCATIONS = frozenset(get_args(events.Location))
# Where a card can lie face-down or face-up; null: nobody told where it is.
_HAS_A_FACE = {"field", "banished", "extra_deck", None}


class UnknownCopyError(OnceperError):
    """A copy was named that has not appeared."""


class RepeatedCopyError(OnceperError):
    """A copy appeared twice."""


class LocationError(OnceperError):
    """What is said of a copy cannot be where it is."""


class TurnOrderError(OnceperError):
    """An event cannot be at this point of the turn."""


class Happenings:
    """Write into the state what each event changes."""

    def __init__(self, table: Table, state: State, spending: Spending) -> None:
        self._table = table
        self._state = state
        self._spending = spending
        self.records = Records(state)
        self._methods: dict[type, Callable[[Any], None]] = {
            events.Appeared: self._appeared,
            events.Activated: self._activated,
            events.Applied: self._applied,
            events.Summoned: self._summoned,
            events.Declined: self._declined,
            events.ActivationNegated: self._activation_negated,
            events.SummonNegated: self._summon_negated,
            events.ResolutionBegan: self._resolution_began,
            events.Resolved: self._resolved,
            events.EffectNegated: self._effect_negated,
            events.CouldNotResolve: self._could_not_resolve,
            events.Occurred: self._occurred,
            events.LeftLocation: self._left_location,
            events.MovedWithinField: self._moved_within_field,
            events.FlippedFaceDown: self._flipped_face_down,
            events.FlippedFaceUp: self._flipped_face_up,
            events.ControlChanged: self._control_changed,
            events.Renamed: self._renamed,
            events.Evolved: self._evolved,
            events.CopyNegated: self._copy_negated,
            events.CopyRestored: self._copy_restored,
            events.EffectsGained: self._effects_gained,
            events.ChainEnded: self._chain_ended,
            events.AttackEnded: self._attack_ended,
            events.BattleEnded: self._battle_ended,
            events.PhaseEnded: self._phase_ended,
            events.TurnEnded: self._turn_ended,
            events.DuelEnded: self._duel_ended,
        }

    def record(self, event: events.Event) -> None:
        """Write what an event changes.

        Raises:
            EventError: it is no event.
            OnceperError: it cannot be.
        """
        method = self._methods.get(type(event))
        if method is None:
            kinds = ", ".join(kind.__name__ for kind in self._methods)
            raise events.EventError(f"{event!r} is no event", expected=f"one of {kinds}")
        method(event)

    def copy(self, copy: str) -> CopyState:
        """Return what is known of a copy."""
        known = self._state.copies.get(copy)
        if known is None:
            raise UnknownCopyError(
                f"unknown copy {copy!r}",
                expected=one_of(self._state.copies, "copy"),
                remedy="apply an `appeared` event for it first",
            )
        return known

    def check(self, copy: str, action: Action, player: str) -> CopyState:
        """Refuse what the game does not know, and return what is known of the copy."""
        known = self.copy(copy)
        self._table.check(known, action)
        self._table.check_player(player)
        return known

    def _change(self, copy: str, **changes: Any) -> None:
        self._state.write(self._state.copies, copy, replace(self.copy(copy), **changes))

    def _appeared(self, event: events.Appeared) -> None:
        known = self._state.copies.get(event.copy)
        if known:
            raise RepeatedCopyError(
                f"copy {event.copy!r} has appeared already, as {known.name!r}", expected="an id of its own per copy"
            )
        self._table.check_name(event.name)
        self._table.check_player(event.controller)
        new = CopyState(event.name, event.controller, event.location, event.face_up, event.card_type)
        self._state.write(self._state.copies, event.copy, new)
        self._spending.missed(event.copy)

    def _activated(self, event: events.Activated) -> None:
        if self.records.is_repeated(event):
            return
        copy = self.check(event.copy, event.action, event.player)
        self.records.add(event)
        self._spending.by(event, event.id, copy, "activated")
        if self._table.is_activation(copy, event.action):
            self._spending.tally("activate", event.player, event.copy, objects=activated_words(copy.card_type))

    def _applied(self, event: events.Applied) -> None:
        if self.records.is_repeated(event):
            return
        copy = self.check(event.copy, event.action, event.player)
        self.records.check_open(event.id)
        happening: Happening = "followed" if self.records.is_activated(event.id) else "applied"
        self.records.add(event)
        self._spending.by(event, event.id, copy, happening)
        self._spending.by_rules(event.action.kind, event.copy, event.player, event.id)

    def _summoned(self, event: events.Summoned) -> None:
        if self.records.is_repeated(event):
            return
        self.check(event.copy, event.action, event.player)
        self.records.add(event)
        controller = event.action.controller or event.player
        self._arrive(event.copy, controller=controller, face_up=event.action.kind != "set")
        copy = self.copy(event.copy)
        self._spending.by(event, event.id, copy, "summoned")
        self._spending.by_rules(
            event.action.kind, event.copy, event.player, event.id, is_additional=event.action.additional
        )
        for what in COUNTED_AS.get(event.action.kind, ()):
            self._spending.tally(what, event.player, event.copy, objects=summoned_words())

    def _declined(self, event: events.Declined) -> None:
        copy = self.check(event.copy, event.action, event.player)
        if event.id is None:
            what = f"{event.action} of the {event.action.field}"
            unnamed = self.records.add_unnamed(event, event.copy, what)
            self._spending.by(event, unnamed, copy, "declined")
            return
        known = self.records.in_chain(event.id)
        if (known.copy, known.action, known.player) != (event.copy, event.action, event.player):
            raise ReusedIdError(
                f"id {event.id!r} was given to {known.action} of copy {known.copy!r} by {known.player!r}",
                expected="the copy, the action and the player of the activation that is declined",
            )
        if self._end_of(event.id, "declined"):
            self._spending.give_back(event.id, "declined")
            self._spending.by(event, event.id, copy, "declined")

    def _activation_negated(self, event: events.ActivationNegated) -> None:
        self.records.in_chain(event.id)
        if self._end_of(event.id, "activation_negated"):
            self._spending.give_back(event.id, "negated")

    def _summon_negated(self, event: events.SummonNegated) -> None:
        summon = self.records.in_chain(event.id, events.Summoned)
        if self.records.seal(event.id, "summon_negated"):
            self._spending.give_back(event.id, "negated")
            self._leave(summon.copy, None)

    def _resolution_began(self, event: events.ResolutionBegan) -> None:
        self.records.in_chain(event.id)
        resolving = self._state.now["resolving"]
        if resolving not in {None, event.id}:
            raise TurnOrderError(f"{event.id!r} begins to resolve while {resolving!r} does", expected=_ONE_AT_A_TIME)
        self.records.check_open(event.id)
        if self._state.fates.get(event.id) != "resolved":
            self._state.write(self._state.now, "resolving", event.id)

    def _resolved(self, event: events.Resolved) -> None:
        activation = self.records.in_chain(event.id)
        resolving = self._state.now["resolving"]
        if resolving not in {None, event.id}:
            raise TurnOrderError(f"{event.id!r} resolved while {resolving!r} does", expected=_ONE_AT_A_TIME)
        was_declined = self._state.fates.get(event.id) == "declined"
        if self._end_of(event.id, "resolved") and not was_declined:
            self._spending.by_resolving(activation)

    def _effect_negated(self, event: events.EffectNegated) -> None:
        # It was activated all the same: nothing to give back (OCG Perfect Rulebook 2017, p. 176).
        self.records.in_chain(event.id)
        self._end_of(event.id, "effect_negated")

    def _could_not_resolve(self, event: events.CouldNotResolve) -> None:
        self.records.in_chain(event.id)
        self._end_of(event.id, "could_not_resolve")

    def _end_of(self, activation: str, fate: Fate) -> bool:
        if self._state.now["resolving"] == activation:
            self._state.write(self._state.now, "resolving", None)
        return self.records.seal(activation, fate)

    def _occurred(self, event: events.Occurred) -> None:
        self._table.check_player(event.player)
        for copy in (event.copy, event.to):
            if copy is not None:
                self.copy(copy)
        self._spending.tally(event.what, event.player, event.copy, event.to, event.objects, is_told=True)
        if event.what == "attack" and event.copy is not None:
            unnamed = self.records.add_unnamed(event, event.copy, "attack")
            self._spending.by_rules("attack", event.copy, event.player, unnamed)

    def _left_location(self, event: events.LeftLocation) -> None:
        self._leave(event.copy, event.to)

    def _moved_within_field(self, event: events.MovedWithinField) -> None:
        # The entire field is one location: nothing counts anew (Yugipedia, "Once per turn").
        if self.copy(event.copy).location not in {"field", None}:
            raise LocationError(f"{event.copy!r} is not on the field", expected="a copy on the field")

    def _flipped_face_down(self, event: events.FlippedFaceDown) -> None:
        # A card that flips itself does not get its use back by that, only when something else flips it
        # (Yugipedia, "Once per turn", on Swarm of Locusts).
        copy = self.copy(event.copy)
        if not copy.face_up or copy.location not in _HAS_A_FACE:
            where = "is face-down already" if not copy.face_up else f"is in the {copy.location}"
            raise LocationError(f"{event.copy!r} {where}", expected="a copy that lies face-up")
        by_other = copy.flips_by_other + (not event.by_own_effect)
        self._change(event.copy, face_up=False, flips=copy.flips + 1, flips_by_other=by_other)

    def _flipped_face_up(self, event: events.FlippedFaceUp) -> None:
        self._change(event.copy, face_up=True)

    def _control_changed(self, event: events.ControlChanged) -> None:
        # A soft limit stays spent for the new controller (OCG Perfect Rulebook 2017, p. 176), and a hard one
        # belongs to the player who acts: no count changes.
        self._table.check_player(event.controller)
        self._change(event.copy, controller=event.controller)
        self._spending.missed(event.copy)

    def _renamed(self, event: events.Renamed) -> None:
        self._change(event.copy, called=event.name)

    def _evolved(self, event: events.Evolved) -> None:
        # The same words on the evolution are another ability (DM 2): what is counted stays with each copy.
        onto = self.copy(event.onto)
        if event.copy == event.onto or onto.location != "field":
            raise TurnOrderError(
                f"{event.copy!r} was put on {event.onto!r}, which is not there", expected="a creature on the field"
            )
        self._arrive(event.copy, controller=onto.controller, face_up=True)

    def _copy_negated(self, event: events.CopyNegated) -> None:
        self._change(event.copy, negated=True)

    def _copy_restored(self, event: events.CopyRestored) -> None:
        self._change(event.copy, negated=False)

    def _effects_gained(self, event: events.EffectsGained) -> None:
        self._table.check_name(event.of)
        gained = self.copy(event.copy).gained
        if event.of not in gained:
            self._change(event.copy, gained=(*gained, event.of))

    def _chain_ended(self, _: events.ChainEnded) -> None:
        self._check_nothing_resolves("the Chain")
        self._count_on("chain")

    def _attack_ended(self, _: events.AttackEnded) -> None:
        self._count_on("attack")

    def _battle_ended(self, _: events.BattleEnded) -> None:
        self._count_on("battle")

    def _phase_ended(self, event: events.PhaseEnded) -> None:
        self._check_nothing_resolves("the phase")
        before, phase = self._state.now["phase"], event.next_phase
        if phase == "main":
            # Before the Battle Phase it is the first of the two, behind it the second.
            phase = "main2" if before == "battle" else "main1"
        if phase not in _PHASES or (before and _PHASES.index(before) >= _PHASES.index(phase)):
            raise TurnOrderError(
                f"phase {event.next_phase!r} after phase {before!r}", expected=f"the order {', '.join(_PHASES)}"
            )
        self._state.write(self._state.now, "phase", phase)
        self._count_on("phase", "chain")

    def _turn_ended(self, event: events.TurnEnded) -> None:
        self._table.check_player(event.next_player)
        self._check_nothing_resolves("the turn")
        if (event.next_player == self._state.now["player"]) != event.extra:
            is_same = "another" if not event.extra else "an extra"
            raise TurnOrderError(
                f"{is_same} turn of player {event.next_player!r}",
                expected="the other player's turn, or an extra one of the same player",
                remedy="say `extra` where it is one more turn of the same player, and only there",
            )
        now = self._state.now
        self._state.write(now, "player", event.next_player)
        # Where the game tells no phases, none is known in the next turn either.
        self._state.write(now, "phase", "draw" if now["phase"] else None)
        # No Chain outlives its turn.
        self._count_on("turn", "chain", "attack", "battle", "phase")

    def _duel_ended(self, _: events.DuelEnded) -> None:
        self._count_on("over")

    def _count_on(self, *periods: str) -> None:
        numbers = self._state.numbers
        for period in periods:
            self._state.write(numbers, period, numbers[period] + 1)

    def _check_nothing_resolves(self, what: str) -> None:
        resolving = self._state.now["resolving"]
        if resolving is not None:
            raise TurnOrderError(f"{what} ended while {resolving!r} resolves", expected="it to resolve first")

    def _arrive(self, copy: str, *, controller: str, face_up: bool) -> None:
        known = self.copy(copy)
        if known.location != "field":
            self._leave(copy, "field")
        self._change(copy, controller=controller, face_up=face_up)

    def _leave(self, copy: str, to: events.Location | None) -> None:
        if to is not None and to not in _LOCATIONS:
            raise LocationError(f"unknown location {to!r}", expected=f"one of {', '.join(sorted(_LOCATIONS))}")
        stay = self.copy(copy).stay + 1
        self._change(copy, location=to, stay=stay, face_up=True, called=None, negated=False, gained=())
        self._spending.missed(copy)
