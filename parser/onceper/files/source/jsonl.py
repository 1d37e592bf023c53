"""Card texts from JSON Lines: one JSON object a line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from onceper.files.protocol import Source
from onceper.files.source.json_records import json_record
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns
    from onceper.files.source.records import Record


@contextmanager
def json_lines(file: InputFile, columns: Columns) -> Iterator[Source]:
    """Read JSON Lines, the objects of which have a text and, where known, the other columns.

    Other keys are ignored, as are blank lines. A text without id is called after its line, such as ``line 3``. Line
    ends inside a text are kept as they are.

    Raises:
        NoCardTextError: not one of the first lines is an object with a text.
        InputError: once the texts are read, the compressed file is cut off.
    """
    texts = CardTexts(file.name, columns)
    cards = texts.checked(
        _records(file),
        kind="JSON Lines, an object on each line",
        remedy='write each text on a line of its own, such as {"id": "1", "lang": "en", "text": "…"}, '
        "or name the key of the text with --column text=KEY",
    )
    yield Source(cards, file.share_read, texts.ygoprodeck, file.bytes_read)


def _records(file: InputFile) -> Iterator[Record]:
    for number, line in enumerate(file.lines(), start=1):
        content = line.rstrip()
        if content:
            yield json_record(f"line {number}", content, "line")
