"""Rows as a Parquet file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from onceper.contract.arrow_rows import from_arrow
from onceper.contract.arrow_schema import row_arrow_schema
from onceper.contract.reading import Row
from onceper.files.sink.parquet import parquet_to

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("count", "groups"), [(0, [0]), (1, [1]), (4_096, [4_096]), (70_000, [65_536, 4_464])])
def test_rows_are_written_in_order_and_in_groups(tmp_path: Path, count: int, groups: list[int]) -> None:
    rows = [Row(id=str(number), name=None, lang="en", game=None, field="text") for number in range(count)]
    with parquet_to(tmp_path / "tags.parquet") as write:
        for row in rows:
            write(row)
    file = pq.ParquetFile(tmp_path / "tags.parquet")
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == groups
    table = file.read()
    assert table.schema.equals(row_arrow_schema(), check_metadata=True)
    assert from_arrow(table) == rows
