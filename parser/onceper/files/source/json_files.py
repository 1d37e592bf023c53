"""Card texts from JSON Lines, and from a JSON document: an array of objects, an object around one, or a single card."""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD, Counted, Source
from onceper.files.source.record import Record, type_of
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.opening import InputFile
    from onceper.files.protocol import Keys
    from onceper.files.source.columns import Columns

AROUND_CARDS = ("data", "cards")
"""Under which keys of an object its cards stand, whatever else it tells: the former in the answers of YGOPRODeck."""
_REMEDY = "name the key of the text with --column text=KEY, or write each card as an object of one array"
_OBJECTS = re.compile(rb"\[\s*\{")
_MALFORMED = "JSON is malformed: "
_BYTE = re.compile(r"\(byte (\d+)\)")
_list = msgspec.json.Decoder(list[msgspec.Raw]).decode
_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class NotJsonError(InputError):
    """A file is not JSON, or holds no array of cards."""


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
    lines = ((number, line.rstrip()) for number, line in enumerate(file.lines(), start=1))
    cards = texts.checked(
        (_record(f"line {number}", line, (number,)) for number, line in lines if line),
        kind="JSON Lines, an object on each line",
        remedy='write each text on a line of its own, such as {"id": "1", "lang": "en", "text": "…"}, '
        "or name the key of the text with --column text=KEY",
    )
    yield Source(cards, file.share_read, texts.ygoprodeck)


@contextmanager
def json_document(file: InputFile, columns: Columns) -> Iterator[Source]:
    """Read the objects of a JSON document, such as YGOPRODeck's answers and YAML Yugi's files.

    They are the items of the array that is the document or, as ``data`` of YGOPRODeck, stands in its object; where the
    object itself has a text, it is the one card. A text without id is called after its place, such as ``item 3``. The
    document is read whole, and then its objects one by one.

    Raises:
        NotJsonError: the file is no JSON, or holds no array of objects.
        NoCardTextError: not one of the first objects has a text.
        InputError: the compressed file is cut off.
    """
    content = file.whole()
    try:
        items = _items(content, columns, file.name)
    except (msgspec.DecodeError, RecursionError) as error:
        place = _BYTE.search(str(error))
        line = content.count(b"\n", 0, int(place[1]) if place else len(content)) + 1
        raise NotJsonError(
            f"not JSON; {str(error).removeprefix(_MALFORMED)}",
            where=f"{file.name}, line {line}",
            expected="a complete JSON document, without halves of characters such as \\ud800",
            remedy="download or write it again; of several values one after the other, `jq -c .` makes JSON Lines",
        ) from error
    counted = Counted(enumerate(items, start=1), len(items))
    texts = CardTexts(file.name, columns)
    cards = texts.checked(
        (_record(f"item {number}", value, keys) for number, (keys, value) in counted),
        kind="JSON objects",
        remedy=_REMEDY,
    )
    yield Source(cards, counted.share, texts.ygoprodeck)


def _items(content: bytes, columns: Columns, name: str) -> list[tuple[Keys, msgspec.Raw | bytes]]:
    """Return what stands for a card each, with the keys that lead to it: the first stands for the whole document.

    Raises:
        NotJsonError: an object holds neither a text nor an array of objects.
    """
    if not content.lstrip().startswith(b"{"):
        return [((0, place), value) for place, value in enumerate(_list(content))]
    members = _object(content)
    arrays = [key for key, value in members.items() if _OBJECTS.match(value)]
    of_cards = [key for key in arrays if key in AROUND_CARDS]
    if not of_cards and columns.hold_text(tuple(members)):
        return [((0,), content)]
    for key in [*of_cards, *arrays]:
        return [((0, key, place), value) for place, value in enumerate(_list(members[key]))]
    raise NotJsonError(
        f"the object holds no array of objects; its keys are {listed(list(members))}",
        where=name,
        expected=f"an array of objects, or one card with {columns.expected()}",
        remedy=_REMEDY,
    )


def _record(place: str, content: msgspec.Raw | bytes, keys: Keys) -> Record:
    """Return what stands at one place; where it is broken with what it still tells, and what is wrong with it."""
    size, kind = len(memoryview(content)), place.partition(" ")[0]
    if size > LONGEST_CARD:
        return Record(place, {}, f"the {kind} has {size:,} bytes; expected a card, of at most {LONGEST_CARD:,}", keys)
    problem, found = None, None
    try:
        found = msgspec.json.decode(content)
    except RecursionError:
        problem = "not a card text; the JSON is nested too deeply"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        problem, found = _broken(bytes(content), kind, str(error).removeprefix(_MALFORMED))
    if not isinstance(found, dict):
        return Record(place, {}, problem or f"not an object; the {kind} holds {type_of(found)}", keys)
    return Record(place, found, problem, keys)


def _broken(content: bytes, kind: str, said: str) -> tuple[str, object]:
    """Return what is wrong with what is no JSON, and what it still tells."""
    try:
        content.decode()
    except UnicodeDecodeError as error:
        said = f"not UTF-8; byte {error.start} of the {kind} is 0x{content[error.start]:02x}"
        # Such bytes stand in one string of it as a rule.
        with suppress(msgspec.DecodeError, RecursionError):
            return said, msgspec.json.decode(content.decode(errors="replace"))
        return said, None
    return f"not JSON; {said}", None
