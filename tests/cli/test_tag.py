"""``onceper tag``: what good and bad input gets."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Onceper, WriteLines

SOFT = "Once per turn: You can draw 1 card."
GOOD = {"id": 1, "name": "Ember Warden", "lang": "en", "game": "yugioh", "text": SOFT}


def _cdb(path: Path, *rows: tuple[Any, ...], tables: str = "texts (id, name, desc); datas (id)") -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in tables.split("; "):
            connection.execute(f"CREATE TABLE {table}")
        connection.executemany("INSERT INTO texts VALUES (?, ?, ?)", rows)
    return path


def _cells(err: str) -> dict[str, str]:
    rows = (line.strip("│ ").split("│") for line in err.splitlines() if line.startswith("│"))
    return {name.strip(): count.strip() for name, count in rows}


def test_database_to_parquet(onceper: Onceper, tmp_path: Path) -> None:
    database = _cdb(tmp_path / "cards.cdb", (2, "Tide Caller", "Grrr!"), (1, "Ember Warden", SOFT))
    code, out, err = onceper("tag", database, "-o", tmp_path / "tags.parquet")
    assert (code, out) == (0, "")
    assert _cells(err) == {
        "rows": "2",
        "rows with limits": "1",
        "soft limits": "1",
        "sentences left unread": "0",
        "rows with an error": "0",
    }
    rows = pq.read_table(tmp_path / "tags.parquet").to_pylist()
    assert [(row["id"], row["lang"], row["game"], len(row["limits"])) for row in rows] == [
        ("1", "en", "yugioh", 1),
        ("2", "en", "yugioh", 0),
    ]


def test_lines_to_standard_output(onceper: Onceper, write_lines: WriteLines) -> None:
    code, out, err = onceper("tag", write_lines(GOOD, GOOD))
    assert code == 0
    assert [json.loads(line)["limits"][0]["text"] for line in out.splitlines()] == ["Once per turn"] * 2
    assert _cells(err)["rows"] == "2"


def test_options_reach_the_run(onceper: Onceper, write_lines: WriteLines) -> None:
    bare = {"text": SOFT}
    lines = write_lines(GOOD, bare, {"lang": "xx", "text": SOFT})
    code, out, _ = onceper("tag", lines, "--lang", "en", "--game", "duelmasters", "--only-lang", "en")
    assert code == 0
    assert [(row["id"], row["lang"], row["game"]) for row in map(json.loads, out.splitlines())] == [
        ("1", "en", "yugioh"),
        ("line 2", "en", "duelmasters"),
    ]


def test_bad_rows_are_counted_and_do_not_stop_the_run(onceper: Onceper, write_lines: WriteLines) -> None:
    rows = [GOOD, {"id": 2, "lang": "en", "text": None}, {"id": 3, "lang": "xx", "text": SOFT}, [], GOOD]
    lines = write_lines(*rows)
    code, out, err = onceper("tag", lines)
    assert code == 0
    tagged = [json.loads(line) for line in out.splitlines()]
    assert [row["error"] for row in tagged] == [
        None,
        f"text is null; expected a string ({lines}, line 2)",
        f"unknown language 'xx'; expected one of en, ja, tr ({lines}, line 3)",
        f"not an object; the line holds an array ({lines}, line 4)",
        None,
    ]
    cells = _cells(err)
    assert cells["rows"] == "5"
    assert cells["rows with an error"] == "3"
    assert cells["text is null"] == "1"


@pytest.mark.parametrize("output", ["tags.jsonl", "tags.parquet", None])
def test_strict_stops_at_the_first_bad_row(
    onceper: Onceper, write_lines: WriteLines, tmp_path: Path, output: str | None
) -> None:
    lines = write_lines(GOOD, {"id": 2, "lang": "en", "text": None}, GOOD)
    target = ("-o", tmp_path / output) if output else ()
    code, _, err = onceper("tag", lines, "--strict", *target)
    assert code == 1
    assert err == (
        f"onceper: {lines}, line 2: text is null; expected a string\n"
        "  remedy: mend this text, or leave out --strict: then only its row has an error\n"
    )
    assert list(tmp_path.iterdir()) == [lines]


def _missing(_: Path) -> None:
    pass


def _empty(path: Path) -> None:
    path.touch()


def _folder(path: Path) -> None:
    path.mkdir()


def _text(path: Path) -> None:
    path.write_text("no database at all", encoding="utf-8")


def _without_datas(path: Path) -> None:
    _cdb(path, tables="texts (id, name, desc)")


def _without_desc(path: Path) -> None:
    _cdb(path, tables="texts (id, name, other); datas (id)")


def _truncated(path: Path) -> None:
    path.write_bytes(gzip.compress(json.dumps(GOOD).encode() * 1000)[:-30])


def _not_utf8(path: Path) -> None:
    path.write_bytes(b'{"id": 1, "text": "Dr\xffw."}\n')


def _array(path: Path) -> None:
    path.write_text(json.dumps([GOOD, GOOD]), encoding="utf-8")


def _other_keys(path: Path) -> None:
    path.write_text(json.dumps({"id": 1, "desc": SOFT}), encoding="utf-8")


def _foreign(path: Path) -> None:
    _cdb(path, (1, "Xyzzy", "Xyzzy plugh."))


@pytest.mark.parametrize(
    "bad",
    [
        ("cards.cdb", _missing, ": no such file; expected a file with card texts"),
        ("cards.cdb", _empty, ": the file is empty; expected a file with card texts"),
        ("cards.jsonl", _empty, ": the file is empty; expected a file with card texts"),
        ("cards.cdb", _folder, ": this is a folder; expected a file"),
        (
            "cards.cdb",
            _text,
            ": this is not a SQLite database, it begins with b'no database at a'; expected an EDOPro",
        ),
        (
            "cards.cdb",
            _without_datas,
            ": there is no table datas (tables: texts); expected the tables of an EDOPro",
        ),
        (
            "cards.cdb",
            _without_desc,
            ": the table texts has no column desc (columns: id, name, other); expected",
        ),
        (
            "cards.cdb",
            _foreign,
            ": the language of the file cannot be told from its first texts (unknown: 1); expected",
        ),
        ("cards.cdb.gz", _truncated, ": the gzip data is cut off or damaged ("),
        ("cards.jsonl.gz", _truncated, ": the gzip data is cut off or damaged ("),
        ("cards.jsonl", _not_utf8, ", line 1: not UTF-8; byte 21 of the line is 0xff; expected JSON Lines"),
        ("cards.jsonl", _array, ", line 1: not an object; the line holds an array; expected JSON Lines"),
        ("cards.jsonl", _other_keys, ", line 1: no text; the keys are id, desc; expected JSON Lines"),
        ("cards.xlsx", _text, ": unknown format '.xlsx'; expected a file that ends in .cdb or .jsonl"),
    ],
)
@pytest.mark.parametrize("output", ["tags.jsonl", "tags.parquet"])
def test_bad_input(onceper: Onceper, tmp_path: Path, bad: tuple[str, Callable[[Path], None], str], output: str) -> None:
    name, make, what = bad
    path = tmp_path / name
    make(path)
    before = list(tmp_path.iterdir())
    code, out, err = onceper("tag", path, "-o", tmp_path / output)
    assert (code, out) == (1, "")
    assert err.startswith(f"onceper: {path}{what}")
    assert "; expected " in err
    assert "\n  remedy: " in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("output", "what"),
    [
        ("none/tags.jsonl", "there is no folder"),
        ("tags.xlsx", "unknown format '.xlsx'; expected a file that ends in .parquet or .jsonl"),
        ("tags", "nothing in the name tells the format; expected a file that ends in .parquet or .jsonl"),
        ("cards.jsonl", "the output is the input file itself; expected another file"),
        ("folder.parquet", "this is a folder; expected a file to write"),
    ],
)
def test_bad_output(onceper: Onceper, write_lines: WriteLines, tmp_path: Path, output: str, what: str) -> None:
    lines = write_lines(GOOD)
    (tmp_path / "folder.parquet").mkdir()
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    code, out, err = onceper("tag", lines, "-o", tmp_path / output)
    assert (code, out) == (1, "")
    assert err.startswith(f"onceper: {tmp_path / output}: {what}")
    assert "\n  remedy: " in err
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_failed_run_keeps_the_output_of_the_one_before(
    onceper: Onceper, write_lines: WriteLines, tmp_path: Path
) -> None:
    target = tmp_path / "tags.jsonl"
    target.write_text("before", encoding="utf-8")
    lines = write_lines(GOOD, {"text": None})
    assert onceper("tag", lines, "-o", target, "--strict").code == 1
    assert target.read_text() == "before"
    assert onceper("tag", lines, "-o", target).code == 0
    assert len(target.read_text().splitlines()) == 2


def test_null_text_in_a_database(onceper: Onceper, tmp_path: Path) -> None:
    database = _cdb(tmp_path / "cards.cdb", (1, "Ember Warden", SOFT), (2, "Tide Caller", None))
    code, out, _ = onceper("tag", database)
    assert code == 0
    assert json.loads(out.splitlines()[1])["error"] == f"desc is null; expected text ({database}, card 2)"


def test_text_of_five_megabytes(onceper: Onceper, tmp_path: Path) -> None:
    long = SOFT + "\r\n" + "The warden of the embers sleeps. " * 155_000
    database = _cdb(tmp_path / "cards.cdb", (1, "Ember Warden", long))
    code, out, _ = onceper("tag", database)
    assert code == 0
    assert [limit["kind"] for limit in json.loads(out)["limits"]] == ["soft"]


def test_unread_sentences_go_to_a_file_of_their_own(onceper: Onceper, write_lines: WriteLines, tmp_path: Path) -> None:
    lines = write_lines(GOOD, {**GOOD, "id": 2, "text": "This seed sprouts once every thousand years, it is said."})
    code, _, _ = onceper("tag", lines, "-o", tmp_path / "tags.jsonl", "--unread", tmp_path / "unread.jsonl")
    (unread,) = map(json.loads, (tmp_path / "unread.jsonl").read_text(encoding="utf-8").splitlines())
    assert (code, unread["id"], unread["reason"]) == (0, "2", "no_rule")
    assert unread["text"] == "This seed sprouts once every thousand years, it is said."
