"""Each limit as a question to the log: which uses it counts beside the one that is asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.limit import Limit
from onceper.contract.limit import Whose as DoneBy
from onceper.evaluator.action import Names, look_up
from onceper.evaluator.event import Applied
from onceper.evaluator.state import NEGATED
from onceper.lang.games import known_games, ruled_as
from onceper.lang.languages import language, language_codes
from onceper.patterns.language_files import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.reading import CardReading, Field, Row
    from onceper.evaluator.state import Copy, State, Use

# Of what is counted: by a player, by the copy that prints the limit, to it, or by a player while that copy is there.
Whose = Literal["player", "copy", "target", "presence"]

# What becomes of a declared ability that leaves it free.
_CAME_TO_NOTHING = {"declined", "activation_negated", "effect_negated", "could_not_resolve"}
_THEMSELVES = Names({"activated", "summoned"})


class Counted(Struct, frozen=True, gc=False):
    """Hold a limit as it is counted.

    ``key`` names what is counted: the uses of this card's limit, or of one that cards share, or an event. ``spent_by``
    are the ways in which that is done, and ``by`` whom, seen from who asks. ``whose`` says whether it must be done by
    the copy that prints the limit, or to it, and ``since`` names what has not become of that copy since then.
    ``is_together``: all that it governs is one count; ``by_option``: each choice of its effect has one of its own.
    ``what`` it counts of what occurs is empty for nothing. ``times`` is the count of the limit, 1 where it prints none
    and none was stated, and ``untold`` are the words that were not. Of uses for an event ``seen`` counts that event.

    ``card`` prints it, empty for the rulebook. It stands in the way of actions that go by a name of ``governed``, and
    those of ``used_up_by`` may use it up; whoever gains one of its effects gains the limit too if that ``goes_along``.
    ``thing`` are the printed words for what it counts of what occurs, ``sorts`` the sorts of card that they mean, with
    ``fortress`` where the card works as a shield; ``counts_each``: each of the monsters that come together. A limit
    whose condition ``is_exception`` holds while what it speaks of is not so.
    """

    limit: Limit
    key: str
    spent_by: Names
    card: str
    times: int
    whose: Whose
    by: DoneBy
    since: tuple[str, ...]
    is_together: bool
    what: str
    by_option: bool
    governed: Names
    used_up_by: Names
    goes_along: bool
    thing: str
    sorts: Names
    counts_each: bool
    is_exception: bool
    seen: Any = None
    untold: str | None = None

    @property
    def ends(self) -> str:
        """What gives new uses when these are used up."""
        period = self.limit.period or "turn"
        if period == "while_there":
            return "leaves_location"
        # In other turns than its own a ceiling binds nobody.
        if period == "turn" and self.limit.whose_turn != "any" and self.limit.kind != "cap":
            return f"next_{self.limit.whose_turn}_turn"
        return f"next_{period}"

    def find(self, asked: Use, copy: str | None) -> list[Use]:
        """Return what it counts of the present period, and since this copy is as it is, the oldest first.

        Monsters that are Summoned together are one Summon, but where each is counted.
        """
        now = self._find_moment(asked.state, copy)
        # An application under the id of the activation is one more, and so is each monster that is counted.
        itself = None if self.counts_each or isinstance(asked.told, Applied) else asked.told.id
        found: dict[object, Use] = {}
        for use in asked.state.walk(self.key):
            id_ = use.told.id
            if self._find_moment(use.state, copy) != now:
                break
            if (itself is None or id_ != itself) and self._counts(use, asked, copy):
                found[id_ if use.how == "summoned" and not self.counts_each else use.state.number] = use
        return list(reversed(found.values()))

    def _find_moment(self, state: State, copy: str | None) -> list[int | None]:
        """Return what has ended of its period, and how often the copy was changed: both only ever grow."""
        # Before it was there nothing is of its time, though it has as many changes as when it appears: none.
        known = state.copies.get(copy)
        return [state.ended.get(self.limit.period), *(getattr(known, name, None) for name in self.since)]

    def _counts(self, use: Use, asked: Use, copy: str | None) -> bool:
        """Tell whether a use is one of those that stand in the way of what is asked.

        A soft limit counts for the copy, whoever controls it; a hard one for the player and the printed name, whatever
        the card is called now (OCG Perfect Rulebook 2015, p. 47, and 2017, p. 176; Yugipedia, "Once per turn").
        """
        known, state = use.known, asked.state
        copies = {"copy": use.told.copy, "target": known.action.target}
        if not (
            use.how in self.spent_by
            and copies.get(self.whose, copy) == copy
            and (self.by == "any" or (use.told.player == asked.told.player) is (self.by == "own"))
            and (self.is_together or known.effect is asked.known.effect)
            and (self.whose == "target" or self.speaks_of(use))
            and self._is_of(use, asked)
        ):
            return False
        if self.whose == "presence":
            # A Summon by an effect is over before what the monsters say begins (ygopro-core, `special_summon`).
            together = state.walk((use.told.id,)) if use.how == "summoned" else ()
            was = use.state.copies[copy]
            if not was.face_up or was.negated or any(one.told.copy == copy for one in together):
                return False
        limit, fate = self.limit, state.fate(use.told.id)
        if limit.spent_on == "resolution" and use.how == "activated":
            return "resolved" in fate and fate.isdisjoint(_CAME_TO_NOTHING)
        # DM 2 is spent only when used, so that every trigger asks again; the trigger of DM 3 stays spent.
        is_declined = limit.pattern is not None and limit.spent_on == "use" and "declined" in fate
        # "activate" gives it back, "use" does not (OCG Perfect Rulebook 2017, pp. 176-177).
        return not (is_declined or (limit.refunded_if_negated and fate & NEGATED))

    def speaks_of(self, use: Use) -> bool:
        """Tell whether it counts what is done with this card or to it."""
        copy, target = use.copy, use.target
        words = {"", *use.known.action.objects, copy.name, copy.called, target.name, target.called}
        return self.thing in words or bool(use.known.sorts & self.sorts)

    def _is_of(self, use: Use, asked: Use) -> bool:
        """Tell whether a use is of the choice and the target that is asked for, or of this one of two triggers.

        A use whose choice or target nobody told may have been of any; where none is asked for, all are meant.
        """
        limit, done, action = self.limit, use.known.action, asked.known.action
        if self.seen and limit.condition:
            stated = use.copy.stated.get(limit.condition)
            return stated is not None and stated.holds
        if self.by_option and action.option and done.option not in {None, action.option}:
            return False
        if not limit.each_target or not done.target:
            return True
        # It is another card when it comes back.
        now = asked.state.copies[done.target]
        return action.target in {None, done.target} and use.target.leaves_location == now.leaves_location

    def includes(self, copy: Copy) -> bool:
        """Tell whether it counts this copy among those that are there to be seen; an archetype is part of a name."""
        named, name = self.limit.name or self.card, copy.called or copy.name
        is_named = named in name if self.limit.names == "archetype" else name == named
        return is_named and copy.is_shown and bool(self.sorts & find_sorts(copy, copy.came_by))

    def raises(self, other: Counted) -> bool:
        """Tell whether under its condition this limit gives more uses of what the other one limits."""
        is_alike = self.limit.period == other.limit.period and not (self.what or other.what)
        return bool(self.limit.condition) and is_alike and self.times > other.times


def derive_limits(card: str, reading: CardReading | Row, field: Field) -> Iterator[Counted]:
    """Yield the limits of a card's text as they are counted, in printed order."""
    terms = language(reading.lang, reading.game).terms if reading.lang in language_codes() else Terms()
    printed: Any = (*reading.effects, *reading.non_effects)
    works_as_shield = terms.find_sorts_in(" ".join(one.text for one in printed)) & {"fortress"}
    for place, limit in enumerate(reading.limits):
        event, kind = limit.event, limit.kind
        # "the first <name> that entered": what it happens to is the card that is named.
        thing = event.object or (limit.names == "card" and limit.name) or "" if event else ""
        is_of_card = limit.spent_on == "activation" and limit.applies_to.activation
        way = "activation of the card" if is_of_card else limit.spent_on
        spent_by = look_up("spent_by", kind) or look_up("spent_by", way) or look_up("spent_by", "other")
        governed = _find_governed(limit, field, spent_by)
        # What can be gained is so whatever the name or effect (Yugipedia, "Once per turn"), and a keyword ability is
        # one for all cards that have it, which look back at it over different times.
        shared = {"gain": f"gain/{limit.period}", "ability": f"ability/{limit.name}"}
        # What "your" does not stand before is said of the cards of both players (DM, supplement 2).
        is_of_all = {"soft": limit.player != "each", "hard": limit.owner == "any"}.get(kind)
        counted = Counted(
            limit,
            shared.get(kind, f"{card}/{field}/{place}"),
            spent_by,
            card,
            limit.count or 1,
            "copy" if limit.scope == "copy" else "player",
            "any" if is_of_all else "own",
            limit.resets_on,
            # A procedure that is printed as an effect has two names.
            limit.shared or kind in {"summon", "gain", "ability"},
            event.what if event else "",
            limit.each_option or bool(limit.applies_to.options),
            governed,
            governed,
            goes_along=not any(text.span[0] <= limit.span[0] < text.span[1] for text in reading.non_effects),
            thing=thing,
            sorts=_find_sorts_there(limit, terms) if kind == "control" else terms.find_sorts(thing) | works_as_shield,
            # "2 monsters" are not "twice".
            counts_each=kind == "cap" and not terms.counts_times(limit.text),
            is_exception=terms.is_exception(limit.condition or ""),
        )
        seen = _count_event(counted, event.whose) if event else None
        if kind == "ordinal" and seen:
            yield replace(counted, seen=seen, since=seen.since, thing="")
        else:
            yield seen or counted


