"""Card texts from EDOPro card databases, SQLite files that end in ``.cdb``, merged as EDOPro merges them."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager, nullcontext
from typing import TYPE_CHECKING

from onceper.errors import listed, translate
from onceper.files.databases import read_sqlite, tables_of
from onceper.files.opening import InputError, open_input
from onceper.files.protocol import LONGEST_CARD, CardText, Counted, Merged, Source
from onceper.files.source.known_formats import SQLITE
from onceper.files.source.pieces import RUSH, YUGIOH
from onceper.files.source.records import too_long
from onceper.lang.games import game_by_heading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns

# What is read of each table, and how many of its columns must be there.
_TABLES = {"texts": (("id", "name", "desc"), 3), "datas": (("id", "type", "ot"), 1)}
# The rows of all databases, each with the number of its own. Without a name a database lies in a temporary file, and in
# memory what fits.
_EVERY = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE texts (id, name, desc, file);
CREATE TABLE datas (id, type, ot, file);
BEGIN;
"""
_INDEXES = "CREATE INDEX texts_by_id ON texts (id, file); CREATE INDEX datas_by_id ON datas (id, file);"
_REPLACED = """
SELECT count(DISTINCT id) FROM texts WHERE file = ? AND id IN (SELECT id FROM texts WHERE file < ?)
"""
# Texts, and what is told of cards, are each the last that there are; a homemade table may have a card twice.
_LAST = """
SELECT texts.id, name, desc, min(type), min(ot), texts.file
FROM texts LEFT JOIN datas
    ON datas.id = texts.id AND datas.file = (SELECT max(file) FROM datas AS every WHERE every.id = texts.id)
WHERE texts.id IS NULL OR texts.file = (SELECT max(file) FROM texts AS every WHERE every.id = texts.id)
GROUP BY texts.rowid ORDER BY texts.id, texts.rowid
"""
# By these it is told whether several databases are in one language.
_FIRST = "SELECT id, name, desc, NULL, NULL, file FROM texts WHERE file = ? ORDER BY id LIMIT 300"
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
SELECT count(*) < {_ENOUGH} OR sum(type & {sum(_PROPERTIES)} <> 0) FROM datas WHERE type & {_SPELL | _TRAP}
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
    with _merged([nullcontext(file)], columns) as source:
        yield source._replace(merged=(), left_aside=())


def merged_databases(
    paths: Iterable[Path], columns: Columns, left_aside: Sequence[str] = ()
) -> AbstractContextManager[Source]:
    """Read card databases as the one that they make: a later row takes the place of those before it of the same id.

    The rows are kept in the folder for temporary files meanwhile. A database without a card is left aside, as was what
    ``left_aside`` names.

    Raises:
        NotEdoproError: as of ``cdb``; or none of them has a card.
        InputError: one cannot be read.
    """
    return _merged(map(open_input, paths), columns, left_aside)


@contextmanager
def _merged(
    files: Iterable[AbstractContextManager[InputFile]], columns: Columns, left_aside: Sequence[str] = ()
) -> Iterator[Source]:
    names, databases, aside = list[str](), list[Merged](), list(left_aside)
    with closing(sqlite3.connect("", isolation_level=None)) as every:
        every.text_factory = bytes
        every.executescript(_EVERY)
        for opened in files:
            with opened as file:
                number = len(names)
                names.append(file.name)
                count = _copy(file, columns, every, number)
            if count:
                (replaced,) = every.execute(_REPLACED, [number, number]).fetchone()
                first = [_card_text(row, names, 0) for row in every.execute(_FIRST, [number])]
                databases.append(Merged(file.name, count, replaced, first))
            else:
                aside.append(f"{file.name} (no card)")
        if not databases:
            raise NotEdoproError(
                "the table texts is empty",
                where=", ".join(names),
                expected="a row for each card",
                remedy="check how the database was made, or download it again",
            )
        every.executescript(_INDEXES)
        total = sum(database.cards for database in databases)
        total -= sum(database.replaced for database in databases)
        (tells_properties,) = every.execute(_COUNT_PROPERTIES).fetchone()
        counted = Counted(
            (
                _card_text(row, names, number, tells_properties=bool(tells_properties))
                for number, row in enumerate(every.execute(_LAST), start=1)
            ),
            total,
        )
        yield Source(iter(counted), counted.share, one_language=True, merged=databases, left_aside=aside)


def _copy(file: InputFile, columns: Columns, every: sqlite3.Connection, number: int) -> int:
    """Copy what is read of a database, and return how many texts it has."""
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

    def told(error: Exception) -> NotEdoproError:
        return NotEdoproError(
            f"SQLite cannot read the database: {error}",
            where=file.name,
            expected="a complete EDOPro card database that no other program is writing to, with tables and no views",
            remedy="download or copy it again; `sqlite3 FILE 'PRAGMA integrity_check'` checks it",
        )

    counts = {}
    with (
        file.on_disk() as path,
        translate((sqlite3.DatabaseError, UnicodeDecodeError), told),
        read_sqlite(path) as given,
    ):
        # Bytes, because sqlite3 would stop at the first text that is not UTF-8.
        given.text_factory = bytes
        tables = {_shown(name) for name in tables_of(given)}
        present = {table: [_shown(row[1]) for row in given.execute(f"PRAGMA table_info({table})")] for table in _TABLES}
        for table, (wanted, needed) in _TABLES.items():
            if table not in tables:
                raise _not_edopro(f"there is no table {table}", f"tables: {listed(sorted(tables))}", file.name)
            for column in wanted[:needed]:
                if column not in present[table]:
                    what = f"the table {table} has no column {column}"
                    raise _not_edopro(what, f"columns: {listed(present[table])}", file.name)
        for table, (wanted, _) in _TABLES.items():
            shown = ", ".join(column if column in present[table] else "NULL" for column in wanted)
            rows = given.execute(f"SELECT {shown}, {number} FROM {table}")  # noqa: S608  names of ours, as below
            counts[table] = every.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows).rowcount  # noqa: S608
    return counts["texts"]


def _shown(name: str | bytes) -> str:
    return name if isinstance(name, str) else name.decode(errors="replace")


def _not_edopro(what: str, found: str, name: str) -> NotEdoproError:
    needed = " and ".join(f"{table}({', '.join(columns[:count])})" for table, (columns, count) in _TABLES.items())
    return NotEdoproError(
        f"{what} ({found})",
        where=name,
        expected=f"the tables of an EDOPro card database, {needed}",
        remedy="name a card database, such as the cards.cdb of EDOPro",
    )


def _card_text(row: Sequence[_Value], files: Sequence[str], number: int, *, tells_properties: bool = True) -> CardText:
    card_id, name, desc, bits, pools, file = row
    errors: list[str] = []
    found_id = str(card_id) if isinstance(card_id, int) else _decode("id", card_id, errors)
    text = _decode("desc", desc, errors) or ""
    if len(text) > LONGEST_CARD:
        errors.append(too_long("desc", text))
        text = ""
    return CardText(
        id=found_id or f"row {number}",
        where=f"{files[int(file or 0)]}, {f'card {found_id}' if found_id else f'row {number} of texts'}",
        name=None if name is None else _decode("name", name, errors),
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
