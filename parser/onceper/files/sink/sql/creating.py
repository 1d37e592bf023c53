"""The SQL that makes the tables, indexes and views of a database of rows."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from onceper.contract import SCHEMA_VERSION
from onceper.contract.reading import Row
from onceper.files.sink.sql.tables import number_of, tables

if TYPE_CHECKING:
    from onceper.files.sink.sql.tables import Column, Table


def tables_script(record: type) -> str:
    """Return the script that makes the empty tables, and one that says which version of the contract they follow."""
    statements = [
        "CREATE TABLE schema_version (schema_version INTEGER NOT NULL)",
        f"INSERT INTO schema_version VALUES ({SCHEMA_VERSION})",  # noqa: S608  a number of ours
        *map(_table, tables(record)),
    ]
    return "".join(f"{statement};\n" for statement in statements)


def indexes_script(record: type) -> str:
    """Return the script that makes the indexes, which takes less time once the tables are filled."""
    (table, *others) = tables(record)
    return _file("indexes.sql") if others else f"CREATE INDEX {table.name}_by_id ON {table.name} (id);\n"


def views_script(record: type) -> str:
    """Return the script that makes the views of rows, each below a comment that says what it shows."""
    return _file("views.sql") if record is Row else ""


def _file(name: str) -> str:
    return files("onceper.files.sink.sql").joinpath(name).read_text(encoding="utf-8")


def _table(table: Table) -> str:
    parts = [*map(_column, table.columns)]
    parts += [f"PRIMARY KEY ({', '.join(table.key)})"] if table.key else []
    parts += [
        f"FOREIGN KEY ({column.name}) REFERENCES {column.references} ({number_of(column.references)})"
        for column in table.columns
        if column.references
    ]
    lines = ",\n    ".join(parts)
    return f"CREATE TABLE {table.name} (\n    {lines}\n)"


def _column(column: Column) -> str:
    return f"{column.name} {column.type}{'' if column.nullable else ' NOT NULL'}"
