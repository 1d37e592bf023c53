"""The rows of the last texts, kept as a record batch: files and tables repeat their texts from piece to piece."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
from msgspec.structs import replace

from onceper.contract.arrow import to_arrow
from onceper.contract.reading import Row
from onceper.files.protocol import TaggedLine
from onceper.lang.languages import languages_in_use

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    Known = tuple[int, Row | TaggedLine] | None

# The rows of some ten thousand texts.
_KEPT_BYTES = 1 << 24
# So many are read before their readings, which take ten times as much, become rows of a batch.
_AT_ONCE = 512


class Kept(NamedTuple):
    """Hold rows as a record batch, and of each text the place of its row there with what a summary counts of it.

    A text whose row is left out has null. Rows are kept as long as ``made_by`` is the same.
    """

    batch: pa.RecordBatch
    known: Mapping[Hashable, Known]
    made_by: object


class KeptRows:
    """Read each different text once; several threads may ask."""

    def __init__(self) -> None:
        self._kept = Kept(to_arrow([]), {}, None)

    def of(
        self,
        told: Sequence[Hashable],
        numbers: Sequence[int],
        read: Callable[[Sequence[int]], Iterable[Row | TaggedLine | None]],
        columns: object = None,
    ) -> tuple[pa.RecordBatch, Any, list[Known]]:
        """Return rows, the place there of each that has the text of one of these numbers, and what is kept of texts.

        Different texts are told from one another by what stands here. ``read`` gives the rows of those at these places,
        null for what is left out, which has the place -1. What was kept of other ``columns`` or rules is not looked at.
        """
        kept, made_by = self._kept, (languages_in_use(), columns)
        if kept.made_by != made_by or kept.batch.nbytes > _KEPT_BYTES:
            kept = Kept(to_arrow([]), {}, made_by)
        new = [place for place, text in enumerate(told) if text not in kept.known]
        if new:
            known, batches, number = dict(kept.known), [kept.batch], len(kept.batch)
            for start in range(0, len(new), _AT_ONCE):
                places = new[start : start + _AT_ONCE]
                found = list(read(places))
                batches.append(batch_of([row for row in found if row is not None]))
                for place, row in zip(places, found, strict=True):
                    # What takes most room is in the batch.
                    rest = replace(row, text=None, non_effects=(), effects=()) if isinstance(row, Row) else row
                    known[told[place]] = None if rest is None else (number, rest)
                    number += row is not None
            kept = self._kept = Kept(join_batches(batches), known, made_by)
        of_texts = list(map(kept.known.__getitem__, told))
        return kept.batch, np.array([one[0] if one else -1 for one in of_texts], np.int64)[numbers], of_texts


def batch_of(rows: Sequence[Row | TaggedLine]) -> pa.RecordBatch:
    """Return rows, some of which stand in record batches of a tagging from before, as one batch."""
    parts = []
    for _, (first, *rest) in groupby(enumerate(rows), _run):
        row, end = first[1], len(rest) + 1
        if isinstance(row, TaggedLine):
            parts.append(row.batch.slice(row.place, end))
        else:
            parts.append(to_arrow([row, *(one for _, one in rest)]))
    return join_batches(parts) if parts else to_arrow([])


def _run(numbered: tuple[int, Row | TaggedLine]) -> object:
    """Return what rows have in common that are made together, or stand behind one another."""
    number, row = numbered
    return (id(row.batch), row.place - number) if isinstance(row, TaggedLine) else None


def join_batches(batches: Iterable[pa.RecordBatch]) -> pa.RecordBatch:
    """Return record batches as one."""
    whole: pa.RecordBatch = pa.concat_batches(list(batches))  # type: ignore[attr-defined]  # the stubs leave it out
    return whole
