"""Chunks of card texts, tagged as their format takes them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from onceper.files.protocol import TaggedLine, told_of
from onceper.files.sink.lines import encode_lines
from onceper.files.tags import whole_row
from onceper.reader.read import has_no_model
from onceper.tagging.rows import tag_cards, take_over
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.reading import Row
    from onceper.files.protocol import Chunk
    from onceper.tagging.rows import RowOptions

_encode = msgspec.json.Encoder().encode
_ID = b'{"id":'


class Piece(NamedTuple):
    """Hold the rows of a chunk as their format takes them, the lines of its unread sentences, and what was counted."""

    rows: Any
    unread: bytes
    summary: Summary


class PieceTagger:
    """Tag chunks, each different text once; where record batches repeat their texts, the rows of the last are kept.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
        ModelError: the model file is missing, damaged, or of another format.
    """

    def __init__(self, options: RowOptions) -> None:
        self._options = options
        if options.form == "arrow":
            # pyarrow takes long to import, and lines do without.
            from onceper.tagging.kept import KeptRows  # noqa: PLC0415

            self._kept = KeptRows()

    def __call__(self, chunk: Chunk) -> Piece:
        """Return the rows of a chunk, without those in another language than that which is asked for."""
        options, count = self._options, len(chunk.cards)
        repeats = options.form == "arrow" and count < len(chunk.places)
        lines = chunk.known or [None] * count

        def read(places: Sequence[int]) -> Iterator[Any]:
            new = tag_cards([chunk.cards[place] for place in places if lines[place] is None], options)
            for place in places:
                line = lines[place]
                yield next(new) if line is None else take_over(chunk.cards[place], line, options)

        if repeats:
            told = list(map(told_of, chunk.cards))
            batch, known, _ = self._kept.of(told, read)
            tagged = [known[text] for text in told]
        else:
            tagged = [None if row is None else (place, row) for place, row in enumerate(read(range(count)))]
        rows = [(of, own) for place, own in zip(chunk.places, chunk.ids, strict=True) if (of := tagged[place])]

        def each() -> Iterator[Any]:
            return (_called(own, row) for (_, row), own in rows)

        if options.form == "arrow":
            # As above.
            from onceper.contract.arrow import repeated  # noqa: PLC0415
            from onceper.tagging.kept import batch_of  # noqa: PLC0415

            ids = [own for _, own in rows]
            if not repeats:
                batch = batch_of([row for (_, row), _ in rows])
            places = [place for (place, _), _ in rows] if repeats else range(len(rows))
            written: Any = repeated(batch, places, ids)
        else:
            written = encode_lines(each(), options.form)
        summary, times = Summary(taken_over=sum(line is not None for line in lines)), Counter(chunk.places)
        for place, (card, of) in enumerate(zip(chunk.cards, tagged, strict=True)):
            if of:
                lacks_model = has_no_model(of[1].lang, of[1].game, options.reading)
                summary.add(of[1], card.card_type, lacks_model=lacks_model, times=times[place])
        return Piece(written, _unread_lines(each()) if options.with_unread else b"", summary)


def _called(own: str, row: Row | TaggedLine) -> Row | msgspec.Raw:
    """Return a row with an id of its own."""
    if isinstance(row, TaggedLine):
        # As each line begins that was not written anew by another program.
        begun = _ID + _encode(row.id)
        if row.line.startswith(begun):
            return msgspec.Raw(_ID + _encode(own) + row.line[len(begun) :])
        row = whole_row(row)
    return row if row.id == own else replace(row, id=own)


def _unread_lines(rows: Iterator[Row]) -> bytes:
    """Return a line for each unread sentence, with the row it stands in."""
    return msgspec.json.Encoder().encode_lines(
        [
            {"id": row.id, "name": row.name, "lang": row.lang, "field": row.field} | msgspec.to_builtins(unread)
            for row in rows
            for unread in row.unread
        ]
    )
