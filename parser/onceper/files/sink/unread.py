"""The sentences that no rule reads, as a work list: JSON Lines with the row each stands in."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from onceper.files.finished import finished
from onceper.files.output_error import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from onceper.contract.reading import Row


_encode_lines = msgspec.json.Encoder().encode_lines


def unread_lines(row: Row) -> bytes:
    """Return a line for each unread sentence of a row."""
    place = {"id": row.id, "name": row.name, "lang": row.lang, "field": row.field}
    return _encode_lines([place | msgspec.to_builtins(unread) for unread in row.unread])


@contextmanager
def unread_to(path: Path) -> Iterator[Callable[[bytes], object]]:
    """Write lines of unread sentences; the file takes its name when the block ends well.

    Raises:
        OutputError: the file cannot be written.
    """
    with finished(path) as unfinished, unfinished.open("wb") as stream:

        def write(lines: bytes) -> None:
            # Else a full disk would be told of the output of the rows, which is written at the same time.
            with writing(path):
                stream.write(lines)

        yield write
