"""What was done under each id, what became of it, and which counts it went into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.counted_limit import COUNTED_AS, SORTS_ACTIVATED, SORTS_SUMMONED
from onceper.evaluator.event import Activated, Applied, Summoned
from onceper.evaluator.state import Account, Tally

if TYPE_CHECKING:
    from onceper.evaluator.clock import Clock
    from onceper.evaluator.counted_limit import CountedLimit, Refund, SpentBy
    from onceper.evaluator.event import Declined, Occurred
    from onceper.evaluator.state import CopyState, State
    from onceper.evaluator.table import KnownAction, Table
    from onceper.patterns.terms import Sort

UNNAMED = "\x00"
Fate = Literal["activation_negated", "summon_negated", "effect_negated", "could_not_resolve", "resolved", "declined"]
_IN_WORDS: dict[str, str] = {
    "activation_negated": "was negated",
    "summon_negated": "was negated",
    "effect_negated": "has had its effect negated",
    "could_not_resolve": "could not resolve",
    "resolved": "has resolved",
    "declined": "was declined",
}


class UnknownActivationError(OnceperError):
    """An event speaks of an activation or a Summon that is not in the present Chain."""


class ReusedIdError(OnceperError):
    """One id was given to two different activations, applications or Summons."""


class FateError(OnceperError):
    """Two things are said to have become of one activation."""


class Ledger:
    """Book each activation, application and Summon once, and count it for the limits that are spent by it."""

    def __init__(self, table: Table, state: State) -> None:
        self._table = table
        self._state = state

    def is_repeated(self, event: Activated | Applied | Summoned) -> bool:
        """Tell whether this event was recorded before; an id that was another's raises `ReusedIdError`."""
        before = self._state.records.get(event.id)
        if before is None:
            return False
        if (before.copy, before.action, before.player) != (event.copy, event.action, event.player):
            raise ReusedIdError(
                f"id {event.id!r} was given to {before.action} of copy {before.copy!r} by {before.player!r}",
                expected="an id of its own per activation, application or Summon",
            )
        if isinstance(before, Applied) and isinstance(event, Activated):
            raise ReusedIdError(
                f"id {event.id!r} was applied before it was activated",
                expected="the activation first, or an id of its own",
            )
        if isinstance(before, Activated) and isinstance(event, Applied):
            return event.id in self._state.applications
        return True

    def is_activated(self, id_: str) -> bool:
        """Tell whether there was an activation with this id."""
        return isinstance(self._state.records.get(id_), Activated)

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
            expected=f"one of {', '.join(chain)}" if chain else f"an {noun} since the last Chain or turn ended",
        )

    def check_open(self, id_: str) -> None:
        """Refuse an activation that was negated, or whose effect was.

        Raises:
            FateError: nothing can come of it any more.
        """
        before = self._state.fates.get(id_)
        if before in {"activation_negated", "effect_negated", "could_not_resolve"}:
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
        self._state.write(self._state.fates, id_, fate)
        return True

    def record(self, event: Activated | Applied | Summoned, copy: CopyState, known: KnownAction) -> None:
        """Record an event that is not repeated, and count what was done for every limit that is spent by it.

        Raises:
            FateError: it is said to be applied, and nothing can come of it any more.
        """
        match event:
            case Activated():
                self._state.add_record(event)
                self._spend(event, event.id, known, "activated")
                if known.is_activation:
                    sorts = SORTS_ACTIVATED.get(copy.card_type, SORTS_ACTIVATED[None])
                    self.tally("activate", event.player, event.copy, sorts=sorts)
            case Applied():
                self.check_open(event.id)
                how: SpentBy = "followed" if self.is_activated(event.id) else "applied"
                self._state.add_record(event)
                self._spend(event, event.id, known, how)
                self._spend_rules(event.action.kind, event.copy, event.player, event.id)
            case Summoned():
                self._state.add_record(event)
                self._spend(event, event.id, known, "summoned")
                kind, is_additional = event.action.kind, event.action.additional
                self._spend_rules(kind, event.copy, event.player, event.id, is_additional=is_additional)
                for what in COUNTED_AS.get(kind, ()):
                    self.tally(what, event.player, event.copy, sorts=SORTS_SUMMONED)

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
        self.tally(event.what, event.player, event.copy, event.to, event.objects, is_told=True)
        if event.what == "attack" and event.copy is not None:
            id_ = self._add_unnamed(event, event.copy, "attack")
            self._spend_rules("attack", event.copy, event.player, id_)

    def spend_resolved(self, activation: Activated | Summoned) -> None:
        """Count what has resolved, for every limit that looks back at it.

        Cards look back over different times at one keyword ability: the turn, the attack, the game.
        """
        state = self._state
        known = self._table.look_up(state.copies[activation.copy], activation.action)
        for counted, part in known.governing:
            if counted.limit.kind == "ability" and counted.limit.name:
                for period, key in self._table.abilities[counted.limit.name].items():
                    account = Account(activation.player, key, "", (_epoch_of(period, state.clock),))
                    state.add_use(account, activation.id)
            elif "resolved" in counted.spent_by:
                state.add_use(self.find_account(counted, part, activation.copy, activation.player), activation.id)

    def refund(self, id_: str, why: Refund) -> None:
        """Take a use out of the counts of the limits that give it back."""
        state = self._state
        record = state.records[id_]
        limits = self._table.limits[record.action.of or state.copies[record.copy].name]
        keys = {counted.key for counted in limits if why in counted.refunded_if}
        for account in state.spent.get(id_, ()):
            if account.limit in keys:
                kept = tuple(use for use in state.uses[account] if use != id_)
                state.write(state.uses, account, kept)

    def skip_past(self, copy: str) -> None:
        """Take from a copy that arrives what has occurred before (DM 1): it reacts to the next time at the earliest."""
        state = self._state
        known = state.copies[copy]
        for counted in self._table.limits[known.name]:
            if counted.manner == "ordinal" and not counted.is_about_to:
                for effect in counted.limit.applies_to.effects:
                    part = "" if counted.counts_together else str(Action.use(effect, field=counted.field))
                    account = self.find_account(counted, part, copy, known.controller)
                    if account.epoch[-1]:
                        state.write(state.missed, account, True)

    def find_account(self, counted: CountedLimit, part: str, copy: str, player: str) -> Account:
        """Return the count that a use by this player adds to now; of an ordinal, each occurrence has one.

        A soft limit counts for the copy, whoever controls it, while it stays face-up where it is; a hard one
        for the player and the printed name, whatever the card is called now (OCG Perfect Rulebook 2015,
        p. 47, and 2017, p. 176; Yugipedia, "Once per turn").
        """
        limit, known = counted.limit, self._state.copies[copy]
        epoch = [_epoch_of(limit.period, self._state.clock)]
        if limit.period == "while_there" or "leaves_location" in limit.resets_on:
            epoch.append(known.stay)
        if "flipped_face_down" in limit.resets_on:
            epoch.append(known.flips)
        if "flipped_by_other" in limit.resets_on:
            epoch.append(known.flips_by_other)
        if counted.manner == "ordinal":
            epoch.append(self.count_occurrences(counted, copy, player))
            part = f"{part} for {player}"
        return Account(copy if limit.scope == "copy" else player, counted.key, part, tuple(epoch))

    def count_occurrences(self, counted: CountedLimit, copy: str, player: str) -> int:
        """Return how often what the limit counts has happened in its period, for the player "you"."""
        if counted.counter != "player":
            return self._count(counted, self._as_doer(copy))
        match counted.limit.event.whose if counted.limit.event else "own":
            case "own":
                return self._count(counted, player)
            case "opponent":
                return sum(self._count(counted, other) for other in self._table.players if other != player)
            case _:
                return sum(self._count(counted, doer) for doer in self._table.players)

    def count_ceiling(self, counted: CountedLimit, player: str) -> int:
        """Return how often the player has done in its period what a ceiling counts."""
        return self._count(counted, player)

    def tally(
        self,
        what: str,
        player: str,
        copy: str | None,
        to: str | None = None,
        objects: tuple[str, ...] = (),
        *,
        sorts: frozenset[Sort] = frozenset(),
        is_told: bool = False,
    ) -> None:
        """Count an occurrence, whether or not a card that looks at it is there yet.

        ``objects`` are the printed words, and ``sorts`` the sorts of card, that fit what it happens to. What is counted
        of Summons and activations by themselves is not counted once more where it ``is_told``.
        """
        watches = self._table.watches.get(what)
        if not watches:
            return
        state = self._state
        involved = [state.copies[id_] for id_ in (copy, to) if id_ is not None]
        fitting = {*objects, *(name for known in involved for name in (known.name, known.called))}
        for watch in watches:
            if is_told and watch.counts_by_itself:
                continue
            fits = not watch.object or watch.by == "target" or watch.object in fitting
            if not fits and sorts.isdisjoint(watch.sorts):
                continue
            by = {"player": None, "copy": copy, "target": to}[watch.by]
            if by is None and watch.by != "player":
                continue
            doer = player if by is None else self._as_doer(by)
            tally = Tally(what, watch.object, doer, watch.period, _epoch_of(watch.period, state.clock))
            state.write(state.tallies, tally, state.tallies.get(tally, 0) + 1)

    def _spend(
        self, event: Activated | Applied | Summoned | Declined, id_: str, known: KnownAction, how: SpentBy
    ) -> None:
        for counted, part in known.governing:
            if how in counted.spent_by:
                self._state.add_use(self.find_account(counted, part, event.copy, event.player), id_)

    def _spend_rules(self, kind: str, copy: str, player: str, id_: str, *, is_additional: bool = False) -> None:
        """Count what the rulebook limits; an additional Normal Summon is not the player's own of the turn."""
        for rule, counted in self._table.rules:
            if kind not in rule.spent_by or (is_additional and rule.scope == "player"):
                continue
            if not rule.spent_by_turn_player or player == self._state.clock.player:
                self._state.add_use(self.find_account(counted, "", copy, player), id_)

    def _add_unnamed(self, event: Declined | Occurred, copy: str, what: str) -> str:
        """Record an event that has no id, and return the one that it is counted under, which no log can give."""
        id_ = f"{UNNAMED}{copy}: {what}"
        self._state.write(self._state.unnamed, id_, event)
        return id_

    def _count(self, counted: CountedLimit, doer: str) -> int:
        period, state = counted.limit.period or "", self._state
        tally = Tally(counted.what, counted.object, doer, period, _epoch_of(period, state.clock))
        return state.tallies.get(tally, 0)

    def _as_doer(self, copy: str) -> str:
        """Return the name under which the deeds of one copy are counted, while it stays where it is."""
        return f"{copy}/{self._state.copies[copy].stay}"


def _epoch_of(period: str | None, clock: Clock) -> int:
    """Return how many such periods have ended, zero where it never ends."""
    match period:
        case "turn":
            return clock.turns
        case "chain":
            return clock.chains
        case "attack":
            return clock.attacks
        case "battle":
            return clock.battles
        case "phase":
            return clock.phases
        case _:
            return 0
