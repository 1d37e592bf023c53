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


def find_answer(asked: Use) -> Finding:
    """Return the one answer of all limits that govern what is asked, with the words that it depends on.

    Where choices have limits of their own, and the choice is not told, it is the answer for the freest one. What nobody
    has stated is taken as not so, and a number as 1; where the answer could be another, it is asked once more.
    """
    known, action = asked.known, asked.known.action
    if (
        known.options
        and action.kind == "effect"
        and action.option is None
        and any(counted.limit.applies_to.options for counted in known.governing)
    ):
        chosen = (replace(action, option=number) for number in range(1, known.options + 1))
        each = (find_answer(replace(asked, known=known._replace(action=one))) for one in chosen)
        return min(each, key=_find_strictness)
    found = _find_strictest(asked, 1)
    if known.is_certain:
        return found
    other = _find_strictest(asked, _MANY if found.available_again else 0)
    if bool(found.available_again) is bool(other.available_again):
        return found
    words = (one.counted.untold for one in (other, found) if one.counted)
    return found._replace(depends_on=next(filter(None, words), None))


def _find_strictest(asked: Use, number: int) -> Finding:
    """Return the refusal that lasts longest; without a refusal, the limit with the fewest uses left.

    The ``number`` is that of each limit of which nobody has stated it, and any but 1 says that conditions hold.
    """
    free = _FREE.get(asked.known.action.kind, "not_governed")
    return max(_find_all(asked, number), key=_find_strictness, default=Finding(free))


def _find_all(asked: Use, number: int) -> Iterator[Finding]:
    known = asked.known
    if asked.how == "resolved":
        # A keyword ability is looked at by what it says alone (DM 4).
        yield from (_of_uses(asked, one) for one in known.governing if one.limit.spent_on == "resolution")
        return
    told = [counted for one in known.governing if (counted := _stated(one, asked.copy, number))]
    for counted in told:
        options, is_use = counted.limit.applies_to.options, counted.seen or not counted.what
        # What its activation has used up does not stand in the way of what follows from it.
        is_asked = not (is_use and isinstance(asked.told, Applied)) or asked.how in counted.spent_by
        # What raises another one under its condition stands in the place of that one.
        is_raised = any(other.raises(counted) for other in told)
        if is_asked and not is_raised and (not options or known.action.option in options):
            yield _of_ordinal(asked, counted) if counted.seen else _of_uses(asked, counted)
    yield from _of_presence(asked, number)
    yield from _of_ceilings(asked, number)
    yield from _of_copy(asked)


def _stated(counted: Counted, copy: Copy, number: int | None) -> Counted | None:
    """Return a limit with what was stated of the copy that prints it, null where its condition does not hold."""
    condition = counted.limit.condition
    text = condition or counted.limit.count_text
    if text is None:
        return counted
    stated, holds = copy.stated.get(text), number != 1
    if stated:
        holds, number = stated.holds, stated.count
    if condition and holds is counted.is_exception:
        return None
    return replace(counted, untold=None if stated else text, times=counted.times if condition else number)


def _of_uses(asked: Use, told: Counted) -> Finding:
    limit, known, uses = told.limit, asked.known, told.find(asked, asked.told.copy)
    if told.what:
        return _weigh(asked, told, "not_happened", "happened", uses)
    if limit.each_target and known.action.target is None:
        spent = ", ".join(dict.fromkeys(use.known.action.target or "" for use in uses))
        return Finding("each_target_spent" if spent else "each_target", None, told, slots={"copies": spent})
    if told.by_option and uses and not known.options:
        # What was chosen before, and what is to be chosen now, nobody can say.
        return Finding("each_option", None, told, len(uses), uses, depends_on=limit.text)
    if told.by_option and known.options and known.action.option is None:
        told = replace(told, times=told.times * known.options)
    return _weigh(asked, told, "free", ("spent" if told.card else "spent_by_rule") if uses else "none_allowed", uses)


def _weigh(asked: Use, counted: Counted, free: str, spent: str, uses: Sequence[Use]) -> Finding:
    """Return whether there are fewer uses than a limit allows, and it is the time for them."""
    used = len(uses)
    if used >= counted.times:
        return Finding(spent, counted.ends, counted, used, uses)
    return _in_time(asked, counted, used) or Finding(free, None, counted, used, uses)


def _in_time(asked: Use, counted: Counted, used: int) -> Finding | None:
    """Return that it is not the time for a limit's uses."""
    limit, turn, now = counted.limit, counted.limit.whose_turn, asked.state.phase
    # Whose it is seen from the "you" of the text.
    is_own = (asked.told.player == asked.state.player) is (limit.player != "opponent")
    if turn not in {"any", "own" if is_own else "opponent"}:
        return Finding(f"{turn}_turn_only", f"next_{turn}_turn", counted, used)
    # A game that tells no phases is not asked for them, and Main Phase may be either of the two.
    is_phase = limit.phase in {None, now} or now is None or "main" in {limit.phase, now} <= _MAIN
    return None if is_phase else Finding("other_phase", "in_phase", counted, used)


