"""What one limit, and several limits together, say about one question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, get_args

from onceper.evaluator.action import SUMMONS
from onceper.evaluator.card_words import activated_words, summoned_words
from onceper.evaluator.counting import COUNTED_AS
from onceper.evaluator.records import UNNAMED
from onceper.evaluator.verdict import AvailableAgain, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from onceper.contract.limit import Limit
    from onceper.evaluator.action import Action, ActionKind
    from onceper.evaluator.counting import Counted
    from onceper.evaluator.reason import Reasons
    from onceper.evaluator.spending import Spending
    from onceper.evaluator.state import CopyState, State
    from onceper.evaluator.table import Table

_LATER: tuple[AvailableAgain | None, ...] = (None, *get_args(AvailableAgain))
_PERIOD_ENDS: dict[str, AvailableAgain] = {
    "duel": "next_duel",
    "while_there": "leaves_location",
    "chain": "next_chain",
    "attack": "next_attack",
    "battle": "next_battle",
    "phase": "next_phase",
}
_TURNS: dict[str, AvailableAgain] = {
    "any": "next_turn",
    "own": "next_own_turn",
    "opponent": "next_opponent_turn",
}
_MAIN = {"main", "main1", "main2"}
# What puts a copy face-up on a player's field, where the number of its name may be limited.
_PUTS_FACE_UP: frozenset[ActionKind] = frozenset(
    {"summon", "special_summon", "normal_summon", "flip_summon", "activation", "take_control"}
)


class Question(NamedTuple):
    """Hold what is asked: may ``player`` do ``action`` with this copy; ``besides`` is the use that asks itself."""

    copy: str
    action: Action
    player: str
    besides: str | None = None


class Finding(NamedTuple):
    """Hold what one limit or rule says; the reason is put in words only when it is the one that matters."""

    allowed: bool
    because: Callable[[], str]
    limit: Limit | None
    used: int
    available_again: AvailableAgain | None
    spent_by: tuple[str, ...] = ()

    def verdict(self, reasons: Reasons) -> Verdict:
        """Return the finding in words."""
        spent_by = tuple(use for use in self.spent_by if not use.startswith(UNNAMED))
        because = reasons.sentence(self.because())
        return Verdict(self.allowed, because, self.limit, self.used, self.available_again, spent_by)


class Judge:
    """Answer questions from the state, without changing it."""

    def __init__(self, table: Table, state: State, spending: Spending, reasons: Reasons) -> None:
        self._table = table
        self._state = state
        self._spending = spending
        self._reasons = reasons

    def verdict(self, question: Question) -> Verdict:
        """Return the one answer of all limits that govern an action, in printed order.

        It is the refusal that lasts longest; without a refusal, the limit with the fewest uses left.
        """
        copy = self._state.copies[question.copy]
        findings = [*self._findings(question, copy)]
        refusals = [finding for finding in findings if not finding.allowed]
        if refusals:
            found = max(refusals, key=lambda finding: _LATER.index(finding.available_again))
        elif findings:
            found = min(findings, key=lambda finding: finding.limit.count - finding.used if finding.limit else 0)
        elif question.action.kind == "win":
            found = Finding(True, partial(self._reasons.may_win, copy.name, question.action), None, 0, None)
        else:
            found = Finding(True, partial(self._reasons.not_governed, copy.name, question.action), None, 0, None)
        return found.verdict(self._reasons)

    def resolution(self, question: Question) -> Verdict:
        """Return whether a keyword ability that was declared may resolve now (DM 4)."""
        copy = self._state.copies[question.copy]
        governing = self._table.governing(copy, question.action)
        findings = [
            self._by_uses(question, copy, counted, part)
            for counted, part in governing
            if "resolved" in counted.spent_by
        ]
        findings.append(Finding(True, partial(self._reasons.not_governed, copy.name, question.action), None, 0, None))
        return next((finding for finding in findings if not finding.allowed), findings[0]).verdict(self._reasons)

    def _findings(self, question: Question, copy: CopyState) -> Iterator[Finding]:
        for counted, part in self._table.governing(copy, question.action):
            match counted.manner:
                case "uses":
                    yield self._by_uses(question, copy, counted, part)
                case "ordinal":
                    yield self._by_ordinal(question, copy, counted, part)
                case "tally":
                    yield self._by_tally(question, copy, counted)
        kind = question.action.kind
        for rule, counted in self._table.rules:
            # An additional Normal Summon is not the player's own of the turn.
            if kind in rule.governs and not question.action.additional:
                yield self._by_uses(question, copy, counted, "")
        if kind in _PUTS_FACE_UP:
            yield from self._by_presence(question, copy)
        yield from self._under_ceilings(question, copy)
        yield from self._conditions(question, copy)

    def _by_uses(self, question: Question, copy: CopyState, counted: Counted, part: str) -> Finding:
        limit, reasons, state = counted.limit, self._reasons, self._state
        account = self._spending.account(counted, part, question.copy, question.player)
        uses = [use for use in state.uses.get(account, ()) if use != question.besides]
        if len(uses) >= limit.count:
            because = partial(reasons.spent, counted, uses, question.player)
            return Finding(False, because, limit, len(uses), _period_ends(counted), tuple(uses))
        wrong_time = self._wrong_time(question, copy, counted, len(uses))
        if wrong_time:
            return wrong_time
        because = partial(reasons.free, counted, copy.name, question.action, len(uses))
        return Finding(True, because, limit, len(uses), None, tuple(uses))

    def _wrong_time(self, question: Question, copy: CopyState, counted: Counted, used: int) -> Finding | None:
        now, limit = self._state.now, counted.limit
        turn = "own" if question.player == now["player"] else "opponent"
        if counted.whose_turn not in {"any", turn}:
            because = partial(self._reasons.wrong_turn, counted, copy.name, question.action)
            return Finding(False, because, limit, used, _TURNS[counted.whose_turn])
        phase = now["phase"]
        # A game that tells no phases is not asked for them.
        if limit.phase and phase and phase != limit.phase and not _is_main({phase, limit.phase}):
            because = partial(self._reasons.wrong_phase, counted, copy.name, question.action, phase)
            return Finding(False, because, limit, used, "in_phase")
        return None

    def _by_ordinal(self, question: Question, copy: CopyState, counted: Counted, part: str) -> Finding:
        """Judge by which time this is, counted even while the card was not there (DM 1)."""
        limit, card = counted.limit, copy.name
        used = self._spending.occurrences(counted, question.copy, question.player)
        # A static ability changes what is about to happen, a triggered one follows what has happened.
        nth = used + counted.is_about_to
        if not (nth == limit.count or (limit.at_least and nth > limit.count)):
            because = partial(self._reasons.occurrence, counted, card, question.action, used, is_free=False)
            again: AvailableAgain = "next_occurrence" if nth < limit.count else _period_ends(counted)
            return Finding(False, because, limit, used, again)
        account = self._spending.account(counted, part, question.copy, question.player)
        uses = self._state.uses.get(account, ())
        if uses or account in self._state.missed:
            missed = partial(self._reasons.occurrence_missed, counted, card, question.action, used)
            because = partial(self._reasons.occurrence_spent, counted, uses, question.player) if uses else missed
            again = "next_occurrence" if limit.at_least else _period_ends(counted)
            return Finding(False, because, limit, used, again, uses)
        wrong_time = self._wrong_time(question, copy, counted, used)
        if wrong_time:
            return wrong_time
        because = partial(self._reasons.occurrence, counted, card, question.action, used, is_free=True)
        return Finding(True, because, limit, used, None)

    def _by_tally(self, question: Question, copy: CopyState, counted: Counted) -> Finding:
        used = self._spending.occurrences(counted, question.copy, question.player)
        is_free = used < counted.limit.count
        wrong_time = self._wrong_time(question, copy, counted, used) if is_free else None
        if wrong_time:
            return wrong_time
        because = partial(self._reasons.happened, counted, copy.name, question.action, used, is_free=is_free)
        return Finding(is_free, because, counted.limit, used, None if is_free else _period_ends(counted))

    def _by_presence(self, question: Question, copy: CopyState) -> Iterator[Finding]:
        to = question.action.controller or question.player
        there = [
            other for id_, other in self._state.copies.items() if id_ != question.copy and other.is_face_up_on_field
        ]
        # The copy's own limit, which comes with it, and those on the field that bind whose field it comes to.
        own = [] if copy.negated else [(copy, to)]
        sources = own + [(other, other.controller) for other in there if not other.negated]
        limits = {
            counted.key: counted.limit
            for source, you in sources
            for counted in self._table.limits(source.name)
            if counted.manner == "presence"
            and _binds(counted.limit, you, to)
            and _is_called(copy, counted.limit, source)
        }
        for limit in limits.values():
            player = None if limit.player == "each" else to
            named = [other for other in there if player in {None, other.controller} and _is_called(other, limit, copy)]
            name, is_free = limit.name or copy.name, len(named) < limit.count
            because = partial(self._reasons.controlled, limit, name, len(named), player, question.player)
            yield Finding(is_free, because, limit, len(named), None if is_free else "fewer_controlled")

    def _under_ceilings(self, question: Question, copy: CopyState) -> Iterator[Finding]:
        action = question.action
        kind = "activation" if self._table.is_activation(copy, action) else action.kind
        done = (action.what or "",) if kind == "do" else COUNTED_AS.get(kind, ())
        if not any(what in self._table.watches for what in done):
            return
        turn = "own" if question.player == self._state.now["player"] else "opponent"
        fitting = (
            *action.objects,
            *(activated_words(copy.card_type) if kind == "activation" else ()),
            *(summoned_words() if kind in SUMMONS else ()),
        )
        for source in self._state.copies.values():
            if source.negated or not source.is_face_up_on_field:
                continue
            for counted in self._table.limits(source.name):
                limit = counted.limit
                fits = not counted.object or counted.object in fitting
                if (
                    limit.kind != "cap"
                    or counted.what not in done
                    or not fits
                    or not _binds(limit, source.controller, question.player)
                    or counted.whose_turn not in {"any", turn}
                ):
                    continue
                used = self._state.tallies.get(counted.tally(question.player, self._state.numbers), 0)
                is_free = used < limit.count
                because = partial(self._reasons.ceiling, counted, source.name, action, used)
                yield Finding(is_free, because, limit, used, None if is_free else _period_ends(counted))

    def _conditions(self, question: Question, copy: CopyState) -> Iterator[Finding]:
        action = question.action
        if action.kind == "win" and (resolving := self._state.now["resolving"]):
            # A victory waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179).
            yield Finding(False, partial(self._reasons.resolving, resolving), None, 0, "resolved")
        if action.effect is None:
            return
        effect = self._table.effects(action.of or copy.name, action.field)[action.effect - 1]
        # What is activated may be activated all the same, to be negated when it resolves.
        if effect.kind not in {"continuous", "static", "replacement"}:
            return
        if copy.negated:
            because = partial(self._reasons.effects_negated, copy.name, action)
            yield Finding(False, because, None, 0, "effects_restored")
        if copy.is_face_down_on_field:
            yield Finding(False, partial(self._reasons.face_down, copy.name, action), None, 0, "flipped_face_up")


def _is_main(phases: set[str]) -> bool:
    """Tell whether one of two phases is the other, which is told as one of the two Main Phases."""
    return "main" in phases and phases <= _MAIN


def _period_ends(counted: Counted) -> AvailableAgain:
    return _PERIOD_ENDS.get(counted.limit.period or "", _TURNS[counted.whose_turn])


def _binds(limit: Limit, you: str, player: str) -> bool:
    """Tell whether a limit of a card of ``you`` binds this player."""
    match limit.player:
        case "you":
            return player == you
        case "opponent":
            return player != you
        case _:
            return True


def _is_called(copy: CopyState, limit: Limit, printed_on: CopyState) -> bool:
    """Tell whether the copy has the name that the limit speaks of; an archetype is part of a name."""
    name = copy.called or copy.name
    if limit.names == "archetype":
        return (limit.name or "") in name
    return name == (limit.name or printed_on.name)
