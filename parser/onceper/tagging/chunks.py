"""Chunks of a run: so many texts, tagged by whichever process, as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.files.protocol import Form  # noqa: TC001  msgspec resolves the annotations
from onceper.files.sink.lines import encode_lines
from onceper.reader.unmodelled import has_no_model
from onceper.tagging.rows import RowOptions, tag_chunk
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from onceper.files.protocol import Chunk
    from onceper.tagging.rows import Tagged


class RunOptions(RowOptions, frozen=True, kw_only=True):
    """Hold what a run was asked for: rows, in this form, and whether with the sentences that no rule reads."""

    form: Form
    with_unread: bool = False


class Piece(NamedTuple):
    """Hold the rows of a chunk as their format takes them, the lines of its unread sentences, and what was counted."""

    rows: Any
    unread: bytes
    summary: Summary


def tag_piece(chunk: Chunk, options: RunOptions) -> Piece:
    """Tag a chunk.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    tagged = tag_chunk(chunk, options)
    summary = Summary(taken_over=len(chunk.known))
    for card, row, times in tagged.times():
        lacks_model = has_no_model(row.lang, row.game, options.reading)
        summary.add(row, card.card_type, lacks_model=lacks_model, times=times)
    rows = tagged.batch() if options.form == "arrow" else encode_lines(tagged.each(), options.form)
    return Piece(rows, _unread_lines(tagged) if options.with_unread else b"", summary)


def _unread_lines(tagged: Tagged) -> bytes:
    """Return a line for each unread sentence, with the row it stands in."""
    return msgspec.json.Encoder().encode_lines(
        [
            {"id": row.id, "name": row.name, "lang": row.lang, "field": row.field} | msgspec.to_builtins(unread)
            for row in tagged.each()
            for unread in row.unread
        ]
    )
