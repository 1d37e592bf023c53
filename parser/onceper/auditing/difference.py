"""What a print asks for and a script does not enforce, or the reverse; and what two prints say differently."""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.auditing.claim import claims_of
from onceper.comparing.pairing import counterparts, pair, together
from onceper.contract.effect import NEVER_ACTIVATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.auditing.claim import Claim
    from onceper.auditing.enforced import Ability, Enforces
    from onceper.contract.finding import Contradiction
    from onceper.contract.reading import Row

    Places = Mapping[int | None, Ability]

_FIELDS: tuple[Contradiction, ...] = ("counted", "period", "verb", "times", "shared")
# What differs in more is another limit.
_MOST_DIFFERING = 2
# To Summon or control a card is not to use its effect; but a procedure may be among the effects that a limit names.
_NO_USE = ({"summon", "special_summon", "control"}, {"special_summon", "control"})


class Difference(NamedTuple):
    """Hold one difference between a print and a script, or between two prints; what one does not say is null.

    ``row`` is the print, ``other`` the Enforced of the script or the Claim of the other print, ``ability`` the script's
    effect which the claim is about, where that is sure. ``languages`` are those of all prints that differ in the same.
    """

    kind: Contradiction
    row: Row
    claim: Claim | None
    other: Any = None
    ability: Ability | None = None
    languages: tuple[str, ...] = ()

    @property
    def cause(self) -> object:
        """The limit of a print that it is about, or the lines of the script."""
        return language_of(self.row), self.claim.limit.span if self.claim else self.other.lines


def against_script(rows: Sequence[Row], enforces: Enforces) -> Iterator[Difference]:
    """Yield where prints differ from the script; what several say alike, each as often as it does, is said once."""
    found = [
        (said, number, one)
        for row in rows
        for said, several in together(_from_script(row, enforces), _said).items()
        for number, one in enumerate(several)
    ]
    for alike in together(found, itemgetter(0, 1)).values():
        one = alike[0][2]
        yield one._replace(languages=tuple(language_of(other.row) for *_, other in alike))


def against_each_other(rows: Sequence[Row]) -> Sequence[Difference]:
    """Return where prints differ; of three or more, each from the one that differs least from all the others."""
    return min(([*_from_print(rows, first)] for first in rows), key=len)


def language_of(row: Row) -> str:
    """Return how a print is called."""
    return row.lang or "print"


def _said(one: Difference) -> object:
    return one.kind, one.claim and one.claim.meaning, one.other and one.other.meaning


def _from_script(row: Row, enforces: Enforces) -> Iterator[Difference]:
    """Yield how the limits of a print and those of a script differ.

    What is given to other cards, or made while an effect resolves, fulfils a claim and is never too much.
    """
    places = _places(row, enforces.abilities)
    # What happens by itself at its time needs no limit, so that it is left over where one is too many.
    limits = sorted(enforces.limits, key=lambda limit: limit.timed)
    found = pair([*claims_of(row)], limits, partial(_near, places))
    missing, extra = found.only_a, [limit for limit in found.only_b if not limit.is_given]
    for claim, limit, fields in found.both:
        for field in () if limit.is_given else fields:
            told = [(claim, limit)]
            if field == "shared":
                # One count for several is as many as are left over with the same meaning. A printed effect that a
                # script makes as several shares its count with itself, which is no difference.
                is_of_script = limit.meaning.shared
                rest, meaning = (missing, claim.meaning) if is_of_script else (extra, limit.meaning)
                alike = [one for one in rest if one.meaning == meaning]
                rest[:] = [one for one in rest if one.meaning != meaning]
                told = [(one, limit) if is_of_script else (claim, one) for one in alike]
            yield from (Difference(field, row, one, by, places.get(one.effect)) for one, by in told)
    for claim in missing:
        ability = places.get(claim.effect)
        # One that has a limit is not the one that lacks it.
        has_one = ability and any(effect.times >= 0 for effect in ability.effects)
        yield Difference("missing", row, claim, ability=None if has_one else ability)
    yield from (Difference("extra", row, None, limit) for limit in extra)


def _from_print(rows: Sequence[Row], first: Row) -> Iterator[Difference]:
    """Yield what one print claims and another does not, or claims differently."""
    for row in rows:
        own, others = (language_of(row),), tuple(language_of(other) for other in rows if other is not row)
        found = pair([*claims_of(row)], [*claims_of(first)], partial(_near, None))
        for claim, there, fields in found.both:
            yield from (Difference(field, row, claim, there, languages=own) for field in fields)
        yield from (Difference("missing", row, claim, languages=own) for claim in found.only_a)
        yield from (Difference("missing", first, claim, languages=others) for claim in found.only_b)


def _near(places: Places | None, one: Claim, other: Any) -> tuple[tuple[bool, int, bool], list[Contradiction]] | None:
    """Return how far apart two are that may be one limit, by what differs and where it is, and what differs.

    What a script gives to others is farthest.
    """
    differing = [field for field in _FIELDS if getattr(one.meaning, field) != getattr(other.meaning, field)]
    is_no_use = one.meaning.verb in _NO_USE[0] or other.meaning.verb in _NO_USE[1]
    if len(differing) > _MOST_DIFFERING or ("verb" in differing and is_no_use):
        return None
    if places is None:
        return (False, len(differing), one.effect != other.effect), differing
    # Scripts may have the effects in another order than the print.
    is_elsewhere = places.get(one.effect) not in other.abilities or one.timed != other.timed
    return (other.is_given, len(differing), is_elsewhere), differing


def _places(row: Row, abilities: Sequence[Ability]) -> Places:
    """Return the script's effects by the printed index, 0 for the activation, as far as it is sure.

    Both give the effects in the order of the print: where they have as many that are activated, or are not, these go
    with each other one by one. What only puts a Continuous card on the field is no effect that a print tells of.
    """
    starts = [ability for ability in abilities if "card" in ability.says]
    made = [
        ability
        for ability in abilities
        if ability not in starts or any(one.operation or one.target or one.cost for one in ability.effects)
    ]
    known = counterparts(
        ["activated" in ability.says for ability in made],
        [effect.kind not in {*NEVER_ACTIVATED, "procedure"} for effect in row.effects],
    )
    activation: dict[int | None, Ability] = {0: starts[0]} if len(starts) == 1 else {}
    return activation | {row.effects[there].index: made[here] for there, here in known.items()}
