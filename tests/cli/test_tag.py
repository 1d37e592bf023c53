"""``onceper tag``: what good and bad input gets."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.bundled import KNOWN

from onceper.cli.printing import table_of_counts
from onceper.cli.tag import counts_of
from onceper.contract.reading import Row
from onceper.contract.span import Unread
from onceper.display.terminal import plain
from onceper.files.opening import NotAFileError
from onceper.tagging.run import tag_file
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Onceper, WriteLines
    from tests.conftest import MakeLimit

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
        "soft": "1",
        "sentences left unread": "0",
        "rows with an error": "0",
    }
    rows = pq.read_table(tmp_path / "tags.parquet").to_pylist()
    assert [(row["id"], row["lang"], row["game"], len(row["limits"])) for row in rows] == [
        ("1", "en", "yugioh", 1),
        ("2", "en", "yugioh", 0),
    ]


def test_card_types(onceper: Onceper, write_lines: WriteLines, tmp_path: Path) -> None:
    wager = {"text": "Both players wager 1 card.", "lang": "en", "game": "yugioh"}
    lines = write_lines({**wager, "type": "Trap", "property": "Normal"}, {**wager, "type": "Sorcery"}, wager)
    for jobs in ("1", "2"):
        _, out, err = onceper("tag", lines, "--jobs", jobs)
        assert [json.loads(line)["effects"][0]["kind"] for line in out.splitlines()] == ["activated", *["unknown"] * 2]
        assert _cells(err)["card types not known, such as 'Sorcery'"] == "1"
    _, out, err = onceper("tag", lines, "--column", "card_type=", "--column", "property=")
    assert "card types" not in err
    assert {json.loads(line)["effects"][0]["kind"] for line in out.splitlines()} == {"unknown"}
    onceper("tag", lines, "-o", tmp_path / "tags.parquet")
    (row, *_) = pq.read_table(tmp_path / "tags.parquet").to_pylist()
    assert (row["effects"][0]["kind"], row["effects"][0]["kind_told_by"]) == ("activated", "card_type")


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


def test_languages_and_games_in_any_spelling(onceper: Onceper, write_lines: WriteLines) -> None:
    rows = [
        {"id": 1, "lang": "EN", "game": "Yu-Gi-Oh!", "text": SOFT},
        {"id": 2, "lang": "en_US", "game": "Chess", "text": SOFT},
        {"id": 3, "text": SOFT},
        {"id": 4, "lang": "DE", "text": SOFT},
    ]
    lines = write_lines(*rows)
    code, out, err = onceper("tag", lines, "--lang", "en-GB", "--game", "YGO", "--only-lang", "eng")
    assert code == 0
    assert [(row["id"], row["lang"], row["game"]) for row in map(json.loads, out.splitlines())] == [
        ("1", "en", "yugioh"),
        ("2", "en", "Chess"),
        ("3", "en", "yugioh"),
    ]
    assert "rows of other games, read with general rules │ 1" in err
    assert "  Chess " in err
    for option, what in (("--lang", "language"), ("--only-lang", "language"), ("--game", "game")):
        code, out, err = onceper("tag", lines, option, "")
        assert (code, out) == (2, "")
        assert what in err


def test_rows_with_their_text(onceper: Onceper, write_lines: WriteLines) -> None:
    lines = write_lines({"id": 1, "lang": "en", "text": "Draw 1 card.\r\n"})
    assert [json.loads(onceper("tag", lines, *more).out)["text"] for more in ([], ["--with-text"])] == [
        None,
        "Draw 1 card.\r\n",
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
        f"unknown language 'xx'; expected one of {KNOWN} ({lines}, line 3)",
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


def _truncated_cdb(path: Path) -> None:
    database = _cdb(path.with_suffix(""), (1, "Ember Warden", SOFT))
    path.write_bytes(gzip.compress(database.read_bytes())[:-30])
    database.unlink()


def _not_utf8(path: Path) -> None:
    path.write_bytes(b'{"id": 1, "text": "Dr\xffw."}\n')


def _array(path: Path) -> None:
    path.write_text(json.dumps([GOOD, GOOD]), encoding="utf-8")


def _other_keys(path: Path) -> None:
    path.write_text('{"id": 1, "body": "Draw."}\n' * 2, encoding="utf-8")


def _cut_off_array(path: Path) -> None:
    path.write_text(json.dumps([GOOD, GOOD])[:-60], encoding="utf-8")


def _other_table(path: Path) -> None:
    path.write_text(f"id,body\n1,{SOFT}\n", encoding="utf-8")


def _open_quote(path: Path) -> None:
    path.write_text(f'id,text\n1,{SOFT}\n2,"{SOFT}\n', encoding="utf-8")


def _foreign(path: Path) -> None:
    _cdb(path, (1, "Xyzzy", "Xyzzy plugh."))


@pytest.mark.parametrize(
    "bad",
    [
        ("cards.cdb", _missing, ": no such file; expected a file with card texts"),
        ("cards.cdb", _empty, ": the file is empty; expected a file with card texts"),
        ("cards.jsonl", _empty, ": the file is empty; expected a file with card texts"),
        ("cards.cdb", _folder, ": there is no file in this folder; expected files whose ending"),
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
        ("cards.cdb.gz", _truncated_cdb, ": the compressed data is cut off or damaged ("),
        ("cards.jsonl.gz", _truncated, ": the compressed data is cut off or damaged ("),
        ("cards.jsonl", _not_utf8, ", line 1: not UTF-8; byte 21 of the line is 0xff; expected JSON Lines"),
        ("cards.jsonl", _other_keys, ", line 1: no text; the keys are id, body; nor do the 1 after it hold"),
        (
            "cards.json",
            _cut_off_array,
            ", line 1: not JSON; Input data was truncated",
        ),
        ("cards.csv", _array, ": the name ends in .csv, but the file holds JSON; expected an EDOPro .cdb, JSON"),
        ("cards.csv", _other_table, ": no column that is known to hold the text; the columns are id, body; expected"),
        ("cards.csv", _open_quote, ", line 3: a quote is opened here and never closed; expected"),
        ("cards.parquet", _text, ": this is not Parquet, or damaged: "),
        ("cards.feather", _text, ": this is not Arrow, or damaged: "),
        (
            "cards.xlsx",
            _text,
            ": neither the name nor the content tells the format; it begins with b'no database at a'",
        ),
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
    ("given", "what"),
    [
        ("", "the name of the input is empty; expected a file, a folder, or - for standard input"),
        ("https://example.org/cards.json", "https://example.org/cards.json: this is an address; expected a file"),
    ],
)
def test_input_that_can_be_no_file(onceper: Onceper, tmp_path: Path, given: str, what: str) -> None:
    for arguments in (
        ("tag", given),
        ("report", given, "-o", tmp_path / "report.html"),
        ("compare", given, "other.jsonl"),
        ("compare", "tags.jsonl", given),
        ("play", given, "--cards", "tags.jsonl"),
        ("play", "duel.jsonl", "--cards", given),
    ):
        code, out, err = onceper(*arguments)
        assert (code, out) == (2, "")
        assert err.startswith(f"onceper: {what}")
        assert "\n  remedy: " in err
    with pytest.raises(NotAFileError):
        tag_file(given, None)


def test_nothing_is_told_where_nothing_is_wrong(onceper: Onceper, write_lines: WriteLines, tmp_path: Path) -> None:
    lines = write_lines(GOOD)
    assert onceper("tag", lines, "-o", tmp_path / "tags.jsonl", "--quiet") == (0, "", "")
    assert onceper("report", tmp_path / "tags.jsonl", "-o", tmp_path / "report.html", "-q") == (0, "", "")
    assert onceper("tag", lines, "-o", tmp_path / "others.jsonl", "--lang", "en", "--quiet") == (0, "", "")
    found = tmp_path / "found.csv"
    assert onceper("compare", tmp_path / "tags.jsonl", tmp_path / "others.jsonl", "-o", found, "-q") == (0, "", "")
    assert onceper("tag", lines, "-o", tmp_path / "tags.xlsx", "--quiet").err


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


def test_columns_of_other_names(onceper: Onceper, tmp_path: Path) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text(f"number,title,body,lang\n7,Ember Warden,{SOFT},xx\n", encoding="utf-8")
    columns = [f"--column={pair}" for pair in ("text=body", "name=title", "id=number", "lang=")]
    code, out, _ = onceper("tag", cards, *columns)
    row = json.loads(out)
    assert (code, row["id"], row["name"], row["lang"], len(row["limits"])) == (0, "7", "Ember Warden", "en", 1)


def test_named_format(onceper: Onceper, tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(f"id,text\n1,{SOFT}\n", encoding="utf-8")
    assert "read it as what it is with --input-format csv" in onceper("tag", cards).err
    assert onceper("tag", cards, "--input-format", "csv").code == 0


def test_language_of_ygoprodeck_is_told_once(onceper: Onceper, tmp_path: Path) -> None:
    # The second text alone would not tell its language.
    cards = [{"id": number, "frameType": "effect", "desc": text} for number, text in enumerate((SOFT, "Grrr!"))]
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"data": cards}), encoding="utf-8")
    code, out, _ = onceper("tag", path)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, [(row["lang"], row["game"], row["error"]) for row in rows]) == (0, [("en", "yugioh", None)] * 2)


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("name", ["cards.cdb", "cards.jsonl", "cards.csv", "cards.parquet"])
def test_standard_input(
    onceper: Onceper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, zipped: bool
) -> None:
    path = tmp_path / name
    if name == "cards.cdb":
        _cdb(path, (1, "Ember Warden", SOFT))
    elif name == "cards.jsonl":
        path.write_text(json.dumps(GOOD), encoding="utf-8")
    elif name == "cards.csv":
        path.write_text(f"id,text\n1,{SOFT}\n", encoding="utf-8")
    else:
        pq.write_table(pa.Table.from_pylist([GOOD]), path)
    content = path.read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(content) if zipped else content)))
    code, out, _ = onceper("tag", "-")
    row = json.loads(out)
    assert (code, row["id"], len(row["limits"])) == (0, "1", 1)


def test_empty_standard_input(onceper: Onceper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    code, out, err = onceper("tag", "-")
    assert (code, out) == (1, "")
    assert err.startswith("onceper: standard input: the file is empty; expected ")


def test_rows_of_a_stream_do_not_wait_for_its_end(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "onceper", "tag", "-", "--unread", str(tmp_path / "unread.jsonl")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        assert run.stdin
        assert run.stdout
        run.stdin.write(json.dumps(GOOD).encode() + b"\n")
        run.stdin.flush()
        row = json.loads(run.stdout.readline())
        run.stdin.close()
    assert (run.returncode, row["id"]) == (0, "1")


def test_summary(make_limit: MakeLimit) -> None:
    limit = make_limit("hard")
    summary = Summary()
    summary.rows = 1233
    summary.add(Row("1", None, "en", None, "text", limits=(limit, limit), unread=(Unread((0, 1), "x", "no_rule"),)))
    summary.errors["text is [/null]"] += 2
    printed = plain(table_of_counts("Tagged", counts_of(summary)))
    for line in (
        "rows                  │ 1,234 │",
        "rows with limits      │     1 │",
        "  hard                │     2 │",
        "sentences left unread │     1 │",
        "rows with an error    │     2 │",
        "  text is [/null]     │     2 │",
    ):
        assert line in printed
