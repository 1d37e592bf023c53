"""The answer to one question."""

from typing import Literal

from msgspec import Struct

from onceper.contract.limit import Limit

AvailableAgain = Literal[
    "next_chain", "next_turn", "next_own_turn", "next_opponent_turn", "leaves_location", "next_duel"
]


class Verdict(Struct, frozen=True, gc=False):
    """Say whether an action is free of its limits now, and why.

    ``because`` is plain English and addresses the player who asked. ``limit`` is the one that stands in the
    way for longest; where none does, the one with the fewest uses left; null where none governs the action.
    ``used`` counts the uses under this limit so far. ``available_again`` is what frees the action at the
    latest, null where it is free now: ``next_own_turn`` and ``next_opponent_turn`` are seen from the player
    who asked, and ``leaves_location`` waits for this copy to go. What frees a soft limit earlier stands in
    ``limit.resets_on``.
    """

    allowed: bool
    because: str
    limit: Limit | None
    used: int
    available_again: AvailableAgain | None
