"""How each limit is counted: by what it is spent, whose count it is, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from onceper.errors import OnceperError
from onceper.evaluator.card_words import every_activated_word, summoned_words, this_copy_words
from onceper.evaluator.state import Account, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit, WhoseTurn
    from onceper.contract.reading import CardReading, Field, Row
    from onceper.evaluator.action import Action, ActionKind
    from onceper.evaluator.rulebook import Rule
    from onceper.evaluator.state import CopyState

# An application that `followed` is one of what had been activated.
Happening = Literal["activated", "applied", "followed", "summoned", "resolved", "declined"]
Manner = Literal["uses", "ordinal", "tally", "presence"]
Counter = Literal["player", "copy", "target"]
Undone = Literal["negated", "declined"]

_SPENT_BY: dict[str, frozenset[Happening]] = {
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
_SUMMON_SPENT_BY: dict[str, frozenset[Happening]] = {
    "summon": frozenset({"activated", "applied", "summoned"}),
    "special_summon": frozenset({"summoned"}),
}
# Occurring for the nth time is not used up by the ability; each occurrence is, once.
_ORDINAL_SPENT_BY: frozenset[Happening] = frozenset({"activated", "applied", "declined"})


# What a ceiling counts of what is done; a Set is no Summon.
COUNTED_AS: dict[ActionKind, tuple[str, ...]] = {
    "activation": ("activate",),
    "summon": ("summon", "special_summon"),
    "special_summon": ("summon", "special_summon"),
    "normal_summon": ("summon",),
    "flip_summon": ("summon",),
}


def counts_by_itself(what: str, thing: str) -> bool:
    """Tell whether Summons or activations are counted as this without being told by an `Occurred` event."""
    words = {"activate": every_activated_word(), "summon": summoned_words(), "special_summon": summoned_words()}
    return what in words and thing in {"", *words[what]}


class SetupError(OnceperError):
    """An evaluator was given readings or players with which no game can be played."""


class Counted(NamedTuple):
    """Hold a limit as it is counted.

    ``key`` names the count: that of this card's limit, or one that cards share. ``whose_turn`` is seen from
    the player who acts, not from the "you" of the text. ``what`` and ``object`` are what it counts of what
    happens, where ``manner`` is ``ordinal`` or ``tally``. ``goes_along``: whoever gains the effects of the
    card gains the limit too.
    """

    limit: Limit
    key: str
    field: Field
    manner: Manner
    whose_turn: WhoseTurn
    spent_by: frozenset[Happening]
    given_back_if: frozenset[Undone] = frozenset()
    what: str = ""
    object: str = ""
    is_about_to: bool = False
    goes_along: bool = False

    def account(self, holder: str, part: str, numbers: Mapping[str, int], copy: CopyState) -> Account:
        """Return the count that a use adds to now.

        A soft limit counts for the copy, whoever controls it, while it stays face-up where it is; a hard one
        for the player and the printed name, whatever the card is called now (OCG Perfect Rulebook 2015,
        p. 47, and 2017, p. 176; Yugipedia, "Once per turn").
        """
        limit = self.limit
        epoch = [numbers.get(limit.period or "", 0)]
        if limit.period == "while_there" or "leaves_location" in limit.resets_on:
            epoch.append(copy.stay)
        if "flipped_face_down" in limit.resets_on:
            epoch.append(copy.flips)
        if "flipped_by_other" in limit.resets_on:
            epoch.append(copy.flips_by_other)
        return Account(holder, self.key, part, tuple(epoch))

    def holder(self, copy: str, player: str) -> str:
        """Return whose count it is."""
        return copy if self.limit.scope == "copy" else player

    def part(self, action: Action) -> str:
        """Return the name of the action's own count, empty where all that the limit governs have one."""
        # A procedure that is printed as an effect has two names.
        if self.limit.shared or self.limit.kind in {"summon", "gain", "ability"}:
            return ""
        return str(action)

    def tallies(
        self, copy: str, player: str, players: tuple[str, str], numbers: Mapping[str, int], stay: int
    ) -> list[Tally]:
        """Return the counts of occurrences that add up to what this limit counts, for the player "you"."""
        if self.counter != "player":
            return [by_copy(self.what, self.object, copy, stay, self.limit.period or "", numbers)]
        match self.limit.event.whose if self.limit.event else "own":
            case "own":
                doers = [player]
            case "opponent":
                doers = [other for other in players if other != player]
            case _:
                doers = list(players)
        return [self.tally(doer, numbers) for doer in doers]

    @property
    def counter(self) -> Counter:
        """Return for whom occurrences are counted: who does it, the copy that does it, the copy it is done to."""
        if self.object in this_copy_words():
            return "target"
        return "copy" if self.limit.event and self.limit.event.whose == "this" else "player"

    def tally(self, doer: str, numbers: Mapping[str, int]) -> Tally:
        """Return the count of what one player does."""
        period = self.limit.period or ""
        return Tally(self.what, self.object, doer, period, numbers.get(period, 0))


