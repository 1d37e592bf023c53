"""The rows that ``onceper tag`` wrote, read back."""

from __future__ import annotations

import csv
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING, TypeVar

import msgspec

from onceper.contract import SCHEMA_VERSION, VERSION_KEY
from onceper.contract.reading import LISTS, Row
from onceper.errors import one_line, translate
from onceper.files.checked_row import fault_in
from onceper.files.databases import DatabaseError, tagging_in_duckdb, tagging_in_sqlite
from onceper.files.opening import InputError, name_of, open_input
from onceper.files.protocol import OfKind, TaggedLine
from onceper.files.source.known_formats import ARROW_FILE, ARROW_STREAM, PARQUET, SQLITE
from onceper.files.source.separated import DIALECTS, long_cells

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    import pyarrow as pa

    from onceper.files.databases import Tagging
    from onceper.files.opening import InputFile

_Found = TypeVar("_Found", Row, TaggedLine)
# What a row was made of is only asked where it is to be taken over.
_NEEDED = [name for name in Row.__struct_fields__ if name not in {"made_of", "made_by"}]
# A line that lacks one of these is no row, though a row could be made of it.
_Whole = msgspec.defstruct(
    "_Whole",
    [
        (field.name, field.type) if field.name in _NEEDED else (field.name, field.type, None)
        for field in msgspec.structs.fields(Row)
    ],
)
_whole = msgspec.json.Decoder(_Whole).decode
_told = msgspec.json.Decoder(TaggedLine).decode
_encode = msgspec.json.Encoder().encode
_LOOKED_AT = 64
_BEFORE = "the tagging from before"
_DUCKDB = b"DUCK"
_EXPECTED = "what `onceper tag` wrote"
_REMEDY = "tag the cards again: onceper tag CARDS -o tags.parquet"
_WRONG = (msgspec.DecodeError, csv.Error, DatabaseError, ValueError, TypeError, OSError)


class TagsError(InputError):
    """A file is not what ``onceper tag`` writes."""


class TagsVersionError(TagsError):
    """A tagging follows another version of the contract than the one that is read."""


def tagged_rows(path: Path, names: Collection[str] | None = None) -> Generator[Row]:
    """Yield the rows that ``onceper tag`` wrote, in any of its formats.

    The content tells the format, compressed or not; ``-`` is standard input. With ``names`` it is the rows of the cards
    that have one of these as their name or id. An empty file of JSON Lines has no rows.

    Raises:
        InputError: the file cannot be read.
        TagsVersionError: it follows another version of the contract.
        TagsError: it holds something else.
    """
    for row in _every(path, _row, partial(_rows_in, names=names)):
        if names is None or row.name in names or row.id in names:
            yield checked(row, name_of(path))


def tagged_lines(path: Path, *, with_text: bool | None = None) -> Generator[TaggedLine]:
    """Yield the rows that ``onceper tag`` wrote, as lines of JSON Lines.

    Where they stand in such a file, as they were written, one line in 64 is looked at as a whole. So it is in record
    batches of the published schema, which give the places of rows for lines where it is said whether these are to have
    their texts, and they are such.

    Raises:
        InputError: as ``tagged_rows`` does.
    """
    looked, is_written = count(), True

    def told(line: bytes) -> TaggedLine:
        nonlocal is_written
        if not is_written or next(looked) % _LOOKED_AT == 0:
            whole = _encode(checked(_row(line), name_of(path)))
            line, is_written = whole, whole == line
        return _tell(line)

    def in_batch(batch: pa.RecordBatch) -> Iterator[TaggedLine | Row]:
        if with_text is not (batch["text"].null_count < len(batch)):
            yield from _rows_in(batch)
            return
        for row in _rows_in(batch[::_LOOKED_AT]):
            checked(row, name_of(path))
        yield from _places_in(batch)

    for found in _every(path, told, in_batch):
        yield found if isinstance(found, TaggedLine) else _tell(_encode(checked(found, name_of(path))))


def whole_row(line: TaggedLine) -> Row:
    """Return the row that a line of a tagging is.

    Raises:
        TagsError: it is none, or contradicts itself.
    """
    if line.batch is not None:
        (row,) = _rows_in(line.batch.slice(line.place, 1))
        return checked(row, _BEFORE)
    with translate(msgspec.DecodeError, lambda error: _not_tags(_BEFORE, str(error))):
        return checked(_row(line.line), _BEFORE)


def checked(row: Row, where: str) -> Row:
    """Return a row that contradicts itself nowhere.

    Raises:
        TagsError: places, words or numbers of it do not fit together.
    """
    if fault := fault_in(row):
        said, expected = fault
        place = f"{where}, row of {row.id!r} ({row.lang}, {row.field})"
        raise TagsError(said, where=place, expected=expected, remedy=_REMEDY)
    return row


