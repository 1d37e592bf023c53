"""Card databases that are no plain tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acts import tag_content
from card_files import CDB_TABLES, cdb_of
from isolated import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATAS = "CREATE TABLE datas (id INTEGER, type INTEGER);"
_ENDLESS = (
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, 'a' AS name, 'b' AS desc FROM n"
)
_SCRIPTS = {
    "endless view": f"CREATE VIEW texts AS {_ENDLESS}; {_DATAS}",
    "endless view of types": f"CREATE TABLE texts (id, name, desc); INSERT INTO texts VALUES (1, 'a', 'b'); "
    f"CREATE VIEW datas AS {_ENDLESS.replace('desc', 'type')};",
    "view of gigabytes": f"CREATE VIEW texts AS SELECT 1 AS id, 'a' AS name, hex(zeroblob(400000000)) AS desc; {_DATAS}",
    "view of itself": f"CREATE VIEW texts AS SELECT * FROM texts; {_DATAS}",
    "computed column": "CREATE TABLE texts (id, name, desc AS (hex(zeroblob(400000000)))); INSERT INTO texts VALUES (1, 'a');"
    + _DATAS,
    "columns with strange names": f'CREATE TABLE texts ("a\x1b]0;pwn\x07", "\ud7ff", " "); {_DATAS}',
    "tables with strange names": 'CREATE TABLE "a\x1b]0;pwn\x07" (id); CREATE TABLE "b""c" (id);',
    "a thousand tables": "".join(f"CREATE TABLE a{number} (id);" for number in range(1_000)),
    "a thousand columns": f"CREATE TABLE texts ({', '.join(f'a{number}' for number in range(1_000))}); {_DATAS}",
    "types in texts": CDB_TABLES + "INSERT INTO datas VALUES (1, 'trap'), (1, 2.5), (1, x'ff'), (NULL, NULL);"
    "INSERT INTO texts VALUES (1, 'a', 'b'), (NULL, NULL, NULL), ('x', 5, 6), (2.5, x'ff', x'fe'), (9e999, 'a', 'b');",
    "no text": CDB_TABLES,
    "cross product": f"CREATE TABLE n (x); INSERT INTO n WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n "
    f"LIMIT 2000) SELECT x FROM n; CREATE VIEW texts AS SELECT a.x AS id, 'a' AS name, 'b' AS desc FROM n a, n b, n c; "
    f"{_DATAS}",
    "triggers": CDB_TABLES + "INSERT INTO texts VALUES (1, 'a', 'b'); CREATE TRIGGER t AFTER INSERT ON texts BEGIN "
    "DELETE FROM texts; END;",
    "index by expression": CDB_TABLES + "INSERT INTO texts VALUES (1, 'a', 'b'); CREATE INDEX i ON texts (id + 1);",
    "virtual table": f"CREATE VIRTUAL TABLE texts USING fts5 (id, name, desc); INSERT INTO texts VALUES (1, 'a', 'b');{_DATAS}",
}


def trials() -> Iterator[Trial]:
    """Give each database."""
    for words, script in _SCRIPTS.items():
        yield Trial("card databases", words, tag_content, ("cards.cdb", cdb_of(script)))
