"""Which format a file is in."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from onceper.files.opening import open_input
from onceper.files.source.columns import Columns
from onceper.files.source.known_formats import suffix_of, tell_format

if TYPE_CHECKING:
    from pathlib import Path

ROW = '{"id": 1, "text": "Draw."}'
LINES = f"{ROW}\n{ROW}\n"
ARRAY = f"[{ROW},\n{ROW}]"
YGOPRODECK = '{"data": [{"id": 1, "desc": "Draw."}]}'
YAML_YUGI = '{"password": 1, "name": {"en": "Ember Warden"}, "text": {"en": "Draw."}}'
TABLE = "id,text\n1,Draw.\n"
TABS = "id\ttext\n1\tDraw.\n"


def _told(tmp_path: Path, name: str, content: str | bytes, columns: Columns | None = None) -> str:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with open_input(path) as file:
        return tell_format(file, suffix_of(path), columns or Columns())


@pytest.mark.parametrize(
    ("content", "names", "told"),
    [
        (LINES, ("a.jsonl", "a.ndjson", "a.json", "a.txt", "a"), "jsonl"),
        (f"\n \n{LINES}", ("a.jsonl", "a.json", "a"), "jsonl"),
        (ROW, ("a.jsonl", "a.json", "a"), "jsonl"),
        (f"[1]\n{LINES}", ("a.jsonl",), "jsonl"),
        (f'{{"id": 1, "te\n{LINES}', ("a.jsonl", "a.json", "a"), "jsonl"),
        (f"no JSON\n{LINES}", ("a.jsonl",), "jsonl"),
        ('{"text": "' + "x" * 100_000, ("a.jsonl",), "jsonl"),
        ('{"text": "' + "x" * 100_000, ("a.json", "a"), "json"),
        (ARRAY, ("a.json", "a.jsonl", "a.txt", "a"), "json"),
        ("[\n", ("a.json", "a"), "json"),
        ("[]", ("a.json", "a.jsonl", "a"), "json"),
        (f"[1, {ROW}]", ("a.json", "a"), "json"),
        (YGOPRODECK, ("a.json", "a.jsonl", "a"), "json"),
        (json.dumps(json.loads(YGOPRODECK), indent=1), ("a.json", "a.jsonl", "a"), "json"),
        (json.dumps(json.loads(YAML_YUGI), indent=1), ("a.json", "a.jsonl", "a"), "json"),
        (YAML_YUGI, ("a.json", "a.jsonl", "a"), "jsonl"),
        (TABLE, ("a.csv", "a.txt", "a"), "csv"),
        (TABLE, ("a.tsv",), "tsv"),
        (TABS, ("a.csv", "a.txt", "a"), "csv"),
        (TABS, ("a.tsv", "a.tab"), "tsv"),
        ("text\nDraw.\n", ("a.csv",), "csv"),
        (b"SQLite format 3\x00", ("a.cdb", "a.db", "a.jsonl", "a"), "cdb"),
        (b"PAR1....", ("a.parquet", "a.pq", "a.csv", "a"), "parquet"),
        (b"ARROW1..", ("a.arrow", "a.feather", "a"), "arrow"),
        (b"\xff\xff\xff\xff\x00", ("a.arrows", "a"), "arrow"),
        (ROW, ("a.parquet",), "parquet"),
        (ROW, ("a.cdb",), "cdb"),
        (ROW, ("a.feather",), "arrow"),
    ],
)
def test_format_is_told(tmp_path: Path, content: str | bytes, names: tuple[str, ...], told: str) -> None:
    for name in names:
        assert _told(tmp_path, name, content) == told
        zipped = gzip.compress(content if isinstance(content, bytes) else content.encode())
        assert _told(tmp_path, f"{name}.gz", zipped) == told
        assert _told(tmp_path, f"{name}.ZST", zipped) == told


def test_given_name_of_the_text_tells_a_table(tmp_path: Path) -> None:
    assert _told(tmp_path, "a.txt", "id,body\n1,Draw.\n", Columns({"text": "body"})) == "csv"
