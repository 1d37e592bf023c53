"""Decide which limit the constituents of a clause say together: their kind, their number, what they limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns.parts import COUNTS, IN_TIME, LIMITS, Role
from onceper.patterns.word_list import NAME
from onceper.reader.constituent import Constituent  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.lexicon import Lexed

EFFECTS: frozenset[Role] = frozenset({"effect", "an_effect", "one_of"})
DONE: frozenset[Role] = frozenset({"verb", "summon", "gain", "deed"})

# What holds of a player, where a word such as "your" stands before something else than a time.
_OF_A_PLAYER = {"player", "whose"}
# What a number and a period alone are not said beside, as a limit of this copy.
_SAYS_MORE: frozenset[Role] = frozenset({"verb", "who", "shared", "this_way", "number"})
# What other words of the clause say more closely.
_SAID_FIRST: frozenset[Role] = frozenset({"an_effect", "one_of", "control"})


class Decided(NamedTuple):
    """Hold what the constituents of a clause say together: a reading of the catalogue, and fields of the limit."""

    reading: str
    fields: Mapping[str, Any]


class _Said(NamedTuple):
    """Hold the constituents of a clause by what they are, what they mean, and whether words limit the number."""

    roles: Mapping[Role, Sequence[Constituent]]
    means: Mapping[str, Any]
    limits: bool

    def has(self, *roles: Role) -> bool:
        """Tell whether one of these is said."""
        return any(role in self.roles for role in roles)

    def count_of(self, *roles: Role) -> int:
        """Count the constituents that are one of these."""
        return sum(len(self.roles.get(role, ())) for role in roles)

    @property
    def is_named(self) -> bool:
        """Whether a name is said."""
        return "name" in self.roles

    @property
    def is_of_players(self) -> bool:
        """Whether it is said whom the words limit: a player, or nobody of them ("neither player")."""
        return "who" in self.roles or "player" in self.means


def decide(
    found: Sequence[Constituent], lexed: Lexed, *, is_further: bool = False, is_alone: bool = False
) -> Decided | None:
    """Tell which limit the constituents of a clause say, or null where they say none, or two.

    ``is_further`` tells that another limit stands before them in their sentence, ``is_alone`` that they are one.
    """
    roles = _by_role(found)
    if roles.keys() & {"if", "unless"}:
        return None
    if "period" in roles and "while_there" in roles:
        # What holds while a card is there counts in the period; a name counts there or not.
        if "name" in roles:
            return None
        found = [one for one in found if one.role != "while_there"]
        roles, is_alone = _by_role(found), False
    if "way" in roles:
        # "Summon it by a Link Summon" is one, said in two places.
        found = [one for one in found if one.role != "summon"]
        roles = {**_by_role(found), "summon": roles["way"]} if "summon" in roles else roles
    if len(_names(roles, lexed)) > 1 or len({_player(one, lexed) for one in roles.get("who", ())}) > 1:
        return None
    if "after" in roles and "again" in roles:
        # "Once you used this effect" is a condition of what nobody may do again, and of nothing else.
        roles["effect"] = [*roles.pop("after"), *roles.get("effect", ())]
    counted = None if "after" in roles else _count(roles, lexed)
    if counted is None:
        return None
    count, limits = counted
    said = _Said(roles, {**_means(found, lexed), "count": count}, limits)
    if said.has("control"):
        return _decide_control(said)
    timed = _in_one_time(said, lexed)
    decided = _decide(timed, is_alone=is_alone) if timed else None
    return _as_further(decided, roles) if decided and is_further else decided


def _in_one_time(said: _Said, lexed: Lexed) -> _Said | None:
    """Return what is said with the time in which it counts, or null where that is none, or more than one."""
    means = dict(said.means)
    times = said.count_of("again", *IN_TIME) + sum(is_own_period(one, lexed) for one in said.roles.get("times", ()))
    if not times and (said.limits or {"effect", "times"} <= said.roles.keys()) and said.count_of("when") == 1:
        # "Only once during your turn", of an effect "once" too: the time when is that in which it counts.
        means.setdefault("period", "phase")
    elif times != 1:
        return None
    if means.get("phase") == "main" and means.get("whose_turn") == "own" and means.get("period") != "phase":
        # One's own Main Phase is that of every Ignition Effect, printed or not.
        del means["phase"], means["whose_turn"]
    return said._replace(means=means)


def is_own_period(one: Constituent, lexed: Lexed) -> bool:
    """Tell whether a number of times says also in what time it counts, as short forms do."""
    phrases = [lexed.phrases[at] for at in range(one.start, one.end)]
    says_period = "period" in one.means or any(phrase is not None and "period" in phrase.means for phrase in phrases)
    return one.role == "times" and says_period


def is_name(lexed: Lexed, at: int) -> bool:
    """Tell whether a name stands there."""
    phrase = lexed.phrases[at]
    return phrase is not None and phrase.slot == NAME


def _names(roles: Mapping[Role, Sequence[Constituent]], lexed: Lexed) -> Sequence[Constituent]:
    """Return where names are said.

    "Even if you have several copies" and "every card of the name" speak of a name that may stand elsewhere.
    """
    names = [one for one in roles.get("name", ()) if "names" not in one.means]
    said = [one for one in names if any(is_name(lexed, at) for at in range(one.start, one.end))]
    return said or names


def _by_role(found: Iterable[Constituent]) -> dict[Role, list[Constituent]]:
    roles: dict[Role, list[Constituent]] = {}
    for one in found:
        roles.setdefault(one.role, []).append(one)
    return roles


def _player(one: Constituent, lexed: Lexed) -> str:
    return str(_means([one], lexed).get("player", "you"))


def of_player(one: Constituent, lexed: Lexed) -> dict[str, Any]:
    """Return what words that say who is limited mean."""
    return {key: said for key, said in _means([one], lexed).items() if key == "player"}


def _means(found: Iterable[Constituent], lexed: Lexed) -> dict[str, Any]:
    """Return what the words of all constituents mean, those of a part before those of its slots.

    What refers to all effects of a name goes before what says which of them, and who controls something before who is
    said to be limited; of two that give numbers both do, each number once. When something is done goes before what the
    period says of that, and does not say in what period it counts where other words do.
    """
    means: dict[str, Any] = {}
    numbers: list[int] = []
    for one in sorted(found, key=lambda one: (one.role == "when", one.role not in _SAID_FIRST)):
        for at in range(one.start, one.end):
            phrase = lexed.phrases[at]
            if phrase is None or one.role == "filler":
                continue
            if one.role == "who":
                means.update({key: said for key, said in phrase.means.items() if key in _OF_A_PLAYER})
            elif one.role == "when":
                means.update({key: said for key, said in phrase.means.items() if key != "period" or key not in means})
            else:
                means.update(phrase.means)
                numbers += phrase.means.get("numbers", ())
        means.update(one.means)
    return {**means, "numbers": tuple(sorted(set(numbers)))} if numbers else means


def _count(roles: Mapping[Role, Sequence[Constituent]], lexed: Lexed) -> tuple[int, bool] | None:
    """Return how many uses are allowed, and whether words limit them; null where that is not said in one way.

    What nobody may do twice, or a second time, may be done once, and more than once likewise.
    """
    if "again" in roles:
        is_said = "not" in roles and not roles.keys() & {*COUNTS, *LIMITS}
        return (1, True) if is_said else None
    numbers = [one for role in COUNTS for one in roles.get(role, ())]
    values = {value for one in numbers if (value := _value(one, lexed)) is not None}
    # "The number of times that you can use it is one" says how often as "only once" does.
    is_told = any(_value(one, lexed) is None for one in roles.get("times", ()))
    is_counted_twice = any(len(roles.get(role, ())) > 1 for role in COUNTS)
    if len(values) != 1 or is_counted_twice or (is_told and "number" not in roles):
        return None
    (count,) = values
    is_negated = len(roles.get("not", ())) % 2 == 1
    if "nth" in roles and (not is_negated or len(numbers) > 1):
        return None
    if not is_negated:
        is_limited = is_told or "only" in roles or any(one.part.group.no_more for one in numbers)
        return None if {"more", "or_more", "but"} & roles.keys() else (count, is_limited)
    if "or_more" in roles or not {"more", "but"} & roles.keys():
        # "May not only twice" says neither how often nor how often not.
        return (count - 1, True) if count > 1 and "only" not in roles else None
    return count, True


def _value(one: Constituent, lexed: Lexed) -> int | None:
    said = one.means.get("count")
    for at in range(one.start, one.end):
        phrase = lexed.phrases[at]
        if said is None and phrase is not None and phrase.slot != "period":
            said = phrase.means.get("count")
    return said


def _decide_control(said: _Said) -> Decided | None:
    # "Only 1 can exist" leaves out on whose field: other words say that.
    if not said.limits or not said.is_named or not said.is_of_players or said.has("period", "again", "verb", "summon"):
        return None
    reading = "control.archetype" if said.has("thing") else "control.card"
    return Decided(reading, {"count": said.means["count"], "player": said.means.get("player", "you")})


def _decide(said: _Said, *, is_alone: bool) -> Decided | None:
    """Tell which reading of the catalogue constituents with a number and a period are."""
    if said.has("gain"):
        return Decided("gain", {**said.means, "verb": "gain"}) if said.has(*EFFECTS) and not said.is_named else None
    for is_said, tell in (
        # Of two kinds of Summon each may be meant, or both together.
        (said.count_of("summon") > 1, _decide_nothing),
        (said.has("summon"), _decide_summon),
        (said.has(*EFFECTS), _decide_effects),
        (said.is_named, _decide_card),
        (said.has("thing", "deed"), _decide_cap),
        (said.has("card"), _decide_this_card),
    ):
        if is_said:
            return tell(said)
    if said.has("it") and said.means.get("verb") == "use" and not said.has("number", "shared", "this_way"):
        # "You can use it only once per turn" speaks of the effect before it.
        return Decided("soft.this_effect", {**said.means, "reference": "this"})
    # "Not more than once per turn" denies nothing.
    is_denied = said.has("not") and not said.has("more")
    # "Once per turn, during your Main Phase" says when, and "may be activated once per turn" opens an effect.
    opens = said.means.get("verb") == "activate" and said.has("may") and not said.has("not")
    is_alone = is_alone and not said.has("when") and not opens
    if is_denied or said.has(*(_SAYS_MORE - {"verb"} if is_alone else _SAYS_MORE)):
        return None
    # A sentence that says nothing else, not even what is used, speaks of the effect before it.
    return Decided("soft.alone" if is_alone else "soft", said.means)


def _decide_nothing(_: _Said) -> None:
    return None


def _decide_summon(said: _Said) -> Decided | None:
    if said.is_named:
        # "Special Summon 1, but only once per turn" does so, and is limited.
        if said.has("thing") or ({"number", "times"} <= said.roles.keys() and not said.has("not")):
            return None
        # The Summon that is limited is one by the card's own procedure, or any.
        fields = {key: value for key, value in said.means.items() if key != "verb"}
        return Decided("summon.this_way" if said.has("this_way", *EFFECTS) else "summon.name", fields)
    if said.has("card"):
        is_of_players = said.has("who", "thing", "number", "this_way")
        return None if is_of_players else Decided("summon.copy", said.means)
    if not said.is_of_players or not said.limits:
        return None
    if "what" not in said.means:
        return Decided("cap.summon", said.means)
    return Decided("cap.summon.any", {**said.means, "verb": "do"})


def _decide_effects(said: _Said) -> Decided | None:
    """Tell what limits effects: those that are referred to, of a name or of this copy, or any card's as things."""
    if said.has("number") and not said.has("effect", "one_of", "name", "card"):
        # An effect of whatever card is counted as one does cards.
        return _decide_cap(said)
    if said.has("thing", "deed") or _is_choice(said):
        return None
    fields = _fields_of_effects(said)
    if said.is_named:
        return Decided("hard.shared.name" if fields.get("shared") else "hard.effect", fields)
    return Decided("soft.this_effect.while_there" if said.has("while_there") else "soft.this_effect", fields)


