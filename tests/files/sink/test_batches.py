"""Rows in batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.contract.arrow_rows import from_arrow
from onceper.contract.effect import Effect
from onceper.contract.reading import Row
from onceper.files.sink.batches import in_batches

if TYPE_CHECKING:
    import pyarrow as pa


def _row(number: int, characters: int) -> Row:
    effect = Effect(1, None, "unknown", (0, characters), ((0, characters),), "x" * characters)
    return Row(id=str(number), name=None, lang="en", game=None, field="text", effects=(effect,))


@pytest.mark.parametrize(
    ("lengths", "sizes"),
    [
        ([], []),
        ([10] * 3, [3]),
        ([10] * 4_096, [4_096]),
        ([10] * 10_000, [4_096, 4_096, 1_808]),
        ([5_000_000] * 3, [1, 1, 1]),
        ([10, 10, 3_000_000, 3_000_000, 10], [4, 1]),
    ],
)
def test_batches_end_by_rows_and_by_length(lengths: list[int], sizes: list[int]) -> None:
    rows = [_row(number, length) for number, length in enumerate(lengths)]
    batches: list[pa.RecordBatch] = []
    with in_batches(batches.append) as write:
        for row in rows:
            write(row)
    assert [batch.num_rows for batch in batches] == sizes
    assert [row for batch in batches for row in from_arrow(batch)] == rows
