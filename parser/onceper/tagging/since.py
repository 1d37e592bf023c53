"""Rows of a tagging from before, where a run would read the same again."""

from __future__ import annotations

from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from onceper.errors import one_line, translate
from onceper.files.tags import batches_in, checked, kind_of, not_tags, open_tagging, row_of, rows_in
from onceper.tagging.forms import Told, encoding_of, told_of_row
from onceper.tagging.kept import Kept
from onceper.tagging.origin import made_by, made_of
from onceper.tagging.rows import is_wanted, spell, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from onceper.contract.reading import Row
    from onceper.files.protocol import CardText
    from onceper.tagging.forms import Encoding
    from onceper.tagging.pieces import TakeOver
    from onceper.tagging.rows import RowOptions

    # Rows with these texts, in the form that is asked for, with what is told of each.
    Taken = tuple[Any, list[Told]]

# So many rows that nothing was found for are kept: a database mostly keeps its order, and what is missed is read.
_AHEAD = 1 << 14
_AT_ONCE = 1 << 9
_DIGITS = 32
# A quote within a string has a sign before it: what stands so in a line is a key of its row, the first of its name.
_MADE_OF = b',"error":null,"made_of":"'
_told = msgspec.json.Decoder(Told).decode
_encode = msgspec.json.Encoder().encode


class _Before(NamedTuple):
    """Hold some rows of a tagging: of what each was made, null where it is none to take over, and what takes some."""

    made_of: Sequence[str | None]
    take: Callable[[Sequence[int], Sequence[str | None]], Taken]


