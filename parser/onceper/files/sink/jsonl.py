"""Rows as JSON Lines."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.contract.reading import Row
    from onceper.files.sink.sink import Sink


@contextmanager
def json_lines_to(stream: BinaryIO) -> Iterator[Sink]:
    """Write each row as a line of UTF-8 JSON to a stream, which stays open."""
    encode = msgspec.json.Encoder().encode

    def write(row: Row) -> None:
        stream.write(encode(row) + b"\n")

    yield write
    stream.flush()


@contextmanager
def json_lines_file(path: Path) -> Iterator[Sink]:
    """Write each row as a line of UTF-8 JSON to a file."""
    with path.open("wb") as stream, json_lines_to(stream) as sink:
        yield sink
