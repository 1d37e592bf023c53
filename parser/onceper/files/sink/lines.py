"""Records as lines: JSON Lines, and CSV for spreadsheets and for programs that read nothing else."""

from __future__ import annotations

import csv
import io
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from onceper.files.protocol import Form, Sink

_END = "\r\n"


def encode_lines(records: Iterable[msgspec.Struct], form: Form) -> bytes:
    """Return a line for each record.

    A cell of CSV holds a string as it is, anything else as JSON, and nothing for null.
    """
    if form == "jsonl":
        return msgspec.json.Encoder().encode_lines(records)
    encode = msgspec.json.Encoder().encode
    rows = (
        [cell if cell is None or isinstance(cell, str) else encode(cell).decode() for cell in cells]
        for cells in map(msgspec.structs.astuple, records)
    )
    return _csv(rows)


@contextmanager
def jsonl_to(path: Path, _: type[msgspec.Struct]) -> Iterator[Sink]:
    """Write lines of JSON to a file."""
    with path.open("wb") as stream:
        yield stream.write


@contextmanager
def csv_to(path: Path, record: type[msgspec.Struct]) -> Iterator[Sink]:
    """Write lines of CSV to a file, below one with the names of a record's fields."""
    with path.open("wb") as stream:
        stream.write(_csv([record.__struct_fields__]))
        yield stream.write


def _csv(rows: Iterable[Sequence[str | None]]) -> bytes:
    lines = []
    # Python 3.11 and 3.12 quote a carriage return only where it is a part of the end.
    for row in rows:
        line = io.StringIO(newline="")
        csv.writer(line, lineterminator=_END).writerow(row)
        lines.append(line.getvalue().removesuffix(_END))
    return "".join(f"{line}\n" for line in lines).encode()
