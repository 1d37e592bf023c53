"""Card texts from JSON Lines: one JSON object a line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.files.protocol import LONGEST_CARD, Source
from onceper.files.source.record import Record, type_of
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns


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
            yield _record(f"line {number}", content)._replace(keys=(number,))


def _record(place: str, content: bytes) -> Record:
    if len(content) > LONGEST_CARD:
        return Record(place, {}, f"the line has {len(content):,} bytes; expected a card, of at most {LONGEST_CARD:,}")
    try:
        found = msgspec.json.decode(content)
    except (UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
        return Record(place, _known(content), _problem(content, error))
    if isinstance(found, dict):
        return Record(place, found)
    return Record(place, {}, f"not an object; the line holds {type_of(found)}")


def _known(content: bytes) -> dict[str, Any]:
    """Return what a broken value still tells: bytes that are not UTF-8 stand in one string of it as a rule."""
    try:
        found = msgspec.json.decode(content.decode(errors="replace"))
    except (msgspec.DecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _problem(content: bytes, error: Exception) -> str:
    try:
        content.decode()
    except UnicodeDecodeError as bad:
        return f"not UTF-8; byte {bad.start} of the line is 0x{content[bad.start]:02x}"
    if isinstance(error, RecursionError):
        return "not a card text; the JSON is nested too deeply"
    return f"not JSON; {str(error).removeprefix('JSON is malformed: ')}"
