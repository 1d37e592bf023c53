"""What a print asks for and a script does not enforce, or the reverse."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.auditing.pairing import pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from onceper.auditing.claim import Claim, Meaning
    from onceper.auditing.enforced import Enforced
    from onceper.contract.finding import Contradiction


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

    def is_same_effect(claim: Claim, limit: Enforced) -> bool:
        # Scripts may have the effects in another order than the print.
        return places[claim] in limit.abilities and claim.timed == limit.timed

    found = pair(claims, sure, same_effect=is_same_effect)
    missing = [claims[place] for place in found.left]
    extra = [sure[place] for place in found.right]
    given = [limit for limit in limits if limit.made in {"granted", "operation"}]
    missing = [missing[place] for place in pair(missing, given).left]
    for matched in found.both:
        claim, limit = claims[matched.left], sure[matched.right]
        for field in matched.differ:
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
    found = pair(claims, others, same_effect=lambda one, other: one.effect == other.effect)
    for matched in found.both:
        for field in matched.differ:
            yield Difference(field, claims[matched.left], None, others[matched.right])
    for place in found.left:
        yield Difference("missing", claims[place], None)
