"""Decide which limit the constituents of a clause say together: their kind, their number, what they limit."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns.catalogue import asked_facts, decided_lines
from onceper.patterns.parts import COUNTS, IN_TIME, Role
from onceper.patterns.records import facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from onceper.patterns.catalogue import DecidedLine
    from onceper.reader.constituent import Constituent

EFFECTS: frozenset[Role] = frozenset({"effect", "an_effect", "one_of"})
DONE: frozenset[Role] = frozenset({"verb", "summon", "gain", "deed"})

_WHEN = {"phase", "whose_turn"}
# What other words say goes before what these do, which say who or when; and after what those say that other words say
# more closely.
_SAID_FIRST: frozenset[Role] = frozenset({"an_effect", "one_of", "control"})
_SAID_LAST: frozenset[Role] = frozenset({"who", "when", "filler"})
# What stands in two places is said by the other: "Summon it by a Link Summon" is one; what holds while a card is there
# counts in the period.
_SAID_BY: Mapping[Role, Role] = {"summon": "way", "while_there": "period"}
_MAY_BE_TIMES: frozenset[Role] = frozenset({"again", "times"})


class Decided(NamedTuple):
    """Hold what the constituents of a clause say together: a reading of the catalogue, and fields of the limit."""

    reading: str
    fields: Mapping[str, Any]


def decide(found: Sequence[Constituent], *, is_further: bool = False, is_alone: bool = False) -> Decided | None:
    """Tell which limit the constituents of a clause say, or null where they say none, or two.

    ``is_further`` tells that another limit stands before them in their sentence, ``is_alone`` that they are one.
    """
    roles = {one.role for one in found}
    found = [one for one in found if _SAID_BY.get(one.role) not in roles]
    stands = [one.role for one in found]
    deeds = [one for one in found if one.role == "deed"]
    # "Declare an attack" says how many where nothing else does.
    numbers = [one for one in found if one.role in COUNTS] or [one for one in deeds if "count" in one.says]
    counts = {one.says["count"] for one in numbers if "count" in one.says}
    means = _means(found)
    # Of two deeds the first is what is limited.
    means |= {**(deeds[0].group.means if deeds else {}), "count": min(counts, default=1)}
    times = [one for one in found if one.role in IN_TIME or (one.role in _MAY_BE_TIMES and "period" in one.says)]
    names = [one for one in found if one.role == "name"]
    facts = {
        "counted": bool(numbers),
        "counted_once": len(counts) == 1 and len({one.role for one in numbers}) == len(numbers),
        "negated": stands.count("not") % 2 == 1,
        "no_more": any(one.group.no_more for one in numbers),
        "bare": roles <= {"times", "when", "filler"},
        "a_time": bool(times),
        "two_times": len(times) > 1,
        "two_summons": stands.count("way") > 1 or stands.count("summon") > 1,
        "two_names": len(_names(names)) > 1,
        "two_players": len({one.says.get("player", "you") for one in found if one.role == "who"}) > 1,
        # '1 "Ember Warden" effect'.
        "number_of_name": any(one.role == "number" and one.end == name.start for one in numbers for name in names),
        "act": any("what" in deed.group.means for deed in deeds),
        "behind_another": is_further,
        "sentence": is_alone,
    }
    told = [fact for fact, holds in facts.items() if holds]
    holds, changes, line = _decide_by_table(asked_facts().intersection([*roles, *told, *facts_of(means)]))
    for change in changes:
        means = change.say(means)
    if "once" in holds:
        means["count"] = 1
    elif "less" in holds:
        means["count"] -= 1
    if means.get("period") != "phase":
        _leave_out_own_main_phase(means)
    return Decided(line.are, line.say(means)) if line.are else None


# Clauses say the same few things.
@lru_cache(4_096)
def _decide_by_table(holds: AbstractSet[str]) -> tuple[AbstractSet[str], Sequence[DecidedLine], DecidedLine]:
    """Return all that holds of a clause of which this does, the facts that fit in their order, and what decides."""
    fit: list[DecidedLine] = []
    for line in decided_lines("facts"):
        if line.fits(holds):
            holds = holds | {line.tells, *facts_of(line.given)}
            fit.append(line)
    decides = (line for line in decided_lines("lines") if line.fits(holds))
    return holds, [line for line in fit if line.given or line.left_out], next(decides)


def _names(names: Sequence[Constituent]) -> Sequence[Constituent]:
    """Return where names are said.

    "Even if you have several copies" and "every card of the name" speak of a name that may stand elsewhere.
    """
    names = [one for one in names if "names" not in one.says]
    named = [one for one in names if one.is_named]
    # "However many copies of it you have" says no other name than the effects are of.
    return [one for one in named if one.end - one.start == 1] or named or names


def _leave_out_own_main_phase(means: dict[str, Any]) -> None:
    """Leave out one's own Main Phase, which is that of every Ignition Effect, printed or not."""
    if means.get("phase") == "main" and means.get("whose_turn") == "own":
        del means["phase"], means["whose_turn"]


def when_fields(one: Constituent) -> dict[str, Any]:
    """Return what words say of when something is done: in which phase, or whose turn."""
    fields = {key: said for key, said in one.says.items() if key in _WHEN}
    _leave_out_own_main_phase(fields)
    return fields


def _means(found: Iterable[Constituent]) -> dict[str, Any]:
    """Return what all constituents say, each number of effects once.

    What refers to all effects of a name goes before what says which of them, and who controls something before who is
    said to be limited. When something is done goes before what the period says of that, and does not say in what period
    it counts where other words do.
    """
    means: dict[str, Any] = {}
    numbers: set[int] = set()
    for one in sorted(found, key=lambda one: (one.role in _SAID_LAST) - (one.role in _SAID_FIRST)):
        is_timed = one.role in _SAID_LAST and "period" in means
        means |= {key: value for key, value in one.says.items() if not (is_timed and key == "period")}
        numbers.update(one.says.get("numbers", ()))
    return {**means, "numbers": tuple(sorted(numbers))} if numbers else means
