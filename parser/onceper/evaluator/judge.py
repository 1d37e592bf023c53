"""What the limits say of one question: each finds something in the log, and the strictest answers."""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, get_args

from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.verdict import AvailableAgain
from onceper.evaluator.action import SUMMONS
from onceper.evaluator.cards import ONE_SHOT
from onceper.evaluator.limits import find_sorts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.contract.limit import Limit
    from onceper.evaluator.action import Action
    from onceper.evaluator.cards import Cards
    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import CameBy, Copy, How, KnownAction, State, Use

_LATER: dict[AvailableAgain | None, int] = {
    again: number for number, again in enumerate((None, *get_args(AvailableAgain)))
}
_PERIOD_ENDS: dict[str | None, AvailableAgain] = {
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
_NO_SLOTS: Mapping[str, str] = MappingProxyType({})
_MAIN = {"main", "main1", "main2"}
# What puts a copy face-up on a player's field, where the number of its name may be limited.
_PUTS_FACE_UP = {"summon", "special_summon", "normal_summon", "flip_summon", "activation", "take_control"}


class Finding(NamedTuple):
    """Hold what one limit or rule says: by which sentence, and the slots that no other sentence fills so."""

    says: str
    available_again: AvailableAgain | None = None
    counted: Counted | None = None
    used: int = 0
    uses: Sequence[Use] = ()
    slots: Mapping[str, str] = _NO_SLOTS

    @property
    def depends_on(self) -> str | None:
        """The words that nobody has stated, and on which it depends whether it is so."""
        # What an exception lifts is free all the more.
        is_so_anyhow = self.counted and self.counted.is_exception and self.counted.limit.count
        return self.counted.depends_on if self.counted and (self.available_again or not is_so_anyhow) else None

    @property
    def may_hold(self) -> bool:
        """Tell whether it is so only if what it depends on is."""
        return self.counted is not None and self.counted.may_hold

    @property
    def left(self) -> int:
        """How many uses are left."""
        return self.counted.times - self.used if self.counted else 0


class Inquiry(NamedTuple):
    """Look into one question at one moment: may ``player`` do ``action`` with the ``copy`` of this id.

    ``besides`` is the id under which it asks itself, ``face_up`` how the copy comes to the field. ``how`` it would be
    done is told where that is known.
    """

    cards: Cards
    state: State
    id: str
    copy: Copy
    action: Action
    player: str
    known: KnownAction
    besides: str | None = None
    face_up: bool = True
    how: How | None = None

    def find_answer(self) -> tuple[Finding, str | None]:
        """Return the one answer of all limits that govern the action, and the words that it depends on.

        It is the refusal that lasts longest; without a refusal, the limit with the fewest uses left. Where choices have
        limits of their own, and the choice is not told, it is the answer for the freest one.
        """
        action, known = self.action, self.known
        by_option = any(counted.limit.applies_to.options for counted in known.governing)
        if by_option and action.kind == "effect" and action.option is None:
            choices = (replace(action, option=number + 1) for number in range(known.options))
            answers = (self._replace(action=choice).find_answer() for choice in choices)
            return min(answers, key=lambda answer: _LATER[answer[0].available_again])
        findings = [*self._find_all()]
        certain = [finding for finding in findings if not finding.may_hold]
        refusals = [finding for finding in certain if finding.available_again]
        if refusals:
            found = max(refusals, key=lambda finding: _LATER[finding.available_again])
            # One refusal that depends on nothing is enough.
            return found, found.depends_on if all(finding.depends_on for finding in refusals) else None
        says = {"win": "may_win", "do": "not_governed_deed"}.get(action.kind, "not_governed")
        found = min(certain, key=attrgetter("left"), default=Finding(says))
        matters = (one.depends_on for one in findings if one.available_again or not one.may_hold)
        return found, next(filter(None, matters), None)

    def find_resolution(self) -> Finding:
        """Return whether a keyword ability that was declared may resolve now (DM 4)."""
        abilities = [one for one in self.known.governing if one.limit.spent_on == "resolution"]
        findings = [*(self._find_uses(one, one) for one in abilities), Finding("not_governed")]
        return next((one for one in findings if one.available_again), findings[0])

    def find_ceilings(self) -> Iterator[Finding]:
        """Yield what each ceiling says; whether one binds whose words nobody has told depends on them."""
        action, known, besides = self.action, self.known, self.besides
        things = {"", *action.objects, *self.copy.names}
        may_fit = action.kind != "do" and not action.objects
        whats = self.cards.watching.keys() & {*known.counted_as}
        for id_, source, counted in self._find_in_play("cap") if whats else ():
            limit = counted.limit
            is_told = counted.thing in things or not known.sorts.isdisjoint(counted.sorts)
            if (
                counted.what in whats
                and (is_told or (may_fit and not counted.sorts))
                and (not known.summon_kinds or limit.summon_kind in {None, *known.summon_kinds})
                and _binds(limit, source.controller, self.player)
                and counted.whose_turn in {"any", self._turn}
            ):
                found = counted.find_occurred(self.state, (self.player,), id_)
                is_beside = besides is not None and not counted.counts_each
                used = sum(not (is_beside and use.told.id == besides) for use in found)
                untold = replace(counted, depends_on=counted.depends_on or counted.thing, may_hold=True)
                told = counted if is_told else untold
                yield _of_number("ceiling_free", "ceiling", told, used, {"card": source.name})

    def _find_in_play(self, kind: str) -> Iterator[tuple[str, Copy, Counted]]:
        """Yield the limits of a kind that copies in play print, with what was stated, and each with its copy."""
        for id_, source in self.state.copies.items():
            is_shield = source.location == "shield_zone" and source.face_up
            is_there = (source.is_face_up_on_field or is_shield) and not source.is_negated()
            for counted in self.cards.limits[source.name] if is_there else ():
                if counted.limit.kind == kind and (not is_shield or "fortress" in counted.sorts):
                    told = counted.with_stated(source)
                    if told:
                        yield id_, source, told

    @property
    def _turn(self) -> str:
        return "own" if self.player == self.state.clock.player else "opponent"

    def _find_all(self) -> Iterator[Finding]:
        copy, kind, option = self.copy, self.action.kind, self.action.option
        told = [counted for one in self.known.governing if (counted := one.with_stated(copy))]
        raising = [counted for counted in told if counted.limit.condition]
        for counted in told:
            # What its activation has used up does not stand in the way of what follows from it.
            is_asked = self.how is None or self.how in counted.spent_by
            options = counted.limit.applies_to.options
            # What raises another one under its condition stands in the place of that one.
            is_in_place = counted in raising and any(counted.raises(other) for other in told)
            if is_asked and not is_in_place and (not options or option in options):
                yield from self._find_governing(counted, raising)
        # A Normal Spell or Trap that is activated does not stay, and what lies face-down is taken so.
        is_hidden = copy.is_face_down_on_field if kind == "take_control" else copy.card_type in ONE_SHOT
        if kind in _PUTS_FACE_UP and self.face_up and not (is_hidden and kind in {"activation", "take_control"}):
            yield from self._find_presence()
        yield from self.find_ceilings()
        if kind == "win" and self.state.clock.resolving:
            # A victory waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179).
            yield Finding("resolving", "resolved")
        yield from self._find_of_copy()

    def _find_governing(self, told: Counted, others: Sequence[Counted]) -> Iterator[Finding]:
        limit = told.limit
        if limit.kind == "ordinal":
            yield self._find_ordinal(told)
        elif limit.kind == "event" and limit.event:
            finding = _of_number("not_happened", "happened", told, len(self._find_occurred(told)))
            yield (not finding.available_again and self._find_wrong_time(told, finding.used)) or finding
        elif limit.kind not in {"control", "cap"}:
            raised = [other for other in others if other.raises(told)]
            more = max((other for other in raised if not other.may_hold), key=attrgetter("times"), default=told)
            finding = self._find_uses(told, more)
            may = next((other for other in raised if other.may_hold and other.times > finding.used), None)
            if may and finding.used >= more.times:
                finding = finding._replace(counted=replace(more, depends_on=may.depends_on))
            yield finding

    def _find_uses(self, governing: Counted, told: Counted) -> Finding:
        """Return what the uses of one limit say by the number of another, which may stand in its place."""
        limit, action, options = told.limit, self.action, self.known.options
        uses = governing.find_uses(self.state, self.id, self.player)
        if self.besides is not None:
            uses = [use for use in uses if use.told.id != self.besides]
        if limit.each_target:
            # It is another card when it comes back.
            stays = {use.action.target: use.to.stay for use in uses if use.action.target and use.to}
            spent = [id_ for id_, stay in stays.items() if self.state.find_copy(id_).stay == stay]
            if action.target is None:
                says = "each_target_spent" if spent else "each_target"
                return Finding(says, None, told, slots={"copies": ", ".join(spent)})
            uses = [use for use in uses if use.action.target in {None, action.target} & {None, *spent}]
        if limit.each_option or limit.applies_to.options:
            if action.option is not None:
                # A use whose choice nobody told may have been any.
                uses = [use for use in uses if use.action.option in {None, action.option}]
            elif options:
                told = replace(told, times=told.times * options)
            if uses and not options:
                # What was chosen before, and what is to be chosen now, nobody can say.
                told = replace(told, depends_on=told.depends_on or limit.text)
                return Finding("each_option", None, told, len(uses), uses)
        if len(uses) >= told.times:
            says = "spent_by_rule" if limit.rule.startswith("rulebook.") else "spent"
            return Finding(says if uses else "none_allowed", _end_of(told), told, len(uses), uses)
        return self._find_wrong_time(told, len(uses)) or Finding("free", None, told, len(uses), uses)

    def _find_wrong_time(self, counted: Counted, used: int) -> Finding | None:
        limit, phases = counted.limit, {self.state.clock.phase, counted.limit.phase}
        if limit.count is None and not counted.may_hold:
            # Whatever the number is, the time is the same.
            counted = replace(counted, depends_on=None)
        if counted.whose_turn not in {"any", self._turn}:
            return Finding(f"{counted.whose_turn}_turn_only", _TURNS[counted.whose_turn], counted, used)
        # A game that tells no phases is not asked for them, and Main Phase may be either of the two.
        if None in phases or len(phases) == 1 or ("main" in phases and phases <= _MAIN):
            return None
        return Finding("other_phase", "in_phase", counted, used)

    def _find_ordinal(self, counted: Counted) -> Finding:
        """Return which time this is, counted even while the card was not there (DM 1)."""
        occurred = self._find_occurred(counted)
        used, last = len(occurred), occurred[-1].number if occurred else -1
        at_least = counted.limit.at_least
        # A static ability changes what is about to happen, a triggered one follows what has happened.
        nth = used + counted.is_about_to
        if not (nth == counted.times or (at_least and nth > counted.times)):
            again: AvailableAgain = "next_occurrence" if nth < counted.times else _end_of(counted)
            return Finding("occurrence_other", again, counted, used)
        uses = [use for use in counted.find_uses(self.state, self.id, self.player) if use.number > last]
        if uses or (not counted.is_about_to and 0 <= last < max(self.copy.since, self.copy.taken)):
            again = "next_occurrence" if at_least else _end_of(counted)
            return Finding("occurrence_spent" if uses else "occurrence_missed", again, counted, used, uses)
        return self._find_wrong_time(counted, used) or Finding("occurrence_free", None, counted, used)

    def _find_occurred(self, counted: Counted) -> list[Use]:
        """Return what the limit counts, for the player "you"."""
        event, you = counted.limit.event, self.player
        whose = event.whose if event and counted.whose == "player" else "any"
        players = [
            one for one in self.cards.players if whose not in {"own", "opponent"} or (one == you) is (whose == "own")
        ]
        return counted.find_occurred(self.state, players, self.id)

    def _find_presence(self) -> Iterator[Finding]:
        """Yield how many are there: by the copy's own limit, and by those that bind whose field it comes to."""
        copy, kind, to = self.copy, self.action.kind, self.action.controller or self.player
        came_by: CameBy | None = "summon" if kind in SUMMONS else "activation" if kind == "activation" else copy.came_by
        own = () if copy.is_negated() else self.cards.limits[copy.name]
        told = [(copy, to, one.with_stated(copy)) for one in own if one.limit.kind == "control"]
        there = self._find_in_play("control")
        told += [(source, source.controller, counted) for id_, source, counted in there if id_ != self.id]
        limits = {
            counted.key: counted
            for source, you, counted in told
            if counted and _binds(counted.limit, you, to) and _is_of(copy, came_by, counted, source)
        }
        others = [one for id_, one in self.state.copies.items() if one.is_face_up_on_field and id_ != self.id]
        for counted in limits.values():
            player = None if counted.limit.player == "each" else to
            used = sum(player in {None, one.controller} and _is_of(one, one.came_by, counted, copy) for one in others)
            says = "both" if player is None else "you" if player == self.player else "player"
            again: AvailableAgain | None = None if used < counted.times else "fewer_controlled"
            slots = {"name": counted.limit.name or copy.name, "player": player or ""}
            yield Finding(f"controlled_by_{says}", again, counted, used, slots=slots)

    def _find_of_copy(self) -> Iterator[Finding]:
        action, copy, effect = self.action, self.copy, self.known.effect
        if copy.under is not None:
            yield Finding("covered", "uncovered", slots={"upper": self.state.find_copy(copy.under).name})
        for of, gained in copy.gained.items() if action.of is None and action.field == "text" else ():
            if action.effect in gained.replaces:
                yield Finding("replaced", "effects_restored", slots={"of": of})
        # What is activated may be activated all the same while it is negated, to be negated when it resolves.
        if effect and effect.kind in NEVER_ACTIVATED and copy.is_negated():
            yield Finding("effects_negated", "effects_restored")
        if effect and effect.kind in NEVER_ACTIVATED and copy.is_face_down_on_field:
            yield Finding("face_down", "flipped_face_up")


def _of_number(free: str, spent: str, counted: Counted, used: int, slots: Mapping[str, str] = _NO_SLOTS) -> Finding:
    """Return the finding of a limit that counts what occurs."""
    is_free = used < counted.times
    return Finding(free if is_free else spent, None if is_free else _end_of(counted), counted, used, slots=slots)


def _end_of(counted: Counted) -> AvailableAgain:
    # In other turns than its own a ceiling binds nobody.
    turn = "any" if counted.limit.kind == "cap" else counted.whose_turn
    return _PERIOD_ENDS.get(counted.limit.period or "", _TURNS[turn])


def _binds(limit: Limit, you: str, player: str) -> bool:
    """Tell whether a limit of a card of ``you`` binds this player."""
    return limit.player == "each" or (player == you) is (limit.player == "you")


def _is_of(copy: Copy, came_by: str | None, counted: Counted, printed_on: Copy) -> bool:
    """Tell whether a limit on how many are there counts this copy; an archetype is part of a name."""
    limit, name = counted.limit, copy.called or copy.name
    is_named = (limit.name or "") in name if limit.names == "archetype" else name == (limit.name or printed_on.name)
    return is_named and (not counted.sorts or not counted.sorts.isdisjoint(find_sorts(copy, came_by)))
