"""Decide which limit the constituents of a clause say together: their kind, their number, what they limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns.catalogue import decided_lines
from onceper.patterns.parts import COUNTS, IN_TIME, Role
from onceper.reader.constituent import Constituent  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable

EFFECTS: frozenset[Role] = frozenset({"effect", "an_effect", "one_of"})
DONE: frozenset[Role] = frozenset({"verb", "summon", "gain", "deed"})

# What other words of the clause say more closely.
_SAID_FIRST: frozenset[Role] = frozenset({"an_effect", "one_of", "control"})
_WHEN = {"phase", "whose_turn"}
# What other words say goes before what these do.
_SAID_LAST: frozenset[Role] = frozenset({"when", "filler"})


class Decided(NamedTuple):
    """Hold what the constituents of a clause say together: a reading of the catalogue, and fields of the limit."""

    reading: str
    fields: Mapping[str, Any]


class _Said(NamedTuple):
    """Hold the constituents of a clause by what they are, what they mean, and whether words limit the number."""

    roles: Mapping[Role, Sequence[Constituent]]
    means: Mapping[str, Any]
    limits: bool


def decide(found: Sequence[Constituent], *, is_further: bool = False, is_alone: bool = False) -> Decided | None:
    """Tell which limit the constituents of a clause say, or null where they say none, or two.

    ``is_further`` tells that another limit stands before them in their sentence, ``is_alone`` that they are one.
    """
    roles = {one.role for one in found}
    if roles & {"if", "unless"}:
        return None
    if roles >= {"period", "while_there"}:
        # What holds while a card is there counts in the period; a name counts there or not.
        if "name" in roles:
            return None
        found, is_alone = [one for one in found if one.role != "while_there"], False
    if roles >= {"way", "summon"}:
        # "Summon it by a Link Summon" is one, said in two places.
        found = [_as("summon", one, of="way") for one in found if one.role != "summon"]
    if roles >= {"after", "again"}:
        # "Once you used this effect" is a condition of what nobody may do again, and of nothing else.
        found = [_as("effect", one, of="after") for one in found]
    by_role: dict[Role, list[Constituent]] = {}
    for one in found:
        by_role.setdefault(one.role, []).append(one)
    if not by_role.keys() & COUNTS and any("count" in one.says for one in by_role.get("deed", ())):
        # "Declare an attack" says how many where nothing else does.
        by_role["number"] = by_role["deed"]
    players = {one.says.get("player", "you") for one in by_role.get("who", ())}
    if len(players) > 1 or len(_names(by_role.get("name", ()))) > 1 or "after" in by_role:
        return None
    counted = _count(by_role)
    if counted is None:
        return None
    count, limits = counted
    said = _Said(by_role, {**_means(found), "count": count}, limits)
    timed = said if "control" in by_role else _in_one_time(said)
    return _decide(timed, is_further=is_further, is_alone=is_alone) if timed else None


def _as(role: Role, one: Constituent, *, of: Role) -> Constituent:
    """Return a constituent that is something as what it stands for; any other as it is."""
    return one._replace(role=role) if one.role == of else one


def _names(names: Sequence[Constituent]) -> Sequence[Constituent]:
    """Return where names are said.

    "Even if you have several copies" and "every card of the name" speak of a name that may stand elsewhere.
    """
    names = [one for one in names if "names" not in one.says]
    named = [one for one in names if one.is_named]
    # "However many copies of it you have" says no other name than the effects are of.
    return [one for one in named if one.end - one.start == 1] or named or names


def _in_one_time(said: _Said) -> _Said | None:
    """Return what is said with the time in which it counts, or null where that is none, or more than one."""
    means = dict(said.means)
    every = [one for role in said.roles.values() for one in role]
    times = sum(one.role in IN_TIME or (one.role in {"again", "times"} and "period" in one.says) for one in every)
    is_counted = {"effect", "times"} <= said.roles.keys() or said.roles.keys() <= {"times", "when", "filler"}
    # Nobody may do it "again" in a time that these words say, or others ("this turn"); nor with "another" of a name.
    is_another = {"not", "number", "name"} <= said.roles.keys() and not EFFECTS & said.roles.keys()
    if not times and (said.limits or is_counted) and len(said.roles.get("when", ())) == 1:
        # "Only once during your turn", alone and of an effect "once" too: the time when is that in which it counts.
        means.setdefault("period", "phase")
    elif times > 1 or not (times or is_another or "again" in said.roles) or "period" not in means:
        return None
    return said._replace(means=means if means.get("period") == "phase" else _without_own_main_phase(means))


def _without_own_main_phase(means: Mapping[str, Any]) -> Mapping[str, Any]:
    """Leave out one's own Main Phase, which is that of every Ignition Effect, printed or not."""
    is_own = means.get("phase") == "main" and means.get("whose_turn") == "own"
    return {key: said for key, said in means.items() if not is_own or key not in _WHEN}


