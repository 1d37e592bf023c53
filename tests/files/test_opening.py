"""Opening input files."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from card_files import PACKINGS

from onceper.files.opening import InputError, open_input

if TYPE_CHECKING:
    from pathlib import Path

LINES = [b"one\n", b"two\r\n", b"three"]
MANY = b"".join(b"%d\n" % (number * 7919 % 100_003) for number in range(50_000))


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
@pytest.mark.parametrize("packing", ["", *PACKINGS])
@pytest.mark.parametrize("lines", [LINES, MANY.splitlines(keepends=True)], ids=["short", "long"])
def test_every_packing_is_told_by_content(tmp_path: Path, name: str, packing: str, lines: list[bytes]) -> None:
    path = tmp_path / name
    content = b"".join(lines)
    path.write_bytes(PACKINGS[packing](content) if packing else content)
    with open_input(path) as file:
        assert file.is_packed == bool(packing)
        assert file.head.startswith(lines[0])
        assert list(file.lines()) == lines
        assert file.share_read() == 1
    with open_input(path) as file:
        assert file.whole() == content


def test_gzip_of_several_members(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(b"".join(map(gzip.compress, LINES)))
    with open_input(path) as file:
        assert list(file.lines()) == LINES


# Frames of zstd may be without a checksum, and pyarrow writes such: then the text is another, and nobody can tell.
@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("missing", [1, 9, 20_000, None])
def test_packed_file_that_is_cut_off_or_damaged(tmp_path: Path, packing: str, missing: int | None) -> None:
    path = tmp_path / "a.jsonl"
    content = bytearray(PACKINGS[packing](MANY))
    if missing is None and content.startswith(b"\x28\xb5"):
        pytest.skip("nobody can tell")
    content[len(content) // 2 : len(content) // 2 + 50] = bytes(50) if missing is None else content[-50:]
    path.write_bytes(PACKINGS[packing](MANY)[:-missing] if missing else content)
    told = "a.jsonl: the compressed data is cut off or damaged .*expected a complete file of gzip, .*\n.*`gzip -t`"
    with pytest.raises(InputError, match=told), open_input(path) as file:
        list(file.lines())


def test_what_unpacks_without_end_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(gzip.compress(bytes(1 << 27)))
    with pytest.raises(InputError, match="it unpacks to more than 200 times its size"), open_input(path) as file:
        file.whole()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (None, "no such file; expected a file with card texts"),
        (b"", "the file is empty; expected "),
        (gzip.compress(b"", mtime=0), "the file is empty; expected "),
        (gzip.compress(b"x", mtime=0)[:5], "the compressed data is cut off or damaged"),
    ],
)
def test_what_cannot_be_opened(tmp_path: Path, content: bytes | None, what: str) -> None:
    path = tmp_path / "a.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught, open_input(path):
        pass
    assert str(caught.value).startswith(f"{path}: {what}")
    assert caught.value.remedy


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder; expected a file"), open_input(tmp_path):
        pass


def test_error_of_the_system_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"{}")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(InputError, match="cannot be read: Permission denied; expected "), open_input(path):
        pass
