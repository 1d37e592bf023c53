"""Lines of CSV that every reader takes apart as they were put together."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_END = "\r\n"


def csv_lines_to(stream: TextIO) -> Callable[[Iterable[Any]], object]:
    """Return what writes a line of cells, which ends in a line feed, to a stream that is opened with ``newline=""``."""
    return csv.writer(_LineFeeds(stream), lineterminator=_END).writerow


class _LineFeeds:
    """Write lines with another end: Python 3.11 and 3.12 quote a carriage return only where it is a part of the end."""

    def __init__(self, stream: TextIO) -> None:
        self._write = stream.write

    def write(self, line: str) -> None:
        self._write(f"{line.removesuffix(_END)}\n")
