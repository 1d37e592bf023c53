"""Chunks of a run: so many texts, tagged by whichever process, as bytes that are the same wherever they were made."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from onceper.contract.reading import Row
from onceper.files.protocol import Form
from onceper.files.sink.batches import Batches
from onceper.files.sink.jsonl import JsonLines
from onceper.files.sink.unread import unread_lines
from onceper.reader.options import Options
from onceper.reader.read import read_text
from onceper.reader.unmodelled import has_no_model
from onceper.tagging.rows import prefetch_cards, tag_cards
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.files.protocol import CardText, Sink

CHUNK_TEXTS = 2_048
# The first are smaller, so that progress is told and something is kept within seconds, and so that several processes
# end a short run at the same time.
FIRST_CHUNK_TEXTS = 512
_OF_ONE_SIZE = 4
# For texts as long as a book, of which so many would fill the memory.
CHUNK_CHARACTERS = 1 << 22


class RunOptions(Struct, frozen=True):
    """Hold what a run was asked for, as far as it changes the rows."""

    form: Form
    lang: str | None = None
    game: str | None = None
    only_lang: str | None = None
    strict: bool = False
    with_text: bool = False
    reading: Options = Options()


class Chunk(NamedTuple):
    """Hold the rows of a chunk, the lines of its unread sentences, and what was counted."""

    rows: bytes
    unread: bytes
    summary: Summary


def split_into_chunks(cards: Iterable[CardText]) -> Iterator[list[CardText]]:
    """Yield the texts in lists: four each of 512 and 1,024, then of 2,048, or of fewer where they are long.

    An input has the same chunks in every run.
    """
    chunk: list[CardText] = []
    characters = 0
    sizes = _sizes()
    wanted = next(sizes)
    for card in cards:
        chunk.append(card)
        characters += len(card.text)
        if len(chunk) == wanted or characters > CHUNK_CHARACTERS:
            yield chunk
            chunk, characters, wanted = [], 0, next(sizes)
    if chunk:
        yield chunk


def _sizes() -> Iterator[int]:
    size = FIRST_CHUNK_TEXTS
    while size < CHUNK_TEXTS:
        yield from repeat(size, _OF_ONE_SIZE)
        size *= 2
    yield from repeat(CHUNK_TEXTS)


def tag_chunk(cards: Iterable[CardText], options: RunOptions) -> Chunk:
    """Tag these texts as one chunk.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    seen = prefetch_cards(cards, options.reading, options.lang, options.game)
    rows: list[Row] = []
    summary = Summary()
    for card, row in tag_as_asked(seen, options):
        rows.append(row)
        summary.add(row, card.card_type, lacks_model=has_no_model(row.lang, row.game, options.reading))
    return Chunk(_encode_rows(rows, options.form), b"".join(unread_lines(row) for row in rows if row.unread), summary)


def tag_as_asked(cards: Iterable[CardText], options: RunOptions) -> Iterator[tuple[CardText, Row]]:
    """Yield each text with its row, as a run was asked for.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    return tag_cards(
        cards,
        read=partial(read_text, options=options.reading),
        lang=options.lang,
        game=options.game,
        only_lang=options.only_lang,
        strict=options.strict,
        with_text=options.with_text,
    )


def write_chunk(rows: bytes, form: Form, write: Sink) -> None:
    """Write the rows of a chunk to a sink."""
    if form == "arrow" and isinstance(write, Batches):
        # pyarrow takes long to import, and JSON Lines do without.
        import pyarrow as pa  # noqa: PLC0415

        with pa.ipc.open_stream(rows) as batches:
            for batch in batches:
                write.take(batch)
        return
    if isinstance(write, JsonLines):
        write.take(rows)
        return
    for line in rows.splitlines():
        write(msgspec.json.decode(line, type=Row))


def _encode_rows(rows: list[Row], form: Form) -> bytes:
    if form == "lines":
        return msgspec.json.Encoder().encode_lines(rows)
    import pyarrow as pa  # noqa: PLC0415

    from onceper.contract.arrow_schema import row_arrow_schema  # noqa: PLC0415

    target = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(target, row_arrow_schema(), options=options) as writer:
        batches = Batches(writer.write_batch)
        for row in rows:
            batches(row)
        batches.end()
    return target.getvalue().to_pybytes()
