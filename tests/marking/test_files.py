"""A file of card texts written again, and as it was."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.cases import cases

import onceper
from onceper.marking.styles import STYLES
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.files.source.columns import Column

TEXT = "Draw 1 card. You can banish this card from your GY; draw 1 card."
DATABASES = sorted(resource("corpora/sample").glob("*.cdb"))


@cases
def test_a_file_is_marked_and_as_it_was(tmp_path: Path, ending: str, content: str, changed: int, left: int) -> None:
    given, marked, again, plain = (tmp_path / f"{name}{ending}" for name in ("given", "marked", "again", "plain"))
    given.write_text(content, encoding="utf-8", newline="")
    for style in STYLES[:-1]:
        done = onceper.mark_file(given, marked, style, quiet=True)
        # A text of one effect has one line.
        assert done.changed >= changed - (style == "lines" and ending == ".json")
        assert done.left.total() == left
        assert onceper.mark_file(marked, again, style, quiet=True).changed == 0
        assert again.read_bytes() == marked.read_bytes()
        onceper.mark_file(marked, plain, "plain", quiet=True)
        # A line of a table that was written again has the end of its last.
        assert [line.rstrip(b"\r") for line in plain.read_bytes().split(b"\n")] == [
            line.rstrip(b"\r") for line in given.read_bytes().split(b"\n")
        ]


@pytest.mark.parametrize("path", DATABASES, ids=lambda path: path.stem)
def test_a_database_keeps_all_else(tmp_path: Path, path: Path) -> None:
    given = tmp_path / "given.cdb"
    shutil.copy(path, given)
    with closing(sqlite3.connect(given)) as own:
        own.executescript("CREATE TABLE more (a, b); INSERT INTO more VALUES (1, x'00ff'); PRAGMA user_version = 7;")
        own.execute("INSERT INTO texts (id, name, desc) VALUES (-5, 'Damaged', CAST(x'ff' AS TEXT))")
        own.commit()
    for style in STYLES[:-1]:
        done = onceper.mark_file(given, tmp_path / "marked.cdb", style, quiet=True)
        assert done.changed
        assert done.left == {"not UTF-8": 1}
        before, after = (_content(file) for file in (given, tmp_path / "marked.cdb"))
        assert [row for row in after if row not in before]
        assert [_without(row) for row in before] == [_without(row) for row in after]
        onceper.mark_file(tmp_path / "marked.cdb", tmp_path / "plain.cdb", "plain", quiet=True)
        assert _content(tmp_path / "plain.cdb") == before


@pytest.mark.parametrize(
    "column", ["id", "id INTEGER", "id INTEGER PRIMARY KEY", "id TEXT", "id TEXT PRIMARY KEY", "id REAL"]
)
def test_a_database_has_ids_of_any_type(tmp_path: Path, column: str) -> None:
    given = tmp_path / "given.cdb"
    ids: list[str | bytes | int | None] = [7, -7, *([] if "PRIMARY" in column else [None, 7])]
    ids += ["k12", "07", b"k12", b"7"] if column in {"id", "id TEXT", "id TEXT PRIMARY KEY"} else []
    with closing(sqlite3.connect(given)) as own:
        own.executescript(f"CREATE TABLE texts ({column}, name, desc); CREATE TABLE datas (id)")
        own.executemany(
            "INSERT INTO texts VALUES (?, 'Tide', ?)", [(one, f"{number}. {TEXT}") for number, one in enumerate(ids)]
        )
        own.commit()
    assert onceper.mark_file(given, tmp_path / "marked.cdb", "ygopro", quiet=True).changed == len(ids)
    changed = [
        (before, after)
        for before, after in zip(*map(_content, (given, tmp_path / "marked.cdb")), strict=True)
        if before != after
    ]
    assert len(changed) == len(ids)
    assert all(_without(before) == _without(after) for before, after in changed)


def _content(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        database.text_factory = bytes
        tables = [name.decode() for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [(table, *row) for table in tables for row in database.execute(f"SELECT * FROM {table}")]  # noqa: S608
        return [*rows, *database.execute("PRAGMA user_version")]


def _without(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*row[:3], *row[4:]) if row[0] == "texts" else row


def test_an_output_is_whole_or_absent(tmp_path: Path) -> None:
    given = tmp_path / "given.tsv"
    given.write_text(f'id\ttext\tlang\n1\t"Tide" is drawn.\ten\n2\t{TEXT}\ten\n', encoding="utf-8")
    with pytest.raises(onceper.OutputError, match="no room for a text of several lines"):
        onceper.mark_file(given, tmp_path / "marked.tsv", "lines", quiet=True)
    assert sorted(tmp_path.iterdir()) == [given]
    assert onceper.mark_file(given, tmp_path / "marked.tsv", "ygopro", quiet=True).changed


def _columns() -> pa.Table:
    texts = pa.array([TEXT, None, "", TEXT])
    in_languages = pa.array(
        [{"en": TEXT, "de": None}, {"en": None, "de": "Ziehe 1 Karte."}, None, {"en": TEXT, "de": "Zahle 1."}]
    )
    return pa.table(
        {"id": [1, 2, 3, 4], "text": texts.dictionary_encode(), "texts": in_languages, "weight": [0.5] * 4}
    ).replace_schema_metadata({"made": "once"})


def _parquet(table: pa.Table, path: Path) -> None:
    pq.write_table(table, path, row_group_size=3)


def _arrow(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_file(str(path), table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


def _arrow_stream(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_stream(str(path), table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


def _read(path: Path) -> pa.Table:
    if path.suffix == ".parquet":
        return pq.read_table(path)
    content = path.read_bytes()
    return (pa.ipc.open_file if content.startswith(b"ARROW1") else pa.ipc.open_stream)(content).read_all()


@pytest.mark.parametrize(("column", "changed"), [("text", 2), ("texts", 4)])
@pytest.mark.parametrize(("write", "ending"), [(_parquet, "parquet"), (_arrow, "arrow"), (_arrow_stream, "arrow")])
def test_tables_keep_types_metadata_and_other_columns(
    tmp_path: Path, write: Callable[[pa.Table, Path], None], ending: str, column: str, changed: int
) -> None:
    given, marked, plain = (tmp_path / f"{name}.{ending}" for name in ("given", "marked", "plain"))
    write(_columns(), given)
    named: dict[Column, str | None] = {"text": column}
    assert onceper.mark_file(given, marked, "numbers", columns=named, quiet=True).changed == changed
    assert _read(marked).schema.equals(_columns().schema, check_metadata=True)
    others = [name for name in _columns().column_names if name != column]
    assert _read(marked).select(others).equals(_columns().select(others))
    assert "①" in str(_read(marked)[column][0])
    onceper.mark_file(marked, plain, "plain", columns=named, quiet=True)
    assert _read(plain).to_pylist() == _columns().to_pylist()
