"""Which format a file is read or written in."""

from __future__ import annotations

import gzip
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from onceper.contract.reading import Row
from onceper.errors import ExtraError
from onceper.files.finished import OutputError
from onceper.files.formats import FORMATS, check_outputs, sink_to, write_records
from onceper.files.opening import STANDARD_INPUT, open_input
from onceper.files.source.columns import Columns
from onceper.files.source.known_formats import suffix_of, tell_format

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMATS_OF_INPUTS = tomllib.loads(Path(__file__).with_name("formats.toml").read_text(encoding="utf-8"))["format"]
LINE = b'{"id": "1", "text": "Draw 1 card."}\n'


def _told(path: Path, content: bytes, columns: Columns | None = None) -> str:
    path.write_bytes(content)
    with open_input(path) as file:
        return tell_format(file, suffix_of(path), columns or Columns())


@pytest.mark.parametrize("case", FORMATS_OF_INPUTS, ids=lambda case: f"{case['names'][0]} {case['content'][:20]}")
def test_format_is_told(tmp_path: Path, case: dict[str, Any]) -> None:
    content = case["content"].encode("latin-1")
    for name in case["names"]:
        assert _told(tmp_path / name, content) == case["told"]
        for ending in (".gz", ".ZST"):
            assert _told(tmp_path / f"{name}{ending}", gzip.compress(content)) == case["told"]


@pytest.mark.parametrize(("name", "told"), [("a.jsonl", "jsonl"), ("a.json", "json"), ("a", "json")])
def test_format_of_a_line_that_is_longer_than_what_is_looked_at(tmp_path: Path, name: str, told: str) -> None:
    assert _told(tmp_path / name, b'{"text": "' + b"x" * 100_000) == told


def test_given_name_of_the_text_tells_a_table(tmp_path: Path) -> None:
    assert _told(tmp_path / "a.txt", b"id,body\n1,Draw.\n", Columns({"text": "body"})) == "csv"


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
    check_outputs([tmp_path / "b.jsonl"], [path])
    for target in (path, link, tmp_path / "." / "a.jsonl"):
        with pytest.raises(OutputError, match="the output is the input file itself; expected a file of its own"):
            check_outputs([target], [path])


def test_output_in_the_folder_that_is_read(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    cards.mkdir()
    check_outputs([tmp_path / "tags.jsonl"], [cards])
    (cards / "more").mkdir()
    with pytest.raises(OutputError, match="the output lies in the folder that is read; expected a file of its own"):
        check_outputs([cards / "more" / "tags.jsonl"], [cards])


def test_standard_input_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "tags.jsonl").touch()
    check_outputs([tmp_path / "tags.jsonl"], [STANDARD_INPUT])


def test_package_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    monkeypatch.delitem(sys.modules, "onceper.files.sink.duckdb", raising=False)
    path = tmp_path / "tags.duckdb"
    with pytest.raises(ExtraError, match="the package duckdb is not installed; expected ") as caught, sink_to(path):
        pass
    assert "pip install 'onceper[duckdb]'" in caught.value.remedy
    assert not list(tmp_path.iterdir())