def when_fields(one: Constituent) -> dict[str, Any]:
    """Return what words say of when something is done: in which phase, or whose turn."""
    return {key: said for key, said in _without_own_main_phase(one.says).items() if key in _WHEN}


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


def _count(roles: Mapping[Role, Sequence[Constituent]]) -> tuple[int, bool] | None:
    """Return how many uses are allowed, and whether words limit them; null where that is not said in one way.

    What nobody may do twice, or a second time, may be done once, and more than once likewise.
    """
    is_counted = bool(roles.keys() & COUNTS)
    if "again" in roles or (not is_counted and any(map(is_in_chain, roles.get("period", ())))):
        # What nobody may do in the same Chain, whatever its number, may be done once in it.
        return (1, True) if "not" in roles and not is_counted else None
    numbers = [one for role in COUNTS for one in roles.get(role, ())]
    values = {one.says["count"] for one in numbers if "count" in one.says}
    # "The number of times that you can use it is one" says how often as "only once" does.
    is_told = any("count" not in one.says for one in roles.get("times", ()))
    is_counted_twice = any(len(roles.get(role, ())) > 1 for role in COUNTS)
    if len(values) != 1 or is_counted_twice:
        return None
    (count,) = values
    is_negated = len(roles.get("not", ())) % 2 == 1
    if "nth" in roles and (not is_negated or len(numbers) > 1):
        return None
    if not is_negated:
        is_limited = is_told or "only" in roles or any(one.group.no_more for one in numbers)
        return None if {"more", "or_more", "but"} & roles.keys() else (count, is_limited)
    if "or_more" in roles or not {"more", "but"} & roles.keys():
        # "May not only twice" says neither how often nor how often not.
        return (count - 1, True) if count > 1 and "only" not in roles else None
    return count, True


def _decide(said: _Said, *, is_further: bool, is_alone: bool) -> Decided | None:
    """Tell which reading of the catalogue constituents are, or null where they are none."""
    facts = _facts(said, is_further=is_further, is_alone=is_alone)
    line = next(line for has, lacks, line in decided_lines() if has <= facts and not lacks & facts)
    if line.are is None:
        return None
    fields = {**_FIELDS[line.fields](said), **line.given}
    fields.pop(line.left_out, None)
    return Decided(line.are, fields)


