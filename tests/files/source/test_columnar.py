"""Parquet and Arrow files."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest

from onceper.files.formats import source_of
from onceper.files.opening import InputError
from onceper.files.source.columnar import NotColumnarError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.files.protocol import CardText

ROWS: list[dict[str, Any]] = [
    {"id": 1, "name": "Ember Warden", "lang": "en", "text": "Draw.", "atk": 1.5},
    {"id": None, "name": None, "lang": None, "text": "引く。", "atk": None},
    {"id": 3, "name": "", "lang": "ja", "text": None, "atk": 2.0},
]


def _parquet(path: Path, table: pa.Table) -> None:
    pq.write_table(table, path, row_group_size=2)


def _arrow_file(path: Path, table: pa.Table) -> None:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)


def _arrow_stream(path: Path, table: pa.Table) -> None:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)


WRITERS = pytest.mark.parametrize(
    ("write", "name"),
    [(_parquet, "cards.parquet"), (_parquet, "cards"), (_arrow_file, "cards.feather"), (_arrow_stream, "cards.arrows")],
)


def _cards(path: Path) -> list[CardText]:
    with source_of(path) as source:
        return list(source.cards)


@WRITERS
@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        (pa.string(), ["Trap", None], ["Trap", None]),
        (pa.dictionary(pa.int32(), pa.string()), ["Trap", None], ["Trap", None]),
        (pa.list_(pa.string()), [["Dragon", "Effect"], []], ["Dragon / Effect", None]),
        (pa.int32(), [3, None], [None, None]),
        (pa.list_(pa.int32()), [[3], None], [None, None]),
        # No date of Python.
        (pa.timestamp("us"), [2**62, None], [None, None]),
    ],
    ids=str,
)
def test_columns_of_the_type(
    tmp_path: Path,
    write: Callable[[Path, pa.Table], None],
    name: str,
    kind: pa.DataType,
    values: list[Any],
    words: list[str | None],
) -> None:
    column: Any = pa.array(values, pa.int64()).cast(kind) if pa.types.is_timestamp(kind) else pa.array(values, kind)
    write(tmp_path / name, pa.table({"text": ["Draw.", "Discard."], "Type": column}))
    cards = _cards(tmp_path / name)
    assert [(card.text, card.card_type, card.error) for card in cards] == [
        ("Draw.", words[0], None),
        ("Discard.", words[1], None),
    ]


@WRITERS
@pytest.mark.parametrize("zipped", [True, False])
def test_rows(tmp_path: Path, write: Callable[[Path, pa.Table], None], name: str, zipped: bool) -> None:
    path = tmp_path / name
    write(path, pa.Table.from_pylist(ROWS))
    if zipped:
        path.write_bytes(gzip.compress(path.read_bytes()))
    assert [(card.id, card.name, card.lang, card.text, card.error) for card in _cards(path)] == [
        ("1", "Ember Warden", "en", "Draw.", None),
        ("row 2", None, None, "引く。", None),
        ("3", None, "ja", "", "text is null; expected a string"),
    ]
    assert _cards(path)[1].where == f"{path}, row 2"


@WRITERS
def test_no_row(tmp_path: Path, write: Callable[[Path, pa.Table], None], name: str) -> None:
    path = tmp_path / name
    write(path, pa.Table.from_pylist(ROWS).slice(0, 0))
    assert _cards(path) == []


def test_struct_of_languages(tmp_path: Path) -> None:
    path = tmp_path / "cards.parquet"
    _parquet(path, pa.Table.from_pylist([{"password": 1, "text": {"en": "Draw.", "ja": None}}]))
    assert [(card.id, card.lang, card.game, card.text) for card in _cards(path)] == [("1", "en", "yugioh", "Draw.")]


def test_what_polars_writes(tmp_path: Path) -> None:
    frame = pl.DataFrame({"id": [7.0, None], "Card Text": ["Draw.", "Discard."]})
    for name, write in (("a.parquet", frame.write_parquet), ("a.arrow", frame.write_ipc)):
        write(tmp_path / name)
        assert [(card.id, card.text) for card in _cards(tmp_path / name)] == [("7", "Draw."), ("row 2", "Discard.")]


@WRITERS
def test_cut_off_file(tmp_path: Path, write: Callable[[Path, pa.Table], None], name: str) -> None:
    path = tmp_path / name
    write(path, pa.Table.from_pylist(ROWS * 1_000))
    path.write_bytes(path.read_bytes()[:-1_000])
    with pytest.raises(NotColumnarError, match="or damaged: ") as caught:
        _cards(path)
    assert caught.value.where == str(path)
    assert "expected a complete " in str(caught.value)


def test_damaged_page(tmp_path: Path) -> None:
    path = tmp_path / "cards.parquet"
    pq.write_table(pa.table({"text": [f"Draw {number} cards." for number in range(9_000)]}), path, use_dictionary=False)
    content = bytearray(path.read_bytes())
    content[100:2_000] = bytes(1_900)
    path.write_bytes(content)
    with pytest.raises(NotColumnarError, match="this is not Parquet, or damaged: "):
        _cards(path)


@pytest.mark.parametrize("write", [_arrow_file, _arrow_stream])
def test_name_of_a_column_that_is_no_utf8(tmp_path: Path, write: Callable[[Path, pa.Table], None]) -> None:
    path = tmp_path / "cards.arrow"
    write(path, pa.table({"text": ["Draw."], "attack": [1]}))
    path.write_bytes(path.read_bytes().replace(b"attack", b"att\x80ck"))
    with pytest.raises(NotColumnarError, match="this is not Arrow, or damaged: "):
        _cards(path)


def test_errors_of_who_reads_are_their_own(tmp_path: Path) -> None:
    path = tmp_path / "cards.parquet"
    _parquet(path, pa.Table.from_pylist(ROWS))

    def fail() -> None:
        with source_of(path):
            raise OSError("the output's disk is full")

    with pytest.raises(OSError, match="disk is full") as caught:
        fail()
    assert not isinstance(caught.value, InputError)
