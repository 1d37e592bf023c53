"""What a witness of a card counts, in terms in which a print and a script can be held to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from onceper.contract.limit import AppliesTo, Limit
from onceper.display.speech import Speech
from onceper.lang.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.auditing.box import ScriptEffect
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
    """Hold what a count does, whoever says so."""

    counted: Literal["copy", "name"]
    period: Period | None
    verb: Verb
    times: int | None
    shared: bool

    def in_words(self) -> str:
        """Return it as one says a limit."""
        told = _UNTOLD | {
            "kind": _ON_CARD.get(self.verb, "hard"),
            "scope": self.counted,
            "period": self.period,
            "count": self.times,
            "verb": self.verb,
        }
        said = Speech(ENGLISH, None).say(Limit(**told))
        return f"{said}; one count for several effects" if self.shared else said


class Ability(NamedTuple):
    """Hold effects of a script that are one: one with its clones, or those that share a count.

    ``says`` is what is said of one of them, ``each`` of each. ``bodies`` are the first and last lines of what makes it,
    and of its functions.
    """

    effects: Sequence[ScriptEffect]
    says: frozenset[str]
    each: frozenset[str]
    bodies: Sequence[tuple[int, int]]


UNKNOWN = Ability((), frozenset(), frozenset(), [(0, 0)])


class Count(NamedTuple):
    """Hold one count that a print asks for or a script keeps.

    ``ability`` is the script's, as far as that is sure. ``timed`` says whether it is about what happens at a certain
    time of a turn, not while a phase of many actions lasts.

    Of a print there is the ``limit`` that asks for it: one on each of three effects asks for three. ``effect`` is the
    1-based index of the effect, 0 for the card's activation, and null where it is a Summon, or several effects.

    Of a script there are the ``lines`` that set it. ``is_given`` are those that the script gives to others, and those
    of lines that were only read, as they run while an effect resolves. A print says none of them.
    """

    meaning: Meaning
    ability: Ability = UNKNOWN
    timed: bool = False
    effect: int | None = None
    limit: Any = None
    lines: tuple[int, ...] = ()
    is_given: bool = False


def asked_for(row: Row, places: Mapping[int | None, Ability]) -> Iterator[Count]:
    """Yield the counts that the limits of a text ask for, as far as a script could keep them.

    ``places`` are the script's effects by the printed index, as far as that is sure.
    """
    for limit in row.limits:
        if limit.kind not in KINDS:
            continue
        governed, is_copy = limit.applies_to, limit.scope == "copy"
        verb: Verb = limit.verb if limit.verb in ({"summon"} if is_copy else {*_ON_CARD, "activate"}) else "use"
        effects: Sequence[int | None] = () if limit.shared else governed.effects
        meaning = Meaning("copy" if is_copy else "name", limit.period, verb, limit.count, limit.shared)
        timed = limit.phase in {"draw", "standby", "end"}
        for effect in effects or [0 if governed.activation else None]:
            yield Count(meaning, places.get(effect, UNKNOWN), timed, effect, limit)
