"""Folders of card files."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from onceper.files.formats import source_of
from onceper.files.opening import STANDARD_INPUT, InputError
from onceper.files.source.folder import FolderError, SeveralInputsError

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.files.source.known_formats import InputFormat


def _card(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    content = json.dumps({"password": 1, "name": {"en": path.stem}, "text": {"en": text}}, indent=2).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)


def _texts(path: Path, input_format: InputFormat | None = None) -> list[str]:
    with source_of(path, input_format=input_format) as source:
        return [card.text for card in source.cards]


def test_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.json", "a/2.json", "a/10.json.gz", "c.json", ".hidden.json", "a/.part.json"):
        _card(tmp_path / name, name)
    for name in ("b.yaml", "README", "_SUCCESS", ".crc"):
        (tmp_path / name).write_text("no card")
    assert _texts(tmp_path) == ["a/10.json.gz", "a/2.json", "b.json", "c.json"]
    with source_of(tmp_path) as source:
        assert next(source.cards).where == f"{tmp_path / 'a' / '10.json.gz'}, item 1"


def test_share_read_grows_with_the_files(tmp_path: Path) -> None:
    for number in range(4):
        _card(tmp_path / f"{number}.json", "Draw.")
    with source_of(tmp_path) as source:
        assert [source.share_read() for _ in source.cards] == [0.25, 0.5, 0.75, 1]
        assert source.share_read() == 1


def test_tables_in_a_folder(tmp_path: Path) -> None:
    for part in ("part-1.csv", "part-0.csv"):
        (tmp_path / part).write_text(f"id,text\n1,{part}\n")
    (tmp_path / "part-2.csv").write_text("id,text\n")
    assert _texts(tmp_path) == ["part-0.csv", "part-1.csv"]


def test_several_formats(tmp_path: Path) -> None:
    _card(tmp_path / "a.json", "Draw.")
    _card(tmp_path / "b.json", "Discard.")
    (tmp_path / "c.csv").write_text("id,text\n1,Draw.\n")
    with pytest.raises(
        FolderError, match=r"the folder holds several formats \(json: 2 files, csv: 1 files\)"
    ) as caught:
        _texts(tmp_path)
    assert "--input-format" in caught.value.remedy
    assert _texts(tmp_path, "json") == ["Draw.", "Discard."]


@pytest.mark.parametrize(
    ("names", "input_format", "what"),
    [
        ((), None, "there is no file in this folder; expected files whose ending"),
        (("a.yaml",), None, "there is no file in this folder"),
        (("a.json",), "csv", "there is no file of the format csv in this folder"),
    ],
)
def test_nothing_to_read(tmp_path: Path, names: tuple[str, ...], input_format: InputFormat | None, what: str) -> None:
    for name in names:
        _card(tmp_path / name, "Draw.")
    with pytest.raises(FolderError) as caught:
        _texts(tmp_path, input_format)
    assert str(caught.value).startswith(f"{tmp_path}: {what}")


def test_files_and_folders_are_read_as_one_in_the_order_in_which_they_are_named(tmp_path: Path) -> None:
    for name in ("z.json", "a/1.json", "a/2.json", "b"):
        _card(tmp_path / name, name)
    with source_of([tmp_path / name for name in ("z.json", "a", "b")]) as source:
        assert [card.text for card in source.cards] == ["z.json", "a/1.json", "a/2.json", "b"]


def test_standard_input_stands_alone(tmp_path: Path) -> None:
    _card(tmp_path / "a.json", "Draw.")
    with pytest.raises(SeveralInputsError, match="standard input is one of several inputs"):
        source_of([tmp_path / "a.json", STANDARD_INPUT]).__enter__()


def test_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.scandir", refuse)
    with pytest.raises(InputError, match="cannot be read: Permission denied; expected ") as caught:
        _texts(tmp_path)
    assert caught.value.where == str(tmp_path)


def test_a_link_to_nothing_is_told_of_before_anything_is_read(tmp_path: Path) -> None:
    _card(tmp_path / "a.json", "a")
    (tmp_path / "b.json").symlink_to(tmp_path / "gone.json")
    with pytest.raises(FolderError, match=r"b\.json: this is a link that leads to no file"), source_of(tmp_path):
        pytest.fail("the first card could be read")


def test_broken_file_is_named(tmp_path: Path) -> None:
    _card(tmp_path / "a.json", "Draw.")
    (tmp_path / "b.json").write_text('{"password": 1, "text": {"en": "Dr')
    with pytest.raises(InputError, match="not JSON; Input data was truncated") as caught:
        _texts(tmp_path)
    assert caught.value.where == f"{tmp_path / 'b.json'}, line 1"
