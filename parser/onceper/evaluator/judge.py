"""What the limits say of one question: each finds something in the log, and the strictest answers."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.verdict import AvailableAgain
from onceper.evaluator.action import SUMMONS, Action
from onceper.evaluator.cards import ONE_SHOT, Cards
from onceper.evaluator.limits import find_sorts
from onceper.evaluator.state import NOBODY, Copy, How, Known, State, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from onceper.contract.limit import Limit
    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import Use

    _Is = Callable[[Use], bool]

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
_MAIN = {"main", "main1", "main2"}
# What is said of each kind of action that no limit governs, but for most.
_UNGOVERNED = {"win": "may_win", "do": "not_governed_deed"}
# What puts a copy face-up on a player's field, where the number of its name may be limited.
_PUTS_FACE_UP = SUMMONS - {"set"} | {"activation", "take_control"}


class Finding(NamedTuple):
    """Hold what one limit or rule says: by which sentence, and the slots that no other sentence fills so."""

    says: str
    available_again: AvailableAgain | None = None
    counted: Counted | None = None
    used: int = 0
    uses: Sequence[Use] = ()
    slots: Mapping[str, str] = {}

    @property
    def depends_on(self) -> str | None:
        """The words that nobody has stated, and on which it depends whether it is so."""
        # What an exception lifts is free all the more.
        is_so_anyhow = not self.available_again and self.counted and self.counted.is_exception
        return self.counted.depends_on if self.counted and not is_so_anyhow else None

    @property
    def strictness(self) -> tuple[int, int]:
        """How long it lasts, the longest last, and how near all uses are to be used up, which they are at 0."""
        return _LATER[self.available_again], min(0, self.used - self.counted.times) if self.counted else 0


class Inquiry(Struct, frozen=True, gc=False):
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
    known: Known
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
            choices = [replace(action, option=number) for number in range(1, known.options + 1)]
            answers = [replace(self, action=choice).find_answer() for choice in choices]
            return min(answers, key=lambda answer: answer[0].strictness[0])
        findings = [*self._find_all()]
        certain = [one for one in findings if not (one.counted and one.counted.may_hold)]
        nothing = Finding(_UNGOVERNED.get(action.kind, "not_governed"))
        found = max(certain, key=attrgetter("strictness"), default=nothing)
        if found.available_again:
            # One refusal that depends on nothing is enough.
            is_sure = any(one.available_again and not one.depends_on for one in certain)
            return found, None if is_sure else found.depends_on
        matters = (one.depends_on for one in findings if one.available_again or one in certain)
        return found, next(filter(None, matters), None)

    def find_resolution(self) -> Finding:
        """Return whether a keyword ability that was declared may resolve now (DM 4)."""
        abilities = [one for one in self.known.governing if one.limit.spent_on == "resolution"]
        findings = [*(self._of_uses(one) for one in abilities), Finding("not_governed")]
        return next((one for one in findings if one.available_again), findings[0])

    def find_uses(self, counted: Counted) -> list[Use]:
        """Return the uses that count under a limit for this copy and player now, the oldest first."""
        return self._find(
            counted,
            counted.key,
            lambda use: (
                use.how in counted.spent_by
                and (use.known.effect is self.known.effect or counted.together)
                and counted.is_whose(use, self.player, self.id)
                and counted.is_of(use, self.action, self.state)
                and counted.counts(use, self.state)
            ),
            lambda use: use.told.copy != self.id or counted.is_here(use, self.copy),
        )

    def _find_occurred(self, counted: Counted, players: Collection[str], id_: str) -> list[Use]:
        """Return what a limit of a copy counts of what these players have done now, the oldest first."""
        return self._find(
            counted,
            counted.what,
            lambda use: (
                use.told.player in players
                and counted.is_counted(use)
                # What was negated did not happen, to a ceiling; it was the nth time all the same, to an ordinal.
                and (counted.limit.kind == "ordinal" or counted.counts(use, self.state))
                and counted.is_its(use, id_, self.state)
            ),
        )

    def _find(self, counted: Counted, key: str, is_one: _Is, is_since: _Is = lambda _: True) -> list[Use]:
        """Return the uses of the present period, and since then, that are such, the oldest first.

        Monsters that are Summoned together are one Summon, but where each is counted.
        """
        found: dict[object, Use] = {}
        for use in walk(self.state.found.get(key)):
            if not (counted.is_now(use, self.state) and is_since(use)):
                break
            is_itself = use.told.id is not None and use.told.id == self.besides
            if is_one(use) and (counted.counts_each or not is_itself):
                by_id = use.how == "summoned" and not counted.counts_each
                found[use.told.id if by_id else use.state.number] = use
        return [*found.values()][::-1]

    def _find_all(self) -> Iterator[Finding]:
        copy, kind, option = self.copy, self.action.kind, self.action.option
        told = [counted for one in self.known.governing if (counted := one.with_stated(copy))]
        for counted in told:
            options, raising = counted.limit.applies_to.options, [other for other in told if other.raises(counted)]
            # What its activation has used up does not stand in the way of what follows from it.
            is_asked = (self.how is None or self.how in counted.spent_by) and (not options or option in options)
            # What raises another one under its condition stands in the place of that one.
            if is_asked and all(other.may_hold for other in raising):
                found = self._of_limit(counted)
                more = next((other for other in raising if found.available_again and other.times > found.used), None)
                yield found._replace(counted=replace(counted, depends_on=more.depends_on)) if more else found
        # A Normal Spell or Trap that is activated does not stay, and what lies face-down is taken so.
        is_hidden = copy.is_hidden if kind == "take_control" else kind == "activation" and copy.card_type in ONE_SHOT
        if kind in _PUTS_FACE_UP and self.face_up and not is_hidden:
            yield from self._of_presence()
        yield from self._of_ceilings()
        yield from self._of_copy()

    def _of_limit(self, told: Counted) -> Finding:
        if told.limit.kind == "ordinal":
            return self._of_ordinal(told)
        if told.limit.kind == "event" and told.limit.event:
            return self._weigh(told, "not_happened", "happened", self._find_seen(told))
        return self._of_uses(told)

    def _of_uses(self, told: Counted) -> Finding:
        limit, action, uses = told.limit, self.action, self.find_uses(told)
        if limit.each_target and action.target is None:
            spent = ", ".join(dict.fromkeys(use.known.action.target or "" for use in uses))
            return Finding("each_target_spent" if spent else "each_target", None, told, slots={"copies": spent})
        if limit.each_option or limit.applies_to.options:
            options = self.known.options
            if uses and not options:
                # What was chosen before, and what is to be chosen now, nobody can say.
                told = replace(told, depends_on=told.depends_on or limit.text)
                return Finding("each_option", None, told, len(uses), uses)
            if action.option is None and options:
                told = replace(told, times=told.times * options)
        spent = "spent_by_rule" if limit.rule.startswith("rulebook.") else "spent"
        return self._weigh(told, "free", spent if uses else "none_allowed", uses)

    def _weigh(self, counted: Counted, free: str, spent: str, uses: Sequence[Use]) -> Finding:
        """Return whether there are fewer uses than a limit allows."""
        used = len(uses)
        if used >= counted.times:
            return Finding(spent, _end_of(counted), counted, used, uses)
        return self._of_wrong_time(counted, used) or Finding(free, None, counted, used, uses)

    def _of_wrong_time(self, counted: Counted, used: int) -> Finding | None:
        limit, turn, now = counted.limit, counted.whose_turn, self.state.clock.phase
        # A game that tells no phases is not asked for them, and Main Phase may be either of the two.
        is_phase = limit.phase in {None, now} or now is None or ("main" in {limit.phase, now} <= _MAIN)
        # A ceiling binds in its time alone.
        if limit.kind == "cap" or (is_phase and turn in {"any", self._turn}):
            return None
        # Whatever the number is, the time is the same.
        told = replace(counted, depends_on=limit.condition and counted.depends_on)
        if turn in {"any", self._turn}:
            return Finding("other_phase", "in_phase", told, used)
        return Finding(f"{turn}_turn_only", _TURNS[turn], told, used)

    def _of_ordinal(self, counted: Counted) -> Finding:
        """Return which time this is, counted even while the card was not there (DM 1)."""
        seen, at_least = self._find_seen(counted), counted.limit.at_least
        used, last = len(seen), seen[-1].state if seen else None
        # A static ability changes what is about to happen, a triggered one follows what has happened.
        nth = used + self.known.is_applied
        if not (nth == counted.times or (at_least and nth > counted.times)):
            again: AvailableAgain = "next_occurrence" if nth < counted.times else _end_of(counted)
            return Finding("occurrence_other", again, counted, used)
        uses = [use for use in self.find_uses(counted) if last is None or use.state.number > last.number]
        was, now = last.copies.get(self.id) if last else self.copy, self.copy
        is_missed = was is None or (was.stay, was.face_up, was.controller) != (now.stay, now.face_up, now.controller)
        if uses or (is_missed and not self.known.is_applied):
            again = "next_occurrence" if at_least else _end_of(counted)
            return Finding("occurrence_spent" if uses else "occurrence_missed", again, counted, used, uses)
        return self._of_wrong_time(counted, used) or Finding("occurrence_free", None, counted, used)

    def _find_seen(self, counted: Counted) -> list[Use]:
        """Return what a limit of this copy counts, for the player "you"."""
        event, you = counted.limit.event, self.player
        whose = event.whose if event and counted.whose == "player" else "any"
        players = [one for one in self.cards.players if whose in {"any", "this"} or (one == you) is (whose == "own")]
        return self._find_occurred(counted, players, self.id)

    def _of_ceilings(self) -> Iterator[Finding]:
        """Yield what each ceiling says; whether one binds whose words nobody has told depends on them."""
        action, known = self.action, self.known
        things = {"", *action.objects, *self.copy.names}
        may_fit = action.kind != "do" and not action.objects
        for id_, source, counted in self._find_in_play("cap", self.state.copies) if known.counted_as else ():
            limit = counted.limit
            is_told = counted.thing in things or not known.sorts.isdisjoint(counted.sorts)
            if (
                counted.what in known.counted_as
                and (is_told or (may_fit and not counted.sorts))
                and (not known.summon_kinds or limit.summon_kind in {None, *known.summon_kinds})
                and _binds(limit, source.controller, self.player)
                and counted.whose_turn in {"any", self._turn}
            ):
                uses = self._find_occurred(counted, (self.player,), id_)
                untold = replace(counted, depends_on=counted.depends_on or counted.thing, may_hold=True)
                found = self._weigh(counted if is_told else untold, "ceiling_free", "ceiling", uses)
                yield found._replace(slots={"card": source.name})

    def _find_in_play(self, kind: str, copies: Mapping[str, Copy]) -> Iterator[tuple[str, Copy, Counted]]:
        """Yield the limits of a kind that copies in play print, with what was stated, and each with its copy."""
        for id_, source in copies.items():
            is_shield = source.location == "shield_zone" and source.face_up
            is_there = (source.is_shown or is_shield) and not source.negated
            for counted in self.cards.limits[source.name] if is_there else ():
                if counted.limit.kind == kind and (not is_shield or "fortress" in counted.sorts):
                    told = counted.with_stated(source)
                    if told:
                        yield id_, source, told

    @property
    def _turn(self) -> str:
        return "own" if self.player == self.state.clock.player else "opponent"

    def _of_presence(self) -> Iterator[Finding]:
        """Yield how many would be there: by the limits of all that binds whose field the copy comes to."""
        kind, to, copies = self.action.kind, self.action.controller or self.player, self.state.copies
        came_by = "activation" if kind == "activation" else self.copy.came_by
        came: dict[str, Any] = {"came_by": "summon" if kind in SUMMONS else came_by, "controller": to, "under": None}
        copy = replace(self.copy, location="field", face_up=True, **came)
        after = {**copies, self.id: copy}
        limits = {
            counted.key: (source, counted)
            for _, source, counted in self._find_in_play("control", after)
            if _binds(counted.limit, source.controller, to) and _is_of(copy, counted, source)
        }
        for source, counted in limits.values():
            player = None if counted.limit.player == "each" else to
            there = [one for one in after.values() if one.is_shown and player in {None, one.controller}]
            used = sum(_is_of(one, counted, source) for one in there) - 1
            says = "both" if player is None else "you" if player == self.player else "player"
            slots = {"name": counted.limit.name or copy.name, "player": player or ""}
            again: AvailableAgain | None = None if used < counted.times else "fewer_controlled"
            yield Finding(f"controlled_by_{says}", again, counted, used, slots=slots)

    def _of_copy(self) -> Iterator[Finding]:
        """Yield what stands in the way of anything that this copy does now."""
        action, copy = self.action, self.copy
        if action.kind == "win" and self.state.clock.resolving:
            # A victory waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179).
            yield Finding("resolving", "resolved")
        if copy.under is not None:
            yield Finding("covered", "uncovered", slots={"upper": self.state.find_copy(copy.under).name})
        for of, gained in copy.gained.items() if action.of is None and action.field == "text" else ():
            if action.effect in gained.replaces:
                yield Finding("replaced", "effects_restored", slots={"of": of})
        # What is activated may be activated all the same while it is negated, to be negated when it resolves.
        if copy.negated and self.known.is_applied:
            yield Finding("effects_negated", "effects_restored")
        if copy.is_hidden and self.known.is_applied:
            yield Finding("face_down", "flipped_face_up")


def ask(cards: Cards, state: State, copy: str | None, action: Action, player: str, *how: Any) -> Inquiry:
    """Return the question whether a player may do this with a copy, or without one, and in this way.

    Raises:
        UnknownNameError: there is no such player, copy or effect.
    """
    known = NOBODY if copy is None else state.find_copy(copy)
    if action.target is not None:
        state.find_copy(action.target)
    return Inquiry(cards, state, copy or "", known, action, player, cards.know(known, action, player), *how)


def _end_of(counted: Counted) -> AvailableAgain:
    # In other turns than its own a ceiling binds nobody.
    turn = "any" if counted.limit.kind == "cap" else counted.whose_turn
    return _PERIOD_ENDS.get(counted.limit.period or "", _TURNS[turn])


def _binds(limit: Limit, you: str, player: str) -> bool:
    """Tell whether a limit of a card of ``you`` binds this player."""
    return limit.player == "each" or (player == you) is (limit.player == "you")


def _is_of(copy: Copy, counted: Counted, printed_on: Copy) -> bool:
    """Tell whether a limit on how many are there counts this copy; an archetype is part of a name."""
    limit, name = counted.limit, copy.called or copy.name
    is_named = (limit.name or "") in name if limit.names == "archetype" else name == (limit.name or printed_on.name)
    return is_named and (not counted.sorts or not counted.sorts.isdisjoint(find_sorts(copy, copy.came_by)))