def _count_event(counted: Counted, by: DoneBy) -> Counted:
    """Return how the event is counted that a limit looks at."""
    limit, what = counted.limit, counted.what
    whose: Whose = "target" if "this" in counted.sorts else "copy" if by == "this" else "player"
    if limit.counts_from == "presence":
        whose = "presence"
    key = f"do {what} {limit.summon_kind}" if limit.summon_kind else f"do {what}"
    themselves = look_up("count_themselves", what)
    is_told = not themselves or (counted.thing and not themselves & counted.sorts)
    return replace(
        counted,
        key=key,
        spent_by=_THEMSELVES | {"occurred"} if is_told else _THEMSELVES,
        whose=whose,
        by="own" if limit.kind == "cap" else by if whose == "player" else "any",
        since=tuple(look_up("since", whose)),
        is_together=True,
        used_up_by=Names({key}),
    )


def _find_governed(limit: Limit, field: Field, spent_by: Names) -> Names:
    """Return the names of actions in whose way a limit stands; those of ceilings are looked for in play.

    "this effect" is only the previous effect, the others stay free (OCG Perfect Rulebook 2017, p. 177): the reading has
    resolved that reference into ``applies_to.effects``.
    """
    applies_to, verb = limit.applies_to, limit.verb
    if limit.kind in {"cap", "control"}:
        return Names()
    # What is only gained or happens later does not stand in the way of activating the card.
    is_along = field == "text" and (verb == "apply" or "activated" in spent_by)
    parts = [*map(str, applies_to.effects), *["activation"] * applies_to.activation]
    governed = {f"{way} {part}" for way in (field, *["along"] * is_along) for part in parts}
    if applies_to.summon:
        # The card's own procedure is of whatever kind it says; other Special Summons are limited by name.
        kind = limit.summon_kind or "special"
        governed.add(kind if verb == "special_summon" else f"own {kind}")
    return Names(governed)


