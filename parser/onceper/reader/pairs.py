"""Keep what is text of its kind only beside another: a cost, and in the next sentence what happens without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.reader.candidates import ClauseReading
    from onceper.reader.templates import SentenceReading

    Reading = TypeVar("Reading", SentenceReading, ClauseReading)


def paired(found: Sequence[tuple[int, Reading]]) -> list[tuple[int, Reading]]:
    """Return readings, given with the numbers of their sentences, without what asks for a neighbour and has none."""
    kinds: dict[int, set[str]] = {}
    for number, reading in found:
        kinds.setdefault(number, set()).update(candidate.states.kind for candidate in reading.candidates)
    return [
        (
            number,
            reading._replace(
                candidates=tuple(
                    candidate
                    for candidate in reading.candidates
                    if candidate.states.kind in kinds.get(number + candidate.states.beside, ())
                )
            ),
        )
        for number, reading in found
    ]
