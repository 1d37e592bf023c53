"""Rows as CSV, for spreadsheets and for programs that read nothing else."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from onceper.contract.reading import Row
from onceper.files.sink.csv_lines import csv_lines_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.files.protocol import Sink


@contextmanager
def csv_to(path: Path) -> Iterator[Sink]:
    """Write a line for each row, below a line of column names.

    The columns are the fields of a row; a cell holds a string as it is, the lists ``limits``, ``non_effects``,
    ``effects`` and ``unread`` as JSON, and nothing for null.
    """
    encode = msgspec.json.Encoder().encode
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_line = csv_lines_to(stream)
        write_line(Row.__struct_fields__)

        def write(row: Row) -> None:
            cells = msgspec.structs.astuple(row)
            write_line([cell if cell is None or isinstance(cell, str) else encode(cell).decode() for cell in cells])

        yield write
