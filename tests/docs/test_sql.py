"""The queries of the pages work on tagged databases."""

from __future__ import annotations

import shutil
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


def test_a_line_a_card_joins_to_the_data_of_its_database(database: Path) -> None:
    if database.suffix != ".db":
        pytest.skip("DuckDB reads SQLite files with an extension that it downloads")
    (recipe,) = (block.text for block in blocks("python") if "cards_flat" in block.text)
    folder = database.parent
    shutil.copy(resource("corpora/sample") / "cards.en.cdb", folder / "cards.cdb")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        exec(recipe, given := dict[str, Any]())  # noqa: S102  a block of ours
    given["database"].close()
    assert given["rows"]


@pytest.mark.parametrize("query", QUERIES)
def test_query_finds_something(database: Path, query: str) -> None:
    connection: Any = sqlite3.connect(database) if database.suffix == ".db" else duckdb.connect(database)
    with closing(connection):
        assert connection.execute(query).fetchall()
