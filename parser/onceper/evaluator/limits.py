"""Each limit as a question to the log: which uses spend it, for whom they count, and since when."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED, Effect
from onceper.contract.limit import Limit, WhoseTurn
from onceper.contract.reading import Field
from onceper.errors import OnceperError
from onceper.evaluator.action import ActionKind
from onceper.evaluator.event import Occurred
from onceper.evaluator.state import NEGATED, How, walk
from onceper.lang.games import known_games, ruled_as
from onceper.lang.languages import language, language_codes
from onceper.patterns.language_files import Sort, Terms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading, Row
    from onceper.evaluator.action import Action
    from onceper.evaluator.state import Copy, State, Use

# Of what is counted: by a player, by the copy that prints the limit, to it, or by a player while that copy is there.
Whose = Literal["player", "copy", "target", "presence"]

# Whether the effect of an activation is negated later, or cannot resolve, is not asked: it has been activated
# (OCG Perfect Rulebook 2017, p. 176). A keyword ability is declared by many and resolved by one (DM 4).
_USED: frozenset[How] = frozenset({"activated", "applied", "summoned"})
_APPLIED: frozenset[How] = frozenset({"applied", "followed"})
_SPENT_ON: dict[str | None, frozenset[How]] = {"application": _APPLIED, "occurrence": _APPLIED}
_SPENT_BY: dict[str, frozenset[How]] = {
    "control": frozenset(),
    "cap": frozenset(),
    # Occurring for the nth time is not used up by the ability; each occurrence is, once.
    "ordinal": frozenset({"activated", "applied", "declined"}),
}
_COUNTERS = {"turn": "turns", "chain": "chains", "attack": "attacks", "battle": "battles", "phase": "phases"}
_PLACES = {"leaves_location": "stay", "flipped_face_down": "flips", "flipped_by_other": "flips_by_other"}
# What a ceiling counts of what is done; a Set is no Summon.
COUNTED_AS: dict[ActionKind, tuple[str, ...]] = {
    "activation": ("activate",),
    "summon": ("summon", "special_summon"),
    "special_summon": ("summon", "special_summon"),
    # Whether it is a Tribute Summon is told by its kind.
    "normal_summon": ("summon", "normal_summon", "tribute_summon"),
    "flip_summon": ("summon", "flip_summon"),
}
# The sorts of card whose Summons and activations are counted without being told by an `Occurred` event.
_COUNT_THEMSELVES: dict[str, set[Sort]] = {
    **{what: {"monster", "extra_deck_monster"} for counted in COUNTED_AS.values() for what in counted},
    "activate": {"spell_or_trap", "card", "spell", "trap"},
}


class SetupError(OnceperError):
    """An evaluator was given readings or players with which no game can be played."""


class Counted(Struct, frozen=True, gc=False):
    """Hold a limit as it is counted.

    ``key`` names the count: that of this card's limit, or one that cards share; ``part`` what of it is asked for, which
    has a count of its own unless all that the limit governs goes ``together``. ``for_copy``, ``for_player``: each has
    its own. A use is of now where ``counter`` of the clock and ``places`` of the copy are as they were. ``thing`` are
    the printed words for what it counts of what occurs, ``sorts`` the sorts of card that they mean, with ``fortress``
    where the card works as a shield, and ``whose`` says for whom it counts; ``counts_each``: each of the monsters that
    come together. ``is_about_to``: it changes what is about to happen. ``goes_along``: whoever gains the effects of the
    card gains the limit too. ``times`` is the count of the limit, 1 where it prints none and none was stated, and
    ``depends_on`` are the words that were not stated; a limit whose condition they are only ``may_hold``. One whose
    condition ``is_exception`` holds while what it speaks of is not so.
    """

    limit: Limit
    key: str
    spent_by: frozenset[How]
    field: Field = "text"
    part: str = ""
    together: bool = True
    for_copy: bool = False
    for_player: bool = True
    by_turn_player: bool = False
    counter: str = ""
    places: tuple[str, ...] = ()
    thing: str = ""
    sorts: frozenset[Sort] = frozenset()
    whose: Whose = "player"
    counts_each: bool = False
    is_about_to: bool = False
    declined_is_free: bool = False
    goes_along: bool = True
    times: int = 1
    depends_on: str | None = None
    may_hold: bool = False
    is_exception: bool = False

    @property
    def what(self) -> str:
        """What it counts of what occurs, empty for nothing."""
        return self.limit.event.what if self.limit.event else ""

    @property
    def whose_turn(self) -> WhoseTurn:
        """In whose turn it gives its uses, seen from the player who acts and not from the "you" of the text."""
        turn = self.limit.whose_turn
        if turn == "any" or self.limit.player != "opponent":
            return turn
        return "own" if turn == "opponent" else "opponent"

    @property
    def counts_itself(self) -> bool:
        """Tell whether Summons or activations are counted without an `Occurred` event."""
        sorts = _COUNT_THEMSELVES.get(self.what)
        return sorts is not None and (not self.thing or not sorts.isdisjoint(self.sorts))

    def find_uses(self, state: State, copy: str, player: str) -> list[Use]:
        """Return the uses that count for this copy and player now, the oldest first.

        Monsters that are Summoned together are one Summon of their name.
        """
        found: dict[object, Use] = {}
        known, count = state.find_copy(copy), (self.key, self.part)
        now, here = getattr(state.clock, self.counter, None), [getattr(known, place) for place in self.places]
        for use in walk(state.found.get(f"{self.key}\0{copy}" if self.for_copy else self.key)):
            was_here = [getattr(use.copy, place) for place in self.places]
            if getattr(use.when, self.counter, None) != now or was_here != here:
                break
            if (
                count in use.known.spends
                and use.how in self.spent_by
                and (use.told.player == player or not self.for_player)
                and (use.told.player == use.when.player or not self.by_turn_player)
                and self._is_of(use.action, use.copy or known)
                and self._counts(use, state)
            ):
                found[use.told.id if use.how == "summoned" else use.number] = use
        return [*found.values()][::-1]

    def find_occurred(self, state: State, players: Collection[str], copy: str) -> list[Use]:
        """Return what has occurred by these players in the present period, the oldest first."""
        known, found, now = state.copies.get(copy), [], getattr(state.clock, self.counter, None)
        for use in walk(state.found.get(self.what)):
            if getattr(use.when, self.counter, None) != now:
                break
            # What was negated did not happen, to a ceiling; it was the nth time all the same, to an ordinal.
            if (
                use.told.player in players
                and self._is_counted(use)
                and (self.limit.kind == "ordinal" or self._counts(use, state))
                and (known is None or self._is_its(use, copy, known, state))
            ):
                found.append(use)
        found.reverse()
        return found if self.counts_each else [*{use.told.id or use.number: use for use in found}.values()]

    def raises(self, other: Counted) -> bool:
        """Tell whether under its condition this limit gives more uses of what the other one limits."""
        mine, its = self.limit, other.limit
        is_raise = mine.condition is not None and its.condition is None and self.times > other.times
        return is_raise and not mine.event and not its.event and mine.period == its.period

    def with_stated(self, copy: Copy) -> Counted | None:
        """Return the limit with what was stated of the copy that prints it, null where its condition does not hold."""
        limit, told = self.limit, self
        if limit.condition is not None:
            stated = copy.stated.get(limit.condition)
            if stated is None:
                told = replace(told, depends_on=limit.condition, may_hold=not self.is_exception)
            elif stated.holds is self.is_exception:
                return None
        if limit.count is None and limit.count_text is not None:
            stated = copy.stated.get(limit.count_text)
            if stated is None or stated.count is None:
                return replace(told, depends_on=told.depends_on or limit.count_text)
            told = replace(told, times=stated.count)
        return told

    def _is_of(self, action: Action, copy: Copy) -> bool:
        """Tell whether a limit of some choices or of one of two triggers is of this one."""
        limit = self.limit
        if limit.kind == "ordinal" and limit.condition:
            stated = copy.stated.get(limit.condition)
            return stated is not None and stated.holds
        options = limit.applies_to.options
        return not options or action.option is None or action.option in options

    def _is_counted(self, use: Use) -> bool:
        """Tell whether a limit that counts such events counts this one, whoever it counts them for."""
        known, kind = use.known, self.limit.summon_kind
        is_told = isinstance(use.told, Occurred)
        is_itself = use.how in {"activated", "summoned"} and (kind is None or kind in known.summon_kinds)
        if self.counts_itself if is_told else not is_itself:
            return False
        names = {name for copy in (use.copy, use.to) if copy for name in copy.names}
        is_named = self.thing in {"", *use.action.objects, *names} or self.whose == "target"
        return is_named or not known.sorts.isdisjoint(self.sorts)

    def _is_its(self, use: Use, copy: str, known: Copy, state: State) -> bool:
        """Tell whether something is done by this copy, to it or before it, in its present stay, where that is asked."""
        if self.whose == "copy":
            return use.told.copy == copy and use.copy is not None and use.copy.stay == known.stay
        if self.whose == "target":
            return getattr(use.told, "to", None) == copy and use.to is not None and use.to.stay == known.stay
        if self.whose == "player":
            return True
        # A Summon by an effect is over before what the monsters say begins (ygopro-core, `special_summon`).
        together, _ = state.find_by_id(use.told.id)
        is_along = use.how == "summoned" and copy in {one.told.copy for one in together}
        return use.number >= known.since and not is_along and not known.is_negated(use.number)

    def _counts(self, use: Use, state: State) -> bool:
        """Tell whether a use counts after what became of it; some are given back."""
        is_given_back, is_at_end = self.limit.refunded_if_negated, self.limit.spent_on == "resolution"
        if not (is_given_back or is_at_end or self.declined_is_free):
            return True
        _, outcomes = state.find_by_id(use.told.id)
        if is_at_end and use.how == "activated":
            return "resolved" in outcomes and "declined" not in outcomes
        # "activate" gives it back, "use" does not (OCG Perfect Rulebook 2017, pp. 176-177).
        is_free = is_given_back and not outcomes.isdisjoint(NEGATED)
        return not (is_free or (self.declined_is_free and "declined" in outcomes))


def derive_limits(card: str, reading: CardReading | Row, field: Field) -> Iterator[Counted]:
    """Yield the limits of a card's text as they are counted, in printed order.

    Raises:
        SetupError: a limit governs effects that the reading does not have.
    """
    terms = language(reading.lang, reading.game).terms if reading.lang in language_codes() else Terms()
    works_as_shield: frozenset[Sort] = terms.find_sorts_in("\n".join(find_texts(reading))) & {"fortress"}
    for place, limit in enumerate(reading.limits):
        governed = [effect for effect in reading.effects if effect.index in limit.applies_to.effects]
        if len(governed) < len({*limit.applies_to.effects}):
            raise SetupError(
                f"limit {place + 1} of {card!r} governs effects {limit.applies_to.effects}",
                expected=f"numbers of its {len(reading.effects)} effects",
                remedy="read or tag the card again",
            )
        # "the first <name> that entered": what it happens to is the card that is named.
        named = limit.name if limit.names == "card" else None
        thing = limit.event.object or named or "" if limit.event else ""
        sorts = terms.find_sorts(thing) | works_as_shield
        if limit.kind == "control":
            sorts = _find_sorts_there(limit, terms)
        # A soft limit counts for the copy, whoever controls it; a hard one for the player and the printed name,
        # whatever the card is called now (OCG Perfect Rulebook 2015, p. 47, and 2017, p. 176; Yugipedia, "Once per
        # turn"). What "your" does not stand before is said of the cards of both players (DM, supplement 2).
        for_copy, is_of_both = limit.scope == "copy", limit.owner == "any" and limit.kind == "hard"
        for_player = limit.player == "each" or limit.kind == "ordinal" if for_copy else not is_of_both
        whose: Whose = "copy" if limit.event and limit.event.whose == "this" else "player"
        whose = "presence" if limit.counts_from == "presence" else "target" if "this" in sorts else whose
        places = {_PLACES[end] for end in limit.resets_on}
        # It is another creature that comes back, which has done nothing yet.
        if limit.period == "while_there" or (limit.kind == "ordinal" and whose != "player"):
            places.add("stay")
        # What can be gained is so whatever the name or effect (Yugipedia, "Once per turn"), and a keyword ability is
        # one for all cards that have it, which look back at it over different times.
        shared = {"gain": f"gain/{limit.period}", "ability": f"ability/{limit.name or limit.period}"}
        yield Counted(
            limit,
            shared.get(limit.kind, f"{card}/{field}/{place}"),
            _find_spent_by(limit),
            field,
            # A procedure that is printed as an effect has two names.
            together=limit.shared or limit.kind in {"summon", *shared},
            for_copy=for_copy,
            for_player=for_player,
            counter=_COUNTERS.get(limit.period or "", ""),
            places=tuple(sorted(places)) if for_copy else (),
            thing=thing,
            sorts=sorts,
            whose=whose,
            # "2 monsters" are not "twice".
            counts_each=limit.kind == "cap" and not terms.counts_times(limit.text),
            is_about_to=any(effect.kind in NEVER_ACTIVATED for effect in governed),
            # DM 2 is spent only when used, so that every trigger asks again; the trigger of DM 3 stays spent.
            declined_is_free=limit.pattern is not None and limit.spent_on == "use",
            goes_along=not any(text.span[0] <= limit.span[0] < text.span[1] for text in reading.non_effects),
            times=limit.count or 1,
            is_exception=limit.condition is not None and terms.is_exception(limit.condition),
        )


def find_texts(reading: CardReading | Row) -> Iterator[str]:
    """Yield the texts of a card: of a row those of its parts."""
    yield from (getattr(reading, "text", None) or "", reading.name or "")
    for parts in (reading.effects, reading.non_effects, reading.limits):
        yield from (part.text for part in parts)


def find_sorts(copy: Copy, came_by: str | None) -> frozenset[Sort]:
    """Return the sorts that a card on the field is, or may be: a Trap that was Summoned is a monster too.

    A monster that was activated is in a Pendulum Zone, where it is a Spell.
    """
    card_type = copy.card_type or ""
    if card_type == "monster" and came_by != "activation":
        return frozenset({"monster", "card"})
    sorts: set[Sort] = {"card", "spell_or_trap"}
    if card_type:
        sorts.add("trap" if card_type.endswith("trap") else "spell")
    elif came_by != "activation":
        sorts |= {"monster", "spell", "trap"}
    return frozenset(sorts | {"monster"} if came_by == "summon" else sorts)


def _find_spent_by(limit: Limit) -> frozenset[How]:
    if limit.kind in _SPENT_BY:
        return _SPENT_BY[limit.kind]
    if limit.kind == "event" and limit.event:
        return frozenset()
    if limit.verb == "special_summon":
        return frozenset({"summoned"})
    # What a card does when it is there, or elsewhere, is not its activation.
    if limit.spent_on == "activation" and limit.applies_to.activation:
        return frozenset({"activated"})
    # A negated Summon was a Summon of this name all the same: these limits give nothing back.
    return _USED if limit.kind == "summon" else _SPENT_ON.get(limit.spent_on, _USED)


def _find_sorts_there(limit: Limit, terms: Terms) -> frozenset[Sort]:
    """Return the sorts of an archetype's cards that a limit on how many are there counts, empty for all of them.

    Where its words say none, they are monsters. Scripts look at the Monster Zones alone, where the print says "monster"
    (ProjectIgnis, ``SetUniqueOnField``).
    """
    if limit.names != "archetype":
        return frozenset()
    found = terms.find_sorts_in(limit.text.replace(limit.name or "", " ")) - {"this", "extra_deck_monster", "fortress"}
    # What is said more exactly is meant.
    return found - {"card"} or frozenset(() if found else {"monster"})


class GameRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one limit of the rulebook, which no card prints; ``spent_by_turn_player``: of others it spends nothing.

    ``of_monsters`` binds only their activations.
    """

    limit: dict[str, Any]
    governs: frozenset[ActionKind]
    spent_by: frozenset[ActionKind | Literal["do attack"]]
    spent_by_turn_player: bool = False
    of_monsters: bool = False

    def holds(self, card_type: str | None, effect: Effect | None) -> bool:
        """Tell whether the rule holds of an action with a card of this type, and of this effect."""
        # What is applied is not used; a card whose type is not told may be a monster.
        return not self.of_monsters or (card_type in {None, "monster"} and bool(effect and effect.kind == "activated"))

    @property
    def counted(self) -> Counted:
        """The limit as it is counted."""
        limit = msgspec.convert(dict.fromkeys(Limit.__struct_fields__) | self.limit, Limit)
        for_copy = limit.scope == "copy"
        return Counted(
            limit,
            limit.rule,
            _USED | {"followed", "occurred"},
            for_copy=for_copy,
            for_player=not for_copy,
            by_turn_player=self.spent_by_turn_player,
            counter="turns",
            places=tuple(sorted({_PLACES[end] for end in limit.resets_on})) if for_copy else (),
        )


@cache
def load_rulebook() -> tuple[GameRule, ...]:
    """Return the limits of the rulebook (Turkish advanced rules, "Savaş konumu değişiklikleri", "Union Monsters")."""
    book = tomllib.loads(Path(__file__).with_name("rulebook.toml").read_text(encoding="utf-8"))
    rules = ({**rule, "limit": {**book["limit"], **rule["limit"]}} for rule in book["rule"])
    return msgspec.convert([*rules], tuple[GameRule, ...])


@lru_cache(64)
def find_rulebook(game: str | None) -> tuple[GameRule, ...]:
    """Return the limits of the rulebook that hold in a game, by its own file or that of the game it is ruled as."""
    own = known_games().get(game or "")
    named = own.rulebook if own and own.rulebook else ruled_as(game).rulebook
    return tuple(rule for rule in load_rulebook() if rule.limit["rule"].removeprefix("rulebook.") in named)
