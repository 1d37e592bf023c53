"""Card texts from JSON Lines, and from a JSON document: an array of objects, an object around one, or a single card."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD
from onceper.files.source.record import Record, decoded, type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.opening import InputFile
    from onceper.files.protocol import Keys, PlacedText
    from onceper.files.source.columns import Columns
    from onceper.files.source.records import CardTexts

AROUND_CARDS = ("data", "cards")
"""Under which keys of an object its cards stand, whatever else it tells: the former in the answers of YGOPRODeck."""
_OBJECTS = re.compile(rb"\[\s*\{")
_MALFORMED = "JSON is malformed: "
_BYTE = re.compile(r"\(byte (\d+)\)")
_list = msgspec.json.Decoder(list[msgspec.Raw]).decode
_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode = msgspec.json.Decoder().decode


class NotJsonError(InputError):
    """A file is not JSON, or holds no array of cards."""


def json_lines(file: InputFile, texts: CardTexts) -> Iterator[PlacedText]:
    """Read JSON Lines, the objects of which have a text and, where known, the other columns.

    Other keys are ignored, as are blank lines. A text without id is called after its line, such as ``line 3``. Line
    ends inside a text are kept as they are.

    Raises:
        NoCardTextError: the first lines hold no card text.
        InputError: once the texts are read, the compressed file is cut off.
    """
    lines = enumerate(map(bytes.rstrip, file.lines()), start=1)
    return texts.checked(
        (_record("line", number, line, (number,)) for number, line in lines if line),
        "JSON Lines, an object on each line",
        "name the key of the text with --column text=KEY, where it stands in arrays as abilities[].text, or write each "
        'text on a line of its own, such as {"id": "1", "lang": "en", "text": "…"}',
    )


def json_document(file: InputFile, texts: CardTexts) -> Iterator[PlacedText]:
    """Read the objects of a JSON document, such as YGOPRODeck's answers and YAML Yugi's files.

    They are the items of the array that is the document or, as ``data`` of YGOPRODeck, stands in its object; where the
    object itself has a text, it is the one card. A text without id is called after its place, such as ``item 3``. The
    document is read whole, and then its objects one by one.

    Raises:
        NotJsonError: the file is no JSON, or holds no array of objects.
        NoCardTextError: the first objects hold no card text.
        InputError: the compressed file is cut off.
    """
    content = file.whole()
    try:
        items = _items(content, texts.columns, file.name)
    except (msgspec.DecodeError, RecursionError) as error:
        place = _BYTE.search(str(error))
        line = content.count(b"\n", 0, int(place[1]) if place else len(content)) + 1
        raise NotJsonError(
            f"not JSON; {str(error).removeprefix(_MALFORMED)}",
            where=f"{file.name}, line {line}",
            expected="a complete JSON document, without halves of characters such as \\ud800",
            remedy="download or write it again; of several values one after the other, `jq -c .` makes JSON Lines",
        ) from error
    texts.total = len(items)
    return texts.checked(
        (_record("item", texts.done, bytes(value), keys) for texts.done, (keys, value) in enumerate(items, start=1)),
        "JSON objects",
        "name the key of the text with --column text=KEY, where it stands in arrays as abilities[].text, or write each "
        "card as an object of one array",
    )


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
        remedy="name the key of the text with --column text=KEY, or write each card as an object of one array",
    )


def _record(kind: str, number: int, content: bytes, keys: Keys) -> Record:
    """Return what stands at one place; where it is broken with what it still tells, and what is wrong with it."""
    place, found, problem = f"{kind} {number}", None, None
    if len(content) > LONGEST_CARD:
        too_long = f"the {kind} has {len(content):,} bytes; expected a card, of at most {LONGEST_CARD:,}"
        return Record(place, {}, too_long, keys)
    try:
        found = _decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text, problem = decoded(content, kind)
        problem = problem or f"not JSON; {str(error).removeprefix(_MALFORMED)}"
        with suppress(msgspec.DecodeError, RecursionError):
            # Bytes that are not UTF-8 stand in one string of it as a rule.
            found = _decode(text)
    if isinstance(found, dict):
        return Record(place, found, problem, keys)
    return Record(place, {}, problem or f"not an object; the {kind} holds {type_of(found)}", keys)
