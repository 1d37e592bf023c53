"""Records as Parquet and Arrow IPC files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest

from onceper.contract.arrow import arrow_schema, from_arrow
from onceper.contract.reading import Row
from onceper.files.formats import write_records

if TYPE_CHECKING:
    from pathlib import Path


def _rows(count: int) -> list[Row]:
    return [Row(id=str(number), name=None, lang="en", game=None, field="text") for number in range(count)]


@pytest.mark.parametrize(("count", "batches"), [(0, 0), (1, 1), (4_096, 1), (10_000, 3)])
def test_rows_are_written_in_order_and_in_batches(tmp_path: Path, count: int, batches: int) -> None:
    rows, path = _rows(count), tmp_path / "tags.arrow"
    write_records(rows, Row, path)
    with pa.ipc.open_file(str(path)) as file:
        assert file.num_record_batches == batches
        table = file.read_all()
    assert table.schema.equals(arrow_schema(), check_metadata=True)
    assert from_arrow(table) == rows
    assert pl.read_ipc(path).height == count


@pytest.mark.parametrize(("count", "groups"), [(0, [0]), (1, [1]), (4_096, [4_096]), (70_000, [65_536, 4_464])])
def test_rows_are_written_in_order_and_in_groups(tmp_path: Path, count: int, groups: list[int]) -> None:
    rows, path = _rows(count), tmp_path / "tags.parquet"
    write_records(rows, Row, path)
    file = pq.ParquetFile(path)
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == groups
    table = file.read()
    assert table.schema.equals(arrow_schema(), check_metadata=True)
    assert from_arrow(table) == rows
