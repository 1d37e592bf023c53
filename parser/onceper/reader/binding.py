"""Resolve what a limit says ("this effect", "each of the following effects") to the effects of its card."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from onceper.reader.effects import usable
from onceper.text.numbers import CIRCLED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.limit import Reference
    from onceper.reader.effects import Grouping
    from onceper.reader.statement import Statement

# Only what is activated can be used, so a limit on the use of several effects leaves out the others.
_USES = {"use", "activate"}
_ONE = {"last", "second_last", "first_after", "second_after"}
# No card has so many effects. The bound keeps the time for any other text linear in its length.
_MOST_EFFECTS = 64


def bound(states: Statement, is_sentence: bool, number: int, grouping: Grouping) -> tuple[int, ...]:
    """Return the 1-based indexes of the effects that a limit in the sentence with this number governs.

    ``is_sentence`` tells that the limit is that sentence, not words in it. A reference stays within its section (the
    Pendulum Effect or the Monster Effect); "this effect" is only the one before the limit (Perfect Rulebook 2017,
    pp. 176-177).
    """
    own = grouping.effect_of[number]
    reach = states.reach
    # Soft words in text that is no effect, such as a maintenance cost, govern none.
    if reach == "none" or (states.kind == "soft" and not own and not is_sentence):
        return ()
    first, last = _section(number, grouping)
    if reach == "numbered":
        if not any(grouping.labels[first:last]):
            return tuple(first + number for number in states.numbers if first + number <= last)
        named = {CIRCLED[number - 1] for number in states.numbers}
        return tuple(
            effect
            for effect in range(first + 1, min(last, first + _MOST_EFFECTS) + 1)
            if grouping.labels[effect - 1] in named
        )
    if own and (reach == "last" or not is_sentence or grouping.labels[own - 1]):
        return (own,)
    here = grouping.behind[number]
    before = list(range(max(first, here - _MOST_EFFECTS) + 1, here + 1))
    after = [effect for effect in range(here + 1, min(last, here + _MOST_EFFECTS) + 1) if effect != own]
    if states.verb in _USES and reach not in _ONE:
        used_before, used_after = usable(before, grouping), usable(after, grouping)
        # A limit limits something.
        if used_before or used_after:
            before, after = used_before, used_after
    reached = {
        "last": before[-1:],
        "second_last": before[-2:-1],
        "before": before,
        "after": after or before,
        "first_after": after[:1],
        "second_after": after[1:2],
        "all": before + after,
    }
    return tuple(reached[reach])


def referred(states: Statement, reached: Sequence[int], number: int, grouping: Grouping) -> Reference:
    """Return how a limit in the sentence with this number refers to the effects that it reached.

    "These effects" are the following ones, or behind all of them the preceding ones.
    """
    is_behind_all = bool(reached) and not grouping.effect_of[number] and reached[-1] <= grouping.behind[number]
    return "preceding" if states.reference == "following" and is_behind_all else states.reference


def _section(number: int, grouping: Grouping) -> tuple[int, int]:
    """Return how many effects began before the section of a sentence, and before its end."""
    headings, behind = grouping.headings, grouping.behind
    at = bisect_left(headings, number)
    first = behind[headings[at - 1]] if at else 0
    last = behind[headings[at]] if at < len(headings) else len(grouping.effects)
    return first, last
