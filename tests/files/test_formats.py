"""Which format a file is read or written in."""

from __future__ import annotations

import gzip
import sys
from typing import TYPE_CHECKING

import pytest

from onceper.contract.reading import Row
from onceper.files.finished import OutputError
from onceper.files.formats import FORMATS, refuse_overwriting, sink_to, source_of, write_records
from onceper.files.opening import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.files.conftest import MakeCdb

LINE = b'{"id": "1", "text": "Draw 1 card."}\n'


@pytest.mark.parametrize("name", ["a.jsonl", "a.JSONL", "a.jsonl.gz", "a.b.jsonl"])
@pytest.mark.parametrize("zipped", [True, False])
def test_json_lines_by_suffix(tmp_path: Path, name: str, zipped: bool) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(LINE) if zipped else LINE)
    with source_of(path) as source:
        assert [card.text for card in source.cards] == ["Draw 1 card."]
        assert not source.one_language


@pytest.mark.parametrize("name", ["a.cdb", "a.cdb.gz", "a.db", "a", "a.jsonl"])
@pytest.mark.parametrize("zipped", [True, False])
def test_sqlite_by_content(tmp_path: Path, make_cdb: MakeCdb, name: str, zipped: bool) -> None:
    content = make_cdb((1, "Ember Warden", "Draw 1 card.")).read_bytes()
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if zipped else content)
    with source_of(path) as source:
        assert [card.text for card in source.cards] == ["Draw 1 card."]
        assert source.one_language


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("tags.jsonl", b"{"),
        ("tags.parquet", b"PAR1"),
        ("tags.PARQUET", b"PAR1"),
        ("tags.csv", b"id,name,"),
        ("tags.arrow", b"ARROW1"),
        ("tags.feather", b"ARROW1"),
        ("tags.db", b"SQLite format 3"),
        ("tags.sqlite", b"SQLite format 3"),
    ],
)
def test_output_by_suffix(tmp_path: Path, name: str, beginning: bytes) -> None:
    write_records([Row(id="1", name=None, lang=None, game=None, field="text")], Row, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes().startswith(beginning)


@pytest.mark.parametrize("name", [f"tags{suffix}" for suffix in FORMATS])
@pytest.mark.parametrize("rows", [0, 5000])
def test_failure_leaves_no_output(tmp_path: Path, name: str, rows: int) -> None:
    def fail() -> None:
        def made() -> Iterator[Row]:
            for number in range(rows):
                yield Row(id=str(number), name=None, lang=None, game=None, field="text")
            raise KeyboardInterrupt

        write_records(made(), Row, tmp_path / name)

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [f"tags{suffix}" for suffix in FORMATS])
def test_output_in_a_missing_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match="there is no folder"), sink_to(tmp_path / "none" / name):
        pass


@pytest.mark.parametrize("name", ["tags.xlsx", "tags", "tags.jsonl.gz"])
def test_unknown_output(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with (
        pytest.raises(
            OutputError, match=r"expected a file that ends in .parquet, .jsonl, .csv, .*\n  remedy: "
        ) as caught,
        sink_to(path),
    ):
        pass
    assert caught.value.where == str(path)
    assert not path.exists()


def test_output_that_is_the_input(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(LINE)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    refuse_overwriting(path, tmp_path / "b.jsonl")
    for target in (path, link, tmp_path / "." / "a.jsonl"):
        with pytest.raises(OutputError, match="the output is the input file itself; expected another file"):
            refuse_overwriting(path, target)


def test_output_in_the_folder_that_is_read(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    cards.mkdir()
    refuse_overwriting(cards, tmp_path / "tags.jsonl")
    with pytest.raises(OutputError, match="the output lies in the folder that is read; expected a file in another"):
        refuse_overwriting(cards, cards / "more" / "tags.jsonl")


def test_standard_input_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "tags.jsonl").touch()
    refuse_overwriting(STANDARD_INPUT, tmp_path / "tags.jsonl")


def test_package_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    monkeypatch.delitem(sys.modules, "onceper.files.sink.duckdb", raising=False)
    path = tmp_path / "tags.duckdb"
    with pytest.raises(OutputError, match="the package duckdb is not installed; expected ") as caught, sink_to(path):
        pass
    assert caught.value.where == str(path)
    assert "pip install 'onceper[duckdb]'" in caught.value.remedy
    assert not list(tmp_path.iterdir())
