"""The time of a Duel: whose turn it is, in which phase, and how often each period has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping


class Clock(Struct, frozen=True, gc=False):
    """Hold one moment.

    ``turns`` to ``phases`` count the periods that have ended. ``phase`` is null where the game tells no phases,
    ``resolving`` the id of the activation whose effect is resolving.
    """

    player: str
    phase: str | None = None
    resolving: str | None = None
    turns: int = 0
    chains: int = 0
    attacks: int = 0
    battles: int = 0
    phases: int = 0
    is_over: bool = False

    @property
    def numbers(self) -> dict[str, int]:
        """Return how often each period has ended, as a snapshot has it."""
        return {
            "turn": self.turns,
            "chain": self.chains,
            "attack": self.attacks,
            "battle": self.battles,
            "phase": self.phases,
            "over": int(self.is_over),
        }

    @property
    def now(self) -> dict[str, str | None]:
        """Return what is going on, as a snapshot has it."""
        return {"player": self.player, "phase": self.phase, "resolving": self.resolving}

    @classmethod
    def restore(cls, numbers: Mapping[str, int], now: Mapping[str, str | None]) -> Clock:
        """Return the moment that a snapshot has.

        Raises:
            KeyError: a part of it is missing.
        """
        return cls(
            now["player"] or "",
            now["phase"],
            now["resolving"],
            numbers["turn"],
            numbers["chain"],
            numbers["attack"],
            numbers["battle"],
            numbers["phase"],
            bool(numbers["over"]),
        )
