"""Find a number and a time that limit amid whatever words, in print whose commas do not show what stands together."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.reader.constituent import Constituent  # noqa: TC001  mypyc resolves what a record names
from onceper.reader.decide import DONE, EFFECTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.patterns.parts import Role
    from onceper.reader.constituent import Constituents

# What stands together in a sentence that says how often and when.
_TOGETHER: frozenset[Role] = frozenset({"times", "period", "while_there", "when", "only"})
_COUNTS_ON: frozenset[Role] = frozenset({"but", "more", "or_more", "nth"})


class Run(NamedTuple):
    """Hold the tokens that say how often and when, from ``start`` up to, but not with, ``end``.

    ``who`` says directly before them whom they limit, ``is_of_each`` that they count for each of several.
    """

    start: int
    end: int
    who: Constituent | None
    is_of_each: bool


def find_runs(clause: Constituents) -> Iterator[Run]:
    """Yield what the constituents of a clause that nothing parts say of how often and when, the most of it first.

    What is said of words that stand beside it, or goes on in them, is none.
    """
    parts = clause.every
    for first in range(len(parts)):
        last = first
        while last < len(parts) and _is_together(parts[last]) and (last == first or _is_next(parts, last)):
            last += 1
        for behind in range(last, first, -1):
            roles = {one.role for one in parts[first:behind]}
            if "times" not in roles:
                break
            who, start = _who(parts, first), parts[first].start
            is_of_each = first > 0 and _is_next(parts, first) and "each" in parts[first - 1].says
            if _is_said_of(parts[:first], start):
                break
            end = parts[behind - 1].end
            is_capped = "only" in roles or all(one.says.get("count", 1) == 1 for one in parts[first:behind])
            # A sentence begins with some of its words or goes on behind them, and does not end in saying them.
            is_amid = not clause.has_words(0, start) or clause.has_words(end, clause.count)
            if is_amid and not _goes_on(parts[behind:], end, is_capped=is_capped):
                yield Run(start, end, who, is_of_each)


def _is_together(one: Constituent) -> bool:
    """Tell whether a constituent says how often or when, as "at most" does among what says nothing else."""
    return one.role in _TOGETHER or (one.role == "filler" and "counts_from" in one.says)


def _is_next(parts: Sequence[Constituent], at: int) -> bool:
    """Tell whether nothing stands between a constituent and the one before it."""
    return parts[at - 1].end == parts[at].start


def _who(parts: Sequence[Constituent], first: int) -> Constituent | None:
    """Return what says who is limited directly before a constituent, or before a word such as "each"."""
    at = first
    while at and _is_next(parts, at) and "each" in parts[at - 1].says:
        at -= 1
    return parts[at - 1] if at and _is_next(parts, at) and parts[at - 1].role == "who" else None


def _is_said_of(before: Sequence[Constituent], start: int) -> bool:
    """Tell whether what stands before is what is limited: effects that are referred to, what has a name, a Summon.

    That is a name which is not printed, such as "this card name"; one in quotes may stand for any cards.
    """
    if any(one.role == "name" and not one.is_named for one in before):
        return True
    end = start
    for number, one in reversed([*enumerate(before)]):
        if one.end != end or one.role not in {"filler", "who", "summon", "this_way", *EFFECTS}:
            return False
        if one.role in {"summon", "this_way"} or (one.role in EFFECTS and _refers(before[:number], one)):
            return True
        end = one.start
    return False


def _refers(before: Sequence[Constituent], one: Constituent) -> bool:
    """Tell whether effects are some that the words refer to, and not those of any card."""
    is_of_it = bool(before) and before[-1].end == one.start and before[-1].role in {"name", "card"}
    return is_of_it or one.says.get("reference") != "each"


def _goes_on(behind: Sequence[Constituent], end: int, *, is_capped: bool) -> bool:
    """Tell whether the next words count on, or say of what stands before that it is used so often.

    Numbered effects of a name, and what was done the first time, are what happens so often wherever they stand; and
    where nothing limits the number, so may be what happens in a condition.
    """
    if behind and behind[0].start == end and behind[0].role in _COUNTS_ON:
        return True
    spoken = [one for one in behind if one.role != "filler"]
    if any(one.role == "after" for one in spoken) or any(
        one.role == "name" and other.says.get("reference") == "numbered" for one, other in pairwise(spoken)
    ):
        return True
    if not is_capped and (
        any(one.role == "if" for one in behind) or (behind and behind[0].role in DONE and behind[0].start == end)
    ):
        return True
    used = False
    for one in behind:
        if one.start != end:
            return False
        used = used or (one.role == "verb" and one.says.get("verb") == "use")
        end = one.end
    return used