def _facts(said: _Said, *, is_further: bool, is_alone: bool) -> set[str]:
    """Return what holds of a clause: the roles of its constituents, and what follows from them."""
    roles: set[str] = {*said.roles}
    means = said.means
    verb = means.get("verb")
    is_effects = bool(roles & EFFECTS)
    # An effect of whatever card is counted as one does cards.
    is_counted = is_effects and "number" in roles and not roles & {"effect", "one_of", "name", "card"}
    # "Once per turn, during your Main Phase" says when, and "may be activated once per turn" opens an effect.
    is_opening = verb == "activate" and "may" in roles and "not" not in roles
    is_numbered = means.get("reference") == "numbered" and not roles & {"name", "card", "summon"}
    facts = {
        "limits": said.limits,
        "effects": is_effects,
        "players": "who" in roles or "player" in means,
        "what": "what" in means,
        "summons": len(said.roles.get("summon", ())) > 1,
        "act": any("what" in one.group.means for one in said.roles.get("deed", ())),
        "ceiling": is_counted or (bool(roles & {"thing", "deed"}) and not is_effects and "name" not in roles),
        "choice": _is_choice(said),
        "together": means.get("period") == "chain" and not roles & COUNTS,
        "sharing": is_effects and bool(_of_effects(said).get("shared")),
        "further": is_further and is_numbered,
        "done": verb is not None or "verb" in roles,
        "use": verb == "use",
        "alone": is_alone and "when" not in roles and not is_opening,
        # "Not more than once per turn" denies nothing.
        "denied": "not" in roles and "more" not in roles,
    }
    return roles | {fact for fact, holds in facts.items() if holds}


def _is_choice(said: _Said) -> bool:
    """Tell whether one of several effects may be chosen, which does not say that they share their uses."""
    roles = said.roles.keys()
    is_one = not roles.isdisjoint({"an_effect", "one_of"})
    # None of several again, once one was used, is a use that they share; of which is said elsewhere.
    if is_one and "again" in roles and "each_option" not in said.means:
        return True
    # One of several that may be used, and that once, is a use that they share; without "only" it is a choice.
    return not said.limits and ((is_one and "effect" not in roles) or {"number", "times"} <= roles)


def _of_effects(said: _Said) -> dict[str, Any]:
    """Return what is said of effects: which of them are limited, and whether they share their uses."""
    fields, roles = dict(said.means), said.roles.keys()
    if "name" not in roles and (fields.get("verb"), fields.get("reference")) == ("select", "following"):
        # What is chosen are the choices of the effect before it.
        fields |= {"reference": "this", "reach": "last"}
    # '1 "Ember Warden" effect': a number stands directly before a name.
    numbers, names = said.roles.get("number", ()), said.roles.get("name", ())
    is_one_of_it = any(one.end == name.start for one in numbers for name in names)
    if is_one_of_it:
        fields |= {"reference": "one_of", "reach": "all"}
    # One of several, and that once: they share it.
    is_of_several = not roles.isdisjoint({"an_effect", "one_of"}) or fields.get("reference") != "this"
    if numbers and fields.get("reference") == "each":
        fields["reference"] = "one_of"
    if "shared" in roles or is_one_of_it or (numbers and is_of_several):
        return {"reference": "one_of", "reach": "all", **fields, "shared": True}
    if "an_effect" in roles and "effect" not in roles:
        # What is an effect of a name, and is not counted, is the one that prints it.
        fields.pop("reach", None)
        fields["reference"] = "this"
    return fields


def _of_control(said: _Said) -> dict[str, Any]:
    return {"count": said.means["count"], "player": said.means.get("player", "you")}


def _of_name(said: _Said) -> dict[str, Any]:
    """Return what is said of a card by name, which is its activation, whatever verb says so."""
    verb = said.means.get("verb", "activate")
    return {**said.means, "verb": "activate" if verb == "use" else verb}


def _of_players(said: _Said) -> dict[str, Any]:
    """Return what is said of a ceiling on players; to declare an attack is to attack."""
    fields = {key: value for key, value in said.means.items() if key not in {"reference", "reach"}}
    if fields.get("whose") == "opponent":
        fields.setdefault("player", "opponent")
    return {**fields, **said.roles["deed"][0].group.means, "count": fields["count"]} if "deed" in said.roles else fields


_FIELDS: Mapping[str, Callable[[_Said], dict[str, Any]]] = {
    "said": lambda said: dict(said.means),
    "effects": _of_effects,
    "control": _of_control,
    "name": _of_name,
    "players": _of_players,
}
