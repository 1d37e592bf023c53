"""The uses that count at this moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.limit import Limit
    from onceper.evaluator.counting import Account
    from onceper.evaluator.event import Activated, Applied


class Spend(NamedTuple):
    """Hold one counted use: what happened, of which card, and the limit that it was counted for."""

    event: Activated | Applied
    card: str
    limit: Limit


class Ledger:
    """Keep the counted uses of every account, each at most once per activation id, oldest first."""

    def __init__(self) -> None:
        self._spends: dict[Account, dict[str, Spend]] = {}

    def of(self, account: Account) -> tuple[Spend, ...]:
        """Return the uses that count for ``account`` now."""
        return tuple(self._spends.get(account, {}).values())

    def spend(self, account: Account, spend: Spend) -> None:
        """Count one use."""
        self._spends.setdefault(account, {}).setdefault(spend.event.id, spend)

    def refund(self, activation: str) -> None:
        """Give back what a negated activation had spent, where the limit says so.

        "activate" gives it back, "use" does not (OCG Perfect Rulebook 2017, pp. 176-177).
        """
        self._drop(lambda spend: spend.event.id == activation and spend.limit.refunded_if_negated)

    def end_chain(self) -> None:
        """Free what is counted per Chain."""
        self._drop(lambda spend: spend.limit.period == "chain")

    def end_turn(self) -> None:
        """Free what is counted per turn, and per Chain, as no Chain outlives its turn."""
        self._drop(lambda spend: spend.limit.period in {"turn", "chain"})

    def leave(self, copy: str) -> None:
        """Free what counts only while ``copy`` stays where it is (Yugipedia, "Once per turn")."""
        self._drop(
            lambda spend: (
                spend.event.copy == copy
                and (spend.limit.period == "while_there" or "leaves_location" in spend.limit.resets_on)
            )
        )

    def flip_face_down(self, copy: str, *, by_own_effect: bool) -> None:
        """Free what counts only while ``copy`` stays face-up.

        A card that flips itself does not get its use back by that, only when something else flips it
        (Yugipedia, "Once per turn", on Swarm of Locusts).
        """
        frees = {"flipped_face_down"} if by_own_effect else {"flipped_face_down", "flipped_by_other"}
        self._drop(lambda spend: spend.event.copy == copy and not frees.isdisjoint(spend.limit.resets_on))

    def _drop(self, is_freed: Callable[[Spend], bool]) -> None:
        kept = (
            (account, {key: spend for key, spend in spends.items() if not is_freed(spend)})
            for account, spends in self._spends.items()
        )
        self._spends = {account: spends for account, spends in kept if spends}
