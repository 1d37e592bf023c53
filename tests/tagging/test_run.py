"""Tag one file from end to end."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import duckdb
import msgspec
import pyarrow.parquet as pq
import pytest

import onceper
from onceper.compiled import which_build
from onceper.contract.arrow_rows import from_arrow
from onceper.files.opening import InputError
from onceper.files.output_error import OutputError
from onceper.files.tags import tagged_rows
from onceper.lang.base import LanguageError
from onceper.reader.reader import Reader
from onceper.tagging.rows import BadRowError
from onceper.tagging.run import tag_file
from onceper.text import memory

if TYPE_CHECKING:
    from pathlib import Path

SOFT = "Once per turn: You can draw 1 card."


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """Return a file of four texts, the second without text and the last in no language that is read."""
    path = tmp_path / "cards.jsonl"
    rows = [
        {"id": 1, "name": "Ember Warden", "lang": "en", "game": "yugioh", "text": SOFT},
        {"id": 2, "lang": "en", "text": None},
        {"id": 3, "text": SOFT},
        {"id": 4, "lang": "xx", "text": SOFT},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _cdb(path: Path, *texts: str) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("CREATE TABLE texts (id, name, desc); CREATE TABLE datas (id);")
        connection.executemany("INSERT INTO texts VALUES (?, 'Ember Warden', ?)", enumerate(texts, start=1))
    return path


def _others(folder: Path, *known: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path not in known]


def test_parquet_and_json_lines_hold_the_same_rows(lines: Path, tmp_path: Path) -> None:
    summaries = [tag_file(lines, tmp_path / name) for name in ("tags.parquet", "tags.jsonl")]
    rows = from_arrow(pq.read_table(tmp_path / "tags.parquet"))
    assert [json.loads(line) for line in (tmp_path / "tags.jsonl").read_text("utf-8").splitlines()] == [
        json.loads(line) for line in map(msgspec.json.encode, rows)
    ]
    assert [(row.id, row.lang, len(row.limits), bool(row.error)) for row in rows] == [
        ("1", "en", 1, False),
        ("2", "en", 0, True),
        ("3", "en", 1, False),
        ("4", "xx", 0, True),
    ]
    assert rows[1].error == f"text is null; expected a string ({lines}, line 2)"
    assert summaries[0] == summaries[1]
    assert summaries[0].errors.total() == 2


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".jsonl", ".csv"])
@pytest.mark.parametrize("with_text", [False, True])
def test_rows_have_their_texts_in_every_format(lines: Path, tmp_path: Path, suffix: str, with_text: bool) -> None:
    target = tmp_path / f"tags{suffix}"
    tag_file(lines, target, with_text=with_text)
    texts = [SOFT, None, SOFT, SOFT] if with_text else [None] * 4
    assert [row.text for row in tagged_rows(target)] == texts


@pytest.mark.parametrize("with_text", [False, True])
def test_databases_have_the_texts(lines: Path, tmp_path: Path, with_text: bool) -> None:
    for name in ("tags.db", "tags.duckdb"):
        tag_file(lines, tmp_path / name, with_text=with_text)
    query = "SELECT text FROM cards ORDER BY card_no"
    expected = [(SOFT,), (None,), (SOFT,), (SOFT,)] if with_text else [(None,)] * 4
    with closing(sqlite3.connect(tmp_path / "tags.db")) as connection:
        assert connection.execute(query).fetchall() == expected
    with duckdb.connect(tmp_path / "tags.duckdb") as connection:
        assert connection.execute(query).fetchall() == expected


def test_a_tagging_with_texts_can_be_tagged_again(lines: Path, tmp_path: Path) -> None:
    tag_file(lines, tmp_path / "once.parquet", with_text=True)
    tag_file(tmp_path / "once.parquet", tmp_path / "again.parquet", with_text=True)
    first, again = (list(tagged_rows(tmp_path / name)) for name in ("once.parquet", "again.parquet"))
    assert [row for row in again if row.error is None] == [row for row in first if row.error is None]


def test_rows_go_to_standard_output(lines: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    tag_file(lines, None, only_lang="en")
    assert [json.loads(line)["id"] for line in capsysbinary.readouterr().out.splitlines()] == ["1", "2", "3"]


def test_language_of_a_database_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The last text alone would not tell its language.
    database = _cdb(tmp_path / "cards.cdb", SOFT, SOFT, "Grrr!")
    monkeypatch.setattr("onceper.tagging.run.FIRST_TEXTS", 2)
    tag_file(database, tmp_path / "tags.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "tags.jsonl").read_text().splitlines()]
    assert [(row["id"], row["lang"], row["game"], row["error"]) for row in rows] == [
        (str(number), "en", "yugioh", None) for number in (1, 2, 3)
    ]


def test_database_in_an_unknown_language(tmp_path: Path) -> None:
    database = _cdb(tmp_path / "cards.cdb", "Xyzzy plugh.", "Quux frob.")
    with pytest.raises(LanguageError, match=r"cards.cdb: the language of the file cannot be told"):
        tag_file(database, tmp_path / "tags.parquet")
    assert not _others(tmp_path, database)
    assert tag_file(database, tmp_path / "tags.parquet", lang="en").errors.total() == 0


def test_strict_leaves_no_output(lines: Path, tmp_path: Path) -> None:
    with pytest.raises(BadRowError, match=r"cards.jsonl, line 2: text is null"):
        tag_file(lines, tmp_path / "tags.parquet", strict=True)
    assert not _others(tmp_path, lines)


def test_output_that_is_the_input(lines: Path) -> None:
    before = lines.read_bytes()
    with pytest.raises(OutputError, match="the output is the input file itself"):
        tag_file(lines, lines)
    assert lines.read_bytes() == before


def test_input_is_checked_before_the_output(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        tag_file(tmp_path / "none.jsonl", tmp_path / "none" / "tags.jsonl")


@pytest.mark.parametrize("name", ["tags.jsonl", "tags.parquet"])
def test_interruption_leaves_no_output(lines: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("onceper.tagging.chunks.read_text", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tag_file(lines, tmp_path / name)
    assert not _others(tmp_path, lines)


@pytest.mark.parametrize("name", ["tags.jsonl", "tags.parquet"])
def test_text_of_five_megabytes(tmp_path: Path, name: str) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps({"id": 1, "lang": "en", "text": SOFT + " " + "The warden sleeps. " * 265_000}))
    summary = tag_file(path, tmp_path / name)
    assert (summary.rows, summary.limits["soft"], summary.errors.total()) == (1, 1, 0)


@pytest.mark.skipif(which_build() != "pure Python", reason="methods of compiled classes cannot be replaced")
@pytest.mark.parametrize("error", [KeyError, RecursionError, MemoryError])
def test_no_defect_passes_for_a_text_without_limits(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(Reader, "_read_template", broken)
    memory.forget()
    for read in (lambda: tag_file(lines, tmp_path / "tags.jsonl"), lambda: onceper.read(SOFT, lang="en")):
        with pytest.raises(error):
            read()
    assert _others(tmp_path, lines) == []
