"""The sentences that no rule reads, as a work list: JSON Lines with the row each stands in."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from onceper.files.finished import finished

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.contract.reading import Row
    from onceper.files.sink.sink import Sink


@contextmanager
def unread_to(path: Path) -> Iterator[Sink]:
    """Write a line for each unread sentence of a row; the file takes its name when the block ends well.

    Raises:
        OutputError: the file cannot be written.
    """
    encode = msgspec.json.Encoder().encode
    with finished(path) as unfinished, unfinished.open("wb") as stream:

        def write(row: Row) -> None:
            for unread in row.unread:
                place = {"id": row.id, "name": row.name, "lang": row.lang, "field": row.field}
                stream.write(encode({**place, **msgspec.structs.asdict(unread)}) + b"\n")

        yield write
