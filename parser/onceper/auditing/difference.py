"""What a print asks for and a script does not enforce, or the reverse; and what two prints say differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.auditing.claim import claims_of
from onceper.comparing.pairing import counterparts, pair
from onceper.contract.effect import NEVER_ACTIVATED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from onceper.auditing.claim import Claim
    from onceper.auditing.enforced import Ability, Enforced, Enforces
    from onceper.comparing.pairing import Pairs
    from onceper.contract.finding import Contradiction
    from onceper.contract.reading import Row

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


def from_script(row: Row, enforces: Enforces) -> Iterator[Difference]:
    """Yield how the limits of a print and those of a script differ.

    What is given to other cards, or made while an effect resolves, fulfils a claim and is never too much.
    """
    places = _places(row, enforces.abilities)

    def apart(one: Claim, by: Enforced) -> tuple[bool, bool]:
        # Scripts may have the effects in another order than the print.
        is_same_effect = places.get(one.effect) in by.abilities and one.timed == by.timed
        return by.is_given, not (by.is_given or is_same_effect)

    # What happens by itself at its time needs no limit, so that it is left over where one is too many.
    found = _paired([*claims_of(row)], sorted(enforces.limits, key=lambda limit: limit.timed), apart)
    missing, extra = found.only_a, [limit for limit in found.only_b if not limit.is_given]
    for claim, limit, fields in found.both:
        for field in () if limit.is_given else fields:
            told = [(claim, limit)]
            if field == "shared" and limit.meaning.shared:
                # A printed effect that a script makes as several shares its count with itself, which is no difference.
                alike = [other for other in missing if other.meaning == claim.meaning][: len(limit.abilities) - 1]
                missing = [other for other in missing if other not in alike]
                told = [(other, limit) for other in alike]
            elif field == "shared":
                told = [(claim, other) for other in extra if other.meaning == limit.meaning]
                extra = [other for other in extra if other.meaning != limit.meaning]
            yield from (Difference(field, row, one, by, places.get(one.effect)) for one, by in told)
    for claim in missing:
        ability = places.get(claim.effect)
        # One that has a limit is not the one that lacks it.
        yield Difference("missing", row, claim, ability=None if ability and ability.counted else ability)
    yield from (Difference("extra", row, None, limit) for limit in extra)


def between_prints(row: Row, other: Row) -> Iterator[Difference]:
    """Yield what one print claims and another does not, or claims differently."""
    found = _paired([*claims_of(row)], [*claims_of(other)], lambda one, there: (False, one.effect != there.effect))
    for claim, there, fields in found.both:
        yield from (Difference(field, row, claim, there) for field in fields)
    yield from (Difference("missing", row, claim) for claim in found.only_a)


def _paired(claims: Sequence[Claim], others: Sequence[Any], apart: Callable[[Claim, Any], tuple[bool, bool]]) -> Pairs:
    """Pair what may be one limit: what differs in the least, unless it is given, and then what is nearer otherwise."""

    def near(one: Claim, other: Any) -> tuple[tuple[bool, int, bool], list[Contradiction]] | None:
        differing = [field for field in _FIELDS if getattr(one.meaning, field) != getattr(other.meaning, field)]
        is_no_use = one.meaning.verb in _NO_USE[0] or other.meaning.verb in _NO_USE[1]
        if len(differing) > _MOST_DIFFERING or ("verb" in differing and is_no_use):
            return None
        is_given, is_elsewhere = apart(one, other)
        return (is_given, len(differing), is_elsewhere), differing

    return pair(claims, others, near)


def _places(row: Row, abilities: Sequence[Ability]) -> dict[int | None, Ability]:
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
