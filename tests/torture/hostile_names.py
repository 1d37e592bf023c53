"""Names of files, columns and cards that steer a terminal, a page, a spreadsheet or a database, or are no text."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import duckdb
from card_files import json_lines
from isolated import Trial, steers, unclear_in
from running import SINKS

from onceper.files.tags import tagged_rows
from onceper.report.run import report_file
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
STRINGS = (*_TOLD["strings"], "a" * 100_000)
_BEHIND = "Once per turn: You can draw 1 card."


def round_trip(sink: str) -> int:
    """Write rows with these strings as ids, names and games, read them back, and return how many are the same."""
    rows = [{"id": f"i{text}", "name": text, "lang": "en", "text": f"{text} {_BEHIND}"} for text in STRINGS]
    with TemporaryDirectory() as folder:
        cards = Path(folder) / "cards.jsonl"
        cards.write_bytes(json_lines(rows))
        tag_file(cards, Path(folder) / sink, with_text=True, quiet=True)
        found = [(row.id, row.name, row.text) for row in tagged_rows(Path(folder) / sink)]
        wanted = [(row["id"], row["name"] or None, row["text"]) for row in rows]
        differing = [(one, other) for one, other in zip(wanted, found, strict=True) if one != other]
        assert not differing, differing[0]
        _readable_by_others(Path(folder) / sink, len(rows))
        page = Path(folder) / "page.html"
        report_file(Path(folder) / sink, page, quiet=True)
        text = page.read_text(encoding="utf-8")
        assert "<script>alert" not in text
        assert 'onload="alert' not in text
    return len(found)


def _readable_by_others(path: Path, rows: int) -> None:
    if path.suffix == ".csv":
        csv.field_size_limit(1 << 30)
        assert sum(1 for _ in csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))) == rows + 1
    elif path.suffix == ".db":
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("SELECT count(*) FROM cards").fetchone() == (rows,)
    elif path.suffix == ".duckdb":
        with duckdb.connect(path, read_only=True) as connection:
            assert connection.execute("SELECT count(*) FROM cards").fetchone() == (rows,)


def run_program(arguments: list[bytes], files: dict[bytes, bytes]) -> str:
    """Run the program in a folder with these files, and return what it prints; it must end by itself and plainly."""
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / os.fsdecode(name)).write_bytes(content)
        command = [sys.executable.encode(), b"-m", b"onceper", *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, check=False)
        printed = done.stderr.decode(errors="strict")
        assert done.returncode in {0, 1, 2}, printed[-500:]
        assert "Traceback" not in printed, printed[-500:]
        assert not steers(printed), repr(printed[:500])
        if done.returncode == 1:
            unclear = unclear_in(printed.strip())
            assert unclear is None, unclear
        return printed.strip()


def trials() -> Iterator[Trial]:
    """Give each sink the strings, and the program the names."""
    for sink in SINKS:
        yield Trial("names in outputs", sink, round_trip, (sink,), seconds=60)
    many = [f"k{number}" for number in range(200_000)]
    contents = _TOLD["content"] | {
        "a million keys": json.dumps(dict.fromkeys(many, 1)),
        "a million columns": ",".join(many),
    }
    for run in _TOLD["run"]:
        # Names may have 255 bytes.
        arguments = [argument.replace("{long}", "a" * 245).encode("latin-1") for argument in run["arguments"]]
        files = {
            name.encode("latin-1"): contents[content].encode("latin-1")
            for name, content in run.get("files", {}).items()
        }
        yield Trial("names for the program", run["name"], run_program, (arguments, files), seconds=90)
