"""What a print claims of a card's limits, in terms that a script can be held to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from onceper.contract.limit import AppliesTo, Limit
from onceper.display.speech import ENGLISH, Speech

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Period, Verb
    from onceper.contract.reading import Row

# The others count what happens, or what a player does: no script sets a count for them.
KINDS = {"soft", "hard", "summon", "control"}
_ON_CARD: dict[Verb, str] = {"control": "control", "summon": "summon", "special_summon": "summon"}
# What goes without saying, or a script does not tell of.
_UNTOLD: dict[str, Any] = dict.fromkeys(Limit.__struct_fields__) | {
    "applies_to": AppliesTo("card"),
    "player": "you",
    "whose_turn": "any",
    "resets_on": (),
    "text": "",
}


class Meaning(NamedTuple):
    """Hold what a limit does, whoever says so."""

    counted: Literal["copy", "name"]
    period: Period | None
    verb: Verb
    times: int | None
    shared: bool

    def in_words(self) -> str:
        """Return it as one says a limit."""
        told = {
            "kind": _ON_CARD.get(self.verb, "soft" if self.counted == "copy" else "hard"),
            "scope": self.counted,
            "period": self.period,
            "count": self.times,
            "verb": self.verb,
        }
        said = Speech(ENGLISH, None).say(Limit(**_UNTOLD | told))
        return f"{said}; one count for several effects" if self.shared else said


class Claim(NamedTuple):
    """Hold one count that a limit asks for; a limit on each of three effects asks for three.

    ``effect`` is the 1-based index of the effect that it governs, 0 for the card's activation, and null where it is a
    Summon, or several effects together.
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
        governed, is_copy = limit.applies_to, limit.scope == "copy"
        verb: Verb = limit.verb if limit.verb in ({"summon"} if is_copy else {*_ON_CARD, "activate"}) else "use"
        effects: list[int | None] = [*governed.effects]
        other = 0 if governed.activation else None
        if limit.shared:
            effects = effects if len(effects) == 1 else [other]
        elif governed.activation or not effects:
            effects.append(other)
        meaning = Meaning("copy" if is_copy else "name", limit.period, verb, limit.count, limit.shared)
        yield from (Claim(meaning, effect, limit) for effect in effects)
