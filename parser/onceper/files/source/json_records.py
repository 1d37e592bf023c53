"""Records from JSON values: each by itself, so that a bad one is only its own error."""

from __future__ import annotations

from typing import Any

import msgspec

from onceper.files.protocol import LONGEST_CARD
from onceper.files.source.records import Record, type_of


def json_record(place: str, content: bytes, holder: str) -> Record:
    """Return the record of a JSON value, which is to be an object; ``holder`` is what it stands in, such as a line."""
    if len(content) > LONGEST_CARD:
        return Record(
            place, {}, f"the {holder} has {len(content):,} bytes; expected a card, of at most {LONGEST_CARD:,}"
        )
    try:
        found = msgspec.json.decode(content)
    except (UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
        return Record(place, _known(content), _problem(content, holder, error))
    if isinstance(found, dict):
        return Record(place, found)
    return Record(place, {}, f"not an object; the {holder} holds {type_of(found)}")


def _known(content: bytes) -> dict[str, Any]:
    """Return what a broken value still tells: bytes that are not UTF-8 stand in one string of it as a rule."""
    try:
        found = msgspec.json.decode(content.decode(errors="replace"))
    except (msgspec.DecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _problem(content: bytes, holder: str, error: Exception) -> str:
    try:
        content.decode()
    except UnicodeDecodeError as bad:
        return f"not UTF-8; byte {bad.start} of the {holder} is 0x{content[bad.start]:02x}"
    if isinstance(error, RecursionError):
        return "not a card text; the JSON is nested too deeply"
    return f"not JSON; {str(error).removeprefix('JSON is malformed: ')}"
