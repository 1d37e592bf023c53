"""What one limit, and several limits together, say about one question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.evaluator import reason
from onceper.evaluator.verdict import AvailableAgain, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.contract.limit import Limit
    from onceper.evaluator.action import Action
    from onceper.evaluator.counting import CountedLimit
    from onceper.evaluator.ledger import Spend

_LATER: tuple[AvailableAgain | None, ...] = (
    None,
    "next_chain",
    "next_turn",
    "next_own_turn",
    "next_opponent_turn",
    "leaves_location",
    "next_duel",
)


class Question(NamedTuple):
    """Hold what is asked: may ``player``, whose turn it is or not, do ``action`` with a card of this name."""

    card: str
    action: Action
    player: str
    is_own_turn: bool


def judge(
    question: Question,
    counted: CountedLimit,
    spends: Sequence[Spend],
    is_negated: Callable[[str], bool],
) -> Verdict:
    """Return what one limit says, given the uses that it has counted."""
    limit, used = counted.limit, len(spends)
    if used >= limit.count:
        negated = [spend.event.id for spend in spends if is_negated(spend.event.id)]
        because = reason.spent(counted, spends, question.player, negated)
        return Verdict(False, because, limit, used, _available_again(counted))
    if counted.whose_turn not in {"any", "own" if question.is_own_turn else "opponent"}:
        because = reason.wrong_turn(counted, question.action, question.card)
        return Verdict(False, because, limit, used, _turn(counted))
    return Verdict(True, reason.free(counted, question.action, question.card, used), limit, used, None)


def sum_up(question: Question, verdicts: Sequence[Verdict], left_alone: Sequence[Limit]) -> Verdict:
    """Return the one answer of all limits that govern the action, in printed order.

    It is the refusal that lasts longest; without a refusal, the verdict with the fewest uses left.
    """
    refusals = [verdict for verdict in verdicts if not verdict.allowed]
    if refusals:
        return max(refusals, key=lambda verdict: _LATER.index(verdict.available_again))
    ignored = reason.left_alone(left_alone)
    if not verdicts:
        because = reason.not_governed(question.action, question.card) + ignored
        return Verdict(True, because, None, 0, None)
    tightest = min(verdicts, key=lambda verdict: verdict.limit.count - verdict.used if verdict.limit else 0)
    return Verdict(True, tightest.because + ignored, tightest.limit, tightest.used, None)


def _available_again(counted: CountedLimit) -> AvailableAgain:
    match counted.period:
        case "duel":
            return "next_duel"
        case "while_there":
            return "leaves_location"
        case "chain":
            return "next_chain"
        case _:
            return _turn(counted)


def _turn(counted: CountedLimit) -> AvailableAgain:
    match counted.whose_turn:
        case "own":
            return "next_own_turn"
        case "opponent":
            return "next_opponent_turn"
        case _:
            return "next_turn"
