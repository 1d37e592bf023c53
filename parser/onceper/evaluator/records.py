"""What was activated, applied and Summoned, by id, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from onceper.errors import OnceperError
from onceper.evaluator.event import Activated, Applied, Summoned

if TYPE_CHECKING:
    from onceper.evaluator.event import Declined, Occurred
    from onceper.evaluator.state import State

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


class Records:
    """Keep each activation, application and Summon once, so that a repeated event changes nothing."""

    def __init__(self, state: State) -> None:
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

    def add(self, event: Activated | Applied | Summoned) -> None:
        """Record an event that is not repeated."""
        state = self._state
        if isinstance(event, Applied) and event.id in state.records:
            state.write(state.applications, event.id, event)
            return
        state.write(state.records, event.id, event)
        if not isinstance(event, Applied):
            state.write(state.chains, event.id, state.numbers["chain"])

    def add_unnamed(self, event: Declined | Occurred, copy: str, what: str) -> str:
        """Record an event that has no id, and return the one that it is counted under, which no log can give."""
        id_ = f"{UNNAMED}{copy}: {what}"
        self._state.write(self._state.unnamed, id_, event)
        return id_

    def is_activated(self, activation: str) -> bool:
        """Tell whether there was an activation with this id."""
        return isinstance(self._state.records.get(activation), Activated)

    def in_chain(self, activation: str, kind: type[Activated | Summoned] = Activated) -> Activated | Summoned:
        """Return the activation of the present Chain, or the Summon, with this id.

        Raises:
            UnknownActivationError: there is none.
        """
        state = self._state
        record = state.records.get(activation)
        if isinstance(record, kind) and state.chains[activation] == state.numbers["chain"]:
            return record
        noun = "activation" if kind is Activated else "Summon"
        what = "is not in this Chain any more" if isinstance(record, kind) else "is unknown"
        chain = sorted(
            id_
            for id_, number in state.chains.items()
            if number == state.numbers["chain"] and isinstance(state.records[id_], kind)
        )
        raise UnknownActivationError(
            f"{noun} {activation!r} {what}",
            expected=f"one of {', '.join(chain)}" if chain else f"an {noun} since the last Chain or turn ended",
        )

    def check_open(self, activation: str) -> None:
        """Refuse an activation that was negated, or whose effect was.

        Raises:
            FateError: nothing can come of it any more.
        """
        before = self._state.fates.get(activation)
        if before in {"activation_negated", "effect_negated", "could_not_resolve"}:
            raise FateError(f"{activation!r} {_IN_WORDS[before]} already", expected="one outcome per activation")

    def seal(self, activation: str, fate: Fate) -> bool:
        """Record what became of an activation, and tell whether that was new.

        Raises:
            FateError: something else had become of it.
        """
        before = self._state.fates.get(activation)
        if before == fate:
            return False
        # What was declined resolves all the same, without doing anything.
        if before and before != "declined":
            raise FateError(f"{activation!r} {_IN_WORDS[before]} already", expected="one outcome per activation")
        self._state.write(self._state.fates, activation, fate)
        return True
