"""Which effects of its card a limit governs: what "this effect" or "each of the following effects" refers to."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from itertools import takewhile
from operator import itemgetter
from typing import TYPE_CHECKING

from onceper.contract.limit import AppliesTo, Limit
from onceper.text.normal import CIRCLED
from onceper.text.position import ALONE, APPLIES, BULLET, CHOOSES, HEADS, SUMMONS_ITSELF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.reader.candidate import Candidate, Statement
    from onceper.reader.effects import Grouping

# Only what is activated can be used, so a limit on the use of several effects leaves out the others.
_USES = {"use", "activate"}
_ONE = {"last", "second_last", "first_after", "second_after"}
# No card has so many effects. The bound keeps the time for any other text linear in its length.
_MOST_EFFECTS = 64


def apply_to(
    candidate: Candidate, number: int, at: int, grouping: Grouping, before: tuple[int, ...] | None
) -> AppliesTo:
    """Say what a reading of the sentence with this number governs, and how it refers to that.

    ``at`` is where it begins in the template. ``before`` are the effects of the limit before it in the sentence where
    it is of the same.
    """
    said = candidate.statement.said
    effects = tuple(_governed(candidate, number, grouping)) if before is None else before
    referred = said.reference
    # "These effects" are the following ones, or behind all of them the preceding ones.
    if referred == "following" and effects and not grouping.effect_of[number]:
        referred = "preceding" if effects[-1] <= grouping.behind[number] else referred
    options: tuple[int, ...] = ()
    if len(effects) == 1 and not is_of_each_option(candidate.statement, effects, grouping):
        options = _options_around(at, effects[0], grouping, is_of_this=referred == "this")
    return AppliesTo(referred, effects, options, said.activation, said.summon)


def _governed(candidate: Candidate, number: int, grouping: Grouping) -> list[int]:
    """Find the 1-based indexes of the effects that a reading of the sentence with this number governs.

    A reference stays within its section (the Pendulum Effect or the Monster Effect); "this effect" is only the one
    before the limit (Perfect Rulebook 2017, pp. 176-177).
    """
    record, said = candidate.statement
    own, reach, is_sentence = grouping.effect_of[number], said.reach, candidate.is_sentence
    # Soft words in text that is no effect, such as a maintenance cost, govern none that they do not speak of.
    if reach == "none" or not (own or is_sentence or said.refers or record.kind != "soft"):
        return []
    first, last = grouping.section_of[number]
    if reach == "numbered":
        labels = [effect.label for effect in grouping.effects[first : min(last, first + _MOST_EFFECTS)]]
        if not any(labels):
            return [first + number for number in said.numbers if first + number <= last]
        named = {CIRCLED[number - 1] for number in said.numbers}
        return [effect for effect, label in enumerate(labels, start=first + 1) if label in named]
    # What is said of every effect, or of a use that they share, is said of the others too.
    is_of_all = reach == "either" or (reach == "all" and isinstance(record, Limit) and record.shared)
    is_of_others = reach == "every" or (is_of_all and is_sentence)
    if own and not is_of_others:
        return [own]
    here = grouping.behind[number]
    before = [*range(max(first, here - _MOST_EFFECTS) + 1, here + 1)]
    after = [effect for effect in range(here + 1, min(last, here + _MOST_EFFECTS) + 1) if effect != own]
    if said.verb in _USES and reach not in _ONE:
        used_before, used_after = ([*filter(partial(_is_used, grouping), some)] for some in (before, after))
        # A limit limits something.
        if used_before or used_after:
            before, after = used_before, used_after
    nearest = before[-1:]
    if said.verb in _USES and _only_lasts(grouping, before[-2:]):
        nearest = before[-2:-1]
    listed = [*takewhile(lambda effect: grouping.effects[effect - 1].opening & BULLET, after)]
    reached = {
        # A sentence that speaks of an effect means the one behind it where none stands before it.
        "last": nearest or (after[:1] if is_sentence and said.verb in _USES else []),
        "second_last": before[-2:-1],
        "before": before or after,
        # In a list, where a list follows.
        "after": listed or after or before,
        "first_after": after[:1],
        "second_after": after[1:2],
    }
    return reached.get(reach, before + after)


def _is_used(grouping: Grouping, effect: int) -> bool:
    """Tell whether a player can use an effect, given by its 1-based index, or may be able to.

    Those are activated, hold a choice, or give a monster an effect; nobody uses a Summoning procedure, nor what applies
    by itself.
    """
    opening = grouping.effects[effect - 1].opening
    return opening & (SUMMONS_ITSELF | APPLIES) == 0 or opening & (CHOOSES | HEADS) != 0


def _only_lasts(grouping: Grouping, effects: Sequence[int]) -> bool:
    """Tell whether the second of two effects only says what holds from when the first resolves, which is activated."""
    kinds = [grouping.effects[effect - 1].kind for effect in effects]
    return kinds == ["activated", "continuous"] and not grouping.effects[effects[1] - 1].opening & (ALONE | CHOOSES)


def is_of_each_option(statement: Statement, governed: Sequence[int], grouping: Grouping) -> bool:
    """Tell whether each choice of an effect has its own count: of several effects that are one, its choices are meant.

    "Activate 1 of these effects (but you can only use each effect of it once per turn)" speaks of bullets.
    """
    record = statement.record
    if not isinstance(record, Limit) or not statement.said.each:
        return False
    return len(governed) == 1 and len(grouping.effects[governed[0] - 1].options) > 1


def _options_around(at: int, governed: int, grouping: Grouping, *, is_of_this: bool) -> tuple[int, ...]:
    """Find the choice of an effect around a place in the template, by its 1-based index.

    Behind a choice, what limits "this effect" in the same line is of that choice, where it is the only one or each has
    a line of its own.
    """
    options, words = grouping.effects[governed - 1].options, grouping.words
    index = bisect_right(options, at, key=itemgetter(0))
    if not index:
        return ()
    start, end = options[index - 1]
    is_alone = len(options) == 1 or not any(map(str.isalnum, words[words.rfind("\n", 0, start) + 1 : start]))
    return (index,) if at < end or (is_of_this and is_alone and words.find("\n", end, at) < 0) else ()
