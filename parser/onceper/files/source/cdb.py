"""Card texts from an EDOPro card database, a SQLite file that ends in ``.cdb``."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from onceper.files.card_text import CardText
from onceper.files.opening import InputError
from onceper.files.source.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.opening import InputFile

SQLITE_MAGIC = b"SQLite format 3\x00"

_COLUMNS = {"texts": ("id", "name", "desc"), "datas": ("id",)}
_TYPES = {int: "an integer", float: "a number", type(None): "null"}

_Value = bytes | int | float | None


class NotEdoproError(InputError):
    """A file is not an EDOPro card database, or is a damaged one."""


@contextmanager
def cdb(file: InputFile) -> Iterator[Source]:
    """Read the table ``texts`` of an EDOPro card database in the order of ``id``, without writing to it.

    A gzipped database is unpacked to a temporary folder for as long as it is read.

    Raises:
        NotEdoproError: the file is not SQLite, lacks a table or a column, holds no card, or is damaged.
        InputError: the gzipped file is cut off.
    """
    path = file.path
    _check_magic(file)
    with ExitStack() as stack:
        database = stack.enter_context(_unpacked(file)) if file.gzipped else path
        with _damage_told(path):
            connection = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)
            stack.enter_context(closing(connection))
            # Bytes, because sqlite3 would stop at the first text that is not UTF-8.
            connection.text_factory = bytes
            _check_columns(connection, path)
            (total,) = connection.execute("SELECT count(*) FROM texts").fetchone()
        if not total:
            raise NotEdoproError(
                "the table texts is empty",
                where=str(path),
                expected="a row for each card",
                remedy="check how the database was made, or download it again",
            )
        done = 0

        def cards() -> Iterator[CardText]:
            nonlocal done
            with _damage_told(path):
                for row in connection.execute("SELECT id, name, desc FROM texts ORDER BY id"):
                    done += 1
                    yield _card_text(row, path, done)

        yield Source(cards(), share_read=lambda: done / total, one_language=True)


def _check_magic(file: InputFile) -> None:
    head = file.head(len(SQLITE_MAGIC))
    if head != SQLITE_MAGIC:
        raise NotEdoproError(
            f"this is not a SQLite database, it begins with {head!r}",
            where=str(file.path),
            expected="an EDOPro card database",
            remedy="download it again; a file of JSON Lines must end in .jsonl or .jsonl.gz",
        )


@contextmanager
def _unpacked(file: InputFile) -> Iterator[Path]:
    with TemporaryDirectory(prefix="onceper-") as folder:
        database = Path(folder) / "cards.cdb"
        with database.open("wb") as target:
            file.copy_to(target)
        yield database


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise NotEdoproError(
            f"SQLite cannot read the database: {error}",
            where=str(path),
            expected="a complete EDOPro card database that no other program is writing to",
            remedy="download or copy it again; `sqlite3 FILE 'PRAGMA integrity_check'` checks it",
        ) from error


def _check_columns(connection: sqlite3.Connection, path: Path) -> None:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
    present = [name.decode(errors="replace") for (name,) in tables]
    for table, columns in _COLUMNS.items():
        if table not in present:
            raise _not_edopro(f"there is no table {table}", f"tables: {', '.join(present) or 'none'}", path)
        found = [row[1].decode(errors="replace") for row in connection.execute(f"PRAGMA table_info({table})")]
        for column in columns:
            if column not in found:
                raise _not_edopro(f"the table {table} has no column {column}", f"columns: {', '.join(found)}", path)


def _not_edopro(what: str, found: str, path: Path) -> NotEdoproError:
    needed = " and ".join(f"{table}({', '.join(columns)})" for table, columns in _COLUMNS.items())
    return NotEdoproError(
        f"{what} ({found})",
        where=str(path),
        expected=f"the tables of an EDOPro card database, {needed}",
        remedy="name a card database, such as the cards.cdb of EDOPro",
    )


def _card_text(row: tuple[_Value, _Value, _Value], path: Path, number: int) -> CardText:
    card_id, name, desc = row
    errors: list[str] = []
    found_id = str(card_id) if isinstance(card_id, int) else _decoded("id", card_id, errors)
    return CardText(
        id=found_id or f"row {number}",
        where=f"{path}, card {found_id}" if found_id else f"{path}, row {number} of texts",
        name=_decoded("name", name, errors) if name is not None else None,
        game="yugioh",
        text=_decoded("desc", desc, errors) or "",
        error="; ".join(errors) or None,
    )


def _decoded(column: str, value: _Value, errors: list[str]) -> str | None:
    if not isinstance(value, bytes):
        errors.append(f"{column} is {_TYPES[type(value)]}; expected text")
        return None
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        errors.append(f"{column} is not UTF-8; byte {error.start} is 0x{value[error.start]:02x}")
        return None
