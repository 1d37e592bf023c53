"""Each limit as a question to the log: which uses spend it, for whom they count, and since when."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.limit import Limit, WhoseTurn
from onceper.contract.reading import Field
from onceper.evaluator.event import Occurred
from onceper.evaluator.state import CAME_TO_NOTHING, NEGATED, How
from onceper.lang.games import known_games, ruled_as
from onceper.lang.languages import language, language_codes
from onceper.patterns.language_files import Sort, Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading, Row
    from onceper.evaluator.action import Action
    from onceper.evaluator.state import Copy, State, Use

# Of what is counted: by a player, by the copy that prints the limit, to it, or by a player while that copy is there.
Whose = Literal["player", "copy", "target", "presence"]

# Whether the effect of an activation is negated later, or cannot resolve, is not asked: it has been activated
# (OCG Perfect Rulebook 2017, p. 176). A keyword ability is declared by many and resolved by one (DM 4).
_USED: frozenset[How] = frozenset({"activated", "applied", "summoned"})
_TOLD: frozenset[How] = _USED | {"followed", "occurred"}
_APPLIED: frozenset[How] = frozenset({"applied", "followed"})
_SPENT_ON: dict[str | None, frozenset[How]] = {"application": _APPLIED, "occurrence": _APPLIED}
_SPENT_BY: dict[str, frozenset[How]] = {
    # Occurring for the nth time is not used up by the ability; each occurrence is, once.
    "ordinal": frozenset({"activated", "applied", "declined"}),
    # A negated Summon was a Summon of this name all the same: these limits give nothing back.
    "summon": _USED,
}
_COUNTERS = {"turn": "turns", "chain": "chains", "attack": "attacks", "battle": "battles", "phase": "phases"}
_PLACES = {"leaves_location": "stay", "flipped_face_down": "flips", "flipped_by_other": "flips_by_other"}
# What a ceiling counts of what is done; a Set is no Summon.
COUNTED_AS: dict[str, tuple[str, ...]] = {
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


class Counted(Struct, frozen=True, gc=False):
    """Hold a limit as it is counted.

    ``key`` names the count: that of this card's limit, or one that cards share. ``thing`` are the printed words for
    what it counts of what occurs, ``sorts`` the sorts of card that they mean, with ``fortress`` where the card works as
    a shield, and ``whose`` says for whom it counts; ``counts_each``: each of the monsters that come together.
    ``goes_along``: whoever gains the effects of the card gains the limit too. ``times`` is the count of the limit, 1
    where it prints none and none was stated, and ``depends_on`` are the words that were not stated; a limit whose
    condition they are only ``may_hold``. One whose condition ``is_exception`` holds while what it speaks of is not so.
    """

    limit: Limit
    key: str
    spent_by: frozenset[How]
    times: int
    field: Field = "text"
    thing: str = ""
    sorts: frozenset[Sort] = frozenset()
    whose: Whose = "player"
    counts_each: bool = False
    goes_along: bool = True
    is_exception: bool = False
    depends_on: str | None = None
    may_hold: bool = False

    @property
    def together(self) -> bool:
        """Tell whether all that it governs is one count."""
        # A procedure that is printed as an effect has two names.
        return self.limit.shared or self.limit.kind in {"summon", "gain", "ability"}

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

    def governs(self, action: Action, kind: str, kinds: frozenset[str]) -> bool:
        """Tell whether it speaks of an action, which is told as of this kind and may be these kinds of Summon.

        "this effect" is only the previous effect, the others stay free (OCG Perfect Rulebook 2017, p. 177): the
        reading has resolved that reference into ``applies_to.effects``.
        """
        limit, applies_to = self.limit, self.limit.applies_to
        # A ceiling, and how many may be there, are looked for in play; what is only gained or happens later does not
        # stand in the way of activating the card.
        is_later = kind != action.kind and limit.verb != "apply" and "activated" not in self.spent_by
        if limit.kind in {"cap", "control"} or is_later:
            return False
        if action.kind == "effect":
            return action.field == self.field and action.effect in applies_to.effects
        if action.kind == "activation":
            return applies_to.activation
        # The card's own procedure is of whatever kind it says; other Special Summons are limited by name.
        is_special, by_name = action.kind in {"summon", "special_summon"}, limit.verb == "special_summon"
        is_own = action.kind == "summon" and limit.verb == "summon"
        is_kind = limit.summon_kind in kinds or (is_special and limit.summon_kind is None)
        return applies_to.summon and (is_own or is_kind) and (by_name or action.kind != "special_summon")

    def is_now(self, use: Use, state: State) -> bool:
        """Tell whether a use was in the present period."""
        counter = _COUNTERS.get(self.limit.period or "")
        return counter is None or getattr(use.state.clock, counter) == getattr(state.clock, counter)

    def is_here(self, use: Use, copy: Copy) -> bool:
        """Tell whether a copy is where it was, in the way that matters, since a use of it."""
        limit, was = self.limit, use.copy
        places = [_PLACES[end] for end in limit.resets_on]
        # It is another creature that comes back, which has done nothing yet.
        if limit.period == "while_there" or (limit.kind == "ordinal" and self.whose != "player"):
            places.append("stay")
        return all(getattr(was, place) == getattr(copy, place) for place in places)

    def is_whose(self, use: Use, player: str, copy: str) -> bool:
        """Tell whether a use counts for a player and a copy.

        A soft limit counts for the copy, whoever controls it; a hard one for the player and the printed name, whatever
        the card is called now (OCG Perfect Rulebook 2015, p. 47, and 2017, p. 176; Yugipedia, "Once per turn").
        """
        limit, done_by = self.limit, use.told.player
        # What "your" does not stand before is said of the cards of both players (DM, supplement 2).
        is_of_all = limit.owner == "any" and limit.kind == "hard"
        if limit.scope == "copy":
            if use.told.copy != copy:
                return False
            is_of_all = limit.player != "each" and limit.kind != "ordinal"
        # What occurs in another's turn uses up nothing that is for a player's own.
        occurs = limit.spent_on == "occurrence" and self.whose_turn == "own"
        return (is_of_all or done_by == player) and (not occurs or done_by == use.state.clock.player)

    def is_of(self, use: Use, asked: Action, state: State) -> bool:
        """Tell whether a use is of the choice and the target that is asked for, or of this one of two triggers.

        A use whose choice or target nobody told may have been of any; where none is asked for, all are meant.
        """
        limit, done = self.limit, use.known.action
        options = {None, *limit.applies_to.options}
        if limit.kind == "ordinal" and limit.condition:
            stated = use.copy.stated.get(limit.condition)
            return stated is not None and stated.holds
        if len(options) > 1 and done.option not in options:
            return False
        by_option = limit.each_option or len(options) > 1
        if by_option and asked.option and done.option not in {None, asked.option}:
            return False
        if not limit.each_target or not done.target:
            return True
        # It is another card when it comes back.
        return asked.target in {None, done.target} and use.target.stay == state.copies[done.target].stay

    def is_counted(self, use: Use) -> bool:
        """Tell whether a limit that counts such events counts this one, whoever it counts them for."""
        known, kind, told = use.known, self.limit.summon_kind, use.told
        is_itself = use.how in {"activated", "summoned"} and (kind is None or kind in known.summon_kinds)
        if self.counts_itself if isinstance(told, Occurred) else not is_itself:
            return False
        is_named = self.thing in {"", *known.action.objects, *use.copy.names, *use.target.names}
        return is_named or self.whose == "target" or not known.sorts.isdisjoint(self.sorts)

    def is_its(self, use: Use, copy: str, state: State) -> bool:
        """Tell whether something is done by this copy, to it or before it, in its present stay, where that is asked."""
        now, was = state.copies.get(copy), use.state.copies.get(copy)
        if self.whose == "player" or now is None:
            return True
        if was is None or was.stay != now.stay:
            return False
        if self.whose != "presence":
            return copy == (use.told.copy if self.whose == "copy" else use.target_id)
        # A Summon by an effect is over before what the monsters say begins (ygopro-core, `special_summon`).
        together, _ = state.find_by_id(use.told.id)
        is_along = use.how == "summoned" and any(one.told.copy == copy for one in together)
        return was.face_up and was.flips == now.flips and not (was.negated or is_along)

    def counts(self, use: Use, state: State) -> bool:
        """Tell whether a use counts after what became of it; some are given back."""
        limit, is_at_end = self.limit, self.limit.spent_on == "resolution"
        # DM 2 is spent only when used, so that every trigger asks again; the trigger of DM 3 stays spent.
        declined_is_free = limit.pattern is not None and limit.spent_on == "use"
        if not (limit.refunded_if_negated or is_at_end or declined_is_free):
            return True
        _, outcomes = state.find_by_id(use.told.id)
        if is_at_end and use.how == "activated":
            return "resolved" in outcomes and outcomes.isdisjoint({"declined", *CAME_TO_NOTHING})
        # "activate" gives it back, "use" does not (OCG Perfect Rulebook 2017, pp. 176-177).
        is_free = limit.refunded_if_negated and not outcomes.isdisjoint(NEGATED)
        return not (is_free or (declined_is_free and "declined" in outcomes))

    def raises(self, other: Counted) -> bool:
        """Tell whether under its condition this limit gives more uses of what the other one limits."""
        mine, its = self.limit, other.limit
        is_alike = mine.period == its.period and not mine.event and not its.event
        return is_alike and mine.condition is not None and self.times > other.times

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


def derive_limits(card: str, reading: CardReading | Row, field: Field) -> Iterator[Counted]:
    """Yield the limits of a card's text as they are counted, in printed order."""
    terms = language(reading.lang, reading.game).terms if reading.lang in language_codes() else Terms()
    printed: tuple[Effect | NonEffect | Limit, ...] = (*reading.effects, *reading.non_effects, *reading.limits)
    works_as_shield: frozenset[Sort] = terms.find_sorts_in(" ".join(one.text for one in printed)) & {"fortress"}
    for place, limit in enumerate(reading.limits):
        event, named = limit.event, limit.name if limit.names == "card" else None
        # "the first <name> that entered": what it happens to is the card that is named.
        thing = event.object or named or "" if event else ""
        sorts = _find_sorts_there(limit, terms) if limit.kind == "control" else terms.find_sorts(thing)
        whose: Whose = "target" if "this" in sorts else "copy" if event and event.whose == "this" else "player"
        # What can be gained is so whatever the name or effect (Yugipedia, "Once per turn"), and a keyword ability is
        # one for all cards that have it, which look back at it over different times.
        shared = {"gain": f"gain/{limit.period}", "ability": f"ability/{limit.name or limit.period}"}
        yield Counted(
            limit,
            shared.get(limit.kind, f"{card}/{field}/{place}"),
            _find_spent_by(limit),
            limit.count or 1,
            field,
            thing,
            sorts if limit.kind == "control" else sorts | works_as_shield,
            "presence" if limit.counts_from == "presence" else whose,
            # "2 monsters" are not "twice".
            counts_each=limit.kind == "cap" and not terms.counts_times(limit.text),
            goes_along=not any(text.span[0] <= limit.span[0] < text.span[1] for text in reading.non_effects),
            is_exception=limit.condition is not None and terms.is_exception(limit.condition),
        )


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
    # What a card does when it is there, or elsewhere, is not its activation.
    if limit.spent_on == "activation" and limit.applies_to.activation:
        return frozenset({"activated"})
    return _SPENT_BY.get(limit.kind) or _SPENT_ON.get(limit.spent_on, _USED)


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


