"""How much of its sentence a non-effect covers that was read in one of the sentence's clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.contract.non_effect import NonEffect
from onceper.reader.candidates import Place
from onceper.text.position import IN_PARENTHESIS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.reader.candidates import Candidate
    from onceper.text.sentence import Clause


def extended(
    candidates: Sequence[tuple[int, Candidate]], clauses: Sequence[Clause], template: str
) -> tuple[Candidate, ...]:
    """Give each non-effect the clauses beside its own that nothing else claims, and join neighbours of one kind.

    ``candidates`` come with the number of their clause, in printed order. A condition stands before what it governs
    (「…場合、このカードの発動は手札からもできる」), so a clause between two readings belongs to the later one.
    What only a note inside the sentence says reaches no further than the note.
    """
    if not candidates:
        return ()
    found: list[Candidate] = []
    claimed = [number for number, candidate in candidates if _claims(candidate, clauses[number])]
    outside = clauses[0][2] & IN_PARENTHESIS
    behind = 0
    # The number in ``found`` of the non-effect that may still be extended.
    latest: int | None = None
    for number, candidate in candidates:
        start, end, position = clauses[number]
        if not _claims(candidate, clauses[number]):
            found.append(candidate)
            continue
        if candidate.states.record is not NonEffect:
            latest = None
        elif latest is not None and found[latest].states.kind == candidate.states.kind:
            found[latest] = _over(found[latest], None, end, template)
            behind = end
            continue
        elif position & IN_PARENTHESIS != outside:
            latest = None
            for further in range(number + 1, len(clauses)):
                if clauses[further][2] & IN_PARENTHESIS == outside or further in claimed:
                    break
                end = clauses[further][1]
            candidate = _over(candidate, None, end, template)  # noqa: PLW2901
        else:
            latest = len(found)
            candidate = _over(candidate, min(behind, start), end, template)  # noqa: PLW2901
        behind = end
        found.append(candidate)
    if latest is not None:
        found[latest] = _over(found[latest], None, len(template), template)
    return tuple(found)


def _claims(candidate: Candidate, clause: Clause) -> bool:
    """Tell whether a reading is what its clause says, not some words in it."""
    place = candidate.place
    return not candidate.is_marked and place is not None and (place.start, place.end) == clause[:2]


def _over(candidate: Candidate, start: int | None, end: int, template: str) -> Candidate:
    """Return a candidate that covers the template up to an end, from a start or from its own."""
    if start is None:
        start = candidate.place.start if candidate.place else 0
    return candidate._replace(place=Place.of(template, start, end))
