"""What a print asks for and a script does not enforce, or the reverse; and what two prints say differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.claim import claims_of
from onceper.comparing.pairing import counterparts, pair
from onceper.contract.effect import NEVER_ACTIVATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.auditing.claim import Claim, Meaning
    from onceper.auditing.enforced import Ability, Enforced, Enforces
    from onceper.contract.finding import Contradiction
    from onceper.contract.reading import Row

_FIELDS: tuple[Contradiction, ...] = ("counted", "period", "verb", "times", "shared")
# What two records of one limit may differ in, the likeliest first: those that differ in less find each other before.
_TOLERATED: tuple[set[Contradiction], ...] = (
    set(),
    {"shared"},
    {"verb"},
    {"verb", "shared"},
    {"times"},
    {"times", "shared"},
    {"period"},
    {"counted"},
    {"counted", "verb"},
    {"period", "verb"},
)
# To Summon or control a card is not to use its effect; but a procedure may be among the effects that a limit names.
_NO_USE = ({"summon", "special_summon", "control"}, {"special_summon", "control"})


class Difference(NamedTuple):
    """Hold one difference between a print and a script, or between two prints; what one does not say is null.

    ``row`` is the print, ``place`` that of the script's effect which its claim is about, where that is sure.
    ``languages`` are those of all prints that differ in the same.
    """

    kind: Contradiction
    row: Row
    claim: Claim | None
    enforced: Enforced | None = None
    other: Claim | None = None
    place: int | None = None
    languages: tuple[str, ...] = ()


def from_script(row: Row, enforces: Enforces) -> Iterator[Difference]:
    """Yield how the limits of a print and those of a script differ.

    What is given to other cards, or made while an effect resolves, fulfils a claim and is never too much.
    """
    # What happens by itself at its time needs no limit, so that it is left over where one is too many.
    sure = sorted((limit for limit in enforces.limits if limit.made in {"card", "card_itself"}), key=lambda x: x.timed)
    claims = _claims(row)
    of_effects = _places(row, enforces.abilities)
    starts = [at for at, ability in enumerate(enforces.abilities) if "card" in ability.says]

    def place_of(claim: Claim) -> int | None:
        if claim.effect is not None:
            return of_effects.get(claim.effect)
        return starts[0] if claim.limit.applies_to.activation and len(starts) == 1 else None

    def near(claim: Claim, limit: Enforced) -> tuple[tuple[int, bool], list[Contradiction]] | None:
        # Scripts may have the effects in another order than the print.
        is_same_effect = place_of(claim) in limit.abilities and claim.timed == limit.timed
        return _near(claim.meaning, limit.meaning, is_same_effect=is_same_effect)

    found = pair(claims, sure, near)
    missing = [claims[place] for place in found.only_a]
    extra = [sure[place] for place in found.only_b]
    given = [limit for limit in enforces.limits if limit.made in {"granted", "operation"}]
    fulfilled = pair(missing, given, lambda claim, limit: _near(claim.meaning, limit.meaning, is_same_effect=True))
    missing = [missing[place] for place in fulfilled.only_a]
    for here, there, fields in found.both:
        claim, limit = claims[here], sure[there]
        for field in fields:
            told = _shared(claim, limit, missing, extra) if field == "shared" else [(claim, limit)]
            yield from (Difference(field, row, one, by, place=place_of(one)) for one, by in told)
    yield from (Difference("missing", row, claim, place=place_of(claim)) for claim in missing)
    yield from (Difference("extra", row, None, limit) for limit in extra)


def between_prints(row: Row, other: Row) -> Iterator[Difference]:
    """Yield what one print claims and another does not, or claims differently."""
    claims, others = _claims(row), _claims(other)
    found = pair(
        claims,
        others,
        lambda one, there: _near(one.meaning, there.meaning, is_same_effect=one.effect == there.effect),
    )
    for here, there, fields in found.both:
        for field in fields:
            yield Difference(field, row, claims[here], other=others[there])
    for place in found.only_a:
        yield Difference("missing", row, claims[place])


def _claims(row: Row) -> list[Claim]:
    return sorted(claims_of(row), key=lambda claim: claim.timed)


def _places(row: Row, abilities: Sequence[Ability]) -> dict[int, int]:
    """Return the places of the script's effects by the index of the printed one, as far as that is sure.

    Both give the effects in the order of the print: where they have as many that are activated, or are not, these go
    with each other one by one; else, where only one of the script's has no count, it is that one. What only puts a
    Continuous card on the field is no effect that a print tells of.
    """
    made = {
        at: "activated" in ability.says
        for at, ability in enumerate(abilities)
        if "card" not in ability.says or any(one.operation or one.target or one.cost for one in ability.effects)
    }
    printed = {effect.index: effect.kind not in {*NEVER_ACTIVATED, "procedure"} for effect in row.effects}
    known = counterparts(made.values(), printed.values())
    places = {[*printed][there]: [*made][here] for there, here in known.items()}
    for index, activated in printed.items():
        alike = [at for at in made if made[at] == activated]
        free = [at for at in alike if not abilities[at].counted]
        if index not in places and len(free) == 1 and [*printed.values()].count(activated) > len(alike) - len(free):
            places[index] = free[0]
    return places


def _shared(
    claim: Claim, limit: Enforced, missing: list[Claim], extra: list[Enforced]
) -> Iterator[tuple[Claim, Enforced]]:
    """Yield the effects that share a count with one witness and have a count of each with the other.

    One printed effect that a script makes as several shares its count with itself, which is no difference.
    """
    if limit.meaning.shared:
        alike = [other for other in missing if other.meaning == claim.meaning]
        for other in alike[: len(limit.abilities) - 1]:
            missing.remove(other)
            yield other, limit
    else:
        for enforced in [other for other in extra if other.meaning == limit.meaning]:
            extra.remove(enforced)
            yield claim, enforced


def _near(one: Meaning, other: Meaning, *, is_same_effect: bool) -> tuple[tuple[int, bool], list[Contradiction]] | None:
    """Return how far apart two limits are, those on one effect nearer, and in what they differ, if they may be one."""
    differing = [field for field in _FIELDS if getattr(one, field) != getattr(other, field)]
    rank = next((rank for rank, tolerated in enumerate(_TOLERATED) if tolerated.issuperset(differing)), None)
    if rank is None or ("verb" in differing and (one.verb in _NO_USE[0] or other.verb in _NO_USE[1])):
        return None
    return (rank, not is_same_effect), differing