def by_copy(what: str, thing: str, copy: str, stay: int, period: str, numbers: Mapping[str, int]) -> Tally:
    """Return the count of what one copy does, or is done to it, while it stays where it is."""
    return Tally(what, thing, f"{copy}/{stay}", period, numbers.get(period, 0))


def counted_limits(card: str, reading: CardReading | Row, field: Field) -> Iterator[Counted]:
    """Yield the limits of a card's text as they are counted, in printed order."""
    for place, limit in enumerate(reading.limits):
        manner = _manner(limit)
        if not all(1 <= number <= len(reading.effects) for number in limit.applies_to.effects):
            raise SetupError(
                f"limit {place + 1} of {card!r} governs effects {limit.applies_to.effects}",
                expected=f"numbers of its {len(reading.effects)} effects",
                remedy="read or tag the card again",
            )
        yield Counted(
            limit,
            _key(limit, f"{card}/{field}/{place}"),
            field,
            manner,
            _seen_by_actor(limit),
            _spent_by(limit, manner),
            _given_back_if(limit, reading.game),
            *_counted_event(limit),
            is_about_to=any(_acts_before(reading.effects[n - 1]) for n in limit.applies_to.effects),
            goes_along=not any(
                not text.copied_with_effects and text.span[0] <= limit.span[0] < text.span[1]
                for text in reading.non_effects
            ),
        )


def counted_rule(rule: Rule) -> Counted:
    """Return a limit of the rulebook as it is counted."""
    return Counted(rule.limit(), rule.id, "text", "uses", rule.whose_turn, frozenset())


def governs(counted: Counted, action: Action) -> bool:
    """Tell whether a limit speaks of ``action``.

    "this effect" is only the previous effect, the others stay free (OCG Perfect Rulebook 2017, p. 177): the
    reading has resolved that reference into ``applies_to.effects``.
    """
    applies_to = counted.limit.applies_to
    match action.kind:
        case "effect":
            return action.field == counted.field and action.effect in applies_to.effects
        case "activation":
            return applies_to.activation
        case "summon":
            return applies_to.summon
        case "special_summon":
            return applies_to.summon and counted.limit.verb == "special_summon"
        case _:
            return False


def _manner(limit: Limit) -> Manner:
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


def _key(limit: Limit, own: str) -> str:
    match limit.kind:
        case "gain":
            # "whatever the name or effect" (Yugipedia, "Once per turn").
            return f"gain/{limit.period}"
        case "ability":
            return ability_key(limit.name or "", limit.period or "")
        case _:
            return own


def ability_key(name: str, period: str) -> str:
    """Return the key of the count of a keyword ability, which is one for all cards that have it."""
    return f"ability/{name}/{period}"


def _spent_by(limit: Limit, manner: Manner) -> frozenset[Happening]:
    if manner == "ordinal":
        return _ORDINAL_SPENT_BY
    if manner != "uses":
        return frozenset()
    if limit.kind == "summon":
        return _SUMMON_SPENT_BY.get(limit.verb, _SUMMON_SPENT_BY["summon"])
    return _SPENT_BY["resolution" if limit.kind == "ability" else limit.spent_on]


def _given_back_if(limit: Limit, game: str | None) -> frozenset[Undone]:
    undone: set[Undone] = set()
    if limit.refunded_if_negated:
        # "activate" gives it back, "use" does not (OCG Perfect Rulebook 2017, pp. 176-177).
        undone.add("negated")
    if game == "duelmasters" and limit.spent_on == "use":
        # DM 2 is spent only when used, so that every trigger asks again; the trigger of DM 3 stays spent.
        undone.add("declined")
    return frozenset(undone)


def _counted_event(limit: Limit) -> tuple[str, str]:
    if limit.event is None:
        return "", ""
    # "the first <name> that entered": what it happens to is the card that is named.
    return limit.event.what, limit.event.object or (limit.name or "" if limit.names == "card" else "")


def _acts_before(effect: Effect) -> bool:
    return effect.kind in {"static", "replacement", "continuous"}


def _seen_by_actor(limit: Limit) -> WhoseTurn:
    if limit.whose_turn == "any" or limit.player != "opponent":
        return limit.whose_turn
    return "own" if limit.whose_turn == "opponent" else "opponent"
