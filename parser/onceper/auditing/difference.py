"""What a print asks for and a script does not enforce, or the reverse."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.pairing import pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from onceper.auditing.claim import Claim, Meaning
    from onceper.auditing.enforced import Enforced
    from onceper.contract.finding import Contradiction

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
    """Hold one difference between a print and a script, or between two prints; what one does not say is null."""

    kind: Contradiction
    claim: Claim | None
    enforced: Enforced | None
    other: Claim | None = None

    @property
    def key(self) -> tuple[Contradiction, Meaning | None, Meaning | None]:
        """What tells that two prints differ from a script in the same."""
        return (
            self.kind,
            self.claim.meaning if self.claim else None,
            self.enforced.meaning if self.enforced else None,
        )


def differences(
    claims: Sequence[Claim], limits: Sequence[Enforced], place_of: Callable[[Claim], int | None]
) -> Iterator[Difference]:
    """Yield how the limits of a print and those of a script differ.

    ``place_of`` gives the place of the script's effect that a claim is about, or nothing where that is not sure. What
    is given to other cards, or made while an effect resolves, fulfils a claim and is never too much.
    """
    # What happens by itself at its time needs no limit, so that it is left over where one is too many.
    sure = sorted((limit for limit in limits if limit.made in {"card", "card_itself"}), key=lambda limit: limit.timed)
    claims = _timed_last(claims)
    places = {claim: place_of(claim) for claim in claims}

    def near(claim: Claim, limit: Enforced) -> tuple[tuple[int, bool], list[Contradiction]] | None:
        # Scripts may have the effects in another order than the print.
        is_same_effect = places[claim] in limit.abilities and claim.timed == limit.timed
        return _near(claim.meaning, limit.meaning, is_same_effect=is_same_effect)

    found = pair(claims, sure, near)
    missing = [claims[place] for place in found.only_a]
    extra = [sure[place] for place in found.only_b]
    given = [limit for limit in limits if limit.made in {"granted", "operation"}]
    fulfilled = pair(missing, given, lambda claim, limit: _near(claim.meaning, limit.meaning, is_same_effect=True))
    missing = [missing[place] for place in fulfilled.only_a]
    for matched in found.both:
        claim, limit = claims[matched.a], sure[matched.b]
        for field in matched.differing:
            if field == "shared":
                yield from _shared(claim, limit, missing, extra)
            else:
                yield Difference(field, claim, limit)
    for claim in missing:
        yield Difference("missing", claim, None)
    for limit in extra:
        yield Difference("extra", None, limit)


def _timed_last(claims: Sequence[Claim]) -> list[Claim]:
    return sorted(claims, key=lambda claim: claim.timed)


def _shared(claim: Claim, limit: Enforced, missing: list[Claim], extra: list[Enforced]) -> Iterator[Difference]:
    """Yield that effects share a count with one witness and have a count of each with the other.

    One printed effect that a script makes as several shares its count with itself, which is no difference.
    """
    if limit.meaning.shared:
        alike = [other for other in missing if other.meaning == claim.meaning]
        for other in alike[: len(limit.abilities) - 1]:
            missing.remove(other)
            yield Difference("shared", other, limit)
    else:
        alike_there = [other for other in extra if other.meaning == limit.meaning]
        for enforced in alike_there:
            extra.remove(enforced)
            yield Difference("shared", claim, enforced)


def between_prints(claims: Sequence[Claim], others: Sequence[Claim]) -> Iterator[Difference]:
    """Yield what one print claims and another does not, or claims differently."""
    claims, others = _timed_last(claims), _timed_last(others)
    found = pair(
        claims,
        others,
        lambda one, other: _near(one.meaning, other.meaning, is_same_effect=one.effect == other.effect),
    )
    for matched in found.both:
        for field in matched.differing:
            yield Difference(field, claims[matched.a], None, others[matched.b])
    for place in found.only_a:
        yield Difference("missing", claims[place], None)


def _near(one: Meaning, other: Meaning, *, is_same_effect: bool) -> tuple[tuple[int, bool], list[Contradiction]] | None:
    """Return how far apart two limits are, those on one effect nearer, and in what they differ, if they may be one."""
    differing = [field for field in _FIELDS if getattr(one, field) != getattr(other, field)]
    rank = next((rank for rank, tolerated in enumerate(_TOLERATED) if tolerated.issuperset(differing)), None)
    if rank is None or ("verb" in differing and (one.verb in _NO_USE[0] or other.verb in _NO_USE[1])):
        return None
    return (rank, not is_same_effect), differing