def find_sorts(copy: Copy, came_by: str | None) -> Names:
    """Return the sorts that a card on the field is, or may be: a Trap that was Summoned is a monster too."""
    card_type = copy.card_type or "untold"
    return look_up("sorts", f"{card_type} {came_by}") or look_up("sorts", card_type) | look_up("sorts", came_by)


def _find_sorts_there(limit: Limit, terms: Terms) -> Names:
    """Return the sorts of an archetype's cards that a limit on how many are there counts.

    Where its words say none, they are monsters. Scripts look at the Monster Zones alone, where the print says "monster"
    (ProjectIgnis, ``SetUniqueOnField``).
    """
    if limit.names != "archetype":
        return Names({"card"})
    found = terms.find_sorts_in(limit.text.replace(limit.name or "", " ")) & look_up("sorts", "untold")
    # What is said more exactly is meant.
    return found - {"card"} or found or Names({"monster"})


@cache
def load_rulebook() -> dict[str, Counted]:
    """Return the limits of the rulebook (Turkish advanced rules, "Savaş konumu değişiklikleri", "Union Monsters")."""
    book = msgspec.toml.decode(Path(__file__).with_name("rulebook.toml").read_bytes())
    every = {**dict.fromkeys(Limit.__struct_fields__), **book["limit"]}
    return {
        name: msgspec.convert({**book["counted"], **rule, "limit": {**every, **rule["limit"]}}, Counted)
        for name, rule in book["rule"].items()
    }


def find_rulebook(game: str | None) -> list[Counted]:
    """Return the limits of the rulebook that hold in a game, by its own file or that of the game it is ruled as."""
    return [load_rulebook()[name] for name in sorted(known_games().get(game or "", ruled_as(game)).rulebook)]
