"""The queries of the page on databases work."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest

from onceper.resources import resource
from onceper.tagging.run import tag_file

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "sql.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture(scope="module", params=["tags.db", "tags.duckdb"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("docs") / str(request.param)
    tag_file(resource("corpora/sample") / "cards.en.cdb", path)
    return path


@pytest.mark.parametrize("query", QUERIES)
def test_query_finds_something(database: Path, query: str) -> None:
    connection: Any = sqlite3.connect(database) if database.suffix == ".db" else duckdb.connect(database)
    with closing(connection):
        assert connection.execute(query).fetchall()