def _is_choice(said: _Said) -> bool:
    """Tell whether one of several effects may be chosen, which does not say that they share their uses."""
    is_one = said.has("an_effect", "one_of")
    # None of several again, once one was used, is a use that they share; of which is said elsewhere.
    if is_one and said.has("again"):
        return True
    # One of several that may be used, and that once, is a use that they share; without "only" it is a choice.
    return not said.limits and ((is_one and not said.has("effect")) or (said.has("number") and said.has("times")))


def _fields_of_effects(said: _Said) -> dict[str, Any]:
    """Return what is said of effects: which of them are limited, and whether they share their uses."""
    fields = {key: value for key, value in said.means.items() if key != "what"}
    is_one_of_it = _is_number_of_name(said.roles)
    if is_one_of_it:
        fields |= {"reference": "one_of", "reach": "all"}
    # One of several, and that once: they share it.
    counts_effects = said.has("an_effect", "one_of") or fields.get("reference") != "this"
    if said.has("shared") or is_one_of_it or (said.has("number") and counts_effects):
        return {"reference": "one_of", "reach": "all", **fields, "shared": True}
    if said.has("an_effect") and not said.has("effect"):
        # What is an effect of a name, and is not counted, is the one that prints it.
        fields.pop("reach", None)
        fields["reference"] = "this"
    return fields


