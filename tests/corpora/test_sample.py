"""The sample database is what its source says, and every card of it is read."""

from __future__ import annotations

import importlib.util
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from onceper.reader.reader import read

FOLDER = Path(__file__).resolve().parents[2] / "corpora" / "sample"
CDB = FOLDER / "cards.en.cdb"


def tables(path: Path) -> dict[str, Any]:
    """Return the definition and the rows of each table."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        defined = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        return {
            name: (sql, database.execute(f"SELECT * FROM {name} ORDER BY id").fetchall())  # noqa: S608
            for name, sql in defined.items()
        }


def cards() -> list[Any]:
    return [pytest.param(row[1], row[2], id=row[1]) for row in tables(CDB)["texts"][1]]


def test_the_database_is_built_from_its_source(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("build_sample", FOLDER / "build.py")
    assert spec
    assert spec.loader
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    build.build(FOLDER / "cards.en.toml", tmp_path / "cards.en.cdb")
    built = tables(tmp_path / "cards.en.cdb")
    assert set(built) == {"datas", "texts"}
    assert built == tables(CDB), "run corpora/sample/build.py"


def test_the_database_holds_about_forty_cards_each_told_apart() -> None:
    found = tables(CDB)
    ids = [row[0] for row in found["texts"][1]]
    assert len(ids) >= 40
    assert ids == [row[0] for row in found["datas"][1]]
    assert len({row[1] for row in found["texts"][1]}) == len(ids)


@pytest.mark.parametrize(("name", "text"), cards())
def test_every_sample_card_is_read(name: str, text: str) -> None:
    reading = read(text, lang="en", game="yugioh", name=name)
    assert [limit.text for limit in reading.limits] == [text[slice(*limit.span)] for limit in reading.limits]
    assert [effect.text for effect in reading.effects] == [text[slice(*effect.span)] for effect in reading.effects]


@pytest.mark.parametrize(("name", "text"), cards())
def test_the_language_of_every_sample_card_is_told(name: str, text: str) -> None:
    assert read(text, game="yugioh", name=name).lang == "en"
