"""How each limit is counted: by what it is spent, whose count it is, and what it counts of what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.errors import OnceperError
from onceper.evaluator.event import CardType
from onceper.evaluator.state import NOTHING, Watched
from onceper.evaluator.vocabulary import find_texts
from onceper.lang.languages import language, language_codes
from onceper.patterns.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit, WhoseTurn
    from onceper.contract.reading import CardReading, Field, Row
    from onceper.evaluator.action import ActionKind
    from onceper.evaluator.rulebook import GameRule
    from onceper.evaluator.state import Counter
    from onceper.patterns.terms import Sort

# An application that `followed` is one of what had been activated.
SpentBy = Literal["activated", "applied", "followed", "summoned", "resolved", "declined"]
Manner = Literal["uses", "ordinal", "tally", "presence"]
Refund = Literal["negated", "declined"]

_SPENT_BY: dict[str, frozenset[SpentBy]] = {
    # Whether the effect of an activation is negated later, or cannot resolve, is not asked: it has been
    # activated (OCG Perfect Rulebook 2017, p. 176).
    "activation": frozenset({"activated"}),
    # The use counted when the effect was activated; its copy may have left since and counts anew.
    "use": frozenset({"activated", "applied"}),
    "application": frozenset({"applied", "followed"}),
    "occurrence": frozenset({"applied", "followed"}),
    # Declared by many, resolved by one (DM 4): what was declared before is checked when it resolves.
    "resolution": frozenset({"resolved"}),
}
# A negated Summon was a Summon of this name all the same: these limits give nothing back.
_SUMMON_SPENT_BY: dict[str, frozenset[SpentBy]] = {
    "summon": frozenset({"activated", "applied", "summoned"}),
    "special_summon": frozenset({"summoned"}),
}
# Occurring for the nth time is not used up by the ability; each occurrence is, once.
_ORDINAL_SPENT_BY: frozenset[SpentBy] = frozenset({"activated", "applied", "declined"})

# What a ceiling counts of what is done; a Set is no Summon.
COUNTED_AS: dict[ActionKind, tuple[str, ...]] = {
    "activation": ("activate",),
    "summon": ("summon", "special_summon"),
    "special_summon": ("summon", "special_summon"),
    # Whether it is a Tribute Summon is told by its kind.
    "normal_summon": ("summon", "normal_summon", "tribute_summon"),
    "flip_summon": ("summon", "flip_summon"),
}
_A_SPELL_OR_TRAP: frozenset[Sort] = frozenset({"spell_or_trap", "card"})
_SPELLS_AND_TRAPS: frozenset[Sort] = _A_SPELL_OR_TRAP | {"spell", "trap"}
# The sorts that a card is when it is Summoned, those when it is activated and those when it lies there, by its type.
SORTS_SUMMONED: frozenset[Sort] = frozenset({"monster"})
SORTS_FROM_EXTRA_DECK: frozenset[Sort] = frozenset({"extra_deck_monster"})
SORTS_ACTIVATED: dict[CardType | None, frozenset[Sort]] = {
    None: _A_SPELL_OR_TRAP,
    # In a Pendulum Zone.
    "monster": _A_SPELL_OR_TRAP | {"spell"},
    **{kind: _A_SPELL_OR_TRAP | {"spell"} for kind in get_args(CardType) if kind.endswith("_spell")},
    **{kind: _A_SPELL_OR_TRAP | {"trap"} for kind in get_args(CardType) if kind.endswith("_trap")},
}
SORTS_CONTROLLED: dict[CardType | None, frozenset[Sort]] = {
    **SORTS_ACTIVATED,
    None: SORTS_SUMMONED | _SPELLS_AND_TRAPS,
    "monster": SORTS_SUMMONED | {"card"},
}
# Whose Summons and activations are counted without being told by an `Occurred` event.
_SORTS_BY_EVENT: dict[str, frozenset[Sort]] = {
    **{what: SORTS_SUMMONED | SORTS_FROM_EXTRA_DECK for counted in COUNTED_AS.values() for what in counted},
    "activate": _SPELLS_AND_TRAPS,
}
_CONTROLLED = SORTS_SUMMONED | _SPELLS_AND_TRAPS


class SetupError(OnceperError):
    """An evaluator was given readings or players with which no game can be played."""


class CountedLimit(NamedTuple):
    """Hold a limit as it is counted.

    ``key`` names the count: that of this card's limit, or one that cards share. ``whose_turn`` is seen from
    the player who acts, not from the "you" of the text. ``counts_together``: all that the limit governs have one
    count. ``watched`` is what it counts of what happens, where ``manner`` is ``ordinal`` or ``tally``, and ``sorts``
    are the sorts of card that its words mean in the language of the text, with ``fortress`` where the card works as a
    shield. ``goes_along``: whoever gains the effects of the card gains the limit too. ``times`` is the count of the
    limit, 1 where it prints none and none was stated, and ``depends_on`` are the words that were not stated; a limit
    whose condition they are only ``may_hold``. One whose condition ``is_exception`` holds while
    what it speaks of is not so.
    """

    limit: Limit
    key: str
    field: Field
    manner: Manner
    whose_turn: WhoseTurn
    spent_by: frozenset[SpentBy]
    counts_together: bool
    refunded_if: frozenset[Refund] = frozenset()
    watched: Watched = NOTHING
    sorts: frozenset[Sort] = frozenset()
    is_about_to: bool = False
    goes_along: bool = False
    times: int = 1
    depends_on: str | None = None
    may_hold: bool = False
    is_exception: bool = False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r}, {self.manner!r}, {self.limit.text!r})"

    def counts_sort(self, sorts: frozenset[Sort]) -> bool:
        """Tell whether a limit on how many are there counts what is of these sorts."""
        return not self.sorts or not self.sorts.isdisjoint(sorts)

    def raises(self, other: CountedLimit) -> bool:
        """Tell whether under its condition this limit gives more uses of what the other one limits."""
        return (
            self.limit.condition is not None
            and other.limit.condition is None
            and self.manner == other.manner == "uses"
            and self.limit.period == other.limit.period
            and self.times > other.times
        )


def counts_by_itself(what: str, thing: str, sorts: frozenset[Sort]) -> bool:
    """Tell whether Summons or activations are counted as this without being told by an `Occurred` event."""
    return what in _SORTS_BY_EVENT and (not thing or not sorts.isdisjoint(_SORTS_BY_EVENT[what]))


def derive_limits(card: str, reading: CardReading | Row, field: Field) -> Iterator[CountedLimit]:
    """Yield the limits of a card's text as they are counted, in printed order.

    Raises:
        SetupError: a limit governs effects that the reading does not have.
    """
    terms = language(reading.lang, reading.game).terms if reading.lang in language_codes() else Terms()
    printed = terms.find_sorts_in("\n".join(find_texts(reading)))
    in_shield_zone: frozenset[Sort] = printed & {"fortress"}
    for place, limit in enumerate(reading.limits):
        if not all(1 <= number <= len(reading.effects) for number in limit.applies_to.effects):
            raise SetupError(
                f"limit {place + 1} of {card!r} governs effects {limit.applies_to.effects}",
                expected=f"numbers of its {len(reading.effects)} effects",
                remedy="read or tag the card again",
            )
        manner = _manner_of(limit)
        watched = _find_watched(limit, terms)
        is_presence = manner == "presence"
        sorts = (
            _find_sorts_controlled(limit, terms) if is_presence else terms.find_sorts(watched.object) | in_shield_zone
        )
        yield CountedLimit(
            limit,
            _key_of(limit, f"{card}/{field}/{place}"),
            field,
            manner,
            _turn_of_actor(limit),
            _find_spent_by(limit, manner),
            # A procedure that is printed as an effect has two names.
            limit.shared or limit.kind in {"summon", "gain", "ability"},
            _find_refunds(limit, reading.game),
            watched,
            sorts,
            is_about_to=any(reading.effects[n - 1].kind in NEVER_ACTIVATED for n in limit.applies_to.effects),
            goes_along=not any(text.span[0] <= limit.span[0] < text.span[1] for text in reading.non_effects),
            times=limit.count or 1,
            is_exception=limit.condition is not None and terms.is_exception(limit.condition),
        )


def derive_rule(rule: GameRule) -> CountedLimit:
    """Return a limit of the rulebook as it is counted."""
    return CountedLimit(rule.limit(), rule.id, "text", "uses", rule.whose_turn, frozenset(), counts_together=True)


def _manner_of(limit: Limit) -> Manner:
    match limit.kind:
        case "control":
            return "presence"
        case "ordinal":
            return "ordinal"
        case "cap":
            return "tally"
        case "event":
            # Without an event it counts what the ability itself has done.
            return "tally" if limit.event else "uses"
        case _:
            return "uses"


def _key_of(limit: Limit, own: str) -> str:
    match limit.kind:
        case "gain":
            # "whatever the name or effect" (Yugipedia, "Once per turn").
            return f"gain/{limit.period}"
        case "ability":
            # One for all cards that have it.
            return f"ability/{limit.name or ''}/{limit.period or ''}"
        case _:
            return own


def _find_spent_by(limit: Limit, manner: Manner) -> frozenset[SpentBy]:
    if manner == "ordinal":
        return _ORDINAL_SPENT_BY
    if manner != "uses":
        return frozenset()
    if limit.kind == "summon":
        return _SUMMON_SPENT_BY.get(limit.verb, _SUMMON_SPENT_BY["summon"])
    return _SPENT_BY["resolution" if limit.kind == "ability" else limit.spent_on]


def _find_refunds(limit: Limit, game: str | None) -> frozenset[Refund]:
    refunds: set[Refund] = set()
    if limit.refunded_if_negated:
        # "activate" gives it back, "use" does not (OCG Perfect Rulebook 2017, pp. 176-177).
        refunds.add("negated")
    if game == "duelmasters" and limit.spent_on == "use":
        # DM 2 is spent only when used, so that every trigger asks again; the trigger of DM 3 stays spent.
        refunds.add("declined")
    return frozenset(refunds)


def _find_watched(limit: Limit, terms: Terms) -> Watched:
    if limit.event is None:
        return NOTHING
    # "the first <name> that entered": what it happens to is the card that is named.
    thing = limit.event.object or (limit.name or "" if limit.names == "card" else "")
    by: Counter = "player"
    if limit.counts_from == "presence":
        by = "source"
    elif "this" in terms.find_sorts(thing):
        by = "target"
    elif limit.event.whose == "this":
        by = "copy"
    # What was negated did not happen, to a ceiling; it was the nth time all the same, to an ordinal.
    is_given_back = limit.kind == "cap" and limit.refunded_if_negated
    # "2 monsters" are not "twice".
    counts_each = limit.kind == "cap" and not terms.counts_times(limit.text)
    period, kind = limit.period or "", limit.summon_kind or ""
    return Watched(limit.event.what, thing, period, by, kind, is_given_back, counts_each)


def _find_sorts_controlled(limit: Limit, terms: Terms) -> frozenset[Sort]:
    """Return the sorts of an archetype's cards that a limit on how many are there counts, empty for all of them.

    Where its words say none, they are monsters. Scripts look at the Monster Zones alone, where the print says "monster"
    (ProjectIgnis, ``SetUniqueOnField``).
    """
    if limit.names != "archetype":
        return frozenset()
    found = terms.find_sorts_in(limit.text.replace(limit.name or "", " ")) & _CONTROLLED
    # What is said more exactly is meant.
    return found - {"card"} or (frozenset() if found else SORTS_SUMMONED)


def _turn_of_actor(limit: Limit) -> WhoseTurn:
    if limit.whose_turn == "any" or limit.player != "opponent":
        return limit.whose_turn
    return "own" if limit.whose_turn == "opponent" else "opponent"
