"""Decide which limit the constituents of a clause say together: their kind, their number, what they limit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns.catalogue import decided_lines
from onceper.patterns.parts import COUNTS, IN_TIME, Role
from onceper.reader.constituent import Constituent

if TYPE_CHECKING:
    from collections.abc import Iterable

EFFECTS: frozenset[Role] = frozenset({"effect", "an_effect", "one_of"})
DONE: frozenset[Role] = frozenset({"verb", "summon", "gain", "deed"})

# What other words of the clause say more closely.
_SAID_FIRST: frozenset[Role] = frozenset({"an_effect", "one_of", "control"})
_WHEN = {"phase", "whose_turn"}
# What other words say goes before what these do.
_SAID_LAST: frozenset[Role] = frozenset({"when", "filler"})
# What stands in two places is said by the other: "Summon it by a Link Summon" is one; what holds while a card is there
# counts in the period.
_SAID_BY: Mapping[Role, Role] = {"summon": "way", "while_there": "period"}

# The constituents of a clause by what they are, which is nothing for any other role.
_ByRole = Mapping[Role, Sequence[Constituent]]


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
    by_role: dict[Role, list[Constituent]] = defaultdict(list)
    for one in found:
        by_role[one.role].append(one)
    if roles >= {"after", "again"}:
        # "Once you used this effect" is a condition of what nobody may do again, and of nothing else.
        roles = roles - {"after"} | {"effect"}
    if not roles & COUNTS and any("count" in one.says for one in by_role["deed"]):
        # "Declare an attack" says how many where nothing else does.
        by_role["number"] = by_role["deed"]
        roles.add("number")
    count, limits = _count(by_role, roles)
    deeds = [one.group.means for one in by_role["deed"]]
    # Of two deeds the first is what is limited.
    means = {**_means(found), **(deeds[0] if deeds else {}), "count": count}
    is_timed = _is_timed(means, by_role, roles, limits=limits)
    effects = _of_effects(means, by_role, roles) if roles & EFFECTS else None
    players = {one.says.get("player", "you") for one in by_role["who"]}
    verb = means.get("verb")
    # An effect of whatever card is counted as one does cards.
    is_counted = bool(effects) and "number" in roles and not roles & {"effect", "one_of", "name", "card"}
    # "Once per turn, during your Main Phase" says when, and "may be activated once per turn" opens an effect.
    is_opening = "when" in roles or (verb == "activate" and "may" in roles and "not" not in roles)
    is_numbered = means.get("reference") == "numbered" and not roles & {"name", "card", "summon"}
    is_one = bool(roles & {"an_effect", "one_of"})
    facts = {
        "unclear": count is None or len(players) > 1 or len(_names(by_role["name"])) > 1,
        "timed": is_timed,
        "limits": limits,
        "effects": effects is not None,
        "players": bool(players) or "player" in means,
        "what": "what" in means,
        "summons": len(by_role["way"] or by_role["summon"]) > 1,
        "act": any("what" in deed for deed in deeds),
        "ceiling": is_counted or (bool(roles & {"thing", "deed"}) and not effects and "name" not in roles),
        # None of several again, once one was used, is a use that they share, as is one of several that may be used, and
        # that once; of which is said elsewhere.
        "choice": (is_one and "again" in roles and "each_option" not in means)
        or (not limits and ((is_one and "effect" not in roles) or roles >= {"number", "times"})),
        "together": means.get("period") == "chain" and not roles & COUNTS,
        "sharing": effects is not None and "shared" in effects,
        "further": is_further and is_numbered,
        "done": verb is not None or "verb" in roles,
        "use": verb == "use",
        "alone": is_alone and not is_opening and not roles >= {"period", "while_there"},
        # "Not more than once per turn" denies nothing.
        "denied": "not" in roles and "more" not in roles,
    }
    holds = roles | {fact for fact, holds in facts.items() if holds}
    line = next(line for has, lacks, line in decided_lines() if has <= holds and not lacks & holds)
    if line.are is None:
        return None
    said = {key: value for key, value in (effects or means).items() if key not in line.left_out.split()}
    return Decided(line.are, {**said, **line.given})


def _names(names: Sequence[Constituent]) -> Sequence[Constituent]:
    """Return where names are said.

    "Even if you have several copies" and "every card of the name" speak of a name that may stand elsewhere.
    """
    names = [one for one in names if "names" not in one.says]
    named = [one for one in names if one.is_named]
    # "However many copies of it you have" says no other name than the effects are of.
    return [one for one in named if one.end - one.start == 1] or named or names


def _is_timed(means: dict[str, Any], by_role: _ByRole, roles: set[Role], *, limits: bool) -> bool:
    """Tell whether it is said in what one time something counts, and make that what is meant."""
    every = [one for ones in by_role.values() for one in ones]
    times = [one for one in every if one.role in IN_TIME or (one.role in {"again", "times"} and "period" in one.says)]
    is_counted = roles <= {"times", "when", "filler"}
    # Nobody may do it "again" in a time that these words say, or others ("this turn"); nor with "another" of a name.
    is_another = {"not", "number", "name"} <= roles and not EFFECTS & roles
    if not times and (limits or is_counted) and len(by_role["when"]) == 1:
        # "Only once during your turn", and alone "once" too: the time when is that in which it counts.
        means.setdefault("period", "phase")
    elif len(times) > 1 or not (times or is_another or "again" in roles) or "period" not in means:
        return False
    if means["period"] != "phase":
        _leave_out_own_main_phase(means)
    return True


def _leave_out_own_main_phase(means: dict[str, Any]) -> None:
    """Leave out one's own Main Phase, which is that of every Ignition Effect, printed or not."""
    if means.get("phase") == "main" and means.get("whose_turn") == "own":
        del means["phase"], means["whose_turn"]


