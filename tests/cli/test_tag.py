"""``onceper tag``: databases, streams and the table that sums a run up; what else it takes is told in stories.toml."""

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

from onceper.cli.printing import table_of_counts
from onceper.contract.reading import Row
from onceper.contract.span import Unread
from onceper.display.terminal import plain
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper
    from tests.conftest import MakeLimit

SOFT = "Once per turn: You can draw 1 card."
GOOD = {"id": 1, "name": "Ember Warden", "lang": "en", "game": "yugioh", "text": SOFT}


def _cdb(path: Path, *rows: tuple[Any, ...]) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("CREATE TABLE texts (id, name, desc); CREATE TABLE datas (id)")
        connection.executemany("INSERT INTO texts VALUES (?, ?, ?)", rows)
    return path


def test_database_to_parquet(onceper: Onceper, tmp_path: Path) -> None:
    # Of a megabyte, and of none.
    long = f"{SOFT}\r\n" + "The warden of the embers sleeps. " * 31_000
    database = _cdb(tmp_path / "cards.cdb", (3, "Ash", None), (2, "Tide Caller", "Grrr!"), (1, "Ember Warden", long))
    code, out, err = onceper("tag", database, "-o", tmp_path / "tags.parquet")
    assert (code, out) == (0, "")
    assert [line.strip("│ ") for line in err.splitlines() if line.startswith("│")] == [
        "rows                  │ 3",
        "rows with limits      │ 1",
        "soft                │ 1",
        "sentences left unread │ 0",
        "rows with an error    │ 1",
        "desc is null        │ 1",
    ]
    rows = pq.read_table(tmp_path / "tags.parquet").to_pylist()
    assert [(row["id"], row["lang"], row["game"], len(row["limits"])) for row in rows] == [
        ("1", "en", "yugioh", 1),
        ("2", "en", "yugioh", 0),
        ("3", "en", "yugioh", 0),
    ]


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("name", ["cards.cdb", "cards.csv", "cards.parquet"])
def test_standard_input(
    onceper: Onceper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, zipped: bool
) -> None:
    _cdb(tmp_path / "cards.cdb", (1, "Ember Warden", SOFT))
    (tmp_path / "cards.csv").write_text(f"id,text\n1,{SOFT}\n", encoding="utf-8")
    pq.write_table(pa.Table.from_pylist([GOOD]), tmp_path / "cards.parquet")
    content = (tmp_path / name).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(content) if zipped else content)))
    code, out, _ = onceper("tag", "-")
    row = json.loads(out)
    assert (code, row["id"], len(row["limits"])) == (0, "1", 1)


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
    printed = plain(table_of_counts("Tagged", summary.counted()))
    assert "rows                  │ 1,234 │" in printed
    assert "  text is [/null]     │     2 │" in printed
