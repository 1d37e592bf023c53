"""Write the part of ``sql.md`` that lists tables, columns and views: ``python docs/build.py``."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.files.sink.sql.creating import indexes_script, tables_script, views_script
from onceper.files.sink.sql.tables import number_of, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.sink.sql.tables import Column, Table

PAGE = Path(__file__).resolve().parent / "sql.md"
# What stands above is written by hand.
MARK = "<!-- From here on written by docs/build.py -->\n"


def built(page: str) -> str:
    """Return the page with its generated part as the code says it now."""
    by_hand, _, _ = page.partition(MARK)
    return f"{by_hand}{MARK}\n" + "\n".join(_generated())


def _generated() -> Iterator[str]:
    yield "## Tables\n"
    for table in tables():
        yield from _described(table)
    yield "`schema_version` holds one number, the version of the contract that the columns follow.\n"
    yield "## Views\n"
    yield "| view | shows | columns |\n|---|---|---|"
    for name, shows, columns in _views():
        yield f"| `{name}` | {shows} | {', '.join(f'`{column}`' for column in columns)} |"
    yield "\n## Indexes\n"
    yield "Each primary key has one, and in DuckDB each foreign key. SQLite files have these as well:\n"
    for table, columns in re.findall(r"ON (\w+) \((.+)\)", indexes_script()):
        yield f"- `{table}` ({columns})"
    yield ""


def _described(table: Table) -> Iterator[str]:
    yield f"### `{table.name}`\n"
    item = f"each item of `{'.'.join(map(str, table.path))}` in `{table.owner}`." if table.owner else ""
    yield f"A line for {item or table.about.removeprefix('Hold ').replace('``', '`')}\n"
    yield "| column | type | null | key or values |\n|---|---|---|---|"
    for column in table.columns:
        cells = (f"`{column.name}`", column.type, "null" if column.nullable else "", _key_or_values(column, table))
        yield f"| {' | '.join(cells)} |"
    yield ""


def _key_or_values(column: Column, table: Table) -> str:
    said = [f"references `{column.references}.{number_of(column.references)}`"] if column.references else []
    said += ["primary key"] if (column.name,) == table.key else []
    said += ["part of the primary key"] if column.name in table.key and len(table.key) > 1 else []
    return "; ".join([*said, " ".join(f"`{value}`" for value in column.values)] if column.values else said)


def _views() -> Iterator[tuple[str, str, list[str]]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(tables_script() + views_script())
        for shows, name in re.findall(r"^-- (.+)\nCREATE VIEW (\w+)", views_script(), flags=re.MULTILINE):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            yield name, shows, columns


if __name__ == "__main__":
    PAGE.write_text(built(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
