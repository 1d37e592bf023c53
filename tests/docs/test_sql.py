"""The page on databases says what the code makes, and its queries work."""

from __future__ import annotations

import importlib.util
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from onceper.resources import resource
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from collections.abc import Callable

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "sql.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture(scope="module")
def built() -> Callable[[str], str]:
    spec = importlib.util.spec_from_file_location("build", DOCS / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[[str], str] = module.built
    return function


@pytest.fixture(scope="module", params=["tags.db", "tags.duckdb"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("docs") / str(request.param)
    tag_file(resource("corpora/sample") / "cards.en.cdb", path)
    return path


def test_page_is_up_to_date(built: Callable[[str], str]) -> None:
    assert built(PAGE) == PAGE, "the tables changed: run `python docs/build.py`"


@pytest.mark.parametrize("query", QUERIES)
def test_query_finds_something(database: Path, query: str) -> None:
    connection: Any = sqlite3.connect(database) if database.suffix == ".db" else duckdb.connect(database)
    with closing(connection):
        assert connection.execute(query).fetchall()