def _of_ordinal(asked: Use, counted: Counted) -> Finding:
    """Return which time this is, counted even while the card was not there (DM 1)."""
    id_, is_applied, at_least = asked.told.copy, asked.known.is_applied, counted.limit.at_least
    seen = counted.seen.find(asked, id_)
    # A static ability changes what is about to happen, a triggered one follows what has happened.
    used = len(seen)
    later = used + is_applied - counted.times
    if later < 0 or (later and not at_least):
        return Finding("occurrence_other", "next_occurrence" if later < 0 else counted.ends, counted, used)
    last = seen[-1].state if seen else asked.state
    uses = [use for use in counted.find(asked, id_) if not seen or use.state.number > last.number]
    is_missed = _STAY(last.copies.get(id_, NOBODY)) != _STAY(asked.copy)
    if uses or (is_missed and not is_applied):
        says = "occurrence_spent" if uses else "occurrence_missed"
        return Finding(says, "next_occurrence" if at_least else counted.ends, counted, used, uses)
    return _in_time(asked, counted, used) or Finding("occurrence_free", None, counted, used)


def _find_in_play(printed: Sequence[Counted], state: State, player: str, number: int) -> Iterator[tuple[str, Counted]]:
    """Yield those of the limits that copies in play print and that bind a player, each with its copy."""
    for id_, source in state.copies.items() if printed else ():
        for counted in printed:
            if counted.card != source.name or source.negated:
                continue
            is_shield = source.location == "shield_zone" and source.face_up and "fortress" in counted.sorts
            bound, is_mine = counted.limit.player, source.controller == player
            if (source.is_shown or is_shield) and (bound == "each" or is_mine is (bound == "you")):
                told = _stated(counted, source, number)
                if told:
                    yield id_, told


def _of_ceilings(asked: Use, number: int) -> Iterator[Finding]:
    """Yield what each ceiling says; whether one binds whose words nobody has told depends on them."""
    action = asked.known.action
    for id_, counted in _find_in_play(asked.known.ceilings, asked.state, asked.told.player, number):
        is_told = counted.speaks_of(asked)
        may_fit = number != 1 and not (action.objects or counted.sorts or action.kind == "do")
        # A ceiling binds in its time alone.
        if (is_told or may_fit) and not _in_time(asked, counted, 0):
            told = counted if is_told else replace(counted, untold=counted.untold or counted.thing)
            found = _weigh(asked, told, "ceiling_free", "ceiling", counted.find(asked, id_))
            yield found._replace(slots={"card": counted.card})


def _of_presence(asked: Use, number: int) -> Iterator[Finding]:
    """Yield how many would be there: by the limits of all that binds whose field the copy comes to."""
    after = asked.land()
    if after is asked.state:
        return
    arrived = after.copies[asked.told.copy]
    to = arrived.controller
    for _, counted in _find_in_play(asked.known.controls, after, to, number):
        if counted.includes(arrived):
            is_both = counted.limit.player == "each"
            used = sum(counted.includes(one) for one in after.copies.values() if is_both or one.controller == to) - 1
            says = "both" if is_both else "you" if to == asked.told.player else "player"
            slots = {"name": counted.limit.name or arrived.name, "player": to}
            again = None if used < counted.times else "fewer_controlled"
            yield Finding(f"controlled_by_{says}", again, counted, used, slots=slots)


def _of_copy(asked: Use) -> Iterator[Finding]:
    """Yield what stands in the way of anything that this copy does now."""
    action, copy = asked.known.action, asked.copy
    resolving = action.kind == "win" and asked.state.find("resolving")
    if resolving:
        # A victory waits until all of an effect has resolved (OCG Perfect Rulebook 2017, p. 179).
        yield Finding("resolving", "resolved", slots={"id": resolving})
    if copy.under is not None:
        yield Finding("covered", "uncovered", slots={"upper": asked.state.copies[copy.under].name})
    for of, gained in copy.gained.items():
        if action.of is None and action.field == "text" and action.effect in gained.replaces:
            yield Finding("replaced", "effects_restored", slots={"of": of})
    # What is activated may be activated all the same while it is negated, to be negated when it resolves.
    if asked.known.is_applied:
        if copy.negated:
            yield Finding("effects_negated", "effects_restored")
        if copy.is_hidden:
            yield Finding("face_down", "flipped_face_up")
