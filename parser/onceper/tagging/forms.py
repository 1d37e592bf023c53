"""Rows of different texts as the form of a file keeps them, without ids, and the rows of all texts given from these."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from onceper.contract.span import Unread
from onceper.files.protocol import CHUNK_TEXTS, Form
from onceper.files.sink.lines import encode_lines, head_of
from onceper.tagging.rows import tag_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from onceper.contract.reading import Row
    from onceper.files.protocol import CardText
    from onceper.tagging.rows import RowOptions


class Kind(Struct, frozen=True, gc=False):
    """Hold of a limit what is counted."""

    kind: str


class Told(Struct, frozen=True, gc=False):
    """Hold of a row what is counted of it, and its unread sentences."""

    lang: str | None
    game: str | None
    limits: tuple[Kind, ...] = ()
    unread: tuple[Unread, ...] = ()
    error: str | None = None


def told_of_row(row: Row) -> Told:
    """Return what is counted of a row."""
    return Told(row.lang, row.game, tuple(Kind(limit.kind) for limit in row.limits), row.unread, row.error)


class Read(NamedTuple):
    """Hold rows in their form, and what is counted of each: null for a text whose row is left out."""

    rows: Any
    told: list[Told | None]


class Encoding(NamedTuple):
    """Say how rows become what a form keeps of them, how several of these become one, and how long it is.

    ``give`` returns the rows at these places, some of them many times, each with its own id, as a file takes them.
    """

    keep: Callable[[Sequence[Row]], Any]
    join: Callable[[Iterable[Any]], Any]
    size: Callable[[Any], int]
    give: Callable[[Any, Sequence[int], Sequence[str]], Any]


def encoding_of(form: Form) -> Encoding:
    """Return the encoding of a form."""
    if form == "arrow":
        # pyarrow takes long to import, and lines do without.
        from onceper.contract.arrow_rows import joined, repeated, to_arrow  # noqa: PLC0415

        return Encoding(to_arrow, joined, lambda batch: batch.nbytes, repeated)

    def keep(rows: Sequence[Row]) -> list[bytes]:
        return [encode_lines([row], form).removeprefix(head_of(row.id, form)) for row in rows]

    def give(lines: Sequence[bytes], places: Sequence[int], ids: Sequence[str]) -> bytes:
        return b"".join([head_of(own, form) + lines[place] for place, own in zip(places, ids, strict=True)])

    return Encoding(keep, lambda parts: list(chain.from_iterable(parts)), lambda lines: sum(map(len, lines)), give)


def read_cards(cards: Sequence[CardText], options: RowOptions) -> Read:
    """Read texts, and return their rows in the form that is asked for.

    Raises:
        BadRowError, ModelError: as ``tag_cards`` does.
    """
    encoding, parts, told = encoding_of(options.form), list[Any](), list[Told | None]()
    # Rows take more room than what is kept of them.
    for start in range(0, len(cards) or 1, CHUNK_TEXTS):
        rows = list(tag_cards(cards[start : start + CHUNK_TEXTS], options))
        parts.append(encoding.keep([row for row in rows if row]))
        told += [told_of_row(row) if row else None for row in rows]
    return Read(encoding.join(parts), told)
