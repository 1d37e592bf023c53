"""Chunks of card texts, tagged as their format takes them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from onceper.files.protocol import TaggedLine
from onceper.files.sink.lines import encode_lines
from onceper.files.tags import whole_row
from onceper.reader.read import has_no_model
from onceper.tagging.rows import tag_cards, take_over
from onceper.tagging.summary import Summary
from onceper.text.memory import keep_within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.reading import Row
    from onceper.files.protocol import Chunk
    from onceper.tagging.kept import KeptRows
    from onceper.tagging.rows import RowOptions

_encode = msgspec.json.Encoder().encode
_ID = b'{"id":'
# All that a run asks for again of a database that lists its texts once for each print, in one language or two.
_MIB = 64


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
        self._kept: KeptRows | None = None

    def __call__(self, chunk: Chunk) -> Piece:
        """Return the rows of a chunk, without those in another language than that which is asked for."""
        options, count = self._options, len(chunk.texts)
        lines = chunk.known or [None] * count

        def read(places: Sequence[int]) -> Iterator[Any]:
            new = tag_cards((chunk.texts[place].card() for place in places if lines[place] is None), options)
            for place in places:
                line = lines[place]
                yield next(new) if line is None else take_over(chunk.texts[place], line, options)

        def each() -> Iterator[Any]:
            rows = zip(map(tagged.__getitem__, chunk.places), chunk.ids, strict=True)
            return (_called(own, row) for row, own in rows if row is not None)

        if options.form == "arrow":
            # pyarrow takes long to import, and lines do without.
            from onceper.contract.arrow import repeated, text_array  # noqa: PLC0415
            from onceper.tagging.kept import KeptRows  # noqa: PLC0415

            told = [text.told() for text in chunk.texts]
            self._kept = self._kept or KeptRows()
            # Where few are there twice, those of the last chunks take more than they give.
            kept = self._kept if 9 * count < 8 * len(chunk.places) else KeptRows()
            rows, places, known = kept.of(told, chunk.places, read)
            tagged = [one and one[1] for one in known]
            written: Any = repeated(rows, places, text_array(chunk.ids))
        else:
            tagged = list(read(range(count)))
            written = encode_lines(each(), options.form)
        summary, times = Summary(taken_over=sum(line is not None for line in lines)), Counter(chunk.places)
        for place, (placed, row) in enumerate(zip(chunk.texts, tagged, strict=True)):
            if row is not None:
                lacks_model = has_no_model(row.lang, row.game, options.reading)
                summary.add(row, placed.text.card_type, lacks_model=lacks_model, times=times[place])
        keep_within(_MIB)
        return Piece(written, _unread_lines(each()) if options.with_unread else b"", summary)


def _called(own: str, row: Row | TaggedLine) -> Row | msgspec.Raw:
    """Return a row with an id of its own."""
    if isinstance(row, TaggedLine):
        if row.id == own:
            return msgspec.Raw(row.line)
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
