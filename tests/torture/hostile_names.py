"""Names of files, columns and cards that steer a terminal, a page, a spreadsheet or a database, or are no text."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import duckdb
from card_files import json_lines
from isolated import Trial, steers, unclear_in

from onceper.files.tags import tagged_rows
from onceper.report.run import report_file
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from collections.abc import Iterator

STRINGS = (
    "\x1b]0;pwn\x07\x1b[2J",
    "\x9b31m\x7f\x08",
    "\u202egnp.exe\u2066",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1+2",
    "@SUM(1)",
    "\t=1",
    "a\rb",
    "a\nb",
    "a\r\n=1",
    '"; DROP TABLE rows; --',
    "'; DROP TABLE rows; --",
    "\0",
    "a\0b",
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--",
    "]]>",
    '" onload="alert(1)',
    "&lt;b&gt;",
    "javascript:alert(1)",
    "{{constructor}}",
    "${7*7}",
    "%s%n",
    "\ufffd\ufffe\uffff",
    "\U0010ffff",
    "\ufeffa",
    "\u2028\u2029\x85",
    "null",
    "NaN",
    "",
    "a" * 100_000,
    ",;|\t",
    '"',
    "\\",
    "\\N",
    " a ",
)
_BEHIND = "Once per turn: You can draw 1 card."
_SINKS = ("tags.jsonl", "tags.csv", "tags.parquet", "tags.arrow", "tags.db", "tags.duckdb")


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


def run_program(arguments: list[bytes], files: dict[bytes, bytes], stdin: bytes = b"") -> str:
    """Run the program in a folder with these files, and return what it prints; it must end by itself and plainly."""
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / os.fsdecode(name)).write_bytes(content)
        command = [sys.executable.encode(), b"-m", b"onceper", *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, input=stdin, check=False)
        printed = done.stderr.decode(errors="strict")
        assert done.returncode in {0, 1, 2}, printed[-500:]
        assert "Traceback" not in printed, printed[-500:]
        assert not steers(printed), repr(printed[:500])
        if done.returncode == 1:
            unclear = unclear_in(printed.strip())
            assert unclear is None, unclear
        return printed.strip()


_CARDS = b'{"id": "1", "lang": "en", "text": "Once per turn: You can draw 1 card."}\n'
_ODD = b"cards\xff\x1b[2J.jsonl"
_ESCAPE = b"\x1b]0;pwn\x07"


def trials() -> Iterator[Trial]:
    """Give each sink the strings, and the program the names."""
    for sink in _SINKS:
        yield Trial("names in outputs", sink, round_trip, (sink,), seconds=60)
    long = b"a" * 300 + b".jsonl"
    runs: dict[str, tuple[list[bytes], dict[bytes, bytes]]] = {
        "input too long": ([b"tag", long], {}),
        "output too long": ([b"tag", b"a.jsonl", b"-o", long], {b"a.jsonl": _CARDS}),
        "output nearly too long": ([b"tag", b"a.jsonl", b"-o", b"a" * 245 + b".jsonl"], {b"a.jsonl": _CARDS}),
        "with a NUL": ([b"tag", b"-", b"--column", b"text=\x1b[2J"], {}),
        "no UTF-8": ([b"tag", _ODD], {_ODD: _CARDS}),
        "no UTF-8, missing": ([b"tag", _ODD], {}),
        "a bad line in no UTF-8": ([b"tag", _ODD], {_ODD: _CARDS + b"{\n"}),
        "output no UTF-8 from no UTF-8": ([b"tag", _ODD, b"-o", b"\xff\xff.csv"], {_ODD: _CARDS}),
        **{
            f"{ending} of an input in no UTF-8": (
                [b"tag", _ODD, b"-o", b"out" + ending.encode()],
                {_ODD: _CARDS + b"{\n"},
            )
            for ending in (".jsonl", ".csv", ".parquet", ".arrow", ".db", ".duckdb")
        },
        "folder in no UTF-8": ([b"tag", b"."], {_ODD: _CARDS, b"b\xfe.jsonl": _CARDS}),
        "column of CSV": ([b"tag", b"a.csv"], {b"a.csv": b"id," + _ESCAPE + b"zzz\n1,x\n"}),
        "key of JSON": ([b"tag", b"a.json"], {b"a.json": b'{"\\u001b]0;pwn\\u0007": [1]}'}),
        "key of JSON Lines": ([b"tag", b"a.jsonl"], {b"a.jsonl": b'{"\\u001b]0;pwn\\u0007": 1}\n' * 9}),
        "key among good lines": ([b"tag", b"a.jsonl"], {b"a.jsonl": _CARDS + b'{"\\u001b]0;pwn\\u0007": 1}\n'}),
        "language": ([b"tag", b"a.jsonl"], {b"a.jsonl": b'{"lang": "\\u001b]0;pwn\\u0007", "text": "Draw."}\n'}),
        "a million keys": (
            [b"tag", b"a.jsonl"],
            {b"a.jsonl": json.dumps({f"k{n}": n for n in range(200_000)}).encode()},
        ),
        "a million columns": ([b"tag", b"a.csv"], {b"a.csv": b",".join(b"k%d" % n for n in range(200_000))}),
        "an option": ([b"tag", b"--lang", _ESCAPE, b"a.jsonl"], {b"a.jsonl": _CARDS}),
        "a format": ([b"tag", b"--input-format", _ESCAPE, b"a.jsonl"], {b"a.jsonl": _CARDS}),
        "an ending": ([b"tag", b"-o", b"a." + _ESCAPE, b"a.jsonl"], {b"a.jsonl": _CARDS}),
        "a card of a report": ([b"explain", _ESCAPE + b" Once per turn: Draw.", b"--name", _ESCAPE], {}),
    }
    for words, (arguments, files) in runs.items():
        yield Trial("names for the program", words, run_program, (arguments, files), seconds=90)
