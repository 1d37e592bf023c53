"""Resolve what a limit says ("this effect", "each of the following effects") to the effects of its card."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onceper.reader.effects import Grouping
    from onceper.rules.readings import Reach

# No card has so many effects. The bound keeps the time for any other text linear in its length.
_MOST_EFFECTS = 64


def bound(reach: Reach, is_sentence: bool, number: int, grouping: Grouping) -> tuple[int, ...]:
    """Return the 1-based indexes of the effects that a limit in the sentence with this number governs.

    ``is_sentence`` tells that the limit is that sentence, not words in it. A reference stays within its section (the
    Pendulum Effect or the Monster Effect); "this effect" is only the one before the limit (Perfect Rulebook 2017,
    pp. 176-177).
    """
    own = grouping.effect_of[number]
    if reach == "none":
        return ()
    if own and (reach == "last" or not is_sentence):
        return (own,)
    first, last = _section(number, grouping)
    here = grouping.behind[number]
    before = [effect for effect in range(max(first, here - _MOST_EFFECTS) + 1, here + 1) if effect != own]
    after = [effect for effect in range(here + 1, min(last, here + _MOST_EFFECTS) + 1) if effect != own]
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


def _section(number: int, grouping: Grouping) -> tuple[int, int]:
    """Return how many effects began before the section of a sentence, and before its end."""
    headings, behind = grouping.headings, grouping.behind
    at = bisect_left(headings, number)
    first = behind[headings[at - 1]] if at else 0
    last = behind[headings[at]] if at < len(headings) else len(grouping.effects)
    return first, last
