"""What a print claims of a card's limits, in terms that a script can be held to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit, LimitKind, Period, Verb
    from onceper.contract.reading import Row

Counted = Literal["copy", "name"]

# The others count what happens, or what a player does: no script sets a count for them.
KINDS: frozenset[LimitKind] = frozenset({"soft", "hard", "summon", "control"})
_VERBS: frozenset[Verb] = frozenset({"summon", "special_summon", "control", "activate"})


class Meaning(NamedTuple):
    """Hold what a limit does, whoever says so."""

    counted: Counted
    period: Period | None
    verb: Verb
    times: int | None
    shared: bool

    def in_words(self) -> str:
        """Return it in a few words."""
        whose = "each copy" if self.counted == "copy" else "by name"
        many = {None: "some times", 1: "once", 2: "twice"}.get(self.times, f"{self.times} times")
        period = {"while_there": "while it is there", None: "at any time"}.get(self.period, f"per {self.period}")
        what = (
            "controlled"
            if self.verb == "control"
            else "Special Summoned"
            if self.verb == "special_summon"
            else self.verb
        )
        return f"{whose}, {what} {many} {period}{', one count for several effects' if self.shared else ''}"


class Claim(NamedTuple):
    """Hold one count that a limit asks for; a limit on each of three effects asks for three.

    ``effect`` is the 1-based index of the effect that it governs, null where it is the card's activation, a Summon, or
    several effects together.
    """

    meaning: Meaning
    effect: int | None
    limit: Limit

    @property
    def timed(self) -> bool:
        """Whether it is about what happens at a certain time of a turn, not while a phase of many actions lasts."""
        return self.limit.phase in {"draw", "standby", "end"}


def claims_of(row: Row) -> Iterator[Claim]:
    """Yield the counts that the limits of a text ask for, as far as a script could keep them."""
    for limit in row.limits:
        if limit.kind not in KINDS:
            continue
        governed = limit.applies_to
        copy = limit.scope == "copy"
        verb: Verb = limit.verb if limit.verb in _VERBS else "use"
        if copy and verb != "summon":
            verb = "use"
        shared = limit.shared and len(governed.effects) + governed.activation > 1
        meaning = Meaning("copy" if copy else "name", limit.period, verb, limit.count, shared)
        if limit.shared or limit.kind == "control" or limit.verb == "special_summon":
            only = governed.effects[0] if len(governed.effects) == 1 else None
            yield Claim(meaning, only, limit)
            continue
        for effect in governed.effects:
            yield Claim(meaning, effect, limit)
        if governed.activation or not governed.effects:
            yield Claim(meaning, None, limit)
