"""What was done under each id, what became of it, and which counts it went into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.event import Activated, Applied, Summoned
from onceper.evaluator.state import UNNAMED, Account
from onceper.evaluator.table import FIRST_EFFECT, Governing, name_effect
from onceper.evaluator.tallies import epoch_of

if TYPE_CHECKING:
    from onceper.evaluator.counted_limit import Refund, SpentBy
    from onceper.evaluator.event import Declined, Occurred
    from onceper.evaluator.judge import Question
    from onceper.evaluator.state import CopyState, Fate, State
    from onceper.evaluator.table import KnownAction, Table
    from onceper.evaluator.tallies import Tallies

_IN_WORDS: dict[str, str] = {
    "activation_negated": "was negated",
    "summon_negated": "was negated",
    "effect_negated": "has had its effect negated",
    "could_not_resolve": "could not resolve",
    "resolved": "has resolved",
    "declined": "was declined",
}
_CAME_TO_NOTHING = {"activation_negated", "effect_negated", "could_not_resolve"}
# Several monsters can come by one of these, which are counted under the same names.
_TOGETHER = {"summon", "special_summon"}


class UnknownActivationError(OnceperError):
    """An event speaks of an activation or a Summon that is not in the present Chain."""


class ReusedIdError(OnceperError):
    """One id was given to two different activations, applications or Summons."""


class FateError(OnceperError):
    """Two things are said to have become of one activation."""


class Ledger:
    """Book each activation, application and Summon once, and count it for the limits that are spent by it."""

    def __init__(self, table: Table, state: State, tallies: Tallies) -> None:
        self._table = table
        self._state = state
        self._tallies = tallies

    def is_repeated(self, event: Activated | Applied | Summoned) -> bool:
        """Tell whether this event was recorded before; an id that was another's raises `ReusedIdError`."""
        state = self._state
        before = state.records.get(event.id)
        if before is None:
            return False
        who = before.player == event.player
        if isinstance(before, Activated) and isinstance(event, Applied):
            # One more application, also of the effect of a Spell whose activation was told as such.
            is_same = before.action.kind == "activation" or name_effect(before.action) == name_effect(event.action)
            is_new = is_same and who and before.copy == event.copy
        elif isinstance(before, Applied) and isinstance(event, Activated):
            raise ReusedIdError(
                f"id {event.id!r} was applied before it was activated",
                expected="the activation first, or an id of its own",
            )
        elif event in (state.records[id_] for id_ in state.find_all(event.id)):
            return True
        else:
            is_new = before.action.kind == event.action.kind in _TOGETHER and who and before.copy != event.copy
        if is_new:
            return False
        raise ReusedIdError(
            f"id {event.id!r} was given to {before.action} of copy {before.copy!r} by {before.player!r}",
            expected="an id of its own per activation, application or Summon",
        )

    def look_at(self, asked: Question | Activated | Applied | Summoned | Declined) -> tuple[CopyState, KnownAction]:
        """Return what is known of the copy and of the action.

        Raises:
            OnceperError: the game does not know the copy, the action, the player or the target.
        """
        copy = self._state.find_copy(asked.copy)
        if asked.action.target is not None:
            self._state.find_copy(asked.action.target)
        return copy, self._table.find_action(copy, asked.action, asked.player)

    def follows(self, event: Applied, known: KnownAction) -> bool:
        """Tell whether an application is one of what was activated, by its ids or because the activation was counted.

        Raises:
            UnknownActivationError: there was no such activation.
        """
        state = self._state
        if event.activation is not None and not self._is_activated(event.activation):
            raise UnknownActivationError(f"activation {event.activation!r} is unknown", expected="one that was told")
        if event.activation is not None or self._is_activated(event.id):
            return True
        latest = state.latest.get(event.copy + known.deed) if known.deed else None
        if latest is None or state.fates.get(latest) in _CAME_TO_NOTHING:
            return False
        accounts = state.spent.get(latest)
        return accounts is not None and any(
            self.find_account(one, event.copy, event.player, event.action) in accounts for one in known.governing
        )

    def find_in_chain(self, id_: str, kind: type[Activated | Summoned] = Activated) -> Activated | Summoned:
        """Return the activation of the present Chain, or the Summon, with this id.

        Raises:
            UnknownActivationError: there is none.
        """
        state, now = self._state, self._state.clock.chains
        record = state.records.get(id_)
        if isinstance(record, kind) and state.chains[id_] == now:
            return record
        noun = "activation" if kind is Activated else "Summon"
        what = "is not in this Chain any more" if isinstance(record, kind) else "is unknown"
        chain = sorted(
            other for other, number in state.chains.items() if number == now and isinstance(state.records[other], kind)
        )
        raise UnknownActivationError(
            f"{noun} {id_!r} {what}",
            expected=f"one of {', '.join(chain)}" if chain else f"an id of this Chain: there is no {noun} in it yet",
        )

    def check_open(self, id_: str) -> None:
        """Refuse an activation that was negated, or whose effect was.

        Raises:
            FateError: nothing can come of it any more.
        """
        before = self._state.fates.get(id_)
        if before in _CAME_TO_NOTHING:
            raise FateError(f"{id_!r} {_IN_WORDS[before]} already", expected="one outcome per activation")

    def seal(self, id_: str, fate: Fate) -> bool:
        """Record what became of an id, and tell whether that was new.

        Raises:
            FateError: something else had become of it.
        """
        before = self._state.fates.get(id_)
        if before == fate:
            return False
        # What was declined resolves all the same, without doing anything.
        if before and before != "declined":
            raise FateError(f"{id_!r} {_IN_WORDS[before]} already", expected="one outcome per activation")
        state = self._state
        state.write(state.fates, id_, fate)
        if before is None and self._is_activated(id_):
            clock, has_resolved = state.clock, fate in {"resolved", "could_not_resolve"}
            state.clock = replace(clock, pending=clock.pending - 1, has_resolved=clock.has_resolved or has_resolved)
        return True

    def record(self, event: Activated | Applied | Summoned, known: KnownAction) -> None:
        """Record an event that is not repeated, and count what was done for every limit that is spent by it.

        Raises:
            FateError: it is said to be applied, and nothing can come of it any more.
        """
        state = self._state
        how: SpentBy = "activated" if isinstance(event, Activated) else "summoned"
        if isinstance(event, Applied):
            self.check_open(event.activation or event.id)
            how = "followed" if self.follows(event, known) else "applied"
        id_ = state.add_record(event)
        if known.governing:
            self._spend(event, id_, known, how)
        if how != "activated":
            self._spend_rules(event.action.kind, event.copy, event.player, id_, is_additional=event.action.additional)
        elif known.deed:
            state.write(state.latest, event.copy + known.deed, id_)
        if self._table.watches and not isinstance(event, Applied):
            self._tallies.add_done(event, known)

    def record_declined(self, event: Declined, known: KnownAction) -> None:
        """Count what was declined; where it had been activated, its own uses are given back.

        Raises:
            UnknownActivationError: it is not in the present Chain.
            ReusedIdError: the id was given to something else.
            FateError: something else had become of it.
        """
        if event.id is None:
            id_ = self._add_unnamed(event, event.copy, f"{event.action} of the {event.action.field}")
            self._spend(event, id_, known, "declined")
            return
        before = self.find_in_chain(event.id)
        if (before.copy, before.action, before.player) != (event.copy, event.action, event.player):
            raise ReusedIdError(
                f"id {event.id!r} was given to {before.action} of copy {before.copy!r} by {before.player!r}",
                expected="the copy, the action and the player of the activation that is declined",
            )
        if self.seal(event.id, "declined"):
            self.refund(event.id, "declined")
            self._spend(event, event.id, known, "declined")

    def record_occurred(self, event: Occurred) -> None:
        """Count what happened; an attack uses up what the rulebook limits, too."""
        self._tallies.add_told(event)
        if event.what == "attack" and event.copy is not None:
            id_ = self._add_unnamed(event, event.copy, "attack")
            self._spend_rules("attack", event.copy, event.player, id_)

    def spend_resolved(self, activation: Activated | Summoned) -> None:
        """Count what has resolved, for every limit that looks back at it.

        Cards look back over different times at one keyword ability: the turn, the attack, the game.
        """
        state = self._state
        known = self._table.look_up(state.copies[activation.copy], activation.action)
        for governing in known.governing:
            counted = governing.counted
            if counted.limit.kind == "ability" and counted.limit.name:
                for period, key in self._table.abilities[counted.limit.name].items():
                    account = Account(activation.player, key, "", (epoch_of(period, state.clock),))
                    state.add_use(account, activation.id)
            elif "resolved" in counted.spent_by:
                state.add_use(self.find_account(governing, activation.copy, activation.player), activation.id)

    def negate(self, id_: str) -> None:
        """Give back all that was told under an id, to the limits and ceilings that give it back."""
        for use in self._state.find_all(id_):
            self.refund(use, "negated")
        self._tallies.give_back(id_)

    def refund(self, id_: str, why: Refund) -> None:
        """Take a use out of the counts of the limits that give it back."""
        state = self._state
        record = state.records[id_]
        limits = self._table.limits[record.action.of or state.copies[record.copy].name]
        keys = {counted.key for counted in limits if why in counted.refunded_if}
        for account in state.spent.get(id_, ()):
            if account.limit in keys:
                kept = dict.fromkeys(use for use in state.uses[account] if use != id_)
                state.write(state.uses, account, kept)

    def skip_past(self, copy: str) -> None:
        """Take from a copy that arrives what has occurred before (DM 1): it reacts to the next time at the earliest."""
        state = self._state
        known = state.copies[copy]
        for counted in self._table.limits[known.name]:
            if counted.manner == "ordinal" and not counted.is_about_to:
                for effect in counted.limit.applies_to.effects:
                    part = "" if counted.counts_together else str(Action.use(effect, field=counted.field))
                    account = self.find_account(Governing(counted, part), copy, known.controller)
                    if account.epoch[-1]:
                        state.write(state.missed, account, True)

    def find_account(self, governing: Governing, copy: str, player: str, action: Action | None = None) -> Account:
        """Return the count that a use by this player adds to now; of an ordinal, each occurrence has one.

        A soft limit counts for the copy, whoever controls it, while it stays face-up where it is; a hard one
        for the player and the printed name, whatever the card is called now (OCG Perfect Rulebook 2015,
        p. 47, and 2017, p. 176; Yugipedia, "Once per turn").
        """
        counted, part, _ = governing
        limit, known = counted.limit, self._state.copies[copy]
        resets_on = limit.resets_on
        epoch: tuple[int, ...] = (epoch_of(limit.period, self._state.clock),)
        if limit.period == "while_there" or "leaves_location" in resets_on:
            epoch += (known.stay,)
        if "flipped_face_down" in resets_on:
            epoch += (known.flips,)
        if "flipped_by_other" in resets_on:
            epoch += (known.flips_by_other,)
        if counted.manner == "ordinal":
            # It is another creature that comes back, which has done nothing yet.
            stay = () if counted.watched.by == "player" else (known.stay,)
            epoch += (*stay, self._tallies.count_occurrences(counted, copy, player))
            part = f"{part} for {player}"
        if limit.each_option and action and action.option is not None:
            part = f"{part}, option {action.option}"
        if limit.each_target and action and action.target is not None:
            part += self._name_target(action.target)
        # What "your" does not stand before is said of the cards of both players (DM, supplement 2).
        is_of_both = limit.owner == "any" and limit.kind == "hard"
        holder = copy if limit.scope == "copy" else "" if is_of_both else player
        return Account(holder, counted.key, part, epoch)

    def find_uses(self, governing: Governing, question: Question) -> list[str]:
        """Return what counts against this deed: a use whose option or target nobody told may have been any."""
        action, besides, state = _as_use(question.action), question.besides, self._state
        actions = [action]
        if governing.counted.limit.each_option:
            numbers = range(1, governing.options + 1) if action.option is None else (None,)
            actions += [replace(action, option=number) for number in numbers]
        if governing.counted.limit.each_target and action.target is not None:
            actions += [replace(one, target=None) for one in actions]
        accounts = [self.find_account(governing, question.copy, question.player, one) for one in actions]
        uses = [use for account in accounts for use in state.uses.get(account, {})]
        return uses if besides is None else [use for use in uses if get_id(use) != besides]

    def find_spent_targets(self, governing: Governing, question: Question) -> list[str]:
        """Return the copies for which a limit is spent that counts for each."""
        untold = self.find_account(governing, question.copy, question.player, _as_use(question.action))
        holder, limit, part, epoch = untold
        accounts = {id_: Account(holder, limit, part + self._name_target(id_), epoch) for id_ in self._state.copies}
        return [id_ for id_, one in accounts.items() if len(self._state.uses.get(one, {})) >= governing.counted.times]

    def _name_target(self, copy: str) -> str:
        # It is another card when it comes back.
        return f", {copy}/{self._state.copies[copy].stay}"

    def _spend(
        self, event: Activated | Applied | Summoned | Declined, id_: str, known: KnownAction, how: SpentBy
    ) -> None:
        state = self._state
        for governing in known.governing:
            counted = governing.counted
            if how not in counted.spent_by:
                continue
            if counted.manner == "ordinal" and counted.limit.condition:
                stated = state.copies[event.copy].find_stated(counted.limit.condition)
                # It was the other trigger.
                if stated is None or not stated.holds:
                    continue
            account = self.find_account(governing, event.copy, event.player, event.action)
            # Monsters of one name that are Summoned together are one Summon of it.
            together = state.find_all(event.id or "") if how == "summoned" and id_ != event.id else ()
            if not any(account in state.spent.get(other, ()) for other in together):
                state.add_use(account, id_)

    def _spend_rules(self, kind: str, copy: str, player: str, id_: str, *, is_additional: bool = False) -> None:
        """Count what the rulebook limits; an additional Normal Summon is not the player's own of the turn."""
        for rule, governing in self._table.rules_spent_by.get(kind, ()):
            if is_additional and rule.scope == "player":
                continue
            if not rule.spent_by_turn_player or player == self._state.clock.player:
                self._state.add_use(self.find_account(governing, copy, player), id_)

    def _add_unnamed(self, event: Declined | Occurred, copy: str, what: str) -> str:
        """Record an event that has no id, and return the one that it is counted under, which no log can give."""
        id_ = f"{UNNAMED}{copy}: {what}"
        self._state.write(self._state.unnamed, id_, event)
        return id_

    def _is_activated(self, id_: str) -> bool:
        return isinstance(self._state.records.get(id_), Activated)


def get_id(use: str) -> str:
    """Return the id under which a use was told, empty where it was told without one."""
    return use.partition(UNNAMED)[0]


def _as_use(action: Action) -> Action:
    """Return what has choices and targets: of a card that is used by activating it, its one effect."""
    return FIRST_EFFECT if action.kind == "activation" else action
