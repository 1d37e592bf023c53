"""What every format of files gives and takes: card texts come from a Source, rows go to a Sink."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.reading import Field

LONGEST_CARD = 1 << 23
"""What no card has, in characters of its text or bytes of its JSON, of which each may take fifty times the memory."""

CHUNK_TEXTS = 2_048
# For texts as long as a book, of which so many would fill the memory: of those that differ, and of all.
CHUNK_CHARACTERS = 1 << 22
CHUNK_CHARACTERS_OF_ROWS = 1 << 24
# What a row takes besides its text.
_CHARACTERS_OF_A_ROW = 1 << 9
Keys = tuple[str | int, ...]
"""What leads to a text in its file: the line or row, or places in arrays, and keys of objects."""


class CardText(Struct, frozen=True, gc=False, cache_hash=True):
    """Hold one text of one card, as its file or table states it, or say in ``error`` why it cannot be read.

    ``where`` is the place of the text, such as ``cards.jsonl, line 3``, and empty in a table, which may be a piece of a
    larger one. ``lang`` and ``game`` are null where the file does not tell them. A text with ``error`` is not to be
    read; it keeps what could be made out. ``card_type`` is what the card is in the words of its database: its type,
    and behind it its type line or property, such as ``Trap / Continuous``. ``keys`` lead to the text in a
    file of lines or JSON, or a table; one that was put together of several has none.
    """

    id: str
    where: str
    name: str | None = None
    lang: str | None = None
    game: str | None = None
    field: Field = "text"
    text: str = ""
    error: str | None = None
    card_type: str | None = None
    keys: Keys = ()


class PlacedText(Struct, gc=False):
    """Hold a text as many records may state it, without id and place, and what is its own: these, and its file.

    ``keys`` lead to the record, and those of the text on from there; a record without keys has none that lead to it.
    """

    id: str
    text: CardText
    file: str
    place: str
    keys: Keys

    def told(self) -> Hashable:
        """Return all that the row of the text depends on but its id; where it cannot be read, also where it stands."""
        return self.text if self.text.error is None else (self.text, self.file, self.place)

    def card(self) -> CardText:
        """Return the text with its id and place."""
        where = self.file and f"{self.file}, {self.place}"
        keys = (*self.keys, *self.text.keys) if self.keys else ()
        return replace(self.text, id=self.id, where=where, keys=keys)


class OfKind(Struct, gc=False):
    """Hold of a record by what it is counted."""

    kind: str | None = None


class TaggedLine(Struct, gc=False):
    """Hold a row of a tagging with what it is told by and what is counted of it.

    It stands in a ``line`` of JSON, or in a record ``batch`` at this ``place``.
    """

    id: str
    lang: str | None
    game: str | None
    text: str | None
    limits: tuple[OfKind, ...]
    unread: tuple[OfKind, ...]
    error: str | None
    made_of: str | None = None
    made_by: str | None = None
    line: bytes = b""
    batch: Any = None
    place: int = 0


class Chunk(Struct, gc=False):
    """Hold the card texts of some rows, each different one once: which of them a row has, and its id.

    What ``texts`` say of id and place is that of the first row. ``known`` has for each of them the row that it would
    give again, null where it is to be read; it is empty where no row is known.
    """

    texts: list[PlacedText]
    places: list[int]
    ids: list[str]
    known: list[TaggedLine | None] = []


class Merged(NamedTuple):
    """Hold the name of one of several databases that are read as one, how many cards it has, and its first texts.

    ``replaced`` are those of the databases before it whose place its cards took.
    """

    name: str
    cards: int
    replaced: int
    first: Sequence[CardText]


class Source(NamedTuple):
    """Hold the card texts of one open file, in its order, or of several as if they were one.

    ``share_read`` tells how much of the file was read, from 0 to 1. ``one_language`` says that all texts are
    in one language, which the file does not name. A text that cannot be read comes with ``error``; a file that cannot
    be read raises an InputError. ``merged`` are the databases that the texts are from, in their order, where later
    cards take the place of earlier ones; ``left_aside`` the files that were not read, each with the reason.
    """

    texts: Iterator[PlacedText]
    share_read: Callable[[], float]
    one_language: bool
    merged: Sequence[Merged] = ()
    left_aside: Sequence[str] = ()

    @property
    def cards(self) -> Iterator[CardText]:
        """Return the texts one by one, each with its id and place."""
        return (text.card() for text in self.texts)


Form = Literal["arrow", "jsonl", "csv"]
"""How a format takes rows: as record batches, or as lines of JSON or CSV."""

Sink = Callable[[Any], object]
"""Take rows: a record batch, or bytes of lines. A context manager gives it, and writes what is left at its end."""


def chunk_sizes() -> Iterator[int]:
    """Yield how many different texts a chunk has at most: four times 512 and 1,024, then 2,048.

    The first are smaller, so that progress is told within seconds, and several processes end a short run together.
    """
    return chain(repeat(CHUNK_TEXTS // 4, 4), repeat(CHUNK_TEXTS // 2, 4), repeat(CHUNK_TEXTS))


def in_chunks(texts: Iterable[PlacedText], sizes: Iterator[int]) -> Iterator[Chunk]:
    """Yield texts in chunks of so many different ones, or of fewer where there are many rows, or long ones."""
    rest = iter(texts)
    for first in rest:
        yield _chunk(chain([first], rest), next(sizes))


def _chunk(texts: Iterable[PlacedText], wanted: int) -> Chunk:
    chunk, different, characters = Chunk([], [], []), 0, 0
    numbers: dict[Hashable, int] = {}
    number_of, add_place, add_id = numbers.setdefault, chunk.places.append, chunk.ids.append
    for placed in texts:
        length, count = len(placed.text.text), len(numbers)
        number = number_of(placed.told(), count)
        if number == count:
            chunk.texts.append(placed)
            different += length
        add_place(number)
        add_id(placed.id)
        characters += length + _CHARACTERS_OF_A_ROW
        if len(numbers) == wanted or different > CHUNK_CHARACTERS or characters > CHUNK_CHARACTERS_OF_ROWS:
            break
    return chunk
