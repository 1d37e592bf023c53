"""Rows in batches, for the formats that are written so."""

from __future__ import annotations

from contextlib import contextmanager
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from onceper.contract.reading import Row

# Small, which bounds the memory that the records of a batch take; the second for texts as long as a book.
BATCH_ROWS = 4_096
_BATCH_CHARACTERS = 1 << 22


_text = attrgetter("text")


class Batches:
    """Hand over rows as record batches of the published schema, 4,096 rows each or fewer where they are long.

    What is in batches already is handed over as it is, by ``take``.
    """

    def __init__(self, take: Callable[[pa.RecordBatch], None]) -> None:
        self.take = take
        self._rows: list[Row] = []
        self._characters = 0

    def __call__(self, row: Row) -> None:
        """Take one row."""
        self._rows.append(row)
        self._characters += _length(row)
        if len(self._rows) == BATCH_ROWS or self._characters > _BATCH_CHARACTERS:
            self.end()

    def end(self) -> None:
        """Hand over the rows that are left."""
        if self._rows:
            # pyarrow takes long to import, and what asks whether a sink takes batches may do without.
            from onceper.contract.arrow_rows import to_arrow  # noqa: PLC0415

            batch = to_arrow(self._rows)
            self._rows.clear()
            self._characters = 0
            self.take(batch)


@contextmanager
def in_batches(take: Callable[[pa.RecordBatch], None]) -> Iterator[Batches]:
    """Hand over what is written as record batches; what is left when the block ends well."""
    batches = Batches(take)
    yield batches
    batches.end()


def _length(row: Row) -> int:
    """Return how many characters a row holds, about: those of its text and of its effects are most of them."""
    return len(row.text or "") + sum(map(len, map(_text, row.effects)))