def _is_number_of_name(roles: Mapping[Role, Sequence[Constituent]]) -> bool:
    """Tell whether a number stands directly before a name, as in '1 "Ember Warden" effect'."""
    return any(one.end == name.start for one in roles.get("number", ()) for name in roles.get("name", ()))


def _decide_card(said: _Said) -> Decided | None:
    """Tell what limits a card by name: its activation, whatever verb says so."""
    verb = said.means.get("verb")
    if said.has("thing", "deed") or (verb is None and not said.has("verb")):
        return None
    return Decided("hard.card", {**said.means, "verb": "activate" if verb in {None, "use"} else verb})


def _decide_this_card(said: _Said) -> Decided | None:
    if not said.has("verb") or said.has("number", "who", "shared", "this_way"):
        return None
    return Decided("soft.this_card", {**said.means, "verb": "activate"})


def _decide_cap(said: _Said) -> Decided | None:
    """Tell what is a ceiling on players: on what they activate, or on what else they do."""
    if not said.limits:
        return None
    fields = {key: value for key, value in said.means.items() if key not in {"reference", "reach"}}
    if fields.get("whose") == "opponent":
        fields.setdefault("player", "opponent")
    if not said.is_of_players and "player" not in fields:
        # "Only 2 monsters can attack" is said of each player.
        if not said.has("deed") or not said.has("number") or said.has("card"):
            return None
        fields["player"] = "each"
    if said.has("deed"):
        # To declare an attack is to attack. "Draw 1 card only once per turn" limits what allows the deed.
        fields = {"verb": "do", **fields, **said.roles["deed"][0].means}
        return None if said.has("times") and said.has("number") else Decided("cap.deed", fields)
    return Decided("cap.activate", {**fields, "what": "activate", "verb": "activate"}) if said.has("verb") else None


def _as_further(decided: Decided, roles: Mapping[Role, Sequence[Constituent]]) -> Decided:
    """Return a limit of numbered effects as one of the name that was said before, where it says none itself."""
    if decided.fields.get("reference") != "numbered" or {"name", "card", "summon"} & roles.keys():
        return decided
    return decided._replace(reading="hard.shared.further" if decided.fields.get("shared") else "hard.numbers.further")
