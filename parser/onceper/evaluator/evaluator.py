"""The state machine that applies limits to a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from onceper.errors import OnceperError
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    ChainEnded,
    ControlChanged,
    CouldNotResolve,
    DuelEnded,
    EffectNegated,
    FlippedFaceDown,
    LeftLocation,
    TurnEnded,
)
from onceper.evaluator.history import History
from onceper.evaluator.judging import Question, judge, sum_up
from onceper.evaluator.ledger import Ledger, Spend
from onceper.evaluator.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.reading import CardReading
    from onceper.evaluator.action import Action
    from onceper.evaluator.event import Event
    from onceper.evaluator.verdict import Verdict


class DuelOverError(OnceperError):
    """The Duel has ended, so nothing can happen or be asked any more."""


class Evaluator:
    """Apply the limits of ``readings`` to one Duel between two ``players``, the first of whom begins.

    Applied are soft, hard, gain and summon limits: per turn, per Duel, per Chain and while the copy stays
    where it is.
    A limit governs effect n where n is in ``applies_to.effects``, the card's activation where
    ``applies_to.activation``, and its Summoning procedure where ``applies_to.summon``.

    Left alone are the kinds control, ordinal, ability, event and cap; the periods battle, attack and phase;
    limits that name an archetype or an ability; and those spent on resolution. A verdict that allows quotes
    the ones that govern the action. Not looked at are the ``phase`` of a limit, that the activation of a
    Normal Spell is also its effect 1, and whatever is no limit: costs, timing, who controls the copy.

    Equal readings of one name are one card. A reading without a name, two different readings of one name, and
    players who are not two raise `SetupError`.
    """

    def __init__(self, readings: Iterable[CardReading], *, players: tuple[str, str] = ("A", "B")) -> None:
        self._table = Table(readings, players)
        self._ledger = Ledger()
        self._history = History()
        self._turn_player = players[0]
        self._is_over = False

    def may_use(self, copy: str, action: Action, player: str) -> Verdict:
        """Answer whether the limits let ``player`` do ``action`` with ``copy`` now, and why.

        A copy, an effect or a player that the game does not know, and any question after the end of the Duel,
        raise an `OnceperError`.
        """
        self._check_running()
        card = self._table.check(copy, action, player)
        question = Question(card, action, player, player == self._turn_player)
        verdicts = []
        for counted in self._table.counted(card, action):
            account = counted.account(card=card, copy=copy, action=action, player=player)
            verdicts.append(judge(question, counted, self._ledger.of(account), self._history.is_negated))
        return sum_up(question, verdicts, self._table.left_alone(card, action))

    def apply(self, event: Event) -> None:
        """Record what happened in the game, whether or not the limits allow it.

        The same activation or application may be recorded again and changes nothing. An event that cannot be,
        as of an unknown copy or after the end of the Duel, raises an `OnceperError` and changes nothing.
        """
        self._check_running()
        match event:
            case Appeared():
                self._table.add(event)
            case Activated() | Applied():
                self._count(event)
            case ActivationNegated():
                self._history.negate(event.id)
                self._ledger.refund(event.id)
            case EffectNegated() | CouldNotResolve():
                # It was activated all the same: nothing to give back (OCG Perfect Rulebook 2017, p. 176).
                self._history.check_in_chain(event.id)
            case LeftLocation() | FlippedFaceDown() | ControlChanged():
                self._move(event)
            case ChainEnded() | TurnEnded() | DuelEnded():
                self._end(event)
            case _:
                assert_never(event)

    def _count(self, event: Activated | Applied) -> None:
        card = self._table.check(event.copy, event.action, event.player)
        if self._history.is_repeated(event):
            return
        was_activated = self._history.is_activated(event.id)
        self._history.add(event)
        for counted in self._table.counted(card, event.action):
            if counted.is_spent_by(event, was_activated=was_activated):
                account = counted.account(card=card, copy=event.copy, action=event.action, player=event.player)
                self._ledger.spend(account, Spend(event, card, counted.limit))

    def _move(self, event: LeftLocation | FlippedFaceDown | ControlChanged) -> None:
        self._table.name(event.copy)
        match event:
            case LeftLocation():
                self._ledger.leave(event.copy)
            case FlippedFaceDown():
                self._ledger.flip_face_down(event.copy, by_own_effect=event.by_own_effect)
            case ControlChanged():
                # A soft limit stays spent for the new controller (OCG Perfect Rulebook 2017, p. 176), and a
                # hard one belongs to the player who acts: no count changes.
                self._table.check_player(event.controller)
            case _:
                assert_never(event)

    def _end(self, event: ChainEnded | TurnEnded | DuelEnded) -> None:
        match event:
            case ChainEnded():
                self._ledger.end_chain()
            case TurnEnded():
                self._table.check_player(event.next_player)
                self._ledger.end_turn()
                self._turn_player = event.next_player
            case DuelEnded():
                self._is_over = True
            case _:
                assert_never(event)
        # No Chain outlives its turn.
        self._history.end_chain()

    def _check_running(self) -> None:
        if self._is_over:
            raise DuelOverError(
                "the Duel has ended", expected="no event or question after it", remedy="start a new Evaluator"
            )
