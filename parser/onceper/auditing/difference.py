"""What a print asks for and a script does not enforce, or the reverse; and what two prints say differently."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.auditing.count import UNKNOWN, asked_for
from onceper.comparing.pairing import counterparts, pair
from onceper.contract.effect import NEVER_ACTIVATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.auditing.count import Ability, Count
    from onceper.auditing.enforced import Enforces
    from onceper.contract.finding import Contradiction
    from onceper.contract.reading import Row

_FIELDS: tuple[Contradiction, ...] = ("counted", "period", "verb", "times", "shared")
# To Summon or control a card is not to use its effect; but a procedure may be among the effects that a limit names.
_NO_USE = ({"summon", "special_summon", "control"}, {"special_summon", "control"})


class Difference(NamedTuple):
    """Hold one difference between a print and a script, or between two prints; what one does not say is null.

    ``row`` is the print, ``claim`` its count, and ``other`` that of the script or the other print. ``languages`` are
    those of all prints that differ in the same.
    """

    kind: Contradiction
    row: Row
    claim: Count | None
    other: Any = None
    languages: tuple[str, ...] = ()

    @property
    def cause(self) -> object:
        """The limit of a print that it is about, or the lines of the script."""
        return self.claim.limit if self.claim else self.other.lines


def against_script(rows: Sequence[Row], enforces: Enforces) -> Iterator[Difference]:
    """Yield where prints differ from the script; what several say alike, each as often as it does, is said once."""
    # What happens by itself at its time needs no limit, so that it is left over where one is too many.
    limits = sorted(enforces.limits, key=lambda limit: limit.timed)
    found = defaultdict[object, list[Difference]](list)
    for row in rows:
        times = Counter[object]()
        for one in _compared(row, _places(row, enforces.abilities), limits):
            said = one.kind, one.claim and one.claim.meaning, one.other and one.other.meaning
            times[said] += 1
            found[said, times[said]].append(one)
    for alike in found.values():
        yield alike[0]._replace(languages=tuple(language_of(one.row) for one in alike))


def against_each_other(rows: Sequence[Row]) -> Sequence[Difference]:
    """Return where prints differ; of three or more, each from the one that differs least from all the others."""
    return min(([*_from_print(rows, first)] for first in rows), key=len)


def language_of(row: Row) -> str:
    """Return how a print is called."""
    return row.lang or "print"


def _from_print(rows: Sequence[Row], first: Row) -> Iterator[Difference]:
    """Yield what one print claims and another does not, or claims differently."""
    for row in rows:
        for one in _compared(row, {}, [*asked_for(first, {})]):
            if one.kind == "extra":
                others = tuple(language_of(other) for other in rows if other is not row)
                yield Difference("missing", first, one.other, languages=others)
            else:
                yield one._replace(languages=(language_of(row),))


def _compared(row: Row, places: Mapping[int | None, Ability], counts: Sequence[Count]) -> Iterator[Difference]:
    """Yield how the counts of a print and those of a script, or of another print, differ.

    What is given to other cards, or made while an effect resolves, fulfils a claim and is never too much.
    """
    found = pair([*asked_for(row, places)], counts, _near)
    kept = [both for both in found.both if not both[1].is_given]
    for claim, count, fields in kept:
        yield from (Difference(field, row, claim, count) for field in fields if field != "shared")
    # One count for several is as many as are left over with the same meaning. A printed effect that a script makes as
    # several shares its count with itself, which is no difference.
    sharing = [(claim, count) for claim, count, fields in kept if "shared" in fields]
    for claim in found.only_a:
        by = next((count for one, count in sharing if one.meaning == claim.meaning), None)
        # An effect that has a limit is not the one that lacks it.
        has_one = any(effect.times >= 0 for effect in claim.ability.effects)
        lacking = claim._replace(ability=UNKNOWN) if has_one else claim
        yield Difference("shared" if by else "missing", row, lacking, by)
    for count in found.only_b:
        if not count.is_given:
            of = next((claim for claim, by in sharing if by.meaning == count.meaning), None)
            yield Difference("shared" if of else "extra", row, of, count)


def _near(one: Count, other: Count) -> tuple[tuple[bool, int, bool], list[Contradiction]] | None:
    """Return how far apart two are that may be one count, by what differs and where it is, and what differs.

    What a script gives to others is farthest.
    """
    differing = [field for field in _FIELDS if getattr(one.meaning, field) != getattr(other.meaning, field)]
    is_no_use = one.meaning.verb in _NO_USE[0] or other.meaning.verb in _NO_USE[1]
    if "verb" in differing and is_no_use:
        return None
    # Scripts may have the effects in another order than the print.
    is_there = one.timed == other.timed and any(effect in other.ability.effects for effect in one.ability.effects)
    is_elsewhere = one.effect != other.effect if other.limit else not is_there
    return (other.is_given, len(differing), is_elsewhere), differing


def _places(row: Row, abilities: Sequence[Ability]) -> dict[int | None, Ability]:
    """Return the script's effects by the printed index, 0 for the activation, as far as it is sure.

    Both give the effects in the order of the print: where they have as many that are activated, or are not, these go
    with each other one by one. What only puts a Continuous card on the field is no effect that a print tells of.
    """
    starts = [ability for ability in abilities if "card" in ability.says]
    made = [ability for ability in abilities if ability not in starts or "acts" in ability.says]
    known = counterparts(
        ["activated" in ability.says for ability in made],
        [effect.kind not in {*NEVER_ACTIVATED, "procedure"} for effect in row.effects],
    )
    activation: dict[int | None, Ability] = {0: starts[0]} if len(starts) == 1 else {}
    return activation | {row.effects[there].index: made[here] for there, here in known.items()}
