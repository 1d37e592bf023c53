"""What one limit, and several limits together, say about one question."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, get_args

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.evaluator.action import SUMMONS, Action
from onceper.evaluator.counted_limit import SORTS_ACTIVATED, SORTS_CONTROLLED, SORTS_SUMMONED
from onceper.evaluator.ledger import get_id
from onceper.evaluator.table import ONE_SHOT, Table
from onceper.evaluator.verdict import AvailableAgain, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from onceper.contract.limit import Limit
    from onceper.evaluator.action import ActionKind
    from onceper.evaluator.counted_limit import CountedLimit
    from onceper.evaluator.event import Applied, Occurred
    from onceper.evaluator.ledger import Ledger
    from onceper.evaluator.reasons import Reasons
    from onceper.evaluator.state import CameBy, CopyState, State
    from onceper.evaluator.table import Governing, KnownAction
    from onceper.evaluator.tallies import Tallies
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
_MAIN = {"main", "main1", "main2"}
# What puts a copy face-up on a player's field, where the number of its name may be limited.
_PUTS_FACE_UP: frozenset[ActionKind] = frozenset(
    {"summon", "special_summon", "normal_summon", "flip_summon", "activation", "take_control"}
)


class Question(NamedTuple):
    """Hold what is asked: may ``player`` do ``action`` with this copy.

    ``besides`` is the id under which it asks itself, ``face_up`` how the copy comes to the field. What ``applied`` asks
    of is an application.
    """

    copy: str
    action: Action
    player: str
    besides: str | None = None
    face_up: bool = True
    applied: Applied | None = None


class Finding(NamedTuple):
    """Hold what one limit or rule says; the reason is put in words only when it is the one that matters."""

    allowed: bool
    because: Callable[[], str]
    counted: CountedLimit | None
    used: int
    available_again: AvailableAgain | None
    spent_by: Sequence[str] = ()

    @property
    def depends_on(self) -> str | None:
        """Return the words that nobody has stated, and on which it depends whether it is so."""
        # What an exception lifts is free all the more.
        is_so_anyhow = self.allowed and self.counted and self.counted.is_exception and self.counted.limit.count
        return None if is_so_anyhow else self.counted and self.counted.depends_on

    @property
    def may_hold(self) -> bool:
        """Tell whether it is so only if what it depends on is."""
        return self.counted is not None and self.counted.may_hold

    @property
    def left(self) -> int:
        """Return how many uses are left."""
        return self.counted.times - self.used if self.counted else 0

    def put_in_words(self, reasons: Reasons, depends_on: str | None = None) -> Verdict:
        """Return the finding as a verdict."""
        spent_by = tuple(dict.fromkeys(filter(None, map(get_id, self.spent_by))))
        because = reasons.write(self.because, depends_on)
        limit = self.counted and self.counted.limit
        return Verdict(self.allowed, because, limit, self.used, self.available_again, spent_by, depends_on)


class Judge:
    """Answer questions from the state, without changing it."""

    def __init__(self, table: Table, state: State, ledger: Ledger, tallies: Tallies, reasons: Reasons) -> None:
        self._table = table
        self._state = state
        self._ledger = ledger
        self._tallies = tallies
        self._reasons = reasons

    def judge(self, question: Question) -> Verdict:
        """Return the one answer of all limits that govern an action, in printed order.

        It is the refusal that lasts longest; without a refusal, the limit with the fewest uses left. A copy, an action
        or a player that the game does not know raises an `OnceperError`.
        """
        copy, known = self._ledger.look_at(question)
        findings = [*self._judge_all(question, copy, known)]
        certain = [finding for finding in findings if not finding.may_hold]
        refusals = [finding for finding in certain if not finding.allowed]
        if refusals:
            found = max(refusals, key=lambda finding: _LATER.index(finding.available_again))
            # One refusal that depends on nothing is enough.
            depends_on = found.depends_on if all(finding.depends_on for finding in refusals) else None
            return found.put_in_words(self._reasons, depends_on)
        if certain:
            found = min(certain, key=attrgetter("left"))
        else:
            say = self._reasons.say_may_win if question.action.kind == "win" else self._reasons.say_not_governed
            found = Finding(True, partial(say, copy.name, question.action), None, 0, None)
        matters = (finding.depends_on for finding in findings if not (finding.may_hold and finding.allowed))
        return found.put_in_words(self._reasons, next(filter(None, matters), None))

    def judge_resolution(self, question: Question) -> Verdict:
        """Return whether a keyword ability that was declared may resolve now (DM 4)."""
        copy = self._state.copies[question.copy]
        findings = [
            self._judge_uses(question, copy, governing, governing.counted)
            for governing in self._table.look_up(copy, question.action).governing
            if "resolved" in governing.counted.spent_by
        ]
        free = partial(self._reasons.say_not_governed, copy.name, question.action)
        findings.append(Finding(True, free, None, 0, None))
        return next((finding for finding in findings if not finding.allowed), findings[0]).put_in_words(self._reasons)

    def _judge_all(self, question: Question, copy: CopyState, known: KnownAction) -> Iterator[Finding]:
        kind = question.action.kind
        is_following = question.applied is not None and self._ledger.follows(question.applied, known)
        for governing in known.governing:
            # What its activation has used up does not stand in the way of what follows from it.
            if "followed" in governing.counted.spent_by or not (
                is_following or (question.applied and "applied" not in governing.counted.spent_by)
            ):
                yield from self._judge_governing(question, copy, governing, known)
        for governing in known.rules:
            yield self._judge_uses(question, copy, governing, governing.counted)
        # A Normal Spell or Trap that is activated does not stay, and what lies face-down is taken so.
        is_hidden = (kind == "activation" and copy.card_type in ONE_SHOT) or (
            kind == "take_control" and copy.is_face_down_on_field
        )
        if kind in _PUTS_FACE_UP and question.face_up and not is_hidden:
            yield from self._judge_presence(question, copy)
        if self._table.watches:
            called = {copy.name, copy.called or copy.name}
            yield from self._judge_ceilings(question.action, question.player, known, called, question.besides)
        if kind == "win":
            yield from self._judge_victory()
        yield from self._judge_state(question, copy, known)

    def _judge_governing(
        self, question: Question, copy: CopyState, governing: Governing, known: KnownAction
    ) -> Iterator[Finding]:
        told = _as_told(governing.counted, copy)
        if told is None:
            return
        match told.manner:
            case "uses" if not known.is_conditional:
                yield self._judge_uses(question, copy, governing, told)
            case "uses":
                others = [other for one in known.governing if (other := _as_told(one.counted, copy))]
                # It stands in the place of the limit that it raises.
                if any(told.raises(other) for other in others):
                    return
                raised = [other for other in others if other.raises(told)]
                more = max((other for other in raised if not other.may_hold), key=attrgetter("times"), default=told)
                finding = self._judge_uses(question, copy, governing, more)
                may = next((other for other in raised if other.may_hold and other.times > finding.used), None)
                if may and finding.used >= more.times:
                    finding = finding._replace(counted=more._replace(depends_on=may.depends_on))
                yield finding
            case "ordinal":
                yield self._judge_ordinal(question, copy, governing._replace(counted=told))
            case "tally":
                yield self._judge_tally(question, copy, told)

    def _judge_uses(self, question: Question, copy: CopyState, governing: Governing, told: CountedLimit) -> Finding:
        """Judge by the uses of one limit and the number of another, which under a condition stands in its place."""
        reasons, limit, action = self._reasons, told.limit, question.action
        uses = self._ledger.find_uses(governing, question)
        if limit.each_target and action.target is None:
            spent = self._ledger.find_spent_targets(governing, question)
            return Finding(True, partial(reasons.say_each_target, told, copy.name, action, spent), told, 0, None)
        if limit.each_option and action.option is None and governing.options:
            told = told._replace(times=told.times * governing.options)
        if limit.each_option and uses and not governing.options:
            # What was chosen before, and what is to be chosen now, nobody can say.
            told = told._replace(depends_on=told.depends_on or limit.text)
            return Finding(True, partial(reasons.say_each_option, copy.name, action), told, len(uses), None, uses)
        if len(uses) >= told.times:
            none = partial(reasons.say_none_allowed, told, copy.name, action)
            because = partial(reasons.say_spent, told, copy.name, action, uses, question.player) if uses else none
            return Finding(False, because, told, len(uses), _period_ends(told), uses)
        wrong_time = self._judge_time(question, copy, told, len(uses))
        if wrong_time:
            return wrong_time
        because = partial(reasons.say_free, told, copy.name, action, len(uses))
        return Finding(True, because, told, len(uses), None, uses)

    def _judge_time(self, question: Question, copy: CopyState, counted: CountedLimit, used: int) -> Finding | None:
        clock, limit = self._state.clock, counted.limit
        turn = "own" if question.player == clock.player else "opponent"
        if limit.count is None and not counted.may_hold:
            # Whatever the number is, the time is the same.
            counted = counted._replace(depends_on=None)
        if counted.whose_turn not in {"any", turn}:
            because = partial(self._reasons.say_wrong_turn, counted, copy.name, question.action)
            return Finding(False, because, counted, used, _TURNS[counted.whose_turn])
        phase = clock.phase
        # A game that tells no phases is not asked for them.
        if limit.phase and phase and phase != limit.phase and not _is_main({phase, limit.phase}):
            because = partial(self._reasons.say_wrong_phase, counted, copy.name, question.action, phase)
            return Finding(False, because, counted, used, "in_phase")
        return None

    def _judge_ordinal(self, question: Question, copy: CopyState, governing: Governing) -> Finding:
        """Judge by which time this is, counted even while the card was not there (DM 1)."""
        counted, card = governing.counted, copy.name
        at_least = counted.limit.at_least
        used = self._tallies.count_occurrences(counted, question.copy, question.player)
        # A static ability changes what is about to happen, a triggered one follows what has happened.
        nth = used + counted.is_about_to
        if not (nth == counted.times or (at_least and nth > counted.times)):
            because = partial(self._reasons.say_occurrence, counted, card, question.action, used, is_free=False)
            again: AvailableAgain = "next_occurrence" if nth < counted.times else _period_ends(counted)
            return Finding(False, because, counted, used, again)
        account = self._ledger.find_account(governing, question.copy, question.player)
        uses = tuple(self._state.uses.get(account, {}))
        if uses or account in self._state.missed:
            missed = partial(self._reasons.say_occurrence_missed, counted, card, question.action, used)
            because = partial(self._reasons.say_occurrence_spent, counted, uses, question.player) if uses else missed
            again = "next_occurrence" if at_least else _period_ends(counted)
            return Finding(False, because, counted, used, again, uses)
        wrong_time = self._judge_time(question, copy, counted, used)
        if wrong_time:
            return wrong_time
        because = partial(self._reasons.say_occurrence, counted, card, question.action, used, is_free=True)
        return Finding(True, because, counted, used, None)

    def _judge_tally(self, question: Question, copy: CopyState, counted: CountedLimit) -> Finding:
        used = self._tallies.count_occurrences(counted, question.copy, question.player)
        is_free = used < counted.times
        wrong_time = self._judge_time(question, copy, counted, used) if is_free else None
        if wrong_time:
            return wrong_time
        because = partial(self._reasons.say_happened, counted, copy.name, question.action, used, is_free=is_free)
        return Finding(is_free, because, counted, used, None if is_free else _period_ends(counted))

    def _judge_presence(self, question: Question, copy: CopyState) -> Iterator[Finding]:
        to = question.action.controller or question.player
        there = [other for _, other in self._state.find_face_up((question.copy,))]
        # The copy's own limit, which comes with it, and those on the field that bind whose field it comes to.
        own = [] if copy.negated else [(copy, to)]
        sources = own + [(other, other.controller) for other in there if not other.negated]
        kind = question.action.kind
        sorts = _find_sorts(
            copy, "summon" if kind in SUMMONS else "activation" if kind == "activation" else copy.came_by
        )
        limits = {
            counted.key: told
            for source, you in sources
            for counted in self._table.limits[source.name]
            if counted.manner == "presence"
            and _binds(counted.limit, you, to)
            and _is_called(copy, counted.limit, source)
            and counted.counts_sort(sorts)
            and (told := _as_told(counted, source))
        }
        for counted in limits.values():
            limit = counted.limit
            player = None if limit.player == "each" else to
            named = [
                other
                for other in there
                if player in {None, other.controller}
                and _is_called(other, limit, copy)
                and counted.counts_sort(_find_sorts(other, other.came_by))
            ]
            name, is_free = limit.name or copy.name, len(named) < counted.times
            because = partial(self._reasons.say_controlled, counted, name, len(named), player, question.player)
            yield Finding(is_free, because, counted, len(named), None if is_free else "fewer_controlled")

    def _judge_ceilings(
        self, action: Action, player: str, known: KnownAction, called: set[str], besides: str | None = None
    ) -> Iterator[Finding]:
        """Judge by each ceiling; whether one binds whose words nobody has told depends on them."""
        if self._table.watches.keys().isdisjoint(known.counted_as):
            return
        turn = "own" if player == self._state.clock.player else "opponent"
        things = {*action.objects, *called}
        for id_, source in self._state.find_sources():
            for counted in self._table.limits[source.name]:
                watched = counted.watched
                is_told = not watched.object or watched.object in things or not known.sorts.isdisjoint(counted.sorts)
                if (
                    counted.limit.kind != "cap"
                    or not (source.location == "field" or "fortress" in counted.sorts)
                    or watched.what not in known.counted_as
                    or not (is_told or _may_fit(action, counted))
                    or (watched.summon_kind and known.summon_kinds and watched.summon_kind not in known.summon_kinds)
                    or not _binds(counted.limit, source.controller, player)
                    or counted.whose_turn not in {"any", turn}
                    or (told := _as_told(counted, source)) is None
                ):
                    continue
                if not is_told:
                    told = told._replace(depends_on=told.depends_on or watched.object, may_hold=True)
                used = self._tallies.count_ceiling(told, id_, player, besides)
                is_free = used < told.times
                because = partial(self._reasons.say_ceiling, told, source.name, action, used, is_free=is_free)
                yield Finding(is_free, because, told, used, None if is_free else _period_ends(told))

    def judge_occurrence(self, event: Occurred) -> Verdict | None:
        """Return what ceilings say of something that is told as such, null where none counts it."""
        if event.what not in self._table.watches:
            return None
        involved = [self._state.find_copy(copy) for copy in (event.copy, event.to) if copy is not None]
        called = {name for copy in involved for name in (copy.name, copy.called or copy.name)}
        action = Action.do(event.what, *event.objects)
        findings = [*self._judge_ceilings(action, event.player, Table.know_occurrence(event.what), called)]
        found = next((one for one in findings if not one.allowed), findings[0] if findings else None)
        return found and found.put_in_words(self._reasons, found.depends_on)

    def _judge_victory(self) -> Iterator[Finding]:
        """Judge a victory, which waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179)."""
        resolving = self._state.clock.resolving
        if resolving:
            yield Finding(False, partial(self._reasons.say_resolving, resolving), None, 0, "resolved")

    def _judge_state(self, question: Question, copy: CopyState, known: KnownAction) -> Iterator[Finding]:
        reasons, action = self._reasons, question.action
        if copy.under is not None:
            upper = self._state.copies[copy.under].name
            yield Finding(False, partial(reasons.say_covered, copy.name, action, upper), None, 0, "uncovered")
        if known.effect is None:
            return
        if action.of is None and action.field == "text":
            for gained in copy.gained:
                if action.effect in gained.replaces:
                    because = partial(reasons.say_replaced, copy.name, action, gained.of)
                    yield Finding(False, because, None, 0, "effects_restored")
        if known.effect.kind not in NEVER_ACTIVATED:
            return
        if copy.negated:
            yield Finding(False, partial(reasons.say_effects_negated, copy.name, action), None, 0, "effects_restored")
        if copy.is_face_down_on_field:
            yield Finding(False, partial(reasons.say_face_down, copy.name, action), None, 0, "flipped_face_up")


def _is_main(phases: set[str]) -> bool:
    """Tell whether one of two phases is the other, which is told as one of the two Main Phases."""
    return "main" in phases and phases <= _MAIN


def _may_fit(action: Action, counted: CountedLimit) -> bool:
    """Tell whether the words of a ceiling may fit what is Summoned or activated, of which nobody has told them."""
    return action.kind != "do" and not action.objects and not counted.sorts


def _as_told(counted: CountedLimit, copy: CopyState) -> CountedLimit | None:
    """Return a limit with what was stated of the copy that prints it, null where its condition does not hold."""
    limit = counted.limit
    if limit.condition is not None:
        stated = copy.find_stated(limit.condition)
        if stated is None:
            counted = counted._replace(depends_on=limit.condition, may_hold=not counted.is_exception)
        elif stated.holds is counted.is_exception:
            return None
    if limit.count is None and limit.count_text is not None:
        stated = copy.find_stated(limit.count_text)
        if stated is None or stated.count is None:
            return counted._replace(depends_on=counted.depends_on or limit.count_text)
        counted = counted._replace(times=stated.count)
    return counted


def _find_sorts(copy: CopyState, came_by: CameBy | None) -> frozenset[Sort]:
    """Return the sorts that a card on the field is, or may be: a Trap that was Summoned is a monster too."""
    if came_by == "activation":
        return SORTS_ACTIVATED[copy.card_type]
    sorts = SORTS_CONTROLLED[copy.card_type]
    return sorts | SORTS_SUMMONED if came_by == "summon" else sorts


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
