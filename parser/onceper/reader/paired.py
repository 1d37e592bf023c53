"""Text that is not an effect, and holds only beside its like."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from onceper.reader.candidate import ClauseReading, SentenceReading

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

_Reading = TypeVar("_Reading", SentenceReading, ClauseReading)


def keep_paired(found: Collection[tuple[int, _Reading]]) -> list[tuple[int, _Reading]]:
    """Leave out of readings, given with the numbers of their sentences, what asks for a neighbour and has none.

    A cost is text of its kind only beside the sentence that says what happens without it.
    """
    if not _asks_for_neighbours(found):
        return list(found)
    kinds: dict[int, set[str]] = {}
    for number, reading in found:
        kinds.setdefault(number, set()).update(candidate.statement.record.kind for candidate in reading.candidates)
    return [(number, _keep_paired(reading, number, kinds)) for number, reading in found]


def _asks_for_neighbours(found: Iterable[tuple[int, _Reading]]) -> bool:
    """Tell whether a candidate stands only beside its like; loops, for every text asks it."""
    for _, reading in found:
        for candidate in reading.candidates:
            if candidate.statement.beside:
                return True
    return False


def _keep_paired(reading: _Reading, number: int, kinds: Mapping[int, Collection[str]]) -> _Reading:
    """Leave out what has no neighbour of its kind; the words that it answered for are unread again."""
    kept = tuple(
        candidate
        for candidate in reading.candidates
        if candidate.statement.record.kind in kinds.get(number + candidate.statement.beside, ())
    )
    if len(kept) == len(reading.candidates):
        return reading
    return reading._replace(candidates=kept, is_unread=reading.is_unread or reading.is_unread_alone)
