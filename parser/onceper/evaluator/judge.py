"""What the limits say of one question: each finds something in the log, and the strictest answers."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from msgspec.structs import replace

from onceper.contract.verdict import AvailableAgain
from onceper.evaluator.event import Applied
from onceper.evaluator.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.evaluator.cards import Cards
    from onceper.evaluator.limits import Counted
    from onceper.evaluator.state import Copy, State, Use

_LATER = (None, *get_args(AvailableAgain))
# More than any limit allows.
_MANY = 1_000
# How long a copy has been where it is, face-up and under one player.
_STAY = attrgetter("leaves_location", "face_up", "controller")
_MAIN = {"main", "main1", "main2"}
# What is said where no limit governs an action.
_FREE = {"do": "not_governed_deed", "win": "may_win"}


class Finding(NamedTuple):
    """Hold what one limit or rule says: by which sentence, and the slots that no other sentence fills so."""

    says: str
    available_again: Any = None
    counted: Counted | None = None
    used: int = 0
    uses: Sequence[Use] = ()
    slots: Mapping[str, str] = {}
    depends_on: str | None = None


def _find_strictness(found: Finding) -> tuple[int, int]:
    """Return how long it lasts, the longest last, and how near all uses are to be used up, which they are at 0."""
    return _LATER.index(found.available_again), min(0, found.used - found.counted.times) if found.counted else 0


class Judge:
    """Look into one question: may what is asked be done at its moment.

    What nobody has stated is taken as not so, and a number as 1, but as so where another number is taken.
    """

    def __init__(self, cards: Cards, asked: Use, number: int = 1) -> None:
        self.cards, self.asked, self.number = cards, asked, number
        self.known, self.copy, self.state, self.id = asked.known, asked.copy, asked.state, asked.told.copy or ""
        # Whether something is taken so that matters.
        self.is_untold = False

    def find_answer(self) -> Finding:
        """Return the one answer of all limits that govern the action, with the words that it depends on.

        Where choices have limits of their own, and the choice is not told, it is the answer for the freest one.
        """
        known, action = self.known, self.known.action
        by_option = any(counted.limit.applies_to.options for counted in known.governing)
        if by_option and known.options and action.kind == "effect" and action.option is None:
            chosen = (replace(action, option=number) for number in range(1, known.options + 1))
            asked = (replace(self.asked, known=known._replace(action=one)) for one in chosen)
            return min((Judge(self.cards, one).find_answer() for one in asked), key=_find_strictness)
        found = self.find_strictest()
        if not self.is_untold:
            return found
        other = Judge(self.cards, self.asked, _MANY if found.available_again else 0).find_strictest()
        if bool(found.available_again) is bool(other.available_again):
            return found
        words = (one.counted.untold for one in (other, found) if one.counted)
        return found._replace(depends_on=next(filter(None, words), None))

    def find_strictest(self) -> Finding:
        """Return the refusal that lasts longest; without a refusal, the limit with the fewest uses left."""
        nothing = Finding(_FREE.get(self.known.action.kind, "not_governed"))
        return max(self._find_all(), key=_find_strictness, default=nothing)

    def _find_all(self) -> Iterator[Finding]:
        asked = self.asked
        if asked.how == "resolved":
            # A keyword ability is looked at by what it says alone (DM 4).
            yield from map(self._of_uses, [one for one in self.known.governing if one.limit.spent_on == "resolution"])
            return
        told = [counted for one in self.known.governing if (counted := self._stated(one, self.copy))]
        for counted in told:
            options, is_use = counted.limit.applies_to.options, counted.seen or not counted.what
            # What its activation has used up does not stand in the way of what follows from it.
            is_asked = not (is_use and isinstance(asked.told, Applied)) or asked.how in counted.spent_by
            # What raises another one under its condition stands in the place of that one.
            is_raised = any(other.raises(counted) for other in told)
            if is_asked and not is_raised and (not options or self.known.action.option in options):
                yield self._of_ordinal(counted) if counted.seen else self._of_uses(counted)
        yield from self._of_presence()
        yield from self._of_ceilings()
        yield from self._of_copy()

    def _stated(self, counted: Counted, copy: Copy) -> Counted | None:
        """Return a limit with what was stated of the copy that prints it, null where its condition does not hold."""
        condition = counted.limit.condition
        text = condition or counted.limit.count_text
        if text is None:
            return counted
        stated = copy.stated.get(text)
        self.is_untold |= stated is None
        holds, number = (stated.holds, stated.count) if stated else (self.number != 1, self.number)
        if condition and holds is counted.is_exception:
            return None
        return replace(counted, untold=None if stated else text, times=counted.times if condition else number)

    def _of_uses(self, told: Counted) -> Finding:
        limit, known, uses = told.limit, self.known, told.find(self.asked, self.id)
        if told.what:
            return self._weigh(told, "not_happened", "happened", uses)
        if limit.each_target and known.action.target is None:
            spent = ", ".join(dict.fromkeys(use.known.action.target or "" for use in uses))
            return Finding("each_target_spent" if spent else "each_target", None, told, slots={"copies": spent})
        if told.by_option and uses and not known.options:
            # What was chosen before, and what is to be chosen now, nobody can say.
            return Finding("each_option", None, told, len(uses), uses, depends_on=limit.text)
        if told.by_option and known.options and known.action.option is None:
            told = replace(told, times=told.times * known.options)
        spent = "spent_by_rule" if limit.rule.startswith("rulebook.") else "spent"
        return self._weigh(told, "free", spent if uses else "none_allowed", uses)

    def _weigh(self, counted: Counted, free: str, spent: str, uses: Sequence[Use]) -> Finding:
        """Return whether there are fewer uses than a limit allows, and it is the time for them."""
        used = len(uses)
        if used >= counted.times:
            return Finding(spent, counted.ends, counted, used, uses)
        return self._in_time(counted, used) or Finding(free, None, counted, used, uses)

    def _in_time(self, counted: Counted, used: int) -> Finding | None:
        """Return that it is not the time for a limit's uses."""
        limit, turn, now = counted.limit, counted.limit.whose_turn, self.state.phase
        # Whose it is seen from the "you" of the text.
        is_own = (self.asked.told.player == self.state.player) is (limit.player != "opponent")
        if turn not in {"any", "own" if is_own else "opponent"}:
            return Finding(f"{turn}_turn_only", f"next_{turn}_turn", counted, used)
        # A game that tells no phases is not asked for them, and Main Phase may be either of the two.
        is_phase = limit.phase in {None, now} or now is None or "main" in {limit.phase, now} <= _MAIN
        return None if is_phase else Finding("other_phase", "in_phase", counted, used)

    def _of_ordinal(self, counted: Counted) -> Finding:
        """Return which time this is, counted even while the card was not there (DM 1)."""
        is_applied, at_least = self.known.is_applied, counted.limit.at_least
        seen = counted.seen.find(self.asked, self.id)
        # A static ability changes what is about to happen, a triggered one follows what has happened.
        used = len(seen)
        later = used + is_applied - counted.times
        if later < 0 or (later and not at_least):
            return Finding("occurrence_other", "next_occurrence" if later < 0 else counted.ends, counted, used)
        last = seen[-1].state if seen else self.state
        uses = [use for use in counted.find(self.asked, self.id) if not seen or use.state.number > last.number]
        is_missed = _STAY(last.copies.get(self.id, NOBODY)) != _STAY(self.copy)
        if uses or (is_missed and not is_applied):
            says = "occurrence_spent" if uses else "occurrence_missed"
            return Finding(says, "next_occurrence" if at_least else counted.ends, counted, used, uses)
        return self._in_time(counted, used) or Finding("occurrence_free", None, counted, used)

    def _find_in_play(self, printed: Sequence[Counted], state: State, player: str) -> Iterator[tuple[str, Counted]]:
        """Yield those of the limits that copies in play print and that bind a player, each with its copy."""
        for id_, source in state.copies.items() if printed else ():
            for counted in printed:
                if counted.card != source.name or source.negated:
                    continue
                is_shield = source.location == "shield_zone" and source.face_up and "fortress" in counted.sorts
                bound, is_mine = counted.limit.player, source.controller == player
                if (source.is_shown or is_shield) and (bound == "each" or is_mine is (bound == "you")):
                    told = self._stated(counted, source)
                    if told:
                        yield id_, told

    def _of_ceilings(self) -> Iterator[Finding]:
        """Yield what each ceiling says; whether one binds whose words nobody has told depends on them."""
        asked, action = self.asked, self.known.action
        for id_, counted in self._find_in_play(self.known.ceilings, self.state, asked.told.player):
            is_told = counted.speaks_of(asked)
            may_fit = is_told or not (action.objects or counted.sorts or action.kind == "do")
            # A ceiling binds in its time alone.
            if may_fit and not self._in_time(counted, 0):
                self.is_untold |= not is_told
                if is_told or self.number != 1:
                    told = counted if is_told else replace(counted, untold=counted.untold or counted.thing)
                    found = self._weigh(told, "ceiling_free", "ceiling", counted.find(asked, id_))
                    yield found._replace(slots={"card": counted.card})

    def _of_presence(self) -> Iterator[Finding]:
        """Yield how many would be there: by the limits of all that binds whose field the copy comes to."""
        after = self.asked.land()
        if after is self.state:
            return
        arrived = after.copies[self.id]
        to = arrived.controller
        for _, counted in self._find_in_play(self.cards.controls, after, to):
            if counted.includes(arrived):
                is_both = counted.limit.player == "each"
                there = (one for one in after.copies.values() if is_both or one.controller == to)
                used = sum(map(counted.includes, there)) - 1
                says = "both" if is_both else "you" if to == self.asked.told.player else "player"
                slots = {"name": counted.limit.name or arrived.name, "player": to}
                again = None if used < counted.times else "fewer_controlled"
                yield Finding(f"controlled_by_{says}", again, counted, used, slots=slots)

    def _of_copy(self) -> Iterator[Finding]:
        """Yield what stands in the way of anything that this copy does now."""
        action, copy, state = self.known.action, self.copy, self.state
        if action.kind == "win" and state.resolving:
            # A victory waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179).
            yield Finding("resolving", "resolved", slots={"id": state.resolving})
        if copy.under is not None:
            yield Finding("covered", "uncovered", slots={"upper": state.copies[copy.under].name})
        for of, gained in copy.gained.items():
            if action.of is None and action.field == "text" and action.effect in gained.replaces:
                yield Finding("replaced", "effects_restored", slots={"of": of})
        # What is activated may be activated all the same while it is negated, to be negated when it resolves.
        if self.known.is_applied:
            if copy.negated:
                yield Finding("effects_negated", "effects_restored")
            if copy.is_hidden:
                yield Finding("face_down", "flipped_face_up")
