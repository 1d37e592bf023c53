"""Rows as an Arrow IPC file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pytest

from onceper.contract.arrow_rows import from_arrow
from onceper.contract.arrow_schema import row_arrow_schema
from onceper.contract.reading import Row
from onceper.files.sink.arrow import arrow_to

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("count", "batches"), [(0, 0), (1, 1), (4_096, 1), (10_000, 3)])
def test_rows_are_written_in_order_and_in_batches(tmp_path: Path, count: int, batches: int) -> None:
    rows = [Row(id=str(number), name=None, lang="en", game=None, field="text") for number in range(count)]
    path = tmp_path / "tags.arrow"
    with arrow_to(path) as write:
        for row in rows:
            write(row)
    with pa.ipc.open_file(str(path)) as file:
        assert file.num_record_batches == batches
        table = file.read_all()
    assert table.schema.equals(row_arrow_schema(), check_metadata=True)
    assert from_arrow(table) == rows
    assert pl.read_ipc(path).height == count
