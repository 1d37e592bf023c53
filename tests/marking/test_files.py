"""A file of card texts written again, and as it was."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import onceper
from onceper.marking.styles import STYLES
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.files.source.columns import Column

TEXT = "Draw 1 card. You can banish this card from your GY; draw 1 card."
ROWS: list[dict[str, Any]] = [
    {"id": 1, "text": TEXT, "lang": "en", "n": 1.50, "more": {"text": "as it is"}},
    {
        "id": 2,
        "text": 'Once per turn: You can draw 1 card. "Tide" gains 500 ATK.',
        "lang": "en",
        "n": None,
        "more": None,
    },
    {"id": 3, "text": "Draw 1 card. Gain 500 LP.", "lang": "xx", "n": 2.0, "more": {"text": "&"}},
]
DATABASES = sorted(resource("corpora/sample").glob("*.cdb"))


def _lines(path: Path) -> None:
    rows = [json.dumps(row, ensure_ascii=number == 1) for number, row in enumerate(ROWS)]
    path.write_text("\n\n".join([*rows, '{"text": "half', "  "]), encoding="utf-8", newline="\n")


def _array(path: Path) -> None:
    path.write_text(json.dumps({"meta": {"text": "t", "n": 1e5}, "data": ROWS}, indent=3), encoding="utf-8")


def _ygoprodeck(path: Path) -> None:
    cards = [{"desc": row["text"], "monster_desc": "m", "pend_desc": "p", "frameType": "effect"} for row in ROWS]
    path.write_text(json.dumps(cards), encoding="utf-8")


def _yaml_yugi(path: Path) -> None:
    text = {"en": TEXT, "de": None, "ja": "①：カードを１枚ドローする。"}
    path.write_text(json.dumps([{"konami_id": 1, "text": text, "pendulum": {"en": TEXT}, "sets": [1]}]), "utf-8")


def _one(path: Path) -> None:
    path.write_text(json.dumps(ROWS[0], indent=1), encoding="utf-8")


def _pieces(path: Path) -> None:
    rush = {"yugipedia_page_id": 2, "requirement": {"en": "Discard 1 card."}, "effect": {"en": "Draw 1 card. " + TEXT}}
    path.write_text(json.dumps([{"konami_id": 1, "password": 1, "text": {"en": TEXT}}, rush]), encoding="utf-8")


def _elsewhere(path: Path) -> None:
    path.write_text(json.dumps({"found": [[1]], "all": [*ROWS], "text of": {"all": [2]}}), encoding="utf-8")


def _table(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(["id", "text", "lang", "note"])
        writer.writerows([row["id"], row["text"], row["lang"], 'a "b"\nc'] for row in ROWS)
        file.write('\r\n4,too,few\r\n5,"bad"x,en,\r\n')


def _bytes(path: Path) -> object:
    return path.read_bytes()


def _cells(path: Path) -> object:
    with path.open(encoding="utf-8", newline="") as file:
        return [line.rstrip("\r\n") for line in file]


@pytest.mark.parametrize(
    ("ending", "write", "content", "changed", "left"),
    [
        (".jsonl", _lines, _bytes, 2, 2),
        (".json", _array, _bytes, 2, 1),
        (".json", _ygoprodeck, _bytes, 3, 0),
        (".json", _yaml_yugi, _bytes, 2, 0),
        (".json", _one, _bytes, 1, 0),
        (".json", _pieces, _bytes, 1, 1),
        (".json", _elsewhere, _bytes, 2, 1),
        (".csv", _table, _cells, 2, 3),
    ],
)
def test_a_file_is_marked_and_as_it_was(
    tmp_path: Path,
    ending: str,
    write: Callable[[Path], None],
    content: Callable[[Path], object],
    changed: int,
    left: int,
) -> None:
    paths = [tmp_path / f"{name}{ending}" for name in ("given", "marked", "again", "plain")]
    write(paths[0])
    for style in STYLES[:-1]:
        done = onceper.mark_file(paths[0], paths[1], style, quiet=True)
        assert done.changed >= changed - (ending == ".json") if style == "lines" else done.changed >= changed
        assert done.left.total() == left
        assert onceper.mark_file(paths[1], paths[2], style, quiet=True).changed == 0
        assert content(paths[2]) == content(paths[1])
        onceper.mark_file(paths[1], paths[3], "plain", quiet=True)
        assert content(paths[3]) == content(paths[0])


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
        assert done.left == {"desc is not UTF-8": 1}
        before, after = (_content(file) for file in (given, tmp_path / "marked.cdb"))
        assert [row for row in after if row not in before]
        assert [_without(row) for row in before] == [_without(row) for row in after]
        onceper.mark_file(tmp_path / "marked.cdb", tmp_path / "plain.cdb", "plain", quiet=True)
        assert _content(tmp_path / "plain.cdb") == before


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
