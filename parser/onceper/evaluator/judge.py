"""What one limit, and several limits together, say about one question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, get_args

from onceper.evaluator.action import SUMMONS
from onceper.evaluator.counted_limit import COUNTED_AS, SORTS_ACTIVATED, SORTS_SUMMONED
from onceper.evaluator.ledger import UNNAMED
from onceper.evaluator.verdict import AvailableAgain, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from onceper.contract.limit import Limit
    from onceper.evaluator.action import Action, ActionKind
    from onceper.evaluator.counted_limit import CountedLimit
    from onceper.evaluator.ledger import Ledger
    from onceper.evaluator.reasons import Reasons
    from onceper.evaluator.state import CopyState, State
    from onceper.evaluator.table import KnownAction, Table
    from onceper.patterns.terms import Sort

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
# What is activated may be activated all the same while it is negated, to be negated when it resolves.
_NEVER_ACTIVATED = {"continuous", "static", "replacement"}
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

    def put_in_words(self, reasons: Reasons) -> Verdict:
        """Return the finding as a verdict."""
        spent_by = tuple(use for use in self.spent_by if not use.startswith(UNNAMED))
        return Verdict(self.allowed, reasons.write(self.because), self.limit, self.used, self.available_again, spent_by)


class Judge:
    """Answer questions from the state, without changing it."""

    def __init__(self, table: Table, state: State, ledger: Ledger, reasons: Reasons) -> None:
        self._table = table
        self._state = state
        self._ledger = ledger
        self._reasons = reasons

    def judge(self, question: Question) -> Verdict:
        """Return the one answer of all limits that govern an action, in printed order.

        It is the refusal that lasts longest; without a refusal, the limit with the fewest uses left. A copy, an action
        or a player that the game does not know raises an `OnceperError`.
        """
        copy = self._state.find_copy(question.copy)
        known = self._table.find_action(copy, question.action, question.player)
        findings = [*self._judge_all(question, copy, known)]
        refusals = [finding for finding in findings if not finding.allowed]
        if refusals:
            found = max(refusals, key=lambda finding: _LATER.index(finding.available_again))
        elif findings:
            found = min(findings, key=lambda finding: finding.limit.count - finding.used if finding.limit else 0)
        else:
            say = self._reasons.say_may_win if question.action.kind == "win" else self._reasons.say_not_governed
            found = Finding(True, partial(say, copy.name, question.action), None, 0, None)
        return found.put_in_words(self._reasons)

    def judge_resolution(self, question: Question) -> Verdict:
        """Return whether a keyword ability that was declared may resolve now (DM 4)."""
        copy = self._state.copies[question.copy]
        findings = [
            self._judge_uses(question, copy, counted, part)
            for counted, part in self._table.look_up(copy, question.action).governing
            if "resolved" in counted.spent_by
        ]
        free = partial(self._reasons.say_not_governed, copy.name, question.action)
        findings.append(Finding(True, free, None, 0, None))
        return next((finding for finding in findings if not finding.allowed), findings[0]).put_in_words(self._reasons)

    def _judge_all(self, question: Question, copy: CopyState, known: KnownAction) -> Iterator[Finding]:
        for counted, part in known.governing:
            match counted.manner:
                case "uses":
                    yield self._judge_uses(question, copy, counted, part)
                case "ordinal":
                    yield self._judge_ordinal(question, copy, counted, part)
                case "tally":
                    yield self._judge_tally(question, copy, counted)
        for counted in known.rules:
            yield self._judge_uses(question, copy, counted, "")
        if question.action.kind in _PUTS_FACE_UP:
            yield from self._judge_presence(question, copy)
        if self._table.watches:
            yield from self._judge_ceilings(question, copy, known)
        if question.action.kind == "win":
            yield from self._judge_victory()
        if known.effect and known.effect.kind in _NEVER_ACTIVATED:
            yield from self._judge_state(question, copy)

    def _judge_uses(self, question: Question, copy: CopyState, counted: CountedLimit, part: str) -> Finding:
        limit, reasons, state = counted.limit, self._reasons, self._state
        account = self._ledger.find_account(counted, part, question.copy, question.player)
        uses = [use for use in state.uses.get(account, ()) if use != question.besides]
        if len(uses) >= limit.count:
            because = partial(reasons.say_spent, counted, uses, question.player)
            return Finding(False, because, limit, len(uses), _period_ends(counted), tuple(uses))
        wrong_time = self._judge_time(question, copy, counted, len(uses))
        if wrong_time:
            return wrong_time
        because = partial(reasons.say_free, counted, copy.name, question.action, len(uses))
        return Finding(True, because, limit, len(uses), None, tuple(uses))

    def _judge_time(self, question: Question, copy: CopyState, counted: CountedLimit, used: int) -> Finding | None:
        clock, limit = self._state.clock, counted.limit
        turn = "own" if question.player == clock.player else "opponent"
        if counted.whose_turn not in {"any", turn}:
            because = partial(self._reasons.say_wrong_turn, counted, copy.name, question.action)
            return Finding(False, because, limit, used, _TURNS[counted.whose_turn])
        phase = clock.phase
        # A game that tells no phases is not asked for them.
        if limit.phase and phase and phase != limit.phase and not _is_main({phase, limit.phase}):
            because = partial(self._reasons.say_wrong_phase, counted, copy.name, question.action, phase)
            return Finding(False, because, limit, used, "in_phase")
        return None

    def _judge_ordinal(self, question: Question, copy: CopyState, counted: CountedLimit, part: str) -> Finding:
        """Judge by which time this is, counted even while the card was not there (DM 1)."""
        limit, card = counted.limit, copy.name
        used = self._ledger.count_occurrences(counted, question.copy, question.player)
        # A static ability changes what is about to happen, a triggered one follows what has happened.
        nth = used + counted.is_about_to
        if not (nth == limit.count or (limit.at_least and nth > limit.count)):
            because = partial(self._reasons.say_occurrence, counted, card, question.action, used, is_free=False)
            again: AvailableAgain = "next_occurrence" if nth < limit.count else _period_ends(counted)
            return Finding(False, because, limit, used, again)
        account = self._ledger.find_account(counted, part, question.copy, question.player)
        uses = self._state.uses.get(account, ())
        if uses or account in self._state.missed:
            missed = partial(self._reasons.say_occurrence_missed, counted, card, question.action, used)
            because = partial(self._reasons.say_occurrence_spent, counted, uses, question.player) if uses else missed
            again = "next_occurrence" if limit.at_least else _period_ends(counted)
            return Finding(False, because, limit, used, again, uses)
        wrong_time = self._judge_time(question, copy, counted, used)
        if wrong_time:
            return wrong_time
        because = partial(self._reasons.say_occurrence, counted, card, question.action, used, is_free=True)
        return Finding(True, because, limit, used, None)

    def _judge_tally(self, question: Question, copy: CopyState, counted: CountedLimit) -> Finding:
        used = self._ledger.count_occurrences(counted, question.copy, question.player)
        is_free = used < counted.limit.count
        wrong_time = self._judge_time(question, copy, counted, used) if is_free else None
        if wrong_time:
            return wrong_time
        because = partial(self._reasons.say_happened, counted, copy.name, question.action, used, is_free=is_free)
        return Finding(is_free, because, counted.limit, used, None if is_free else _period_ends(counted))

    def _judge_presence(self, question: Question, copy: CopyState) -> Iterator[Finding]:
        to = question.action.controller or question.player
        there = self._state.find_face_up(question.copy)
        # The copy's own limit, which comes with it, and those on the field that bind whose field it comes to.
        own = [] if copy.negated else [(copy, to)]
        sources = own + [(other, other.controller) for other in there if not other.negated]
        limits = {
            counted.key: counted.limit
            for source, you in sources
            for counted in self._table.limits[source.name]
            if counted.manner == "presence"
            and _binds(counted.limit, you, to)
            and _is_called(copy, counted.limit, source)
        }
        for limit in limits.values():
            player = None if limit.player == "each" else to
            named = [other for other in there if player in {None, other.controller} and _is_called(other, limit, copy)]
            name, is_free = limit.name or copy.name, len(named) < limit.count
            because = partial(self._reasons.say_controlled, limit, name, len(named), player, question.player)
            yield Finding(is_free, because, limit, len(named), None if is_free else "fewer_controlled")

    def _judge_ceilings(self, question: Question, copy: CopyState, known: KnownAction) -> Iterator[Finding]:
        action = question.action
        kind = "activation" if known.is_activation else action.kind
        done = (action.what or "",) if kind == "do" else COUNTED_AS.get(kind, ())
        if not any(what in self._table.watches for what in done):
            return
        turn = "own" if question.player == self._state.clock.player else "opponent"
        sorts: frozenset[Sort] = SORTS_SUMMONED if kind in SUMMONS else frozenset()
        if kind == "activation":
            sorts = SORTS_ACTIVATED.get(copy.card_type, SORTS_ACTIVATED[None])
        for source in self._state.find_face_up():
            for counted in () if source.negated else self._table.limits[source.name]:
                limit = counted.limit
                fits = not counted.object or counted.object in action.objects or not sorts.isdisjoint(counted.sorts)
                if (
                    limit.kind != "cap"
                    or counted.what not in done
                    or not fits
                    or not _binds(limit, source.controller, question.player)
                    or counted.whose_turn not in {"any", turn}
                ):
                    continue
                used = self._ledger.count_ceiling(counted, question.player)
                is_free = used < limit.count
                because = partial(self._reasons.say_ceiling, counted, source.name, action, used)
                yield Finding(is_free, because, limit, used, None if is_free else _period_ends(counted))

    def _judge_victory(self) -> Iterator[Finding]:
        """Judge a victory, which waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179)."""
        resolving = self._state.clock.resolving
        if resolving:
            yield Finding(False, partial(self._reasons.say_resolving, resolving), None, 0, "resolved")

    def _judge_state(self, question: Question, copy: CopyState) -> Iterator[Finding]:
        if copy.negated:
            because = partial(self._reasons.say_effects_negated, copy.name, question.action)
            yield Finding(False, because, None, 0, "effects_restored")
        if copy.is_face_down_on_field:
            because = partial(self._reasons.say_face_down, copy.name, question.action)
            yield Finding(False, because, None, 0, "flipped_face_up")


def _is_main(phases: set[str]) -> bool:
    """Tell whether one of two phases is the other, which is told as one of the two Main Phases."""
    return "main" in phases and phases <= _MAIN


def _period_ends(counted: CountedLimit) -> AvailableAgain:
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