@contextmanager
def rows_from_before(old: Path, options: RowOptions) -> Iterator[TakeOver]:
    """Give what takes over those rows of a tagging that texts would give again.

    They are of the same text, name, type, language and game, and by the same version and rules; a row with an error is
    none of them. In the form that is asked for they are taken as they stand. The tagging is read along with the texts.

    Raises:
        InputError: the file cannot be read, or is no tagging; also once rows are taken.
    """
    with closing(_before(old, options)) as pieces:
        rows = ((made, (piece, place)) for piece in pieces for place, made in enumerate(piece.made_of) if made)
        ahead: dict[str | None, tuple[_Before, int]] = {}

        def take_over(cards: Sequence[CardText], texts: Sequence[Hashable]) -> Kept:
            made = [made_of(card, *spell(card, options)) for card in cards]
            missing = {digest for digest in made if digest and digest not in ahead}
            if missing and len(ahead) >= _AHEAD:
                for digest in list(islice(ahead, _AHEAD // 4)):
                    del ahead[digest]
            for digest, row in islice(rows, _AHEAD - len(ahead)) if missing else ():
                ahead[digest] = row
                missing.discard(digest)
                if not missing:
                    break
            found: dict[int, tuple[_Before, list[tuple[int, int]]]] = {}
            for number, digest in enumerate(made):
                if digest in ahead:
                    piece, place = ahead[digest]
                    found.setdefault(id(piece), (piece, []))[1].append((number, place))
            for digest in made:
                ahead.pop(digest, None)
            encoding = encoding_of(options.form)
            kept, count = [encoding.keep([])], 0
            known: dict[Hashable, tuple[int, Told] | None] = {}
            for piece, places in found.values():
                of_texts = [text_of(cards[number], options) for number, _ in places]
                taken, of_rows = piece.take([place for _, place in places], of_texts)
                kept.append(taken)
                for (number, _), told in zip(places, of_rows, strict=True):
                    known[texts[number]] = (count, told) if is_wanted(told.lang, options) else None
                    count += 1
            return Kept(encoding.join(kept), known)

        yield take_over


def _before(old: Path, options: RowOptions) -> Generator[_Before]:
    by, form = made_by(options.reading), options.form
    with open_tagging(old) as file:
        if file is None:
            return
        kind = kind_of(file)
        if kind == form == "jsonl":
            lines = filter(bytes.strip, file.lines())
            with translate((msgspec.DecodeError, ValueError), lambda error: not_tags(file.name, one_line(error))):
                # Of the first it is told whether this is a tagging at all.
                first = next(lines)
                row_of(first)
                yield from _of_lines(chain([first], lines), by)
        elif kind in {"parquet", "arrow"} and form == "arrow":
            yield from _of_batches(batches_in(file), by)
        else:
            yield from _of_rows((checked(row, file.name) for row in rows_in(file)), by, encoding_of(form))


def _of_lines(lines: Iterator[bytes], by: str) -> Iterator[_Before]:
    """Yield lines in the form in which they are written; what another program wrote in another is not taken over."""
    end = b'","made_by":%b}\n' % _encode(by)
    length = len(_MADE_OF) + _DIGITS + len(end)
    while some := list(islice(lines, _AT_ONCE)):
        made: list[str | None] = []
        for line in some:
            is_same = line.endswith(end) and line.startswith(_MADE_OF, len(line) - length) and b"\\u" not in line
            made.append(line[-len(end) - _DIGITS : -len(end)].decode() if is_same else None)
        yield _Before(made, partial(_take_lines, some))


def _take_lines(lines: Sequence[bytes], places: Sequence[int], texts: Sequence[str | None]) -> Taken:
    kept, told = list[bytes](), list[Told]()
    for place, text in zip(places, texts, strict=True):
        line = lines[place]
        name = line.index(b',"name":')
        lang = line.index(b',"lang":', name)
        field = line.index(b',"field":', lang)
        its_text = line.index(b',"text":', field)
        limits = line.index(b',"limits":[', its_text)
        others = line.index(b',"non_effects":[', limits)
        unread = line.rindex(b',"unread":[', others)
        error = line.rindex(b',"error":', unread)
        told.append(_told(b"{%b%b%b}" % (line[lang + 1 : field], line[limits:others], line[unread:error])))
        kept.append(b'%b,"text":%b%b' % (line[name:its_text], _encode(text), line[limits:]))
    return kept, told


def _of_batches(batches: Iterator[pa.RecordBatch], by: str) -> Iterator[_Before]:
    # pyarrow takes long to import, and lines do without.
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    from onceper.contract.arrow_rows import of_schema  # noqa: PLC0415

    for batch in map(of_schema, batches):
        is_same = pc.and_(pc.equal(batch["made_by"], pa.scalar(by)), pc.is_null(batch["error"]))
        made: Any = pc.if_else(is_same, batch["made_of"], pa.scalar(None, batch["made_of"].type))
        yield _Before(made.to_pylist(), partial(_take_rows, batch))


def _take_rows(batch: pa.RecordBatch, places: Sequence[int], texts: Sequence[str | None]) -> Taken:
    import pyarrow as pa  # noqa: PLC0415  as above

    taken = batch.take(pa.array(places))
    limits: Any = taken["limits"]
    kinds = pa.ListArray.from_arrays(
        limits.offsets, pa.StructArray.from_arrays([limits.values.field("kind")], ["kind"])
    )
    told = taken.select([name for name in Told.__struct_fields__ if name != "limits"]).append_column("limits", kinds)
    place = taken.schema.get_field_index("text")
    kept = taken.set_column(place, taken.schema.field("text"), pa.array(texts, pa.string()))
    return kept, msgspec.convert(told.to_pylist(), list[Told])


def _of_rows(rows: Iterable[Row], by: str, encoding: Encoding) -> Iterator[_Before]:
    rest = iter(rows)
    while some := list(islice(rest, _AT_ONCE)):
        made = [row.made_of if row.made_by == by and row.error is None else None for row in some]

        def take(places: Sequence[int], texts: Sequence[str | None], some: Sequence[Row] = some) -> Taken:
            taken = [replace(some[place], text=text) for place, text in zip(places, texts, strict=True)]
            return encoding.keep(taken), list(map(told_of_row, taken))

        yield _Before(made, take)
