"""What has been activated and applied so far, by id."""

from __future__ import annotations

from onceper.errors import OnceperError
from onceper.evaluator.event import Activated, Applied


class UnknownActivationError(OnceperError):
    """An event speaks of an activation that is not in the present Chain."""


class ReusedIdError(OnceperError):
    """One id was given to two different activations or applications."""


class History:
    """Keep every activation and application by its id, so that a repeated event changes nothing."""

    def __init__(self) -> None:
        self._activated: dict[str, Activated] = {}
        self._applied: dict[str, Applied] = {}
        self._negated: set[str] = set()
        self._chain: set[str] = set()

    def is_repeated(self, event: Activated | Applied) -> bool:
        """Tell whether this event was recorded before; an id that was another's raises `ReusedIdError`."""
        before = self._activated.get(event.id) or self._applied.get(event.id)
        if before and (before.copy, before.action, before.player) != (event.copy, event.action, event.player):
            raise ReusedIdError(
                f"id {event.id!r} was given to {before.action} of copy {before.copy!r} by {before.player!r}",
                expected="an id of its own per activation or application",
            )
        if isinstance(event, Activated):
            if event.id in self._applied and event.id not in self._activated:
                raise ReusedIdError(
                    f"id {event.id!r} was applied before it was activated",
                    expected="the activation first, or an id of its own",
                )
            return event.id in self._activated
        return event.id in self._applied

    def add(self, event: Activated | Applied) -> None:
        """Record an event that is not repeated."""
        if isinstance(event, Activated):
            self._activated[event.id] = event
            self._chain.add(event.id)
        else:
            self._applied[event.id] = event

    def is_activated(self, activation: str) -> bool:
        """Tell whether there was an activation with this id."""
        return activation in self._activated

    def is_negated(self, activation: str) -> bool:
        """Tell whether the activation with this id was negated."""
        return activation in self._negated

    def negate(self, activation: str) -> None:
        """Record that an activation was negated."""
        self.check_in_chain(activation)
        self._negated.add(activation)

    def check_in_chain(self, activation: str) -> None:
        """Refuse what is not an activation of the present Chain."""
        if activation not in self._chain:
            known = self.is_activated(activation)
            what = "is not in this Chain any more" if known else "is unknown"
            chain = ", ".join(sorted(self._chain))
            raise UnknownActivationError(
                f"activation {activation!r} {what}",
                expected=f"one of {chain}" if chain else "an activation since the last Chain or turn ended",
            )

    def end_chain(self) -> None:
        """Close the present Chain: nothing in it can be negated any more."""
        self._chain.clear()
