"""The time of a Duel: whose turn it is, in which phase, and how often each period has ended."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from onceper.contract.limit import Phase

Count = Annotated[int, Meta(ge=0)]


class Clock(Struct, frozen=True, gc=False):
    """Hold one moment.

    ``turns`` to ``phases`` count the periods that have ended. ``phase`` is null where the game tells no phases,
    ``resolving`` the id of the activation whose effect is resolving. The present Chain has so many ``links``, of which
    some are ``pending``: nobody has told what became of them. A negation is told while it goes on, a resolution not.
    """

    player: str
    phase: Phase | None = None
    resolving: str | None = None
    turns: Count = 0
    chains: Count = 0
    attacks: Count = 0
    battles: Count = 0
    phases: Count = 0
    links: Count = 0
    pending: Count = 0
    has_resolved: bool = False
    is_over: bool = False

    @property
    def is_chain_resolved(self) -> bool:
        """Tell whether all of the present Chain has come to its end, so that what is activated begins another."""
        return self.has_resolved and not self.pending

    def end_chain(self) -> Clock:
        """Return the moment after the present Chain."""
        return replace(self, chains=self.chains + 1, links=0, pending=0, has_resolved=False)
