"""Decide which limit the constituents of a clause say together: their kind, their number, what they limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns.parts import COUNTS, IN_TIME, LIMITS, Role
from onceper.patterns.word_list import NAME
from onceper.reader.constituent import Constituent  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.word_list import Phrase

EFFECTS: frozenset[Role] = frozenset({"effect", "an_effect", "one_of"})
DONE: frozenset[Role] = frozenset({"verb", "summon", "gain", "deed"})

# What holds of a player, where a word such as "your" stands before something else than a time.
_OF_A_PLAYER = {"player", "whose"}
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
    is_in_time = "period" not in roles and all("period" in one.means for one in roles.get("again", ()))
    if "again" in roles and roles.keys() & COUNTS and is_in_time:
        # "Twice in the same Chain" says in what time, which "in the same Chain" does that nobody may do together.
        roles["period"] = roles.pop("again")
    if "after" in roles and "again" in roles:
        # "Once you used this effect" is a condition of what nobody may do again, and of nothing else.
        roles["effect"] = [*roles.pop("after"), *roles.get("effect", ())]
    counted = None if "after" in roles else _count(roles, lexed)
    if counted is None:
        return None
    count, limits = counted
    said = _Said(roles, {**_means(found, lexed), "count": count}, limits)
    timed = said if said.has("control") else _in_one_time(said, lexed)
    decided = _decide(timed, is_alone=is_alone) if timed else None
    return _as_further(decided, roles) if decided and is_further else decided


def _in_one_time(said: _Said, lexed: Lexed) -> _Said | None:
    """Return what is said with the time in which it counts, or null where that is none, or more than one."""
    means = dict(said.means)
    times = said.count_of("again", *IN_TIME) + sum(is_own_period(one, lexed) for one in said.roles.get("times", ()))
    is_counted = {"effect", "times"} <= said.roles.keys() or said.roles.keys() <= {"times", "when", "filler"}
    if not times and (said.limits or is_counted) and said.count_of("when") == 1:
        # "Only once during your turn", alone and of an effect "once" too: the time when is that in which it counts.
        means.setdefault("period", "phase")
    elif times != 1:
        return None
    return said._replace(means=means if means.get("period") == "phase" else _without_own_main_phase(means))


def period_of(one: Constituent, lexed: Lexed) -> object:
    """Return in what time words say that something is done."""
    return _means([one], lexed).get("period")


def _without_own_main_phase(means: Mapping[str, Any]) -> Mapping[str, Any]:
    """Leave out one's own Main Phase, which is that of every Ignition Effect, printed or not."""
    is_own = means.get("phase") == "main" and means.get("whose_turn") == "own"
    return {key: said for key, said in means.items() if not is_own or key not in {"phase", "whose_turn"}}


def when_fields(one: Constituent, lexed: Lexed) -> dict[str, Any] | None:
    """Return what words say of when something is done, in which phase or whose turn; null where they say neither."""
    means = _means([one], lexed)
    if not means.keys() & {"phase", "whose_turn"}:
        return None
    return {key: said for key, said in _without_own_main_phase(means).items() if key in {"phase", "whose_turn"}}


def is_in_chain(one: Constituent, lexed: Lexed) -> bool:
    """Tell whether words say that something is done in one Chain."""
    return one.role == "period" and period_of(one, lexed) == "chain"


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
        said: dict[str, Any] = {}
        for phrase in _phrases_of(one, lexed):
            said.update(phrase.means)
            numbers += phrase.means.get("numbers", ())
        if one.role == "who":
            said = {key: value for key, value in said.items() if key in _OF_A_PLAYER}
        said.update(one.means)
        if one.role == "when" and "period" in means:
            said.pop("period", None)
        means.update(said)
    return {**means, "numbers": tuple(sorted(set(numbers)))} if numbers else means


def _phrases_of(one: Constituent, lexed: Lexed) -> Iterator[Phrase]:
    """Yield the phrases of a constituent; of two phases that it names together its part says what they mean."""
    if one.role != "filler":
        for (_, is_slot), phrase in zip(one.part.tokens, lexed.phrases[one.start : one.end], strict=True):
            if phrase is not None and (is_slot or one.role != "when"):
                yield phrase


def _count(roles: Mapping[Role, Sequence[Constituent]], lexed: Lexed) -> tuple[int, bool] | None:
    """Return how many uses are allowed, and whether words limit them; null where that is not said in one way.

    What nobody may do twice, or a second time, may be done once, and more than once likewise.
    """
    if "again" in roles or _is_together(roles, lexed):
        # What nobody may do in the same Chain may be done once in it.
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


