"""Text that is not an effect: how much of its sentence it covers, and what it leaves to the text beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract.non_effect import NonEffect
from onceper.reader.candidate import Candidate, TemplateSpan
from onceper.text.position import IN_PARENTHESIS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.text.position import Clause


def extend(candidates: Sequence[tuple[int, Candidate]], clauses: Sequence[Clause], template: str) -> list[Candidate]:
    """Give each non-effect the clauses beside its own that nothing else claims, and join neighbours of one kind.

    ``candidates`` come with the number of their clause, in printed order. A condition stands before what it governs
    (「…場合、このカードの発動は手札からもできる」), so a clause between two readings belongs to the later one.
    What only a note inside the sentence says reaches no further than the note.
    """
    found: list[Candidate] = []
    claimed = [number for number, candidate in candidates if _claims(candidate, clauses[number])]
    outside = clauses[0][2] & IN_PARENTHESIS
    behind = 0
    # The number in ``found`` of the non-effect that may still be extended.
    latest: int | None = None
    for number, candidate in candidates:
        start, end, position = clauses[number]
        record = candidate.statement.record
        if not _claims(candidate, clauses[number]):
            found.append(candidate)
            continue
        if not isinstance(record, NonEffect):
            latest = None
        elif latest is not None and found[latest].statement.record.kind == record.kind:
            found[latest] = _cover(found[latest], None, end)
            behind = end
            continue
        elif position & IN_PARENTHESIS != outside:
            latest = None
            for further in range(number + 1, len(clauses)):
                if clauses[further][2] & IN_PARENTHESIS == outside or further in claimed:
                    break
                end = clauses[further][1]
            candidate = _cover(candidate, None, end)  # noqa: PLW2901
        else:
            latest = len(found)
            candidate = _cover(candidate, min(behind, start), end)  # noqa: PLW2901
        behind = end
        found.append(candidate)
    if latest is not None:
        found[latest] = _cover(found[latest], None, len(template))
    return found


def _claims(candidate: Candidate, clause: Clause) -> bool:
    """Tell whether a reading is what its clause says, not some words in it."""
    place = candidate.place
    if isinstance(candidate.statement.record, NonEffect) and not candidate.is_sentence:
        return False
    return not candidate.is_marked and place is not None and (place.start, place.end) == clause[:2]


def _cover(candidate: Candidate, start: int | None, end: int) -> Candidate:
    """Let a candidate cover the template up to an end, from a start or from its own."""
    if start is None:
        start = candidate.place.start if candidate.place else 0
    return candidate._replace(place=TemplateSpan(start, end))


def say_the_rest(non_effects: Sequence[NonEffect]) -> Iterator[NonEffect]:
    """Add what non-effects, in printed order, leave to the text beside them, or to the rules of the game.

    What is to be paid stands before what happens unpaid; where that is not printed, it must be paid. Text of materials
    that says neither of the card itself nor of what is Summoned is about the other materials.
    """
    for at, one in enumerate(non_effects):
        if one.source == "rule" and one.kind == "maintenance_cost" and one.mandatory is None:
            said = (other.mandatory for other in non_effects[at + 1 : at + 2] if other.kind == one.kind)
            yield msgspec.structs.replace(one, mandatory=next(said, True) is not False)
        elif one.source == "rule" and one.kind == "material_restriction" and one.material is None:
            yield msgspec.structs.replace(one, material="others")
        else:
            yield one
