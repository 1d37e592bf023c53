"""Output is there completely or not at all."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from onceper.files.finished import finished
from onceper.files.output_error import OutputError

if TYPE_CHECKING:
    from pathlib import Path


def test_target_appears_when_the_block_ends(tmp_path: Path) -> None:
    target = tmp_path / "tags.jsonl"
    with finished(target) as unfinished:
        unfinished.write_text("new")
        assert unfinished.parent.parent == tmp_path
        assert not target.exists()
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("failure", [KeyboardInterrupt, SystemExit, ValueError])
@pytest.mark.parametrize("before", ["old", None])
def test_failure_leaves_what_was_there(tmp_path: Path, failure: type[BaseException], before: str | None) -> None:
    target = tmp_path / "tags.jsonl"
    if before is not None:
        target.write_text(before)

    def fail() -> None:
        with finished(target) as unfinished:
            unfinished.write_text("half")
            raise failure

    with pytest.raises(failure):
        fail()
    assert [path.read_text() for path in tmp_path.iterdir()] == ([before] if before else [])


def test_full_disk(tmp_path: Path) -> None:
    target = tmp_path / "tags.jsonl"

    def fail() -> None:
        with finished(target) as unfinished:
            unfinished.write_text("half")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OutputError, match="cannot be written: No space left on device; expected ") as caught:
        fail()
    assert caught.value.where == str(target)
    assert not list(tmp_path.iterdir())


def test_missing_folder(tmp_path: Path) -> None:
    target = tmp_path / "none" / "tags.jsonl"
    with (
        pytest.raises(OutputError, match=r"there is no folder .*none; expected ") as caught,
        finished(target),
    ):
        pass
    assert caught.value.where == str(target)
    assert "mkdir" in caught.value.remedy
    assert not target.parent.exists()


def test_target_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="this is a folder; expected a file"), finished(tmp_path):
        pass


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    link = tmp_path / "tags.jsonl"
    link.symlink_to(tmp_path / "data" / "real.jsonl")
    with finished(link) as unfinished:
        unfinished.write_text("new")
    assert link.is_symlink()
    assert (tmp_path / "data" / "real.jsonl").read_text() == "new"
