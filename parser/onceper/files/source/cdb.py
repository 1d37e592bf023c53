"""Card texts from an EDOPro card database, a SQLite file that ends in ``.cdb``."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from onceper.errors import listed, translate
from onceper.files.opening import InputError, open_input
from onceper.files.protocol import CardText, Counted, Merged, Source
from onceper.files.source.known_formats import SQLITE
from onceper.files.source.pieces import RUSH, YUGIOH
from onceper.files.source.records import too_long
from onceper.files.sqlite_reading import read_sqlite, tables_of
from onceper.lang.games import game_by_heading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns


_COLUMNS = {"texts": ("id", "name", "desc"), "datas": ("id",)}
# SQLite makes an index for the run where a homemade table has no key, in which a card may stand twice.
_TEXTS = """
SELECT texts.id, texts.name, texts.desc, told.type, told.ot, {}
FROM texts LEFT JOIN (SELECT id, {} AS type, {} AS ot FROM datas GROUP BY id) AS told ON told.id = texts.id
ORDER BY texts.id
"""
# By these it is told whether several databases are in one language.
_FIRST_TEXTS = 300
# As in the databases, with the number of that which a row is from; what is told of cards is merged apart from texts.
_MERGED = {"texts": ("id", "name", "desc"), "datas": ("id", "type", "ot")}
_MERGED_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE texts (id, name, desc, file);
CREATE TABLE datas (id, type, ot, file);
CREATE INDEX texts_by_id ON texts (id);
CREATE INDEX datas_by_id ON datas (id);
BEGIN;
"""
# The bit of EDOPro's card pools that says of which game a card is.
_POOL_OF_RUSH = 0x200
# The bits of EDOPro's constants, each with the word of the print.
_MONSTER, _SPELL, _TRAP, _TOKEN = 0x1, 0x2, 0x4, 0x4000
_SORTS = {_MONSTER: "Monster", _SPELL: "Spell", _TRAP: "Trap"}
_OF_MONSTERS = {0x10: "Normal", 0x80: "Ritual", 0x20: "Effect"}
_PROPERTIES = {
    0x80: "Ritual",
    0x10000: "Quick-Play",
    0x20000: "Continuous",
    0x40000: "Equip",
    0x80000: "Field",
    0x100000: "Counter",
}
# Half of all Spells and Traps have a property: where none of so many has its bit, the database does not tell it.
_ENOUGH = 20
_COUNT_PROPERTIES = f"""
SELECT count(*), coalesce(sum(type & {sum(_PROPERTIES)} <> 0), 0) FROM datas WHERE type & {_SPELL | _TRAP}
"""  # noqa: S608  numbers of ours
_TYPES = {int: "an integer", float: "a number", type(None): "null"}

_Value = bytes | int | float | None


class NotEdoproError(InputError):
    """A file is not an EDOPro card database, or is a damaged one."""


@contextmanager
def cdb(file: InputFile, columns: Columns) -> Iterator[Source]:
    """Read the table ``texts`` of an EDOPro card database in the order of ``id``, without writing to it.

    A compressed database is unpacked to a temporary folder for as long as it is read.

    Raises:
        NotEdoproError: the file is not SQLite, lacks a table or a column, holds no card, or is damaged; or names of
            columns were given.
        InputError: the compressed file is cut off.
    """
    name = file.name
    _check(file, columns)
    with file.on_disk() as database, ExitStack() as stack:
        with _translated(name):
            connection = stack.enter_context(_opened(database, name))
        yield _source(connection, [name])


@contextmanager
def merged_databases(paths: Iterable[Path], columns: Columns, left_aside: Sequence[str] = ()) -> Iterator[Source]:
    """Read card databases as the one that they make: a later row takes the place of those before it of the same id.

    Texts, and what ``datas`` tells of a card, are each the last that a database has. The merged rows are kept in the
    folder for temporary files meanwhile. A database without a card is left aside, as was what ``left_aside`` names.

    Raises:
        NotEdoproError: as of ``cdb``; or none of them has a card.
        InputError: one cannot be read.
    """
    databases, aside = list[Merged](), list(left_aside)
    with ExitStack() as stack:
        # Without a name it lies in a temporary file, and in memory what fits.
        merged = stack.enter_context(closing(sqlite3.connect("", isolation_level=None)))
        merged.text_factory = bytes
        merged.executescript(_MERGED_TABLES)
        for path in paths:
            with open_input(path) as file:
                _check(file, columns)
                with file.on_disk() as database, _translated(file.name), _opened(database, file.name) as given:
                    if first := list(islice(_cards(given, [file.name]), _FIRST_TEXTS)):
                        databases.append(Merged(file.name, *_merge(given, merged, len(databases)), first))
                    else:
                        aside.append(f"{file.name} (no card)")
        names = [database.name for database in databases]
        yield _source(merged, names or aside)._replace(merged=databases, left_aside=aside)


def _merge(given: sqlite3.Connection, merged: sqlite3.Connection, file: int) -> tuple[int, int]:
    """Put the rows of a database over those that are there; return how many texts it has, and how many it replaced."""
    cards = replaced = 0
    for table, columns in reversed(_MERGED.items()):
        present = _columns_of(given, table)
        # A homemade table may have a card twice.
        ids = given.execute(f"SELECT DISTINCT id FROM {table}")  # noqa: S608  names of ours, as below
        replaced = merged.executemany(f"DELETE FROM {table} WHERE id = ?", ids).rowcount  # noqa: S608
        shown = ", ".join(column if column in present else "NULL" for column in columns)
        rows = given.execute(f"SELECT {shown}, {file} FROM {table}")  # noqa: S608
        cards = merged.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows).rowcount  # noqa: S608
    return cards, replaced


