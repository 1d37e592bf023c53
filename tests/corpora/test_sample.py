"""The sample databases are what their sources say, and every card of them is read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cases import cases
from tests.own_script import load_script

from onceper.reader.read import read

FOLDER = Path(__file__).resolve().parents[2] / "corpora" / "sample"
CDB = FOLDER / "cards.en.cdb"
LANGUAGES = sorted(file.name.split(".")[1] for file in FOLDER.glob("cards.*.toml"))
# As many cards as the original has: others may have some of them.
WHOLE = [lang for lang in LANGUAGES if "only_some" not in (FOLDER / f"cards.{lang}.toml").read_text(encoding="utf-8")]
JAPANESE = (FOLDER / "cards.ja.toml").read_text(encoding="utf-8")


def tables(path: Path) -> dict[str, Any]:
    """Return the definition and the rows of each table."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        defined = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        return {
            name: (sql, database.execute(f"SELECT * FROM {name} ORDER BY id").fetchall())  # noqa: S608
            for name, sql in defined.items()
        }


def cards() -> list[Any]:
    return [
        pytest.param(lang, row[1], row[2], id=f"{lang}: {row[1]}")
        for lang in LANGUAGES
        for row in tables(FOLDER / f"cards.{lang}.cdb")["texts"][1]
    ]


@pytest.fixture(scope="module")
def build() -> Any:
    return load_script(FOLDER / "build.py")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_database_is_built_from_its_source(build: Any, lang: str, tmp_path: Path) -> None:
    build.build(FOLDER / f"cards.{lang}.toml", tmp_path / "cards.cdb")
    built = tables(tmp_path / "cards.cdb")
    assert set(built) == {"datas", "texts"}
    assert built == tables(FOLDER / f"cards.{lang}.cdb"), "run corpora/sample/build.py"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_database_holds_about_forty_cards_or_some_of_them_each_told_apart(lang: str) -> None:
    found = tables(FOLDER / f"cards.{lang}.cdb")
    ids = [row[0] for row in found["texts"][1]]
    assert len(ids) >= (40 if lang in WHOLE else 10)
    assert ids == [row[0] for row in found["datas"][1]]
    assert len({row[1] for row in found["texts"][1]}) == len(ids)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_databases_hold_the_same_cards(lang: str) -> None:
    original, found = tables(CDB)["datas"], tables(FOLDER / f"cards.{lang}.cdb")["datas"]
    assert found == original if lang in WHOLE else set(found[1]) <= set(original[1])


@cases
def test_a_translation_must_fit_its_original(
    build: Any, printed: str, written: str, error: str, tmp_path: Path
) -> None:
    assert printed in JAPANESE
    (tmp_path / "cards.en.toml").write_bytes((FOLDER / "cards.en.toml").read_bytes())
    (tmp_path / "cards.ja.toml").write_text(JAPANESE.replace(printed, written, 1), encoding="utf-8")
    with pytest.raises(build.SourceError, match=error):
        build.build(tmp_path / "cards.ja.toml", tmp_path / "cards.ja.cdb")
    assert not (tmp_path / "cards.ja.cdb").exists()


@pytest.mark.parametrize(("lang", "name", "text"), cards())
def test_the_language_of_every_sample_card_is_told(lang: str, name: str, text: str) -> None:
    assert read(text, game="yugioh", name=name).lang == lang
