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


def test_plain_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(LINES))
    with open_input(path) as file:
        assert not file.packing
        assert file.head.startswith(b"one\n")
        assert list(file.lines()) == LINES
        assert file.share_read() == 1
        assert file.bytes_read() == path.stat().st_size


PACK = dict(zip(("gzip", "bzip2", "xz", "zstd"), PACKINGS.values(), strict=True))
MANY = b"".join(b"%d\n" % (number * 7919 % 100_003) for number in range(50_000))


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("lines", [LINES, MANY.splitlines(keepends=True)], ids=["short", "long"])
def test_every_packing_is_told_by_content(tmp_path: Path, packing: str, lines: list[bytes]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(PACK[packing](b"".join(lines)))
    with open_input(path) as file:
        assert file.packing
        assert file.packing.name == packing
        assert file.head.startswith(lines[0])
        assert list(file.lines()) == lines
        assert file.share_read() == 1


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("missing", [3, 20_000])
def test_packed_file_that_is_cut_off(tmp_path: Path, packing: str, missing: int) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(PACK[packing](MANY)[:-missing])
    told = f"the {packing} data is cut off or damaged.*expected a complete {packing} file.*\n.*`{packing} -t`"
    with pytest.raises(InputError, match=told), open_input(path) as file:
        list(file.lines())


# Frames of zstd may be without a checksum, and pyarrow writes such: then the text is another, and nobody can tell.
@pytest.mark.parametrize("packing", sorted(PACK.keys() - {"zstd"}))
def test_packed_file_that_is_damaged(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "a.jsonl"
    content = bytearray(PACK[packing](MANY))
    content[len(content) // 2 : len(content) // 2 + 50] = bytes(50)
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"the {packing} data is cut off or damaged"), open_input(path) as file:
        list(file.lines())


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl"])
def test_gzip_is_told_by_content(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(b"".join(LINES)))
    with open_input(path) as file:
        assert file.packing
        assert file.head.startswith(b"one\n")
        assert list(file.lines()) == LINES
        assert file.share_read() == 1


def test_gzip_of_several_members(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(b"".join(map(gzip.compress, LINES)))
    with open_input(path) as file:
        assert list(file.lines()) == LINES


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    with pytest.raises(InputError) as caught, open_input(path):
        pass
    assert str(caught.value).startswith(f"{path}: no such file; expected ")
    assert caught.value.remedy


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder; expected a file") as caught, open_input(tmp_path):
        pass
    assert caught.value.where == str(tmp_path)


@pytest.mark.parametrize("content", [b"", gzip.compress(b"", mtime=0)], ids=["plain", "gzip"])
def test_empty_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="the file is empty; expected ") as caught, open_input(path):
        pass
    assert caught.value.where == str(path)


@pytest.mark.parametrize("missing", [1, 9, 40_000])
def test_truncated_gzip(tmp_path: Path, missing: int) -> None:
    path = tmp_path / "a.jsonl.gz"
    content = gzip.compress(b"".join(b"%d\n" % (number * 7919 % 100_003) for number in range(50_000)))
    path.write_bytes(content[:-missing])
    with (
        pytest.raises(
            InputError, match=r"the gzip data is cut off or damaged.*expected a complete gzip file"
        ) as caught,
        open_input(path) as file,
    ):
        list(file.lines())
    assert caught.value.where == str(path)
    assert "gzip -t" in caught.value.remedy


def test_damaged_gzip(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    content = bytearray(gzip.compress(b"card text " * 1000))
    content[-6] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(InputError, match="cut off or damaged"), open_input(path) as file:
        list(file.lines())


def test_gzip_cut_off_in_its_header(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"x")[:5])
    with pytest.raises(InputError, match="cut off or damaged"), open_input(path):
        pass


def test_error_of_the_system_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"{}")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(InputError, match="cannot be read: Permission denied; expected "), open_input(path):
        pass
