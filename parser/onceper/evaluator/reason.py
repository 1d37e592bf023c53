"""The reasons of a verdict, in plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.evaluator.event import Activated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.contract.limit import Limit
    from onceper.evaluator.action import Action
    from onceper.evaluator.counting import CountedLimit
    from onceper.evaluator.ledger import Spend

_PER = {"turn": "per turn", "duel": "per Duel", "chain": "per Chain", "while_there": "while it stays there"}
_SINCE = {
    "turn": "this turn",
    "duel": "this Duel",
    "chain": "in this Chain",
    "while_there": "since it came there",
}
_FOR = {"copy": "for this copy", "name": "by card name", "player": "for all cards together"}


def spent(counted: CountedLimit, spends: Sequence[Spend], asker: str, negated: Sequence[str]) -> str:
    """Say who used what when, by which activations, and how often that is allowed."""
    who = _join("You" if p == asker else f"Player {p}" for p in dict.fromkeys(s.event.player for s in spends))
    did = _join(dict.fromkeys(_deed(spend) for spend in spends))
    ids = ", ".join(_by(spend) for spend in spends)
    text = f"{who} {did} {_SINCE[counted.period]} ({ids})"
    if negated:
        verb = "was" if len(negated) == 1 else "were"
        text += f", and it counts although {_join(negated)} {verb} negated"
    return f"{text}; {_allowance(counted)}"


def wrong_turn(counted: CountedLimit, action: Action, card: str) -> str:
    """Say that the limit gives its uses to the turns of the other player."""
    whose = "your opponent's" if counted.whose_turn == "own" else "your own"
    return f"This is {whose} turn; {action} of {_quoted(card)} is allowed {_allowance(counted)}"


def free(counted: CountedLimit, action: Action, card: str, used: int) -> str:
    """Say how many uses are spent."""
    return (
        f"{_capital(str(action))} of {_quoted(card)} is free: {used} of {counted.limit.count} spent "
        f"{_SINCE[counted.period]}; {_allowance(counted)}"
    )


def not_governed(action: Action, card: str) -> str:
    """Say that no limit speaks of the action."""
    return f"No limit governs {action} of {_quoted(card)}"


def left_alone(limits: Iterable[Limit]) -> str:
    """Say which limits speak of the action and were not applied; empty where there are none."""
    texts = _join(_quoted(limit.text) for limit in limits)
    return f"; not applied: {texts}" if texts else ""


def _deed(spend: Spend) -> str:
    action = spend.event.action
    if action.kind == "effect":
        # A limit that counts activations is broken by activating, one that counts uses by using.
        verbs = {"activate": "activated", "apply": "applied", "gain": "gained"}
        return f"{verbs.get(spend.limit.verb, 'used')} {action} of {_quoted(spend.card)}"
    return f"{'activated' if action.kind == 'activation' else 'Summoned'} {_quoted(spend.card)}"


def _by(spend: Spend) -> str:
    return f"{'activation' if isinstance(spend.event, Activated) else 'application'} {spend.event.id}"


def _allowance(counted: CountedLimit) -> str:
    limit = counted.limit
    often = {1: "once", 2: "twice"}.get(limit.count, f"{limit.count} times")
    per = _PER[counted.period]
    if counted.whose_turn != "any":
        whose = "your own" if counted.whose_turn == "own" else "your opponent's"
        per = f"per turn, only on {whose}," if counted.period == "turn" else f"{per}, only on {whose} turn,"
    together = ""
    if limit.shared and len(limit.applies_to.effects) > 1:
        together = f", effects {_join(map(str, limit.applies_to.effects))} together"
    return f"{often} {per} {_FOR[limit.scope]}{together}"


def _quoted(words: str) -> str:
    return f'"{words}"'


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _join(words: Iterable[str]) -> str:
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last