def _is_together(roles: Mapping[Role, Sequence[Constituent]], lexed: Lexed) -> bool:
    """Tell whether it is said of things that they are done in one Chain, whatever their number."""
    return not roles.keys() & COUNTS and any(is_in_chain(one, lexed) for one in roles.get("period", ()))


def _value(one: Constituent, lexed: Lexed) -> int | None:
    said = one.means.get("count")
    for at in range(one.start, one.end):
        phrase = lexed.phrases[at]
        if said is None and phrase is not None and phrase.slot != "period":
            said = phrase.means.get("count")
    return said


def _said_as(said: _Said) -> dict[str, Any]:
    return dict(said.means)


def _of_effects(said: _Said) -> dict[str, Any]:
    """Return what is said of effects: which of them are limited, and whether they share their uses."""
    fields = {key: value for key, value in said.means.items() if key != "what"}
    if not said.is_named and (fields.get("verb"), fields.get("reference")) == ("select", "following"):
        # What is chosen are the choices of the effect before it.
        fields |= {"reference": "this", "reach": "last"}
    is_one_of_it = _is_number_of_name(said.roles)
    if is_one_of_it:
        fields |= {"reference": "one_of", "reach": "all"}
    # One of several, and that once: they share it.
    counts_effects = said.has("an_effect", "one_of") or fields.get("reference") != "this"
    if said.has("number") and fields.get("reference") == "each":
        fields["reference"] = "one_of"
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


def _of_control(said: _Said) -> dict[str, Any]:
    return {"count": said.means["count"], "player": said.means.get("player", "you")}


def _of_card(said: _Said) -> dict[str, Any]:
    """Return what is said of a card by name, which is its activation, whatever verb says so."""
    return {**said.means, "verb": "activate" if said.means.get("verb") == "use" else said.means.get("verb", "activate")}


def _of_players(said: _Said) -> dict[str, Any]:
    """Return what is said of a ceiling on players; to declare an attack is to attack."""
    fields = {key: value for key, value in said.means.items() if key not in {"reference", "reach"}}
    if fields.get("whose") == "opponent":
        fields.setdefault("player", "opponent")
    return {**fields, **said.roles["deed"][0].means} if said.has("deed") else fields


class _Reading(NamedTuple):
    """Hold what is read where all that ``has`` names holds of a clause, and nothing that ``lacks`` names.

    Without an ``id`` nothing is. ``fields`` of what is said go before those that are ``given``; of these null takes one
    away.
    """

    id: str | None
    has: frozenset[str]
    lacks: frozenset[str]
    fields: Callable[[_Said], dict[str, Any]]
    given: Mapping[str, Any]


def _reading(
    id_: str | None,
    has: str,
    lacks: str = "",
    fields: Callable[[_Said], dict[str, Any]] = _said_as,
    **given: Any,
) -> _Reading:
    return _Reading(id_, frozenset(has.split()), frozenset(lacks.split()), fields, given)


