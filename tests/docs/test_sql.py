"""The queries of the pages work on tagged databases."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
from tests.docs.conftest import blocks, name_of

from onceper.resources import resource
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from pathlib import Path

QUERIES = [pytest.param(block.text, id=f"{name_of(block.page)}: {block.text[:60]}") for block in blocks("sql")]


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
