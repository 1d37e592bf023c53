"""Card texts from EDOPro card databases, SQLite files that end in ``.cdb``, merged as EDOPro merges them."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from onceper.errors import listed, translate
from onceper.files.databases import read_sqlite, tables_of
from onceper.files.opening import InputError
from onceper.files.protocol import Merged, Source
from onceper.files.source.columns import Found
from onceper.files.source.pieces import RUSH, YUGIOH
from onceper.files.source.record import Record, decoded
from onceper.files.source.records import CardTexts
from onceper.lang.games import game_by_heading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from onceper.files.opening import InputFile
    from onceper.files.protocol import PlacedText
    from onceper.files.source.columns import Columns

# The columns that each table must have, and those that it may have.
_TABLES = {"texts": (("id", "name", "desc"), ()), "datas": (("id",), ("type", "ot"))}
_NEEDED = "the tables of a complete EDOPro card database, texts(id, name, desc) and datas(id), and no views"
# The rows of all databases, each with the number of its own. Without a name a database lies in a temporary file, and in
# memory what fits.
_EVERY = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE texts (id, name, desc, place, file);
CREATE TABLE datas (id, type, ot, place, file);
BEGIN;
"""
_INDEXES = "CREATE INDEX texts_by_id ON texts (id, file); CREATE INDEX datas_by_id ON datas (id, file);"
# How many cards one of them has, and of those before it how many make place for these.
_COUNT = """
SELECT count(*), count(DISTINCT id) FILTER (WHERE id IN (SELECT id FROM texts WHERE file < :file))
FROM texts WHERE file = :file
"""
# Texts, and what is told of cards, are each the last that there are; a homemade table may have a card twice.
_LAST = """
SELECT texts.file, texts.place, texts.id, name, desc, min(type), min(ot)
FROM texts LEFT JOIN datas
    ON datas.id = texts.id AND datas.file = (SELECT max(file) FROM datas AS every WHERE every.id = texts.id)
WHERE texts.id IS NULL OR texts.file = (SELECT max(file) FROM texts AS every WHERE every.id = texts.id)
GROUP BY texts.rowid ORDER BY texts.id, texts.rowid
"""
# By these it is told whether several databases are in one language.
_FIRST = "SELECT file, place, id, name, desc, NULL, NULL FROM texts WHERE file = ? ORDER BY id LIMIT 300"
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
_FOUND = Found(
    ("id", "name", "desc", "game", "type"),
    {"text": "desc", "name": "name", "game": "game", "card_type": "type"},
    (("id", ""),),
)


class NotEdoproError(InputError):
    """A file is not an EDOPro card database, or is a damaged one."""


@contextmanager
def card_databases(
    files: Iterable[AbstractContextManager[InputFile]], columns: Columns, left_aside: Sequence[str] = ()
) -> Iterator[Source]:
    """Read card databases as the one that they make: a later row takes the place of those before it of the same id.

    The cards come in the order of their ids. The rows are kept in the folder for temporary files meanwhile. Of several
    databases one without a card is left aside, as was what ``left_aside`` names.

    Raises:
        NotEdoproError: a file is not SQLite, lacks a table or a column, or is damaged; or none of them has a card; or
            names of columns were given.
        InputError: one cannot be read.
    """
    of_files, merged, aside, done = list[CardTexts](), list[Merged](), list(left_aside), 0
    with closing(sqlite3.connect("", isolation_level=None)) as every:
        every.text_factory = bytes
        every.executescript(_EVERY)
        for number, opened in enumerate(files):
            with opened as file:
                of_files.append(CardTexts(file.name, columns, _FOUND))
                _copy(file, columns, every, number)
            count, replaced = every.execute(_COUNT, {"file": number}).fetchone()
            if count:
                first = every.execute(_FIRST, [number])
                cards = [text.card() for text in of_files[number].of(_record(row, 0) for row in first)]
                merged.append(Merged(file.name, count, replaced, cards))
            else:
                aside.append(f"{file.name} (no card)")
        if not merged:
            raise NotEdoproError(
                "the table texts is empty",
                where=", ".join(of.file for of in of_files),
                expected="a row for each card",
                remedy="check how the database was made, or download it again",
            )
        every.executescript(_INDEXES)
        total = sum(database.cards - database.replaced for database in merged)
        (tells_properties,) = every.execute(_COUNT_PROPERTIES).fetchone()

        def texts() -> Iterator[PlacedText]:
            nonlocal done
            for done, row in enumerate(every.execute(_LAST), start=1):
                yield from of_files[row[0]].of([_record(row, done, tells_properties=bool(tells_properties))])

        several = len(of_files) > 1
        yield Source(texts(), lambda: done / total, True, merged if several else (), aside)


def _copy(file: InputFile, columns: Columns, every: sqlite3.Connection, number: int) -> None:
    """Copy what is read of a database."""
    if columns.given:
        raise NotEdoproError(
            "columns were named for a card database",
            where=file.name,
            expected="no column, for those of an EDOPro card database are known",
            remedy="leave out --column (in Python: columns=)",
        )

    def told(what: object) -> NotEdoproError:
        return NotEdoproError(
            f"SQLite cannot read it: {what}" if isinstance(what, Exception) else str(what),
            where=file.name,
            expected=_NEEDED,
            remedy="name a card database, such as the cards.cdb of EDOPro, that no other program is writing to, or "
            "download or copy it again; `sqlite3 FILE 'PRAGMA integrity_check'` checks it",
        )

    with (
        file.on_disk() as path,
        translate((sqlite3.DatabaseError, UnicodeDecodeError), told),
        read_sqlite(path) as given,
    ):
        tables = tables_of(given)
        for table, (needed, others) in _TABLES.items():
            given.text_factory = str
            found = [name for _, name, *_ in given.execute(f"PRAGMA table_info({table})")] if table in tables else []
            if not {*needed} <= {*found}:
                there = f"tables: {listed(tables)}; its columns: {listed(found)}"
                raise told(f"there is no table {table} with {', '.join(needed)} ({there})")
            # Bytes, because sqlite3 would stop at the first text that is not UTF-8.
            given.text_factory = bytes
            shown = ", ".join([*needed, *(column if column in found else "NULL" for column in others)])
            rows = given.execute(f"SELECT {shown}, rowid, {number} FROM {table}")  # noqa: S608  names of ours, as below
            every.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?)", rows)  # noqa: S608


def _record(row: Sequence[Any], number: int, *, tells_properties: bool = True) -> Record:
    """Return what the tables say of a card; of what is no UTF-8, and where it stands."""
    _, in_table, card_id, name, desc, bits, pools = row
    values, problem = {"id": card_id, "name": name, "desc": desc}, None
    for column, value in values.items():
        if isinstance(value, bytes):
            values[column], wrong = decoded(value, column)
            problem = problem or wrong
    is_rush = isinstance(pools, int) and pools & _POOL_OF_RUSH
    values["game"] = RUSH if is_rush else game_by_heading(str(values["desc"])) or YUGIOH
    values["type"] = _card_type(bits, tells_properties=tells_properties) if isinstance(bits, int) else None
    card_id = values["id"]
    place = f"card {card_id}" if isinstance(card_id, int | str) else f"row {number}"
    return Record(place, tuple(values.values()), problem, (in_table,))


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
