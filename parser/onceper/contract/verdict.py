"""The answer to one question."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from onceper.contract.limit import Limit

# From the soonest to the latest.
AvailableAgain = Literal[
    "resolved",
    "next_occurrence",
    "next_chain",
    "next_attack",
    "next_battle",
    "in_phase",
    "next_phase",
    "next_turn",
    "next_own_turn",
    "next_opponent_turn",
    "fewer_controlled",
    "effects_restored",
    "flipped_face_up",
    "uncovered",
    "leaves_location",
    "next_duel",
]


class Verdict(Struct, frozen=True, gc=False):
    """Say whether an action is free of its limits now, and why.

    ``because`` is a sentence in the evaluator's language and addresses the player who asked. ``limit`` is the
    one that stands in the way for longest; where none does, the one with the fewest uses left; null where no
    limit governs the action. ``used`` counts the uses, or occurrences, under this limit so far.
    ``available_again`` is what frees the action at the latest, null where it is free now: ``next_own_turn``
    and ``next_opponent_turn`` are seen from the player who asked, and ``leaves_location`` waits for this copy
    to go. What frees a soft limit earlier stands in ``limit.resets_on``. ``spent_by`` are the ids of the uses
    that count. ``depends_on`` are printed words that nobody has stated and with which the answer could be another:
    the condition of a limit, taken as not holding, or what stands in place of its number, taken as 1.
    """

    allowed: bool
    because: str
    limit: Limit | None
    used: int
    available_again: AvailableAgain | None
    spent_by: tuple[str, ...] = ()
    depends_on: str | None = None

    def __repr__(self) -> str:
        told = {**asdict(self), "limit": self.limit and f"{self.limit.kind} {self.limit.rule}"}
        said = ", ".join(f"{name}={value!r}" for name, value in told.items() if value not in {None, ()})
        return f"Verdict({said})"
