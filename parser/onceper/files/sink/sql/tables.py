"""The tables of a database of rows, derived from the records of the contract."""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from typing import TYPE_CHECKING, NamedTuple, cast

from msgspec.inspect import (
    BoolType,
    FloatType,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    UnionType,
    VarTupleType,
    type_info,
)

from onceper.contract.reading import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec.inspect import DataclassType, Type

    Path = tuple[str | int, ...]
    Record = StructType | DataclassType

CARDS = "cards"
EFFECTS = "effects"

_SQL_TYPES: dict[type, str] = {
    StrType: "TEXT",
    LiteralType: "TEXT",
    BoolType: "BOOLEAN",
    IntType: "INTEGER",
    FloatType: "DOUBLE",
}
# A word of SQL, which would have to be quoted in every query.
_INDEX = "index"


class Column(NamedTuple):
    """Hold one column.

    ``path`` is how its value is reached from the record: by names of fields, and by place in a span. ``values`` are all
    that it may hold, where they are few; ``references`` is the table that it points to.
    """

    name: str
    type: str
    nullable: bool = False
    path: Path = ()
    values: tuple[str, ...] = ()
    references: str | None = None


class Table(NamedTuple):
    """Hold one table, with a line for each row, for each record in a list of a row, or for each item in such a record.

    ``key`` are the columns of its primary key, if any; the first numbers rows and records through the database.
    ``path`` is where the list stands: in a row, or in the records of the table ``owner``.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    path: Path = ()
    owner: str | None = None


@cache
def tables(record: type = Row) -> tuple[Table, ...]:
    """Return the tables of rows, or of other flat records of the contract, in an order in which they can be filled.

    Each follows those that it points to.
    """
    row = cast("Record", type_info(record))
    if record is not Row:
        name = f"{record.__name__.lower()}s"
        return (Table(name, _about(row), tuple(_columns(row, name)), ()),)
    number = Column(number_of(CARDS), "INTEGER")
    cards = Table(CARDS, _about(row), (number, *_columns(row, CARDS)), (number.name,))
    records = {
        field.name: cast("Record", field.type.item_type) for field in row.fields if isinstance(field.type, VarTupleType)
    }
    return (
        cards,
        *(_table_of_records(name, record) for name, record in records.items()),
        *(table for name, record in records.items() for table in _tables_of_items(name, record)),
    )


def number_of(table: str) -> str:
    """Return the column that numbers the rows or records of this table."""
    return f"{_one_of(table)}_no"


def _index_of(table: str) -> str:
    """Return the column that tells the place of a record among those of its list."""
    return f"{_one_of(table)}_{_INDEX}"


def _one_of(records: str) -> str:
    return records.removesuffix("s")


def _table_of_records(name: str, record: Record) -> Table:
    number = Column(number_of(name), "INTEGER")
    card = Column(number_of(CARDS), "INTEGER", references=CARDS)
    return Table(name, _about(record), (number, card, *_columns(record, name)), (number.name,), (name,))


def _tables_of_items(owner: str, record: Record) -> Iterator[Table]:
    number = Column(number_of(owner), "INTEGER", references=owner)
    for path, kind, _ in _leaves(record):
        if isinstance(kind, VarTupleType):
            last = str(path[-1])
            if last == EFFECTS:
                # The contract names an effect by its place; where only limits were read, there is none to point to.
                columns = [
                    Column(_index_of(EFFECTS), "INTEGER"),
                    Column(number_of(EFFECTS), "INTEGER", nullable=True, references=EFFECTS),
                ]
            elif isinstance(kind.item_type, StructType):
                columns = list(_columns(kind.item_type, last))
            else:
                name = _index_of(last) if isinstance(kind.item_type, IntType) else last
                columns = list(_columns_of(name, (), kind.item_type, nullable=False))
            name = f"{_one_of(owner)}_{last}"
            about = f"Hold each item of `{'.'.join(map(str, path))}`."
            yield Table(name, about, (number, *columns), (number.name, columns[0].name), path, owner)


def _columns(record: Record, table: str) -> Iterator[Column]:
    for path, kind, nullable in _leaves(record):
        if not isinstance(kind, VarTupleType):
            name = _index_of(table) if path == (_INDEX,) else "_".join(map(str, path))
            yield from _columns_of(name, path, kind, nullable)


def _columns_of(name: str, path: Path, kind: Type, nullable: bool) -> Iterator[Column]:
    if isinstance(kind, TupleType):
        for place, end in enumerate(("start", "end")):
            # Of two spans each has its own sign: start_a, end_a.
            of_two = name.startswith("span_")
            called = name.replace("span", end) if of_two else f"{_one_of(name)}_{end}"
            yield Column(called, "INTEGER", nullable, (*path, place))
    else:
        values = tuple(map(str, kind.values)) if isinstance(kind, LiteralType) else ()
        yield Column(name, _SQL_TYPES[type(kind)], nullable, path, values)


def _leaves(record: Record, path: Path = (), *, nullable: bool = False) -> Iterator[tuple[Path, Type, bool]]:
    """Yield what is not a record itself, through all records within, with its type and whether it may be null."""
    for field in record.fields:
        kinds = field.type.types if isinstance(field.type, UnionType) else (field.type,)
        (kind,) = (member for member in kinds if not isinstance(member, NoneType))
        here, may_be_null = (*path, field.name), nullable or len(kinds) > 1
        if isinstance(kind, StructType):
            yield from _leaves(kind, here, nullable=may_be_null)
        else:
            yield here, kind, may_be_null


def _about(record: Record) -> str:
    return (getdoc(record.cls) or "").partition("\n")[0]
