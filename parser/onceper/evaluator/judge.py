"""What the limits say of one question: each finds something in the log, and the strictest answers."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, get_args

from msgspec.structs import replace

from onceper.contract.verdict import AvailableAgain
from onceper.evaluator.action import ACTIONS
from onceper.evaluator.cards import ONE_SHOT, Cards
from onceper.evaluator.event import Applied
from onceper.evaluator.limits import find_sorts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import CameBy, Copy, Use

_LATER = (None, *get_args(AvailableAgain))
# More than any limit allows.
_MANY = 1_000
_MAIN = {"main", "main1", "main2"}


class Finding(NamedTuple):
    """Hold what one limit or rule says: by which sentence, and the slots that no other sentence fills so."""

    says: str
    available_again: str | None = None
    counted: Counted | None = None
    used: int = 0
    uses: Sequence[Use] = ()
    slots: Mapping[str, str] = {}
    depends_on: str | None = None

    @property
    def strictness(self) -> tuple[int, int]:
        """How long it lasts, the longest last, and how near all uses are to be used up, which they are at 0."""
        return _LATER.index(self.available_again), min(0, self.used - self.counted.times) if self.counted else 0


class Judge:
    """Look into one question: may what is asked be done at its moment.

    What nobody has stated is taken as not so, and a number as 1, but as so where another number is taken.
    """

    def __init__(self, cards: Cards, asked: Use, number: int = 1) -> None:
        self.cards, self.asked, self.number = cards, asked, number
        # Whether something is taken so that matters.
        self.is_untold = False

    def find_answer(self) -> tuple[Finding, str | None]:
        """Return the one answer of all limits that govern the action, and the words that it depends on."""
        found = self.find_strictest()
        if not self.is_untold:
            return found, None
        other = Judge(self.cards, self.asked, _MANY if found.available_again else 0).find_strictest()
        is_sure = (found.available_again is None) is (other.available_again is None)
        words = [one.counted.untold for one in (other, found) if one.counted]
        return found, None if is_sure else next(filter(None, words), None)

    def find_strictest(self) -> Finding:
        """Return the refusal that lasts longest; without a refusal, the limit with the fewest uses left.

        Where choices have limits of their own, and the choice is not told, it is the answer for the freest one.
        """
        known = self.asked.known
        action = known.action
        by_option = any(counted.limit.applies_to.options for counted in known.governing)
        if by_option and action.kind == "effect" and action.option is None:
            choices = [known._replace(action=replace(action, option=n + 1)) for n in range(known.options)]
            asked = [Judge(self.cards, replace(self.asked, known=one), self.number) for one in choices]
            found = min((one.find_strictest() for one in asked), key=lambda found: found.strictness[0])
            self.is_untold = any(one.is_untold for one in asked)
            return found
        nothing = Finding(ACTIONS.kinds[action.kind].free)
        return max(self._find_all(), key=attrgetter("strictness"), default=nothing)

    def find_resolution(self) -> Finding:
        """Return whether a keyword ability that was declared may resolve now (DM 4)."""
        abilities = [one for one in self.asked.known.governing if one.limit.spent_on == "resolution"]
        return max(map(self._of_uses, abilities), key=attrgetter("strictness"), default=Finding("not_governed"))

    def _find_all(self) -> Iterator[Finding]:
        asked = self.asked
        told = [counted for one in asked.known.governing if (counted := self._stated(one, asked.copy))]
        for counted in told:
            options = counted.limit.applies_to.options
            # What its activation has used up does not stand in the way of what follows from it.
            is_use = counted.seen or not counted.what
            is_asked = not (is_use and isinstance(asked.told, Applied)) or asked.how in counted.spent_by
            is_of_choice = not options or asked.known.action.option in options
            # What raises another one under its condition stands in the place of that one.
            if is_asked and is_of_choice and not any(other.raises(counted) for other in told):
                if counted.seen:
                    yield self._of_ordinal(counted, counted.seen)
                elif counted.what:
                    yield self._weigh(counted, "not_happened", "happened", counted.find(asked, asked.copy_id))
                else:
                    yield self._of_uses(counted)
        yield from self._of_presence()
        yield from self._of_ceilings()
        yield from self._of_copy()

    def _stated(self, counted: Counted, copy: Copy) -> Counted | None:
        """Return a limit with what was stated of the copy that prints it, null where its condition does not hold."""
        limit = counted.limit
        text = limit.condition or limit.count_text
        if text is None:
            return counted
        stated = copy.stated.get(text)
        self.is_untold |= stated is None
        if limit.condition and (stated.holds if stated else self.number != 1) is counted.is_exception:
            return None
        number = counted.times if limit.condition else stated.count if stated else self.number
        return replace(counted, untold=None if stated else text, times=number)

    def _of_uses(self, told: Counted) -> Finding:
        limit, known, uses = told.limit, self.asked.known, told.find(self.asked, self.asked.copy_id)
        if limit.each_target and known.action.target is None:
            spent = ", ".join(dict.fromkeys(use.known.action.target or "" for use in uses))
            return Finding("each_target_spent" if spent else "each_target", None, told, slots={"copies": spent})
        if told.by_option and uses and not known.options:
            # What was chosen before, and what is to be chosen now, nobody can say.
            self.is_untold, told = True, replace(told, untold=limit.text)
            if self.number == 1:
                return Finding("each_option", None, told, len(uses), uses)
        if told.by_option and known.options and known.action.option is None:
            told = replace(told, times=told.times * known.options)
        spent = "spent_by_rule" if limit.rule.startswith("rulebook.") else "spent"
        return self._weigh(told, "free", spent if uses else "none_allowed", uses)

    def _weigh(self, counted: Counted, free: str, spent: str, uses: Sequence[Use]) -> Finding:
        """Return whether there are fewer uses than a limit allows, and it is the time for them."""
        used = len(uses)
        if used >= counted.times:
            return Finding(spent, _end_of(counted), counted, used, uses)
        return self._of_wrong_time(counted, used) or Finding(free, None, counted, used, uses)

    def _of_wrong_time(self, counted: Counted, used: int) -> Finding | None:
        limit, turn, now = counted.limit, counted.whose_turn, self.asked.state.clock.phase
        # A ceiling binds in its time alone.
        if limit.kind == "cap":
            return None
        if turn not in {"any", self.asked.turn}:
            return Finding(f"{turn}_turn_only", f"next_{turn}_turn", counted, used)
        # A game that tells no phases is not asked for them, and Main Phase may be either of the two.
        is_phase = limit.phase in {None, now} or now is None or ("main" in {limit.phase, now} <= _MAIN)
        return None if is_phase else Finding("other_phase", "in_phase", counted, used)

    def _of_ordinal(self, counted: Counted, event: Counted) -> Finding:
        """Return which time this is, counted even while the card was not there (DM 1)."""
        asked, at_least = self.asked, counted.limit.at_least
        seen = event.find(asked, asked.copy_id)
        # A static ability changes what is about to happen, a triggered one follows what has happened.
        used, is_applied = len(seen), asked.known.is_applied
        nth, again = used + is_applied, _end_of(counted)
        if nth < counted.times or (nth > counted.times and not at_least):
            return Finding("occurrence_other", "next_occurrence" if nth < counted.times else again, counted, used)
        last = seen[-1].state if seen else asked.state
        uses = [use for use in counted.find(asked, asked.copy_id) if not seen or use.state.number > last.number]
        was, now = last.copies.get(asked.copy_id), asked.copy
        is_there = was and (was.leaves_location, was.face_up, was.controller) == (
            now.leaves_location,
            now.face_up,
            now.controller,
        )
        if uses or not (is_there or is_applied):
            says = "occurrence_spent" if uses else "occurrence_missed"
            return Finding(says, "next_occurrence" if at_least else again, counted, used, uses)
        return self._of_wrong_time(counted, used) or Finding("occurrence_free", None, counted, used)

    def _of_ceilings(self) -> Iterator[Finding]:
        """Yield what each ceiling says; whether one binds whose words nobody has told depends on them."""
        asked = self.asked
        action, events = asked.known.action, asked.known.spends
        may_fit = action.kind != "do" and not action.objects
        copies = asked.state.copies if events else {}
        for id_, source, counted in self._find_in_play("cap", copies, asked.told.player):
            is_told = counted.speaks_of(asked)
            if (
                counted.key in events
                and (is_told or (may_fit and not counted.sorts))
                and counted.is_of_kind(asked)
                and counted.whose_turn in {"any", asked.turn}
            ):
                self.is_untold |= not is_told
                if is_told or self.number != 1:
                    told = counted if is_told else replace(counted, untold=counted.untold or counted.thing)
                    found = self._weigh(told, "ceiling_free", "ceiling", counted.find(asked, id_))
                    yield found._replace(slots={"card": source.name})

    def _find_in_play(self, kind: str, copies: Mapping[str, Copy], player: str) -> Iterator[tuple[str, Copy, Counted]]:
        """Yield the limits of a kind that copies in play print and that bind a player, each with its copy."""
        for id_, source in copies.items():
            is_shield = source.location == "shield_zone" and source.face_up
            is_there, is_you = (source.is_shown or is_shield) and not source.negated, source.controller == player
            for counted in self.cards.limits[source.name] if is_there else ():
                binds = counted.limit.player == "each" or is_you is (counted.limit.player == "you")
                if counted.limit.kind == kind and binds and (not is_shield or "fortress" in counted.sorts):
                    told = self._stated(counted, source)
                    if told:
                        yield id_, source, told

    def _of_presence(self) -> Iterator[Finding]:
        """Yield how many would be there: by the limits of all that binds whose field the copy comes to."""
        asked, kind, card_type = self.asked, self.asked.known.action.kind, self.asked.copy.card_type
        # A Normal Spell or Trap that is activated does not stay, and what lies face-down is taken so.
        is_hidden = asked.copy.is_hidden if kind == "take_control" else kind == "activation" and card_type in ONE_SHOT
        if not ACTIONS.kinds[kind].comes_face_up or is_hidden or not getattr(asked.told, "face_up", True):
            return
        player, id_ = asked.told.player, asked.copy_id
        to = asked.known.action.controller or player
        came_by: CameBy | None = (
            "summon" if asked.known.action.is_summon else "activation" if kind == "activation" else None
        )
        after = asked.state.arrive(id_, to, came_by).copies
        for _, source, counted in self._find_in_play("control", after, to):
            whose = {*self.cards.players} if counted.limit.player == "each" else {to}
            there = [one for one in after.values() if one.is_shown and one.controller in whose]
            if _is_of(after[id_], counted, source):
                used = sum(_is_of(one, counted, source) for one in there) - 1
                says = "both" if len(whose) > 1 else "you" if to == player else "player"
                slots = {"name": counted.limit.name or asked.copy.name, "player": to}
                again = None if used < counted.times else "fewer_controlled"
                yield Finding(f"controlled_by_{says}", again, counted, used, slots=slots)

    def _of_copy(self) -> Iterator[Finding]:
        """Yield what stands in the way of anything that this copy does now."""
        asked = self.asked
        action, copy, state = asked.known.action, asked.copy, asked.state
        if action.kind == "win" and state.clock.resolving:
            # A victory waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179).
            yield Finding("resolving", "resolved", slots={"id": state.clock.resolving})
        if copy.under is not None:
            yield Finding("covered", "uncovered", slots={"upper": state.find_copy(copy.under).name})
        for of, gained in copy.gained.items() if action.of is None and action.field == "text" else ():
            if action.effect in gained.replaces:
                yield Finding("replaced", "effects_restored", slots={"of": of})
        # What is activated may be activated all the same while it is negated, to be negated when it resolves.
        if copy.negated and asked.known.is_applied:
            yield Finding("effects_negated", "effects_restored")
        if copy.is_hidden and asked.known.is_applied:
            yield Finding("face_down", "flipped_face_up")


def _end_of(counted: Counted) -> str:
    # In other turns than its own a ceiling binds nobody.
    period, is_any = counted.limit.period, counted.limit.kind == "cap" or counted.whose_turn == "any"
    turn = "next_turn" if is_any else f"next_{counted.whose_turn}_turn"
    return {None: turn, "turn": turn, "while_there": "leaves_location"}.get(period, f"next_{period}")


def _is_of(copy: Copy, counted: Counted, printed_on: Copy) -> bool:
    """Tell whether a limit on how many are there counts this copy; an archetype is part of a name."""
    limit, name = counted.limit, copy.called or copy.name
    is_named = (limit.name or "") in name if limit.names == "archetype" else name == (limit.name or printed_on.name)
    return is_named and (not counted.sorts or not counted.sorts.isdisjoint(find_sorts(copy, copy.came_by)))