def _source(connection: sqlite3.Connection, names: Sequence[str]) -> Source:
    """Return the texts of a database, or where it is merged of those with these names.

    Raises:
        NotEdoproError: there is none.
    """
    with _translated(", ".join(names)):
        (total,) = connection.execute("SELECT count(*) FROM texts").fetchone()
    if not total:
        raise NotEdoproError(
            "the table texts is empty",
            where=", ".join(names),
            expected="a row for each card",
            remedy="check how the database was made, or download it again",
        )
    counted = Counted(_cards(connection, names), total)
    return Source(iter(counted), counted.share, one_language=True)


@contextmanager
def _opened(database: Path, name: str) -> Iterator[sqlite3.Connection]:
    with read_sqlite(database) as connection:
        # Bytes, because sqlite3 would stop at the first text that is not UTF-8.
        connection.text_factory = bytes
        _check_columns(connection, name)
        yield connection


def _cards(connection: sqlite3.Connection, names: Sequence[str]) -> Iterator[CardText]:
    with _translated(", ".join(names)):
        told = _columns_of(connection, "datas")
        of_datas = (f"min({column})" if column in told else "NULL" for column in ("type", "ot"))
        # A database may have a column of any name.
        query = _TEXTS.format("texts.file" if len(names) > 1 else "0", *of_datas)
        tells_properties = "type" in told and _tells_properties(connection)
        for number, (*row, file) in enumerate(connection.execute(query), start=1):
            yield _card_text(row, names[file], number, tells_properties=tells_properties)


def _translated(name: str) -> AbstractContextManager[None]:
    return translate((sqlite3.DatabaseError, UnicodeDecodeError), partial(_told, name=name))


def _check(file: InputFile, columns: Columns) -> None:
    head = file.head[: len(SQLITE)]
    if head != SQLITE:
        raise NotEdoproError(
            f"this is not a SQLite database, it begins with {head!r}",
            where=file.name,
            expected="an EDOPro card database",
            remedy="download it again, or name its format with --input-format",
        )
    if columns.given:
        raise NotEdoproError(
            "columns were named for a card database",
            where=file.name,
            expected="no column, for those of an EDOPro card database are known",
            remedy="leave out --column (in Python: columns=)",
        )


def _told(error: Exception, name: str) -> NotEdoproError:
    return NotEdoproError(
        f"SQLite cannot read the database: {error}",
        where=name,
        expected="a complete EDOPro card database that no other program is writing to, with tables and no views",
        remedy="download or copy it again; `sqlite3 FILE 'PRAGMA integrity_check'` checks it",
    )


def _check_columns(connection: sqlite3.Connection, name: str) -> None:
    present = [_shown(name) for name in tables_of(connection)]
    for table, columns in _COLUMNS.items():
        if table not in present:
            raise _not_edopro(f"there is no table {table}", f"tables: {listed(present)}", name)
        found = _columns_of(connection, table)
        for column in columns:
            if column not in found:
                raise _not_edopro(f"the table {table} has no column {column}", f"columns: {listed(found)}", name)


def _columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    return [_shown(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]


def _shown(name: str | bytes) -> str:
    return name if isinstance(name, str) else name.decode(errors="replace")


def _not_edopro(what: str, found: str, name: str) -> NotEdoproError:
    needed = " and ".join(f"{table}({', '.join(columns)})" for table, columns in _COLUMNS.items())
    return NotEdoproError(
        f"{what} ({found})",
        where=name,
        expected=f"the tables of an EDOPro card database, {needed}",
        remedy="name a card database, such as the cards.cdb of EDOPro",
    )


def _tells_properties(connection: sqlite3.Connection) -> bool:
    cards, with_property = connection.execute(_COUNT_PROPERTIES).fetchone()
    return bool(with_property) or cards < _ENOUGH


def _card_text(row: Sequence[_Value], file: str, number: int, *, tells_properties: bool) -> CardText:
    card_id, name, desc, bits, pools = row
    errors: list[str] = []
    found_id = str(card_id) if isinstance(card_id, int) else _decode("id", card_id, errors)
    text = _decode("desc", desc, errors) or ""
    if wrong := too_long("desc", text):
        errors += wrong
        text = ""
    return CardText(
        id=found_id or f"row {number}",
        where=f"{file}, card {found_id}" if found_id else f"{file}, row {number} of texts",
        name=_decode("name", name, errors) if name is not None else None,
        game=(RUSH if isinstance(pools, int) and pools & _POOL_OF_RUSH else game_by_heading(text)) or YUGIOH,
        text=text,
        error="; ".join(errors) or None,
        card_type=_card_type(bits, tells_properties=tells_properties) if isinstance(bits, int) else None,
    )


def _card_type(bits: int, *, tells_properties: bool) -> str | None:
    """Return the words for the bits of a card's type; null for a token, and where the bits name no one type."""
    sorts = [bit for bit in _SORTS if bits & bit]
    if len(sorts) != 1 or bits & _TOKEN:
        return None
    (sort,) = sorts
    words = [word for bit, word in (_OF_MONSTERS if sort == _MONSTER else _PROPERTIES).items() if bits & bit]
    # Of a Spell or Trap no bit says so; what has a bit that is none of these may be anything.
    if bits in {_SPELL, _TRAP} and tells_properties:
        words = ["Normal"]
    return " / ".join([_SORTS[sort], *words])


def _decode(column: str, value: _Value, errors: list[str]) -> str | None:
    if not isinstance(value, bytes):
        errors.append(f"{column} is {_TYPES[type(value)]}; expected text")
        return None
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        errors.append(f"{column} is not UTF-8; byte {error.start} is 0x{value[error.start]:02x}")
        return None
