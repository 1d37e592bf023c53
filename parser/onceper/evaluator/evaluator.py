"""The state machine that applies limits to a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.choices import Choice, find_actions
from onceper.evaluator.event import Activated, Applied, ControlChanged, Occurred, Resolved, Summoned
from onceper.evaluator.force import InForce, find_in_force
from onceper.evaluator.judge import Judge, Question
from onceper.evaluator.ledger import Ledger
from onceper.evaluator.reasons import Reasons
from onceper.evaluator.snapshot import check_snapshot
from onceper.evaluator.state import State
from onceper.evaluator.table import Table
from onceper.evaluator.tallies import Tallies
from onceper.evaluator.transitions import Transitions
from onceper.evaluator.typed import check_event, check_question

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.reading import CardReading, Row
    from onceper.evaluator.event import Event
    from onceper.evaluator.state import Snapshot
    from onceper.evaluator.verdict import Verdict


class DuelOverError(OnceperError):
    """The Duel has ended, so nothing can happen or be asked any more."""


class Evaluator:
    """Apply the limits of ``readings`` to one Duel between two ``players``, the first of whom begins.

    A limit governs effect n where n is in ``applies_to.effects``, the card's activation where
    ``applies_to.activation``, and its Summoning procedure where ``applies_to.summon``. Beside the printed
    limits stands a rulebook set: Normal Summon, manual change of battle position, Union. Not looked at is
    whatever is no limit: costs, timing, who may act.

    ``readings`` are readings or rows of a tagged database; equal ones of one name are one card. ``lang`` is
    the language of the reasons. A reading without a name, two different readings of one name, and players who
    are not two raise `SetupError`.
    """

    def __init__(
        self, readings: Iterable[CardReading | Row], *, players: tuple[str, str] = ("A", "B"), lang: str = "en"
    ) -> None:
        self._table = Table(readings, players)
        self._state = State(players[0])
        tallies = Tallies(self._table, self._state)
        self._ledger = Ledger(self._table, self._state, tallies)
        self._transitions = Transitions(self._table, self._state, self._ledger)
        reasons = Reasons(lang, self._state, self._table.game)
        self._judge = Judge(self._table, self._state, self._ledger, tallies, reasons)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(cards={len(self._table.texts)}, events={self._state.applied})"

    def may_use(self, copy: str, action: Action, player: str) -> Verdict:
        """Answer whether the limits let ``player`` do ``action`` with ``copy`` now, and why.

        A copy, an action or a player that the game does not know, and any question after the end of the Duel,
        raise an `OnceperError`.
        """
        self._check_running()
        check_question(copy, action, player)
        known = self._table.names.find_action(self._state.find_copy(copy), action)
        return self._judge.judge(Question(copy, known, player))

    def may_do(self, player: str) -> list[Choice]:
        """Answer for all that ``player`` could do with the copies that they control: effects, activations, Summons.

        What limits say nothing of is free: costs, timing and materials are not looked at.

        Raises:
            UnknownPlayerError: nobody of this name plays.
        """
        self._check_running()
        self._table.check_player(player)
        return [
            Choice(id_, action, self._judge.judge(Question(id_, action, player)))
            for id_, copy in self._state.copies.items()
            if copy.controller == player
            for action in find_actions(self._table, copy)
        ]

    def may_resolve(self, activation: str) -> Verdict:
        """Answer whether what was declared under this id may resolve now.

        A keyword ability may be declared many times and is resolved once: whoever comes second does nothing.
        """
        self._check_running()
        check_event(Resolved(activation))
        record = self._ledger.find_in_chain(activation)
        self._ledger.check_open(activation)
        return self._judge.judge_resolution(Question(record.copy, record.action, record.player, activation))

    def may_happen(self, event: Event) -> Verdict | None:
        """Answer whether the limits let an event happen now; null where they do not speak of such events.

        An activation, application or Summon that is recorded already is not asked for again.
        """
        self._check_running()
        event = self._understand(event)
        match event:
            case Activated() | Applied() | Summoned():
                if self._ledger.is_repeated(event):
                    return None
                together = event.id if isinstance(event, Summoned) else None
                face_up = event.face_up if isinstance(event, Summoned) else True
                applied = event if isinstance(event, Applied) else None
                return self._judge.judge(Question(event.copy, event.action, event.player, together, face_up, applied))
            case Occurred():
                self._table.check_player(event.player)
                self._table.vocabulary.check(event.what, event.objects)
                return self._judge.judge_occurrence(event)
            case Resolved():
                return self.may_resolve(event.id)
            case ControlChanged():
                return self.may_use(event.copy, Action.take_control(), event.controller)
            case _:
                return None

    def counted_events(self) -> dict[str, tuple[str, ...]]:
        """Return what the limits count of what happens, which `Occurred` events have to tell.

        For each event the printed words of what it may happen to, such as ``{"cast": ("呪文",)}``; an empty
        one counts whatever it happens to. Summons and activations are counted by themselves.
        """
        return {
            what: things
            for what, watches in sorted(self._table.watches.items())
            if (things := tuple(dict.fromkeys(w.watched.object for w in watches if not w.counts_by_itself)))
        }

    def in_force(self, copy: str) -> InForce:
        """Return what of a copy's text applies now: effects may be negated or gained, other text is not."""
        return find_in_force(self._table, self._state.find_copy(copy))

    def apply(self, *events: Event) -> None:
        """Record what happened in the game, in this order, whether or not the limits allow it.

        The same activation, application or Summon may be recorded again and changes nothing. An event that
        cannot be, as of an unknown copy or after the end of the Duel, raises an `OnceperError` that names the
        event by its number, and none of the events changes anything.
        """
        before = self._state.applied
        try:
            for event in events:
                self._apply(event)
        except BaseException:
            while self._state.applied > before:
                self._state.undo()
            raise

    def _apply(self, event: Event) -> None:
        self._state.begin()
        try:
            self._check_running()
            self._transitions.apply(self._understand(event))
        except BaseException as error:
            if isinstance(error, OnceperError):
                error.where = error.where or f"event {self._state.applied}"
            self._state.undo()
            raise

    def undo(self) -> None:
        """Take back the last event.

        Raises:
            NothingToUndoError: there is none since the start, or since the last `restore`.
        """
        self._state.undo()

    def snapshot(self) -> Snapshot:
        """Return the whole state, which `restore` takes; ``msgspec.json.encode`` writes it."""
        return self._state.snapshot(self._table.players, self._table.fingerprint)

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a snapshot of a game with the same readings and players.

        Raises:
            SnapshotError: it is of another schema version, of other readings or players, or damaged; nothing changes.
        """
        check_snapshot(snapshot, self._table)
        self._state.restore(snapshot)

    def _understand(self, event: Event) -> Event:
        check_event(event)
        return self._table.names.understand(event, self._state)

    def _check_running(self) -> None:
        if self._state.clock.is_over:
            raise DuelOverError(
                "the Duel has ended",
                expected="no event or question after it",
                remedy="leave it out, or start a new Evaluator",
            )
