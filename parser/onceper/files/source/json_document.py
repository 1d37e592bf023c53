"""Card texts from a JSON document: an array of objects, an object around one, or a single card."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING

from onceper.errors import listed
from onceper.files.protocol import Source
from onceper.files.source.json_records import json_record
from onceper.files.source.json_values import JsonValues, NotJsonError
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns

_REMEDY = "name the key of the text with --column text=KEY, or write each card as an object of one array"
# The former in the answers of YGOPRODeck.
_AROUND_CARDS = ("data", "cards")


@contextmanager
def json_document(file: InputFile, columns: Columns) -> Iterator[Source]:
    """Read the objects of a JSON document one by one, such as YGOPRODeck's answers and YAML Yugi's files.

    They are the items of the array that is the document or, as ``data`` of YGOPRODeck, stands in its object; where the
    object itself has a text, it is the one card. A text without id is called after its place, such as ``item 3``.

    Raises:
        NotJsonError: the document holds no array of objects; once the texts are read, it is no longer JSON.
        NoCardTextError: not one of the first objects has a text.
        InputError: once the texts are read, the compressed file is cut off.
    """
    texts = CardTexts(file.name, columns)
    cards = texts.checked(
        (json_record(f"item {number}", value, "item") for number, value in enumerate(_items(file, columns), start=1)),
        kind="JSON objects",
        remedy=_REMEDY,
    )
    yield Source(cards, file.share_read, texts.ygoprodeck, file.bytes_read)


def array_around_cards(keys_of_arrays: Iterable[str]) -> str | None:
    """Return which of these keys of an object holds the cards, whatever else the object tells."""
    return next((key for key in keys_of_arrays if key in _AROUND_CARDS), None)


def _items(file: InputFile, columns: Columns) -> Iterator[bytes]:
    """Yield what stands for a card each, as it is written."""
    is_array = file.head.lstrip().startswith(b"[")
    around = None if is_array else _key_around_cards(file, columns)
    document = JsonValues(file.read, file.name)
    if is_array:
        yield from document.items()
    elif around:
        for key in document.members():
            if key == around:
                yield from document.items()
            else:
                document.value()
    else:
        while document.sign():
            yield document.value()
    if document.sign():
        raise document.broken("more stands behind its end")


def _key_around_cards(file: InputFile, columns: Columns) -> str | None:
    """Return the key of the array of cards in the object that a document is; null where the object is a card itself.

    Raises:
        NotJsonError: the object holds neither a text nor an array of objects.
    """
    keys, arrays = _beginning(file)
    around = array_around_cards(arrays)
    if around or columns.found(tuple(keys)).text:
        return around
    if not arrays:
        raise NotJsonError(
            f"the object holds no array of objects; its keys are {listed(keys)}",
            where=file.name,
            expected=f"an array of objects, or one card with {columns.expected()}",
            remedy=_REMEDY,
        )
    return arrays[0]


def _beginning(file: InputFile) -> tuple[list[str], list[str]]:
    """Return the first keys of the object that a document is, and which of them hold objects in an array."""
    document = JsonValues(io.BytesIO(file.whole_head()).read, file.name)
    keys: list[str] = []
    arrays: list[str] = []
    try:
        for key in document.members():
            keys.append(key)
            if document.is_array_of_objects():
                arrays.append(key)
            document.value()
    except NotJsonError:
        # As a rule because the head ends; what else is broken shows when all is read.
        pass
    return keys, arrays