# The first that fits counts. Each word is a role, or one of the facts (``_facts``).
_READINGS = (
    _reading("hard.same_chain", "together effects name", "thing deed choice", _of_effects, shared=True),
    _reading("soft.same_chain", "together effects", "thing deed choice", _of_effects, shared=True),
    _reading(None, "together"),
    # "Only 1 can exist" leaves out on whose field: other words say that.
    _reading("control.archetype", "control limits name players thing", "period again verb summon", _of_control),
    _reading("control.card", "control limits name players", "period again verb summon", _of_control),
    _reading(None, "control"),
    _reading("gain", "gain effects", "name", verb="gain"),
    _reading(None, "gain"),
    # Of two kinds of Summon each may be meant, or both together.
    _reading(None, "summons"),
    # "Special Summon 1, but only once per turn" does so, and is limited.
    _reading(None, "summon name thing"),
    _reading(None, "summon name number times", "not"),
    # The Summon that is limited is one by the card's own procedure, or any.
    _reading("summon.this_way", "summon name this_way", verb=None),
    _reading("summon.this_way", "summon name effects", verb=None),
    _reading("summon.name", "summon name", verb=None),
    _reading("summon.copy", "summon card", "who thing number this_way"),
    _reading("cap.summon.any", "summon limits players what", "card", verb="do"),
    _reading("cap.summon", "summon limits players", "card"),
    _reading(None, "summon"),
    # What players do is a ceiling on them, and "only 2 monsters can attack" on each. "Draw 1 card only once per turn"
    # limits what allows the deed.
    _reading(None, "ceiling deed times number"),
    _reading("cap.deed", "ceiling deed limits of_player", "", _of_players),
    _reading("cap.deed", "ceiling deed limits number", "card", _of_players, player="each"),
    _reading("cap.activate", "ceiling verb limits of_player", "deed", _of_players, what="activate", verb="activate"),
    _reading(None, "ceiling"),
    _reading(None, "effects thing"),
    _reading(None, "effects deed"),
    _reading(None, "effects choice"),
    _reading("hard.shared.name", "effects name sharing", "", _of_effects),
    _reading("hard.effect", "effects name", "", _of_effects),
    _reading("soft.this_effect.while_there", "effects while_there", "", _of_effects),
    _reading("soft.this_effect", "effects", "", _of_effects),
    _reading("hard.card", "name done", "thing deed", _of_card),
    _reading(None, "name"),
    _reading("soft.this_card", "card verb", "number who shared this_way", verb="activate"),
    _reading(None, "card"),
    # "You can use it only once per turn" speaks of the effect before it.
    _reading("soft.this_effect", "it use", "number shared this_way", reference="this"),
    # A sentence that says nothing else, not even what is used, speaks of the effect before it.
    _reading("soft.alone", "alone", "denied who shared this_way number"),
    _reading("soft", "", "alone denied verb who shared this_way number"),
)


def _facts(said: _Said, *, is_alone: bool) -> set[str]:
    """Return what holds of a clause: the roles of its constituents, and what follows from them."""
    roles: set[str] = {*said.roles}
    is_effects = bool(roles & EFFECTS)
    verb = said.means.get("verb")
    # An effect of whatever card is counted as one does cards.
    is_counted = is_effects and "number" in roles and not roles & {"effect", "one_of", "name", "card"}
    # "Once per turn, during your Main Phase" says when, and "may be activated once per turn" opens an effect.
    is_opening = verb == "activate" and "may" in roles and "not" not in roles
    is_of_player = said.is_of_players or said.means.get("whose") == "opponent"
    facts = {
        "limits": said.limits,
        "effects": is_effects,
        "players": said.is_of_players,
        "of_player": is_of_player,
        "what": "what" in said.means,
        "summons": len(said.roles.get("summon", ())) > 1,
        "ceiling": is_counted or (bool(roles & {"thing", "deed"}) and not is_effects and "name" not in roles),
        "choice": _is_choice(said),
        "together": said.means.get("period") == "chain" and not roles & COUNTS,
        "sharing": is_effects and bool(_of_effects(said).get("shared")),
        "done": verb is not None or "verb" in roles,
        "use": verb == "use",
        "alone": is_alone and "when" not in roles and not is_opening,
        # "Not more than once per turn" denies nothing.
        "denied": "not" in roles and "more" not in roles,
    }
    return roles | {fact for fact, holds in facts.items() if holds}


def _decide(said: _Said, *, is_alone: bool) -> Decided | None:
    """Tell which reading of the catalogue constituents are, or null where they are none."""
    facts = _facts(said, is_alone=is_alone)
    for reading in _READINGS:
        if reading.has <= facts and not reading.lacks & facts:
            fields = {**reading.fields(said), **reading.given}
            told = {key: value for key, value in fields.items() if value is not None}
            return Decided(reading.id, told) if reading.id else None
    return None


def _is_choice(said: _Said) -> bool:
    """Tell whether one of several effects may be chosen, which does not say that they share their uses."""
    is_one = said.has("an_effect", "one_of")
    # None of several again, once one was used, is a use that they share; of which is said elsewhere.
    if is_one and said.has("again"):
        return True
    # One of several that may be used, and that once, is a use that they share; without "only" it is a choice.
    return not said.limits and ((is_one and not said.has("effect")) or (said.has("number") and said.has("times")))


def _as_further(decided: Decided, roles: Mapping[Role, Sequence[Constituent]]) -> Decided:
    """Return a limit of numbered effects as one of the name that was said before, where it says none itself."""
    if decided.fields.get("reference") != "numbered" or {"name", "card", "summon"} & roles.keys():
        return decided
    if decided.reading == "soft.same_chain":
        return decided._replace(reading="hard.same_chain.further")
    return decided._replace(reading="hard.shared.further" if decided.fields.get("shared") else "hard.numbers.further")