def when_fields(one: Constituent) -> dict[str, Any]:
    """Return what words say of when something is done: in which phase, or whose turn."""
    fields = {key: said for key, said in one.says.items() if key in _WHEN}
    _leave_out_own_main_phase(fields)
    return fields


def is_in_chain(one: Constituent) -> bool:
    """Tell whether words say that something is done in one Chain."""
    return one.role == "period" and one.says.get("period") == "chain"


def is_own_period(one: Constituent) -> bool:
    """Tell whether a number of times says also in what time it counts, as short forms do."""
    return one.role == "times" and "period" in one.says


def _means(found: Iterable[Constituent]) -> dict[str, Any]:
    """Return what all constituents say, each number of effects once.

    What refers to all effects of a name goes before what says which of them, and who controls something before who is
    said to be limited. When something is done goes before what the period says of that, and does not say in what period
    it counts where other words do.
    """
    means: dict[str, Any] = {}
    numbers: set[int] = set()
    for one in sorted(found, key=lambda one: (one.role in _SAID_LAST, one.role not in _SAID_FIRST)):
        is_timed = one.role in _SAID_LAST and "period" in means
        means |= {key: value for key, value in one.says.items() if not (is_timed and key == "period")}
        numbers.update(one.says.get("numbers", ()))
    return {**means, "numbers": tuple(sorted(numbers))} if numbers else means


def _count(by_role: _ByRole, roles: set[Role]) -> tuple[int | None, bool]:
    """Return how many uses are allowed, null where that is not said in one way, and whether words limit them.

    What nobody may do twice, or a second time, may be done once, and more than once likewise.
    """
    numbers = [one for role in COUNTS for one in by_role[role]]
    if "again" in roles or (not numbers and any(map(is_in_chain, by_role["period"]))):
        # What nobody may do in the same Chain, whatever its number, may be done once in it.
        return (1, True) if "not" in roles and not numbers else (None, False)
    values = {one.says["count"] for one in numbers if "count" in one.says}
    if len(values) != 1 or any(len(by_role[role]) > 1 for role in COUNTS):
        return None, False
    (count,) = values
    is_negated = len(by_role["not"]) % 2 == 1
    if "nth" in roles and not is_negated:
        return None, False
    if not is_negated:
        # "The number of times that you can use it is one" says how often as "only once" does.
        is_told = any("count" not in one.says for one in by_role["times"])
        is_limited = is_told or "only" in roles or any(one.group.no_more for one in numbers)
        return (None, False) if {"more", "or_more", "but"} & roles else (count, is_limited)
    if "or_more" in roles or not {"more", "but"} & roles:
        # "May not only twice" says neither how often nor how often not.
        return (count - 1, True) if count > 1 and "only" not in roles else (None, False)
    return count, True


def _of_effects(means: Mapping[str, Any], by_role: _ByRole, roles: set[Role]) -> dict[str, Any]:
    """Return what is said of effects: which of them are limited, and whether they share their uses."""
    fields = dict(means)
    if "name" not in roles and (fields.get("verb"), fields.get("reference")) == ("select", "following"):
        # What is chosen are the choices of the effect before it.
        fields |= {"reference": "this", "reach": "last"}
    # '1 "Ember Warden" effect': a number stands directly before a name.
    is_one_of_it = any(one.end == name.start for one in by_role["number"] for name in by_role["name"])
    if is_one_of_it:
        fields |= {"reference": "one_of", "reach": "all"}
    # One of several, and that once: they share it.
    is_of_several = bool(roles & {"an_effect", "one_of"}) or fields.get("reference") != "this"
    if "number" in roles and fields.get("reference") == "each":
        fields["reference"] = "one_of"
    if "shared" in roles or is_one_of_it or ("number" in roles and is_of_several):
        return {"reference": "one_of", "reach": "all", **fields, "shared": True}
    if "an_effect" in roles and "effect" not in roles:
        # What is an effect of a name, and is not counted, is the one that prints it.
        fields.pop("reach", None)
        fields["reference"] = "this"
    return fields
