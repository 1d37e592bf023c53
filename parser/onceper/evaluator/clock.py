"""The time of a Duel: whose turn it is, in which phase, and how often each period has ended."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from onceper.contract.limit import Phase

Count = Annotated[int, Meta(ge=0)]


class Clock(Struct, frozen=True, gc=False):
    """Hold one moment.

    ``turns`` to ``phases`` count the periods that have ended. ``phase`` is null where the game tells no phases,
    ``resolving`` the id of the activation whose effect is resolving.
    """

    player: str
    phase: Phase | None = None
    resolving: str | None = None
    turns: Count = 0
    chains: Count = 0
    attacks: Count = 0
    battles: Count = 0
    phases: Count = 0
    is_over: bool = False