class GameRule(Counted, frozen=True, gc=False):
    """Hold one limit of the rulebook, which no card prints; ``of_monsters`` binds only what is used of them."""

    governed: frozenset[str] = frozenset()
    used_up_by: frozenset[str] = frozenset()
    of_monsters: bool = False


@cache
def load_rulebook() -> tuple[GameRule, ...]:
    """Return the limits of the rulebook (Turkish advanced rules, "Savaş konumu değişiklikleri", "Union Monsters")."""
    book = tomllib.loads(Path(__file__).with_name("rulebook.toml").read_text(encoding="utf-8"))
    nothing: dict[str, Any] = dict.fromkeys(Limit.__struct_fields__)
    for rule in book["rule"]:
        limit = nothing | book["limit"] | rule["limit"]
        rule |= {"limit": limit, "key": limit["rule"], "times": limit["count"], "spent_by": _TOLD}
    return msgspec.convert(tuple(book["rule"]), tuple[GameRule, ...])


@lru_cache(64)
def find_rulebook(game: str | None) -> tuple[GameRule, ...]:
    """Return the limits of the rulebook that hold in a game, by its own file or that of the game it is ruled as."""
    own = known_games().get(game or "")
    named = own.rulebook if own and own.rulebook else ruled_as(game).rulebook
    return tuple(rule for rule in load_rulebook() if rule.key.removeprefix("rulebook.") in named)
