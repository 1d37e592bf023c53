"""Card databases that are no plain tables."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from acts import tag_content
from card_files import CDB_TABLES, cdb_of
from isolated import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATAS = "CREATE TABLE datas (id INTEGER, type INTEGER);"
_SCRIPTS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_MANY = {
    "a thousand tables": "".join(f"CREATE TABLE a{number} (id);" for number in range(1_000)),
    "a thousand columns": f"CREATE TABLE texts ({', '.join(f'a{number}' for number in range(1_000))}); {_DATAS}",
}


def trials() -> Iterator[Trial]:
    """Give each database."""
    for words, script in (_SCRIPTS | _MANY).items():
        content = cdb_of(script.replace("{tables}", CDB_TABLES).replace("{datas}", _DATAS))
        yield Trial("card databases", words, tag_content, ("cards.cdb", content))
