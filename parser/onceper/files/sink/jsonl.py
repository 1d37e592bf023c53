"""Rows as JSON Lines."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.contract.reading import Row


class JsonLines:
    """Write rows, or whole lines, to a stream of UTF-8 JSON."""

    def __init__(self, stream: BinaryIO) -> None:
        self._encode = msgspec.json.Encoder().encode
        self.take = stream.write

    def __call__(self, row: Row) -> None:
        """Write one row."""
        self.take(self._encode(row) + b"\n")


@contextmanager
def json_lines_to(stream: BinaryIO) -> Iterator[JsonLines]:
    """Write each row as a line of UTF-8 JSON to a stream, which stays open."""
    yield JsonLines(stream)
    stream.flush()


@contextmanager
def json_lines_file(path: Path) -> Iterator[JsonLines]:
    """Write each row as a line of UTF-8 JSON to a file."""
    with path.open("wb") as stream, json_lines_to(stream) as sink:
        yield sink
