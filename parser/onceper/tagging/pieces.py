"""The rows of card texts piece by piece, as their format takes them: what is known is taken, the rest is read."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.files.protocol import told_of
from onceper.reader.read import has_no_model
from onceper.tagging.forms import encoding_of
from onceper.tagging.kept import KeptRows
from onceper.tagging.processes import read_in_order
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence

    from onceper.files.protocol import CardText, Chunk
    from onceper.tagging.forms import Told
    from onceper.tagging.kept import Kept
    from onceper.tagging.rows import RowOptions

    # Gives the rows of those texts that are known, by what is told of each text.
    TakeOver = Callable[[Sequence[CardText], Sequence[Hashable]], Kept]


class Piece(NamedTuple):
    """Hold the rows of a chunk as their format takes them, the lines of its unread sentences, and what was counted."""

    rows: Any
    unread: bytes
    summary: Summary


def tagged(
    chunks: Iterable[Chunk], options: RowOptions, jobs: int = 1, take_over: TakeOver | None = None
) -> Generator[Piece]:
    """Yield the rows of chunks, without those in another language than that which is asked for.

    Each different text of a chunk is read once, by one of ``jobs`` processes. Where chunks repeat their texts, the rows
    of the last are kept; ``take_over`` gives those that are known from elsewhere.

    Raises:
        BadRowError, ModelError, LostProcessError: as ``read_in_order`` does.
    """
    memory = KeptRows(options.form)
    waiting: deque[tuple[Chunk, list[Hashable], Kept, Iterable[Hashable]]] = deque()

    def unknown() -> Iterator[list[CardText]]:
        for chunk in chunks:
            texts: list[Hashable] = list(map(told_of, chunk.cards))
            if take_over:
                kept = take_over(chunk.cards, texts)
            else:
                kept = memory.now() if len(chunk.cards) < len(chunk.places) else memory.nothing
            new = kept.missing(texts)
            waiting.append((chunk, texts, kept, new))
            yield [chunk.cards[place] for place in new.values()]

    for read in read_in_order(unknown(), options, jobs):
        chunk, texts, kept, new = waiting.popleft()
        whole = memory.with_read(kept, list(new), read)
        piece = _piece(chunk, whole.rows, [whole.known[text] for text in texts], options)
        piece.summary.taken_over = len(kept.known) if take_over else 0
        yield piece


def _piece(chunk: Chunk, rows: Any, told: Sequence[tuple[int, Told] | None], options: RowOptions) -> Piece:
    given = [(*known, place, own) for place, own in zip(chunk.places, chunk.ids, strict=True) if (known := told[place])]
    summary, cards = Summary(), chunk.cards
    for (row, card_type), times in Counter((row, cards[place].card_type) for _, row, place, _ in given).items():
        lacks_model = has_no_model(row.lang, row.game, options.reading)
        summary.add(row, card_type, lacks_model=lacks_model, times=times)
    unread = _unread_lines((own, cards[place], row) for _, row, place, own in given if row.unread)
    written = encoding_of(options.form).give(rows, [number for number, *_ in given], [own for *_, own in given])
    return Piece(written, unread if options.with_unread else b"", summary)


def _unread_lines(rows: Iterator[tuple[str, CardText, Told]]) -> bytes:
    """Return a line for each unread sentence, with the row it stands in."""
    return msgspec.json.Encoder().encode_lines(
        [
            {"id": own, "name": card.name, "lang": row.lang, "field": card.field} | msgspec.to_builtins(unread)
            for own, card, row in rows
            for unread in row.unread
        ]
    )
