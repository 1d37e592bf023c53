"""Each bad input of ``docs/promises.md`` gives the line that the page shows."""

from __future__ import annotations

import gzip
import io
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest
from tests.docs.conftest import ROOT

from onceper.errors import OnceperError
from onceper.files.formats import source_of
from onceper.files.opening import LONGEST_LINE, input_path
from onceper.files.tags import tagged_rows

PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?P<file>[^|]+) \| `(?P<line>[^|]+)` \|$", re.MULTILINE)
LINES = [found.groups() for found in _ROW.finditer(PAGE)]

_CARD = b'{"id": "1", "text": "Once per turn: You can draw 1 card."}\n'
_TABLE = b"id,text\n1,Draw.\n2,Discard.\n"
_STRINGS = pa.Array.from_buffers(pa.string(), 2, pa.array([b"Draw.", b"Draw \xff."]).buffers())


def _arrow(table: pa.Table) -> bytes:
    stream = io.BytesIO()
    with pa.ipc.new_file(stream, table.schema) as writer:
        writer.write_table(table)
    return stream.getvalue()


def _parquet(table: pa.Table) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return stream.getvalue()


def _database(script: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        return connection.serialize()


def _foreign_offsets() -> bytes:
    content = _arrow(pa.table({"text": ["Draw.", "Discard."]}))
    offsets = b"".join(number.to_bytes(4, "little") for number in (0, 5, 13))
    assert content.count(offsets) == 1
    return content.replace(offsets, offsets[:4] + (2**30).to_bytes(4, "little") + offsets[8:])


_CONTRADICTION = (
    b'{"id": "1", "name": null, "lang": "en", "game": null, "field": "text", "text": null, "limits": [], "unread": [],'
    b'"non_effects": [], "effects": [{"index": 7, "label": null, "kind": "unknown", "span": [0, 5], "parts": [[0, 5]],'
    b'"text": "Draw."}], "error": null}'
)
_VIEW = "CREATE VIEW texts AS SELECT 1 AS id, 'a' AS name, 'b' AS desc; CREATE TABLE datas (id);"
INPUTS: dict[str, bytes | None] = {
    "no such file": None,
    "nothing in it": b"",
    "UTF-16 without a mark": _TABLE.decode().encode("utf-16-le"),
    "UTF-32": _TABLE.decode().encode("utf-32"),
    "line ends of old": _TABLE.replace(b"\n", b"\r"),
    "a quote that is never closed": b'id,text\n1,"Draw.\n' + b"2,x\n" * 5,
    "no column of texts": b"id,words\n1,Draw.\n",
    "a column that steers the terminal": b"id,\x1b]0;title\x07\n1,Draw.\n",
    "a line that never ends": b"id,text\n1," + b"x" * LONGEST_LINE,
    "gzip that is cut off": gzip.compress(_CARD * 99, mtime=0)[:-9],
    "a packed database that fills the disk": gzip.compress(b"SQLite format 3\0" + bytes(1 << 27), mtime=0),
    "JSON that is cut off": b'[{"text": "Draw."}, {"text": "Dis',
    "Parquet that is cut off": _parquet(pa.table({"text": ["Draw."]}))[:-9],
    "Arrow with offsets that lead elsewhere": _foreign_offsets(),
    "Arrow of numbers": _arrow(pa.table({"text": [1, 2]})),
    "a string of Parquet that is no UTF-8": _parquet(pa.table({"text": _STRINGS})),
    "a card database of views": _database(_VIEW),
    "a name longer than the system allows": None,
    "an address": None,
    "another tool's Parquet, as a tagging": _parquet(pa.table({"id": ["1"]})),
    "a tagging whose row contradicts itself": _CONTRADICTION,
    "a line that is no JSON": _CARD + b"{\n",
    "a line that is no UTF-8": _CARD + b'{"text": "Draw \xff"}\n',
    "a line without a text": _CARD + b'{"id": "2"}\n',
    "a line with too few cells": _TABLE + b"3\n",
    "a line that is longer than any card": _CARD + b'{"text": "Draw", "x":' + b"1" * 9_000_000 + b"}\n",
    "a text that is longer than any card's": _TABLE + b"3," + b"x" * 9_000_000 + b"\n",
    "half a character of UTF-16": _CARD + b'{"text": "Draw \\ud800"}\n',
}


def _told_of(path: str, *, is_tagging: bool) -> str:
    """Return the first line of the error, or what the first row with one says."""
    try:
        if is_tagging:
            list(tagged_rows(Path(path)))
        with source_of(input_path(path)) as source:
            errors = [card.error for card in source.cards if card.error]
    except OnceperError as error:
        return str(error).partition("\n")[0]
    return errors[0]


def test_every_bad_input_is_on_the_page() -> None:
    assert [what for what, _, _ in LINES] == list(INPUTS)


@pytest.mark.parametrize(("what", "file", "line"), LINES, ids=[what for what, _, _ in LINES])
def test_a_bad_input_gives_its_line(
    what: str, file: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = file.replace("…", "x" * 300)
    if (content := INPUTS[what]) is not None:
        Path(name).write_bytes(content)
    told = _told_of(name, is_tagging="tagging" in what)
    # Code on a page holds no backquotes.
    shape = ".*".join(map(re.escape, line.split("…")))
    assert re.fullmatch(shape, told.replace("`", "'")), told
