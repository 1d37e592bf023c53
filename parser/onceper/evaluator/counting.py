"""Which limits the evaluator applies, to which actions, and which count each use adds to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from onceper.evaluator.event import Activated

if TYPE_CHECKING:
    from onceper.contract.limit import Limit, Period, Scope, WhoseTurn
    from onceper.contract.reading import CardReading
    from onceper.evaluator.action import Action
    from onceper.evaluator.event import Applied

_KINDS = {("soft", "copy"), ("hard", "name"), ("summon", "name"), ("gain", "player")}
_PERIODS = {"turn", "duel", "chain", "while_there"}
_SPENT_ON = {"activation", "use", "application"}


class Account(NamedTuple):
    """Identify one count.

    ``holder`` is a copy (scope ``copy``) or a player (the others); ``place`` is the index of the limit among
    those of ``card``; ``part`` is the action, where every action has a count of its own.
    """

    scope: Scope
    holder: str
    period: Period
    card: str = ""
    place: int = 0
    part: Action | None = None


class CountedLimit(NamedTuple):
    """Hold a limit that the evaluator applies, with its index among the limits of its card.

    ``whose_turn`` is seen from the player who acts, not from the "you" of the text.
    """

    limit: Limit
    place: int
    period: Period
    whose_turn: WhoseTurn

    def account(self, *, card: str, copy: str, action: Action, player: str) -> Account:
        """Return the count that this use adds to.

        A soft limit counts for the copy, whoever controls it (OCG Perfect Rulebook 2017, p. 176). A hard one
        counts for the player and the printed name, whatever the card is called now (OCG Perfect Rulebook
        2015, p. 47). "You can only gain this effect once per turn" counts for the player across all names
        (Yugipedia, "Once per turn").
        """
        scope = self.limit.scope
        if scope == "player":
            return Account(scope, player, self.period)
        # A procedure that is printed as an effect has two names, so the parts of a Summon limit are one.
        part = None if self.limit.shared or self.limit.kind == "summon" else action
        return Account(scope, copy if scope == "copy" else player, self.period, card, self.place, part)

    def is_spent_by(self, event: Activated | Applied, *, was_activated: bool) -> bool:
        """Tell whether ``event`` counts; ``was_activated``: it applies what an activation started.

        Whether the effect of an activation is negated later, or cannot resolve, is not asked: it has been
        activated (OCG Perfect Rulebook 2017, p. 176).
        """
        if isinstance(event, Activated):
            return self.limit.spent_on in {"activation", "use"}
        if self.limit.kind == "summon":
            return True
        # The use counted when the effect was activated; its copy may have left since and counts anew.
        return self.limit.spent_on == "application" or (self.limit.spent_on == "use" and not was_activated)


def counted_limits(reading: CardReading) -> tuple[CountedLimit, ...]:
    """Return the limits of a card that the evaluator applies; it leaves the others alone."""
    return tuple(
        CountedLimit(limit, place, limit.period, _seen_by_actor(limit))
        for place, limit in enumerate(reading.limits)
        if (limit.kind, limit.scope) in _KINDS
        and limit.period is not None
        and limit.period in _PERIODS
        and limit.names in {None, "card"}
        and (limit.kind == "summon" or limit.spent_on in _SPENT_ON)
    )


def governs(limit: Limit, action: Action) -> bool:
    """Tell whether ``limit`` speaks of ``action``.

    "this effect" is only the previous effect, the others stay free (OCG Perfect Rulebook 2017, p. 177): the
    reading has resolved that reference into ``applies_to.effects``.
    """
    match action.kind:
        case "effect":
            return action.effect in limit.applies_to.effects
        case "activation":
            return limit.applies_to.activation
        case "summon":
            return limit.applies_to.summon
        case _:
            assert_never(action.kind)


def _seen_by_actor(limit: Limit) -> WhoseTurn:
    if limit.whose_turn == "any" or limit.player != "opponent":
        return limit.whose_turn
    return "own" if limit.whose_turn == "opponent" else "opponent"
