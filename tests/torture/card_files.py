"""Invented cards, as files of every format, compressed and not."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

Rows = list[dict[str, Any]]

_TEXTS = (
    "Once per turn: You can draw 1 card.",
    'You can only use this effect of "Ember Warden" once per turn.',
    "①：自分メインフェイズに発動できる。デッキから１枚ドローする。\nこのカード名の①の効果は１ターンに１度しか使用できない。",
    "Bu kartın efektini turda bir kez kullanabilirsin.",
    "",
    'Draw "Cinder", or\r\n● discard; 𠮷.',
)


def card_rows(count: int = 300) -> Rows:
    """Return the records of so many invented cards."""
    langs = ("en", "en", "ja", "tr", "en", None)
    return [
        {
            "id": str(number),
            "name": f"Ember Warden {number}",
            "lang": langs[number % len(_TEXTS)],
            "game": "yugioh",
            "text": f"{_TEXTS[number % len(_TEXTS)]} {number}",
        }
        for number in range(count)
    ]


def json_lines(rows: Rows) -> bytes:
    """Return them as JSON Lines."""
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def json_array(rows: Rows) -> bytes:
    """Return them as an array, in ASCII alone."""
    return json.dumps(rows).encode()


def json_document(rows: Rows) -> bytes:
    """Return them as an object around an array."""
    return json.dumps({"version": 1, "data": rows}, ensure_ascii=False, indent=1).encode()


def comma(rows: Rows) -> bytes:
    """Return them as CSV."""
    return _separated(rows, ",")


def tab(rows: Rows) -> bytes:
    """Return them as TSV."""
    return _separated(rows, "\t")


def _separated(rows: Rows, delimiter: str) -> bytes:
    stream = io.StringIO(newline="")
    table = csv.DictWriter(stream, rows[0], delimiter=delimiter)
    table.writeheader()
    table.writerows(rows)
    return stream.getvalue().encode()


def parquet(rows: Rows) -> bytes:
    """Return them as Parquet."""
    return parquet_of(pa.Table.from_pylist(rows))


def arrow_file(rows: Rows) -> bytes:
    """Return them as an Arrow file."""
    return arrow_of(pa.Table.from_pylist(rows))


def arrow_stream(rows: Rows) -> bytes:
    """Return them as an Arrow stream."""
    return arrow_of(pa.Table.from_pylist(rows), pa.ipc.new_stream)


def parquet_of(table: pa.Table) -> bytes:
    """Return a table as Parquet."""
    stream = io.BytesIO()
    pq.write_table(table, stream, row_group_size=100)
    return stream.getvalue()


def arrow_of(table: pa.Table, new: Callable[..., Any] = pa.ipc.new_file) -> bytes:
    """Return a table as Arrow."""
    stream = io.BytesIO()
    with new(stream, table.schema) as writer:
        writer.write_table(table, 100)
    return stream.getvalue()


CDB_TABLES = "CREATE TABLE texts (id INTEGER, name TEXT, desc TEXT); CREATE TABLE datas (id INTEGER, type INTEGER);"


def cdb(rows: Rows) -> bytes:
    """Return them as an EDOPro card database."""
    return cdb_of(CDB_TABLES, [(int(row["id"]), row["name"], row["text"]) for row in rows])


def cdb_of(script: str, texts: Sequence[tuple[Any, Any, Any]] = ()) -> bytes:
    """Return a database that a script of SQL makes, with these texts."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        if texts:
            connection.executemany("INSERT INTO texts VALUES (?, ?, ?)", texts)
        connection.commit()
        return connection.serialize()


FORMATS: dict[str, Callable[[Rows], bytes]] = {
    "cards.jsonl": json_lines,
    "cards.json": json_array,
    "document.json": json_document,
    "cards.csv": comma,
    "cards.tsv": tab,
    "cards.parquet": parquet,
    "cards.arrow": arrow_file,
    "cards.arrows": arrow_stream,
    "cards.cdb": cdb,
}


def zstandard(content: bytes) -> bytes:
    """Return the content compressed by zstd."""
    packed = pa.BufferOutputStream()
    with pa.CompressedOutputStream(packed, "zstd") as stream:
        stream.write(content)
    return packed.getvalue().to_pybytes()


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard,
}
# Each is closed by who opens it.
OPENED: dict[str, Callable[[Path], Any]] = {
    ".gz": lambda path: gzip.open(path, "wb", 1),
    ".bz2": lambda path: bz2.open(path, "wb", 1),
    ".xz": lambda path: lzma.open(path, "wb", preset=0),
    ".zst": lambda path: pa.CompressedOutputStream(pa.OSFile(str(path), "wb"), "zstd"),
}
