"""Find a number and a time that limit amid whatever words, in print whose commas do not show what stands together."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any

from onceper.reader.constituent import follows_several
from onceper.reader.decide import DONE, EFFECTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from onceper.patterns.parts import Role
    from onceper.reader.constituent import Constituent, Constituents

# What stands together in a sentence that says how often and when.
_TOGETHER: frozenset[Role] = frozenset({"times", "period", "while_there", "when", "only"})
_COUNTS_ON: frozenset[Role] = frozenset({"but", "more", "or_more", "nth"})


def find_runs(clause: Constituents) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Yield what the constituents of a clause that nothing parts say of how often and when, the most of it first.

    Each comes as its first token, the one behind it, and what is said directly before it of whom or what it limits.
    What is said of words that stand beside it, or goes on in them, is none.
    """
    for chain in _chains(clause.every):
        for first, one in enumerate(chain):
            together = [*takewhile(_is_together, chain[first:])]
            is_of_several = one.role == "period" and follows_several(clause.lexed, one.start)
            if is_of_several or _is_said_of(chain[:first], clause.among(0, one.start)):
                continue
            for behind in range(first + len(together), first, -1):
                run, end = chain[first:behind], chain[behind - 1].end
                roles = {part.role for part in run}
                if "times" not in roles:
                    break
                is_capped = "only" in roles or all(part.says.get("count", 1) == 1 for part in run)
                # A sentence begins with some of its words or goes on behind them, and does not end in saying them.
                is_amid = not clause.has_words(0, one.start) or clause.has_words(end, clause.count)
                further = clause.among(end, clause.count)
                if is_amid and not _goes_on(chain[behind:], further, is_capped=is_capped):
                    yield one.start, end, _of_whom(chain[:first])


def _chains(parts: Iterable[Constituent]) -> list[list[Constituent]]:
    """Return the constituents between which nothing stands."""
    chains: list[list[Constituent]] = []
    for one in parts:
        if chains and chains[-1][-1].end == one.start:
            chains[-1].append(one)
        else:
            chains.append([one])
    return chains


def _is_together(one: Constituent) -> bool:
    """Tell whether a constituent says how often or when, as "at most" does among what says nothing else."""
    return one.role in _TOGETHER or (one.role == "filler" and "counts_from" in one.says)


def _of_whom(before: list[Constituent]) -> Mapping[str, Any]:
    """Return what is said directly before, maybe before a word such as "each", of who is limited, or of what each."""
    is_of_each = bool(before) and "each" in before[-1].says
    while before and "each" in before[-1].says:
        before.pop()
    if before and before[-1].role == "who":
        return {key: said for key, said in before[-1].says.items() if key == "player"}
    return {"each_target": True} if is_of_each else {}


def _is_said_of(before: Sequence[Constituent], every: Iterable[Constituent]) -> bool:
    """Tell whether what stands before is what is limited: effects that are referred to, what has a name, a Summon.

    That is a name anywhere which is not printed, such as "this card name"; one in quotes may stand for any cards.
    """
    if any(one.role == "name" and not one.is_named for one in every):
        return True
    for number, one in reversed([*enumerate(before)]):
        if one.role not in {"filler", "who", "summon", "this_way", *EFFECTS}:
            return False
        # Effects that the words refer to, and not those of any card.
        is_of_it = number > 0 and before[number - 1].role in {"name", "card"}
        is_referred_to = one.role in EFFECTS and (is_of_it or one.says.get("reference") != "each")
        if one.role in {"summon", "this_way"} or is_referred_to:
            return True
    return False


def _goes_on(behind: Sequence[Constituent], further: Sequence[Constituent], *, is_capped: bool) -> bool:
    """Tell whether the next words count on, or say of what stands before that it is used so often.

    Numbered effects of a name, and what was done the first time, are what happens so often wherever they stand; and
    where nothing limits the number, so may be what happens in a condition.
    """
    if behind and behind[0].role in _COUNTS_ON:
        return True
    spoken = [one for one in further if one.role != "filler"]
    if any(one.role == "after" for one in spoken) or any(
        one.role == "name" and other.says.get("reference") == "numbered" for one, other in pairwise(spoken)
    ):
        return True
    if not is_capped and (any(one.role == "if" for one in further) or (behind and behind[0].role in DONE)):
        return True
    # To its end, or the end of the sentence, it says nothing else.
    is_last = [*behind] == [*further]
    return is_last and any(one.role == "verb" and one.says.get("verb") == "use" for one in behind)
