"""What every format of files gives and takes: card texts come from a Source, rows go to a Sink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from onceper.contract.reading import Field

LONGEST_CARD = 1 << 23
"""What no card has, in characters of its text or bytes of its JSON, of which each may take fifty times the memory."""

CHUNK_TEXTS = 2_048
# For texts as long as a book, of which so many would fill the memory: of those that differ, and of all.
CHUNK_CHARACTERS = 1 << 22
CHUNK_CHARACTERS_OF_ROWS = 1 << 24
# What a row takes besides its text.
_CHARACTERS_OF_A_ROW = 1 << 9
# The first are smaller, so that progress is told within seconds, and several processes end a short run together.
_FIRST_CHUNK_TEXTS = 512
_OF_ONE_SIZE = 4


Keys = tuple[str | int, ...]
"""What leads to a text in its file: the line or row, or places in arrays, and keys of objects."""


class CardText(Struct, frozen=True, gc=False):
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


Alike = tuple[tuple[object, ...], str, CardText]
"""A text, behind what it has in common with those that are read alike, and its id."""


class _OfKind(Struct, gc=False):
    """Hold of a record by what it is counted."""

    kind: str | None = None


class TaggedLine(Struct, gc=False):
    """Hold a row of a tagging as the ``line`` of JSON that it is, with what it is told by and what is counted of it."""

    id: str
    lang: str | None
    game: str | None
    text: str | None
    limits: tuple[_OfKind, ...]
    unread: tuple[_OfKind, ...]
    error: str | None
    made_of: str | None = None
    made_by: str | None = None
    line: bytes = b""


class Chunk(Struct, gc=False):
    """Hold the card texts of some rows, each different one once: which of them a row has, and its id.

    What ``cards`` say of id and place is that of the first row. ``known`` has for each card the row that its text would
    give again, null where it is to be read; it is empty where no row is known.
    """

    cards: list[CardText]
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
    cards take the place of earlier ones; ``left_aside`` the files that were not read, each with the reason. ``chunks``
    gives the same texts in place of ``cards``, in chunks of these sizes, where many rows may have one.
    """

    cards: Iterator[CardText]
    share_read: Callable[[], float]
    one_language: bool
    merged: Sequence[Merged] = ()
    left_aside: Sequence[str] = ()
    chunks: Callable[[Iterator[int]], Iterator[Chunk]] | None = None


_Item = TypeVar("_Item")


class Counted(Generic[_Item]):
    """Give items, and tell which share of so many was given."""

    def __init__(self, items: Iterable[_Item], total: int) -> None:
        self._items = items
        self._total = total
        self._done = 0

    def __iter__(self) -> Iterator[_Item]:
        for item in self._items:
            self._done += 1
            yield item

    def share(self) -> float:
        """Return the share of the items that were given, from 0 to 1; 0 where nobody knows how many there are."""
        return self._done / self._total if self._total else 0.0


Form = Literal["arrow", "jsonl", "csv"]
"""How a format takes rows: as record batches, or as lines of JSON or CSV."""

Sink = Callable[[Any], object]
"""Take rows: a record batch, or bytes of lines. A context manager gives it, and writes what is left at its end."""


def told_of(card: CardText) -> tuple[object, ...]:
    """Return all that the row of a text depends on but its id; where it cannot be read, also where it stands."""
    error = card.error and (card.error, card.where)
    return card.text, card.name, card.lang, card.game, card.field, card.card_type, error


def alike(card: CardText) -> Alike:
    """Return a text behind what it has in common with others, and its id."""
    return told_of(card), card.id, card


def chunk_sizes() -> Iterator[int]:
    """Yield how many different texts a chunk has at most: four times 512 and 1,024, then 2,048."""
    size = _FIRST_CHUNK_TEXTS
    while size < CHUNK_TEXTS:
        yield from repeat(size, _OF_ONE_SIZE)
        size *= 2
    yield from repeat(CHUNK_TEXTS)


def in_chunks(cards: Iterable[CardText], sizes: Iterator[int] | None = None) -> Iterator[Chunk]:
    """Yield texts in chunks of so many different ones, or of fewer where there are many rows, or long ones."""
    return chunks_by(map(alike, cards), sizes or chunk_sizes())


def chunks_by(texts: Iterable[Alike], sizes: Iterator[int]) -> Iterator[Chunk]:
    """Yield chunks as ``in_chunks`` does."""
    rest = iter(texts)
    for first in rest:
        yield _chunk(chain([first], rest), next(sizes))


def _chunk(texts: Iterable[Alike], wanted: int) -> Chunk:
    chunk, different, characters = Chunk([], [], []), 0, 0
    numbers: dict[tuple[object, ...], int] = {}
    for told, own, card in texts:
        place = numbers.setdefault(told, len(numbers))
        if place == len(chunk.cards):
            chunk.cards.append(card)
            different += len(card.text)
        chunk.places.append(place)
        chunk.ids.append(own)
        characters += len(card.text) + _CHARACTERS_OF_A_ROW
        if len(numbers) == wanted or different > CHUNK_CHARACTERS or characters > CHUNK_CHARACTERS_OF_ROWS:
            break
    return chunk
