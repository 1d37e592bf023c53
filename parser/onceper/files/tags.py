"""The rows that ``onceper tag`` wrote, read back."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract import SCHEMA_VERSION, VERSION_KEY
from onceper.contract.reading import Row
from onceper.errors import one_line
from onceper.files.checked_row import fault_in
from onceper.files.opening import STANDARD_INPUT, InputError, open_input
from onceper.files.source.known_formats import ARROW_FILE, ARROW_STREAM, PARQUET, SQLITE
from onceper.files.source.separated import DIALECTS, long_cells

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Iterator
    from pathlib import Path

    import pyarrow as pa

    from onceper.files.opening import InputFile

# What a row was made of is only asked where it is to be taken over.
_NEEDED = frozenset(Row.__struct_fields__) - {"made_of", "made_by"}
_KEYS = [f'"{name}":'.encode() for name in _NEEDED]
# By its columns alone, a row of version 1 is one without this.
_NEW_IN_2 = {"text"}
_LISTS = ("limits", "non_effects", "effects", "unread")
_DUCKDB = b"DUCK"
_EXPECTED = "what `onceper tag` wrote"
_REMEDY = "tag the cards again: onceper tag CARDS -o tags.parquet"


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
    if path != STANDARD_INPUT and path.suffix.lower() == ".jsonl" and path.is_file() and not path.stat().st_size:
        return
    with open_input(path, _EXPECTED) as file:
        for row in _rows_in(file, names):
            if names is None or row.name in names or row.id in names:
                yield checked(row, file.name)


def checked(row: Row, where: str) -> Row:
    """Return a row that contradicts itself nowhere.

    Raises:
        TagsError: places, words or numbers of it do not fit together.
    """
    if fault := fault_in(row):
        raise TagsError(
            fault.said,
            where=f"{where}, row of {row.id!r} ({row.lang}, {row.field})",
            expected=fault.expected,
            remedy=_REMEDY,
        )
    return row


def _rows_in(file: InputFile, names: Collection[str] | None) -> Iterator[Row]:
    if file.head.startswith(SQLITE) or file.head[8:].startswith(_DUCKDB):
        return _database(file)
    if file.head.startswith((PARQUET, ARROW_FILE, ARROW_STREAM)):
        return _columnar(file, names)
    return _json_lines(file) if file.head.lstrip().startswith((b"{", b"[")) else _csv(file)


def _json_lines(file: InputFile) -> Iterator[Row]:
    # Nothing is made of what a row does not have, which may take thirty times the memory of the line.
    values_of_row = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
    row_of = msgspec.json.Decoder(Row).decode
    for number, line in enumerate(file.lines(), start=1):
        if not line.strip():
            continue
        try:
            # Fields of a row and of what it holds have one name: the first tells which the others have.
            if number == 1 or not all(key in line for key in _KEYS):
                _check_columns(values_of_row(line), f"{file.name}, line {number}")
            yield row_of(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _not_tags(f"{file.name}, line {number}", str(error)) from error


def _columnar(file: InputFile, names: Collection[str] | None) -> Iterator[Row]:
    # pyarrow takes a third of a second to load, and JSON Lines need none of it.
    import pyarrow as pa  # noqa: PLC0415

    from onceper.contract.arrow_rows import from_arrow  # noqa: PLC0415
    from onceper.files.source.columnar import opened_table  # noqa: PLC0415

    kind = "parquet" if file.head.startswith(PARQUET) else "arrow"
    with file.on_disk() as path:
        try:
            with opened_table(path, kind) as table:
                check_schema(table.schema, file.name)
                for batch in table.batches():
                    batch.validate(full=True)
                    yield from from_arrow(_named(batch, names))
        except (pa.ArrowException, msgspec.ValidationError, OSError, TypeError, UnicodeDecodeError) as error:
            raise _not_tags(file.name, one_line(error)) from error


def _csv(file: InputFile) -> Iterator[Row]:
    decode = msgspec.json.Decoder().decode
    where = file.name
    with long_cells():
        rows = DIALECTS[0].reader(line.decode() for line in file.lines())
        try:
            header = next(rows, [])
            _check_columns(header, where)
            for number, cells in enumerate(rows, start=1):
                where = f"{file.name}, row {number}"
                told = {name: cell or None for name, cell in zip(header, cells, strict=True)}
                yield _row(told | {name: decode(told[name] or "[]") for name in _LISTS}, where)
        except (csv.Error, ValueError, msgspec.DecodeError) as error:
            raise _not_tags(where, str(error)) from error


def _database(file: InputFile) -> Iterator[Row]:
    # Arrow, with which databases are written, takes long to import.
    from onceper.files.tags_database import DatabaseError, open_database  # noqa: PLC0415

    # Numbers of SQLite stand for what is true.
    row_of = msgspec.json.Decoder(Row, strict=False).decode
    # Unpacking a gzipped file reads its head too.
    head = file.head
    with file.on_disk() as path:
        try:
            with open_database(path, head) as (version, rows):
                _check_version(version, file.name)
                for row in rows:
                    yield row_of(row)
        except (DatabaseError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _not_tags(file.name, str(error)) from error


def _named(batch: pa.RecordBatch, names: Collection[str] | None) -> pa.RecordBatch:
    """Return the rows of these names alone: to make rows of all the others takes a second for each ten thousand."""
    if names is None:
        return batch
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    wanted = pa.array(sorted(names), pa.string())
    is_named, has_id = (pc.is_in(batch.column(key), value_set=wanted) for key in ("name", "id"))
    return batch.filter(pc.or_(is_named, has_id))


def _row(found: Any, where: str) -> Row:
    _check_columns(found if isinstance(found, dict) else (), where)
    try:
        return msgspec.convert(found, Row)
    except msgspec.ValidationError as error:
        raise _not_tags(where, str(error)) from error


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


def _check_columns(columns: Iterable[str], where: str) -> None:
    if missing := _NEEDED.difference(columns):
        if missing == _NEW_IN_2:
            _check_version(1, where)
        raise _not_tags(where, f"no {', '.join(name for name in Row.__struct_fields__ if name in missing)}")


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
    return TagsError(
        what,
        where=where,
        expected="a row that `onceper tag` wrote",
        remedy=_REMEDY,
    )
