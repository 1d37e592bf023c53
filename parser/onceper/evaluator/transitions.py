"""What each event changes: one method for each."""

from __future__ import annotations

from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any, get_args

from msgspec.structs import replace

from onceper.errors import OnceperError
from onceper.evaluator import event as events
from onceper.evaluator.action import Action
from onceper.evaluator.expected import one_of
from onceper.evaluator.possible import check_not_there
from onceper.evaluator.state import CopyState
from onceper.evaluator.table import ONE_SHOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from onceper.evaluator.ledger import Ledger
    from onceper.evaluator.state import Fate, State
    from onceper.evaluator.table import Table

_ONE_AT_A_TIME = "one effect to resolve at a time"
_PHASES = ("draw", "standby", "main1", "battle", "main2", "end")
_LOCATIONS = frozenset(get_args(events.Location))
# Where a card can lie face-down or face-up; null: nobody told where it is.
_HAS_A_FACE = {"field", "banished", "extra_deck", "shield_zone", None}


class RepeatedCopyError(OnceperError):
    """A copy appeared twice."""


class LocationError(OnceperError):
    """What is said of a copy cannot be where it is."""


class TurnOrderError(OnceperError):
    """An event cannot be at this point of the turn."""


class Transitions:
    """Write into the state what each event changes."""

    def __init__(self, table: Table, state: State, ledger: Ledger) -> None:
        self._table = table
        self._state = state
        self._ledger = ledger

    def apply(self, event: events.Event) -> None:
        """Write what an event changes.

        Raises:
            OnceperError: it cannot be.
        """
        METHODS[type(event)](self, event)

    @singledispatchmethod
    def _change(self, event: object) -> None:
        """Stand for what each kind of event changes."""

    @_change.register
    def _appear(self, event: events.Appeared) -> None:
        known = self._state.copies.get(event.copy)
        if known:
            raise RepeatedCopyError(
                f"copy {event.copy!r} has appeared already, as {known.name!r}", expected="an id of its own per copy"
            )
        self._table.check_name(event.name)
        self._table.check_player(event.controller)
        new = CopyState(event.name, event.controller, event.location, event.face_up, event.card_type)
        if event.card_type == "monster" and new.is_face_up_on_field:
            new = replace(new, came_by="summon")
        self._state.write(self._state.copies, event.copy, new)
        self._ledger.skip_past(event.copy)

    @_change.register
    def _use(self, event: events.Activated | events.Applied) -> None:
        if self._ledger.is_repeated(event):
            return
        if isinstance(event, events.Activated):
            self._begin_chain()
        copy, known = self._ledger.look_at(event)
        if event.action.kind == "equip":
            self._state.change_copy(event.copy, came_by=None)
        self._ledger.record(event, known)
        if not isinstance(event, events.Activated):
            return
        clock = self._state.clock
        self._state.clock = replace(clock, links=clock.links + 1, pending=clock.pending + 1)
        # What stays on the field is there by being activated; its own ceiling does not count that.
        if known.is_activation and copy.card_type not in {None, *ONE_SHOT} and not copy.is_face_up_on_field:
            arrived = self._arrive(event.copy, copy, event.player, face_up=True)
            self._state.write(self._state.copies, event.copy, replace(arrived, came_by="activation"))

    @_change.register
    def _summon(self, event: events.Summoned) -> None:
        if self._ledger.is_repeated(event):
            return
        self._begin_chain()
        copy, known = self._ledger.look_at(event)
        check_not_there(copy, event.action)
        is_shown = event.face_up and event.action.kind != "set"
        arrived = self._arrive(event.copy, copy, event.action.controller or event.player, face_up=is_shown)
        self._state.write(self._state.copies, event.copy, replace(arrived, came_by="summon"))
        self._ledger.record(event, known)

    @_change.register
    def _decline(self, event: events.Declined) -> None:
        _, known = self._ledger.look_at(event)
        if event.id is not None:
            self._end_resolution(event.id)
        self._ledger.record_declined(event, known)

    @_change.register
    def _negate_activation(self, event: events.ActivationNegated) -> None:
        if self._end(event.id, "activation_negated"):
            self._ledger.negate(event.id)

    @_change.register
    def _negate_summon(self, event: events.SummonNegated) -> None:
        self._ledger.find_in_chain(event.id, events.Summoned)
        if self._ledger.seal(event.id, "summon_negated"):
            self._ledger.negate(event.id)
            for copy in self._state.find_together(event.id):
                self._leave(copy, self._state.copies[copy], None)

    @_change.register
    def _begin_to_resolve(self, event: events.ResolutionBegan) -> None:
        self._ledger.find_in_chain(event.id)
        resolving = self._state.clock.resolving
        if resolving not in {None, event.id}:
            raise TurnOrderError(f"{event.id!r} begins to resolve while {resolving!r} does", expected=_ONE_AT_A_TIME)
        self._ledger.check_open(event.id)
        if self._state.fates.get(event.id) != "resolved":
            self._state.clock = replace(self._state.clock, resolving=event.id)

    @_change.register
    def _resolve(self, event: events.Resolved) -> None:
        activation = self._ledger.find_in_chain(event.id)
        resolving = self._state.clock.resolving
        if resolving not in {None, event.id}:
            raise TurnOrderError(f"{event.id!r} resolved while {resolving!r} does", expected=_ONE_AT_A_TIME)
        was_declined = self._state.fates.get(event.id) == "declined"
        self._end_resolution(event.id)
        if self._ledger.seal(event.id, "resolved") and not was_declined:
            self._ledger.spend_resolved(activation)

    @_change.register
    def _negate_effect(self, event: events.EffectNegated) -> None:
        # It was activated all the same: nothing to give back (OCG Perfect Rulebook 2017, p. 176).
        self._end(event.id, "effect_negated")

    @_change.register
    def _fail_to_resolve(self, event: events.CouldNotResolve) -> None:
        self._end(event.id, "could_not_resolve")

    @_change.register
    def _occur(self, event: events.Occurred) -> None:
        self._table.check_player(event.player)
        self._table.vocabulary.check(event.what, event.objects)
        for copy in (event.copy, event.to):
            if copy is not None:
                self._state.find_copy(copy)
        self._ledger.record_occurred(event)

    @_change.register
    def _leave_location(self, event: events.LeftLocation) -> None:
        if event.to is not None and event.to not in _LOCATIONS:
            raise LocationError(f"unknown location {event.to!r}", expected=f"one of {', '.join(sorted(_LOCATIONS))}")
        if not event.face_up and event.to not in _HAS_A_FACE:
            raise LocationError(f"{event.copy!r} face-down in the {event.to}", expected="it in a place with faces")
        copy = self._state.find_copy(event.copy)
        if event.to == "field" and copy.came_by == "activation":
            # It was told to be activated, which said so already.
            self._state.change_copy(event.copy, came_by=None)
            return
        left = self._leave(event.copy, copy, event.to)
        if not event.face_up:
            self._state.write(self._state.copies, event.copy, replace(left, face_up=False))

    @_change.register
    def _move_within_field(self, event: events.MovedWithinField) -> None:
        # The entire field is one location: nothing counts anew (Yugipedia, "Once per turn").
        if self._state.find_copy(event.copy).location not in {"field", None}:
            raise LocationError(f"{event.copy!r} is not on the field", expected="a copy on the field")
        self._state.change_copy(event.copy, came_by=None)

    @_change.register
    def _flip_face_down(self, event: events.FlippedFaceDown) -> None:
        # A card that flips itself does not get its use back by that, only when something else flips it
        # (Yugipedia, "Once per turn", on Swarm of Locusts).
        copy = self._state.find_copy(event.copy)
        if not copy.face_up or copy.location not in _HAS_A_FACE:
            where = "is face-down already" if not copy.face_up else f"is in the {copy.location}"
            raise LocationError(f"{event.copy!r} {where}", expected="a copy that lies face-up")
        by_other = copy.flips_by_other + (not event.by_own_effect)
        self._state.change_copy(event.copy, face_up=False, flips=copy.flips + 1, flips_by_other=by_other)

    @_change.register
    def _flip_face_up(self, event: events.FlippedFaceUp) -> None:
        self._state.change_copy(event.copy, face_up=True)

    @_change.register
    def _change_control(self, event: events.ControlChanged) -> None:
        # A soft limit stays spent for the new controller (OCG Perfect Rulebook 2017, p. 176), and a hard one
        # belongs to the player who acts: no count changes.
        self._table.check_player(event.controller)
        self._state.change_copy(event.copy, controller=event.controller)
        self._ledger.skip_past(event.copy)

    @_change.register
    def _rename(self, event: events.Renamed) -> None:
        self._state.change_copy(event.copy, called=event.name)

    @_change.register
    def _evolve(self, event: events.Evolved) -> None:
        # The same words on the evolution are another ability (DM 2): what is counted stays with each copy.
        onto = self._state.find_copy(event.onto)
        if event.copy == event.onto or onto.location != "field" or onto.under:
            raise TurnOrderError(
                f"{event.copy!r} was put on {event.onto!r}, which is not there", expected="a creature on the field"
            )
        upper = self._arrive(event.copy, self._state.find_copy(event.copy), onto.controller, face_up=True)
        self._state.write(self._state.copies, event.copy, replace(upper, covers=(*upper.covers, event.onto)))
        self._state.change_copy(event.onto, under=event.copy)

    @_change.register
    def _negate_copy(self, event: events.CopyNegated) -> None:
        self._state.change_copy(event.copy, negated=True)

    @_change.register
    def _restore_copy(self, event: events.CopyRestored) -> None:
        self._state.change_copy(event.copy, negated=False)

    @_change.register
    def _gain_effects(self, event: events.EffectsGained) -> None:
        self._table.check_name(event.of)
        copy = self._state.find_copy(event.copy)
        for number in event.replaces:
            self._table.find_action(copy, Action.use(number), copy.controller)
        self._state.change_copy(event.copy, gained=(*_without(copy, event.of), event))

    @_change.register
    def _lose_effects(self, event: events.EffectsLost) -> None:
        copy = self._state.find_copy(event.copy)
        self._table.check_gained(copy, event.of)
        self._state.change_copy(event.copy, gained=_without(copy, event.of))

    @_change.register
    def _state_words(self, event: events.Stated) -> None:
        copy = self._state.find_copy(event.copy)
        words = self._table.find_stateable(copy)
        if event.text not in words:
            raise events.EventError(f"{event.text!r} is stated of {event.copy!r}", expected=one_of(words, "text"))
        if words[event.text] != (event.count is not None):
            expected = "a number for what the text does not number, and for nothing else"
            raise events.EventError(f"count {event.count} for {event.text!r}", expected=expected)
        others = (stated for stated in copy.stated if stated.text != event.text)
        self._state.change_copy(event.copy, stated=(*others, event))

    @_change.register
    def _end_chain(self, _: events.ChainEnded) -> None:
        self._check_nothing_resolves("the Chain")
        self._state.clock = self._state.clock.end_chain()

    @_change.register
    def _end_attack(self, _: events.AttackEnded) -> None:
        # Also one that was negated before there was a battle.
        clock = self._state.clock
        self._state.clock = replace(clock, attacks=clock.attacks + 1, battles=clock.battles + 1)

    @_change.register
    def _end_battle(self, _: events.BattleEnded) -> None:
        clock = self._state.clock
        self._state.clock = replace(clock, battles=clock.battles + 1)

    @_change.register
    def _end_phase(self, event: events.PhaseEnded) -> None:
        self._check_nothing_resolves("the phase")
        clock = self._state.clock
        before, phase = clock.phase, event.next_phase
        if phase == "main":
            # Before the Battle Phase it is the first of the two, behind it the second.
            phase = "main2" if before in {"battle", "main2"} else "main1"
        if phase == before and not event.extra:
            return
        is_later = before is None or _PHASES.index(before) < _PHASES.index(phase)
        # A Battle Phase that was forced in the middle of it goes back to Main Phase 1.
        if not (is_later or event.extra or (before, phase) == ("battle", "main1")):
            raise TurnOrderError(
                f"phase {event.next_phase!r} after phase {before!r}",
                expected=f"the order {', '.join(_PHASES)}",
                remedy="say `extra` where it is one more phase of this kind",
            )
        self._state.clock = replace(clock.end_chain(), phase=phase, phases=clock.phases + 1)

    @_change.register
    def _end_turn(self, event: events.TurnEnded) -> None:
        self._table.check_player(event.next_player)
        self._check_nothing_resolves("the turn")
        clock = self._state.clock
        is_first = not (clock.turns or clock.phase or self._state.records or self._state.unnamed)
        if is_first and event == events.TurnEnded(clock.player):
            # So begin games that tell each turn.
            return
        if (event.next_player == clock.player) != event.extra:
            is_same = "another" if not event.extra else "an extra"
            raise TurnOrderError(
                f"{is_same} turn of player {event.next_player!r}",
                expected="the other player's turn, or an extra one of the same player",
                remedy="say `extra` where it is one more turn of the same player, and only there",
            )
        for id_, copy in self._state.copies.items():
            if copy.gained and any(gained.until for gained in copy.gained):
                kept = tuple(gained for gained in copy.gained if not gained.until)
                self._state.change_copy(id_, gained=kept)
        self._state.clock = replace(
            # No Chain outlives its turn.
            clock.end_chain(),
            player=event.next_player,
            # Where the game tells no phases, none is known in the next turn either.
            phase="draw" if clock.phase else None,
            turns=clock.turns + 1,
            attacks=clock.attacks + 1,
            battles=clock.battles + 1,
            phases=clock.phases + 1,
        )

    @_change.register
    def _end_duel(self, _: events.DuelEnded) -> None:
        self._state.clock = replace(self._state.clock, is_over=True)

    def _begin_chain(self) -> None:
        """End the Chain before, where all of it has resolved and nobody has told."""
        if self._state.clock.is_chain_resolved:
            self._state.clock = self._state.clock.end_chain()

    def _end(self, activation: str, fate: Fate) -> bool:
        """End an activation of the present Chain in this way, and tell whether that was new."""
        self._ledger.find_in_chain(activation)
        self._end_resolution(activation)
        return self._ledger.seal(activation, fate)

    def _end_resolution(self, activation: str) -> None:
        if self._state.clock.resolving == activation:
            self._state.clock = replace(self._state.clock, resolving=None)

    def _check_nothing_resolves(self, what: str) -> None:
        resolving = self._state.clock.resolving
        if resolving is not None:
            raise TurnOrderError(f"{what} ended while {resolving!r} resolves", expected="it to resolve first")

    def _arrive(self, copy: str, known: CopyState, controller: str, *, face_up: bool) -> CopyState:
        if known.location != "field":
            known = self._leave(copy, known, "field")
        known = replace(known, controller=controller, face_up=face_up)
        self._state.write(self._state.copies, copy, known)
        return known

    def _leave(self, copy: str, known: CopyState, to: events.Location | None) -> CopyState:
        for lower in known.covers:
            if self._state.copies[lower].under == copy:
                self._state.change_copy(lower, under=None)
        left = CopyState(
            known.name,
            known.controller,
            to,
            card_type=known.card_type,
            stay=known.stay + 1,
            flips=known.flips,
            flips_by_other=known.flips_by_other,
        )
        self._state.write(self._state.copies, copy, left)
        self._ledger.skip_past(copy)
        return left


def _without(copy: CopyState, of: str) -> tuple[events.EffectsGained, ...]:
    return tuple(gained for gained in copy.gained if gained.of != of)


# The one list of what events there are, by what is written for each above.
METHODS: Mapping[type, Callable[[Transitions, Any], None]] = vars(Transitions)["_change"].dispatcher.registry
