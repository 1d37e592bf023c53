"""Each limit as a question to the log: which uses spend it, for whom they count, and since when."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.limit import Limit, WhoseTurn
from onceper.contract.reading import Field
from onceper.errors import OnceperError
from onceper.evaluator.action import ActionKind
from onceper.evaluator.state import How, walk
from onceper.lang.languages import language, language_codes
from onceper.patterns.terms import Sort, Terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.reading import CardReading, Row
    from onceper.evaluator.state import Copy, State, Use

# Of what is counted: by a player, by the copy that prints the limit, to it, or by a player while that copy is there.
Whose = Literal["player", "copy", "target", "presence"]

_NEGATED = {"activation_negated", "summon_negated"}
# Whether the effect of an activation is negated later, or cannot resolve, is not asked: it has been activated
# (OCG Perfect Rulebook 2017, p. 176). A keyword ability is declared by many and resolved by one (DM 4).
_USED: frozenset[How] = frozenset({"activated", "applied", "summoned"})
_SPENT_BY: dict[str, frozenset[How]] = {
    "application": frozenset({"applied", "followed"}),
    "occurrence": frozenset({"applied", "followed"}),
    "special_summon": frozenset({"summoned"}),
    "card": frozenset({"activated"}),
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
# Beside the uses of an ordinal stands what has occurred.
OCCURRED = "occurred"


class SetupError(OnceperError):
    """An evaluator was given readings or players with which no game can be played."""


class Counted(Struct, frozen=True, gc=False):
    """Hold a limit as it is counted.

    ``key`` names the count: that of this card's limit, or one that cards share; ``together``: what the limit governs
    has one count. ``for_copy``, ``for_player``: each has its own. A use is of now where ``counter`` of the clock and
    ``places`` of the copy are as they were. ``thing`` are the printed words for what it counts of what occurs,
    ``sorts`` the sorts of card that they mean, with ``fortress`` where the card works as a shield, and ``whose`` says
    for whom it counts; ``counts_each``: each of the monsters that come together. ``is_about_to``: it changes what is
    about to happen. ``goes_along``: whoever gains the effects of the card gains the limit too. ``times`` is the count
    of the limit, 1 where it prints none and none was stated, and ``depends_on`` are the words that were not stated; a
    limit whose condition they are only ``may_hold``. One whose condition ``is_exception`` holds while what it speaks
    of is not so.
    """

    limit: Limit
    key: str
    field: Field = "text"
    spent_by: frozenset[How] = frozenset()
    together: bool = True
    for_copy: bool = False
    for_player: bool = True
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

    def make_key(self, part: str, copy: str, player: str) -> str:
        """Return under which key the uses of this copy by this player are found."""
        part = "" if self.together else part
        return f"{self.key}\0{part}\0{copy if self.for_copy else ''}\0{player if self.for_player else ''}"

    def find_uses(self, state: State, part: str, copy: str, player: str) -> list[Use]:
        """Return the uses that count for this copy and player now, the oldest first.

        Monsters that are Summoned together are one Summon of their name.
        """
        found: dict[object, Use] = {}
        known = state.find_copy(copy) if self.places else None
        for use in walk(state.found.get(self.make_key(part, copy, player))):
            if self._is_over(use, state) or any(getattr(use.copy, one) != getattr(known, one) for one in self.places):
                break
            if self._counts(use, state):
                found[use.told.id if use.how == "summoned" else use.number] = use
        return [*found.values()][::-1]

    def find_occurred(self, state: State, players: Iterable[str], copy: str) -> list[Use]:
        """Return what has occurred by these players in the present period, the oldest first."""
        known, found = state.copies.get(copy), []
        for player in players:
            for use in walk(state.found.get(f"{self.key}\0{OCCURRED}\0{player}")):
                if self._is_over(use, state):
                    break
                # What was negated did not happen, to a ceiling; it was the nth time all the same, to an ordinal.
                is_counted = self.limit.kind == "ordinal" or self._counts(use, state)
                if is_counted and (known is None or self._is_its(use, copy, known, state)):
                    found.append(use)
        found.sort(key=lambda use: use.number)
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
            stated = copy.find_stated(limit.condition)
            if stated is None:
                told = replace(told, depends_on=limit.condition, may_hold=not self.is_exception)
            elif stated.holds is self.is_exception:
                return None
        if limit.count is None and limit.count_text is not None:
            stated = copy.find_stated(limit.count_text)
            if stated is None or stated.count is None:
                return replace(told, depends_on=told.depends_on or limit.count_text)
            told = replace(told, times=stated.count)
        return told

    def _is_over(self, use: Use, state: State) -> bool:
        return bool(self.counter) and getattr(use.when, self.counter) != getattr(state.clock, self.counter)

    def _is_its(self, use: Use, copy: str, known: Copy, state: State) -> bool:
        """Tell whether something is done by this copy, to it or before it, in its present stay, where that is asked."""
        if self.whose == "copy":
            return use.told.copy == copy and use.copy is not None and use.copy.stay == known.stay
        if self.whose == "target":
            return getattr(use.told, "to", None) == copy and use.to is not None and use.to.stay == known.stay
        # A Summon by an effect is over before what the monsters say begins (ygopro-core, `special_summon`).
        together = state.told.get(use.told.id) if use.told.id and use.how == "summoned" else None
        came_along = (one.told.copy for one in walk(together.uses if together else None))
        return self.whose == "player" or (
            use.number >= known.since and copy not in came_along and not known.is_negated_at(use.number)
        )

    def _counts(self, use: Use, state: State) -> bool:
        """Tell whether a use counts after what became of it; some are given back."""
        told = state.told.get(use.told.id) if use.told.id else None
        if told is None:
            return True
        if self.limit.spent_on == "resolution" and use.how == "activated":
            return told.fate == "resolved" and not told.declined
        # "activate" gives it back, "use" does not (OCG Perfect Rulebook 2017, pp. 176-177).
        is_free = self.limit.refunded_if_negated and told.fate in _NEGATED
        return not (is_free or (self.declined_is_free and told.declined))


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
            field,
            _find_spent_by(limit),
            # A procedure that is printed as an effect has two names.
            limit.shared or limit.kind in {"summon", *shared},
            for_copy,
            for_player,
            _COUNTERS.get(limit.period or "", ""),
            tuple(sorted(places)) if for_copy else (),
            thing,
            sorts,
            whose,
            # "2 monsters" are not "twice".
            limit.kind == "cap" and not terms.counts_times(limit.text),
            any(effect.kind in NEVER_ACTIVATED for effect in governed),
            # DM 2 is spent only when used, so that every trigger asks again; the trigger of DM 3 stays spent.
            reading.game == "duelmasters" and limit.spent_on == "use",
            not any(text.span[0] <= limit.span[0] < text.span[1] for text in reading.non_effects),
            limit.count or 1,
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
    if limit.kind in {"control", "cap"} or (limit.kind == "event" and limit.event):
        return frozenset()
    if limit.kind == "ordinal" or limit.verb == "special_summon":
        return _SPENT_BY["ordinal" if limit.kind == "ordinal" else "special_summon"]
    # What a card does when it is there, or elsewhere, is not its activation.
    if limit.spent_on == "activation" and limit.applies_to.activation:
        return _SPENT_BY["card"]
    # A negated Summon was a Summon of this name all the same: these limits give nothing back.
    return _USED if limit.kind == "summon" else _SPENT_BY.get(limit.spent_on or "use", _USED)


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
    """Hold one limit of the rulebook, which no card prints; ``spent_by_turn_player``: of others it spends nothing."""

    limit: dict[str, Any]
    governs: frozenset[ActionKind]
    spent_by: frozenset[ActionKind | Literal["attack"]]
    spent_by_turn_player: bool = False

    @property
    def counted(self) -> Counted:
        """The limit as it is counted."""
        limit = msgspec.convert(dict.fromkeys(Limit.__struct_fields__) | self.limit, Limit)
        spent_by: frozenset[How] = frozenset({"turn_player"} if self.spent_by_turn_player else ())
        for_copy = limit.scope == "copy"
        places = ("stay",) if for_copy else ()
        return Counted(limit, limit.rule, "text", spent_by, True, for_copy, not for_copy, "turns", places)


@cache
def load_rulebook() -> tuple[GameRule, ...]:
    """Return the limits of the rulebook (Turkish advanced rules, "Savaş konumu değişiklikleri", "Union Monsters")."""
    book = tomllib.loads(Path(__file__).with_name("rulebook.toml").read_text(encoding="utf-8"))
    rules = ({**rule, "limit": {**book["limit"], **rule["limit"]}} for rule in book["rule"])
    return msgspec.convert([*rules], tuple[GameRule, ...])