def _every(
    path: Path, of_line: Callable[[bytes], _Found], of_batch: Callable[[pa.RecordBatch], Iterable[_Found | Row]]
) -> Iterator[_Found | Row]:
    """Yield what lines and record batches of a tagging give, else its rows; they may contradict themselves."""
    if path.suffix.lower() == ".jsonl" and path.is_file() and not path.stat().st_size:
        return
    with open_input(path, _EXPECTED) as file:
        head, number = file.head, 1
        is_sqlite = head.startswith(SQLITE)
        rows: Iterator[_Found | Row | None]
        if is_sqlite or head[8:].startswith(_DUCKDB):
            place, rows = "", _of_database(file, tagging_in_sqlite if is_sqlite else tagging_in_duckdb)
        elif head.startswith((PARQUET, ARROW_FILE, ARROW_STREAM)):
            place, rows = "", _of_table(file, "parquet" if head.startswith(PARQUET) else "arrow", of_batch)
        elif head.lstrip().startswith((b"{", b"[")):
            place, rows = ", line {}", (of_line(line) if line else None for line in map(bytes.strip, file.lines()))
        else:
            place, rows = ", row {}", _of_csv(file)
        try:
            for row in rows:
                number += 1
                if row is not None:
                    yield row
        except _WRONG as error:
            raise _not_tags(file.name + place.format(number), one_line(error)) from error


def _row(line: bytes) -> Row:
    return Row(*msgspec.structs.astuple(_whole(line)))


def _tell(line: bytes) -> TaggedLine:
    # Strings that are left out are not looked at.
    line.decode()
    found = _told(line)
    found.line = line
    return found


def _of_table(
    file: InputFile, kind: str, of_batch: Callable[[pa.RecordBatch], Iterable[_Found | Row]]
) -> Iterator[_Found | Row]:
    # pyarrow takes a third of a second to load, and JSON Lines need none of it.
    import pyarrow as pa  # noqa: PLC0415

    from onceper.files.source.columnar import opened_table  # noqa: PLC0415

    with (
        file.on_disk() as path,
        translate(pa.ArrowException, lambda error: ValueError(str(error))),
        opened_table(path, kind) as table,
    ):
        check_schema(table.schema, file.name)
        for batch in table.batches():
            batch.validate(full=True)
            yield from of_batch(batch)


def _rows_in(batch: pa.RecordBatch, names: Collection[str] | None = None) -> list[Row]:
    # As above.
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    from onceper.contract.arrow import from_arrow  # noqa: PLC0415

    if names is not None:
        # To make rows of all the others takes a second for each ten thousand.
        wanted = pa.array(sorted(names), pa.string())
        is_named, has_id = (pc.is_in(batch.column(key), value_set=wanted) for key in ("name", "id"))
        batch = batch.filter(pc.or_(is_named, has_id))
    return from_arrow(batch)


def _places_in(batch: pa.RecordBatch) -> Iterator[TaggedLine]:
    # As above.
    import pyarrow.compute as pc  # noqa: PLC0415

    told = (batch[name].to_pylist() for name in ("id", "lang", "game", "error", "made_of", "made_by"))
    limits, unread = (pc.list_value_length(batch[name]).to_pylist() for name in ("limits", "unread"))
    kinds = map(OfKind, pc.struct_field(pc.list_flatten(batch["limits"]), "kind").to_pylist())
    rows = enumerate(zip(*told, limits, unread, strict=True))
    for place, (own, lang, game, error, of, by, count_limits, count_unread) in rows:
        counted = tuple(islice(kinds, count_limits)), (OfKind(),) * count_unread
        yield TaggedLine(own, lang, game, None, *counted, error, of, by, batch=batch, place=place)


def _of_csv(file: InputFile) -> Iterator[Row]:
    decode = msgspec.json.Decoder().decode
    with long_cells():
        lines = DIALECTS[0].reader(line.decode() for line in file.lines())
        header = next(lines, [])
        _check_columns(header, file.name)
        for cells in lines:
            told = {name: cell or None for name, cell in zip(header, cells, strict=True)}
            yield msgspec.convert(told | {name: decode(told[name] or "[]") for name in LISTS}, Row)


def _of_database(file: InputFile, opened: Callable[[Path], AbstractContextManager[Tagging]]) -> Iterator[Row]:
    # Numbers of SQLite stand for what is true.
    row_of = msgspec.json.Decoder(Row, strict=False).decode
    with file.on_disk() as path, opened(path) as (version, rows):
        _check_version(version, file.name)
        yield from map(row_of, rows)


def check_schema(schema: pa.Schema, where: str) -> None:
    """Check that a table of this schema holds rows that ``onceper tag`` gave.

    Raises:
        TagsVersionError: they follow another version of the contract.
        TagsError: they are something else.
    """
    told = (schema.metadata or {}).get(VERSION_KEY.encode(), b"").decode(errors="replace")
    _check_version(int(told) if told.isdecimal() else None, where)
    # Programs that write it anew leave the metadata out.
    _check_columns(schema.names, where)


def _check_columns(columns: Collection[str], where: str) -> None:
    if missing := [name for name in _NEEDED if name not in columns]:
        raise _not_tags(where, f"no {', '.join(missing)}")


def _check_version(found: int | None, where: str) -> None:
    """Check which version of the contract a tagging follows; null where it does not say."""
    if found not in {None, SCHEMA_VERSION}:
        raise TagsVersionError(
            f"this tagging follows version {found} of the schema",
            where=where,
            expected=f"version {SCHEMA_VERSION}",
            remedy=_REMEDY,
        )


def _not_tags(where: str, what: str) -> TagsError:
    return TagsError(what, where=where, expected="a row that `onceper tag` wrote", remedy=_REMEDY)
