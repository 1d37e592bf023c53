"""Card texts from a JSON document: an array of objects, an object around one, or a single card."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD, Source
from onceper.files.source.record import Record, type_of
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from onceper.files.opening import InputFile
    from onceper.files.protocol import Keys
    from onceper.files.source.columns import Columns

_REMEDY = "name the key of the text with --column text=KEY, or write each card as an object of one array"
# The former in the answers of YGOPRODeck.
_AROUND_CARDS = ("data", "cards")
_PIECE = 1 << 20
_NO_BLANK = re.compile(r"[^ \t\r\n]")
_OBJECTS = re.compile(r"\[[ \t\r\n]*+\{")


class NotJsonError(InputError):
    """A file is not JSON, or holds no array of cards."""


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
        (
            _record(f"item {number}", value)._replace(keys=keys)
            for number, (keys, value) in enumerate(_items(file, columns), start=1)
        ),
        kind="JSON objects",
        remedy=_REMEDY,
    )
    yield Source(cards, file.share_read, texts.ygoprodeck, file.bytes_read)


def array_around_cards(keys_of_arrays: Iterable[str]) -> str | None:
    """Return which of these keys of an object holds the cards, whatever else the object tells."""
    return next((key for key in keys_of_arrays if key in _AROUND_CARDS), None)


def _record(place: str, value: Any) -> Record:
    if not isinstance(value, dict):
        return Record(place, {}, f"not an object; the item holds {type_of(value)}")
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError as error:
        sign = ord(error.object[error.start])
        # What is no UTF-8 was decoded so that each byte of it is half a character of its own.
        is_byte = 0xDC80 <= sign < 0xDD00
        what = f"UTF-8; it holds the byte 0x{sign - 0xDC00:02x}" if is_byte else "a character; half of one"
        return Record(place, value, f"not {what}")
    except (RecursionError, ValueError):
        # What is nested too deeply, or no number of JSON, is looked at where it is a text.
        pass
    return Record(place, value)


def _items(file: InputFile, columns: Columns) -> Iterator[tuple[Keys, Any]]:
    """Yield what stands for a card each, with the keys that lead to it: the first is the place in the whole file."""
    document = Document(file.read, file.name)
    number = 0
    if document.sign() == "[":
        yield from (((number, place), value) for place, value in document.items())
        number += 1
    while sign := document.sign():
        if sign != "{":
            raise document.broken("more stands behind its end")
        yield from (((number, *keys), value) for keys, value in _in_object(document, columns, file.name))
        number += 1


def _in_object(document: Document, columns: Columns, name: str) -> Iterator[tuple[Keys, Any]]:
    """Yield the items of the array of cards in an object, or the object where it is a card itself.

    Raises:
        NotJsonError: the object holds neither a text nor an array of objects.
    """
    members: dict[str, Any] = {}
    has_cards = False
    for key in document.members():
        if key in _AROUND_CARDS and not has_cards and document.is_array_of_objects():
            has_cards = True
            yield from (((key, place), value) for place, value in document.items())
        else:
            members[key] = document.value()
    if has_cards:
        return
    arrays = [key for key, value in members.items() if isinstance(value, list) and value and isinstance(value[0], dict)]
    if columns.hold_text(tuple(members)):
        yield (), members
    elif arrays:
        yield from (((arrays[0], place), value) for place, value in enumerate(members[arrays[0]]))
    else:
        raise NotJsonError(
            f"the object holds no array of objects; its keys are {listed(list(members))}",
            where=name,
            expected=f"an array of objects, or one card with {columns.expected()}",
            remedy=_REMEDY,
        )


class Document:
    """Take the values of a document in their order, each by itself, so that no more of it lies in memory."""

    def __init__(self, read: Callable[[int], bytes], name: str) -> None:
        self._read, self._name = read, name
        self._decode = getincrementaldecoder("utf-8")("surrogateescape").decode
        self._parse = json.JSONDecoder().raw_decode
        self._pending = ""
        self._at = 0
        self._lines_taken = self._taken = 0

    def sign(self) -> str:
        """Return the next sign that is not blank, and leave it; none at the end."""
        while not (found := _NO_BLANK.search(self._pending, self._at)):
            self._at = len(self._pending)
            if not self._more():
                return ""
        self._at = found.start()
        return found[0]

    def value(self) -> Any:
        """Take the next value.

        Raises:
            NotJsonError: it is none, does not end within what a card has, or is nested too deeply.
        """
        if not self.sign():
            raise self.broken("it ends where a value should stand")
        while True:
            try:
                value, end = self._parse(self._pending, self._at)
            except RecursionError as error:
                raise self.broken("the value that begins here is nested too deeply") from error
            except ValueError as error:
                if len(self._pending) - self._at > LONGEST_CARD or not self._more():
                    why = str(error).partition(":")[0]
                    what = f"the value that begins here is damaged, cut off or too long ({why})"
                    raise self.broken(what) from error
            else:
                # A number may go on.
                if end < len(self._pending) or isinstance(value, dict | list | str) or not self._more():
                    self._at = end
                    return value

    @property
    def place(self) -> int:
        """How many characters come before what is taken next."""
        return self._taken + self._at

    def items(self) -> Iterator[tuple[int, Any]]:
        """Take the items of the array that comes next, with their places.

        Raises:
            NotJsonError: it is not a whole one.
        """
        return ((place, self.value()) for place in self.places())

    def places(self) -> Iterator[int]:
        """Take the places of the array that comes next; who asks takes each value before the next place.

        Raises:
            NotJsonError: it is not a whole one.
        """
        self._take("[")
        if self.sign() == "]":
            self._take("]")
            return
        for place in count():
            yield place
            if self._take(",", "]") == "]":
                return

    def members(self) -> Iterator[str]:
        """Take the keys of the object that comes next; who asks takes each value before the next key.

        Raises:
            NotJsonError: it is not a whole one.
        """
        self._take("{")
        if self.sign() == "}":
            self._take("}")
            return
        while True:
            if (sign := self.sign()) != '"':
                raise self.broken(f"{sign or 'it ends'} where a key should stand")
            key = self.value()
            self._take(":")
            yield key
            if self._take(",", "}") == "}":
                return

    def is_array_of_objects(self) -> bool:
        """Tell whether an array that begins with an object comes next, and leave it."""
        return self.sign() == "[" and _OBJECTS.match(self._pending, self._at) is not None

    def broken(self, what: str) -> NotJsonError:
        """Return the error that says what is wrong at this place."""
        line = self._lines_taken + self._pending.count("\n", 0, self._at) + 1
        return NotJsonError(
            f"not JSON; {what}",
            where=f"{self._name}, line {line}",
            expected="a complete JSON document",
            remedy="download or write it again; `python -m json.tool FILE` checks it",
        )

    def _take(self, *expected: str) -> str:
        sign = self.sign()
        if sign not in expected or not sign:
            raise self.broken(f"{sign or 'it ends'} where {' or '.join(expected)} should stand")
        self._at += 1
        return sign

    def _more(self) -> bool:
        """Read as much again as is pending, so that a long value is not gone through once for every piece of it."""
        pieces = [self._pending[self._at :]]
        wanted = max(1, len(pieces[0]))
        while wanted > 0 and (piece := self._read(_PIECE)):
            pieces.append(self._decode(piece))
            wanted -= len(pieces[-1])
        self._lines_taken += self._pending.count("\n", 0, self._at)
        self._taken += self._at
        self._pending = "".join(pieces)
        self._at = 0
        return len(pieces) > 1
