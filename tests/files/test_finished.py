"""Output is there completely or not at all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from onceper.files.finished import OutputError, finished

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_target_appears_when_the_block_ends(tmp_path: Path) -> None:
    target = tmp_path / "tags.jsonl"
    with finished(target) as unfinished:
        unfinished.write_text("new")
        assert tmp_path in unfinished.parents
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


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    link = tmp_path / "tags.jsonl"
    link.symlink_to(tmp_path / "data" / "real.jsonl")
    with finished(link) as unfinished:
        unfinished.write_text("new")
    assert link.is_symlink()
    assert (tmp_path / "data" / "real.jsonl").read_text() == "new"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_what_is_replaced_gives_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "tags.jsonl"
    target.touch(mode=0o640)
    with finished(target) as unfinished:
        unfinished.write_text("new")
    assert (target.stat().st_mode & 0o777, target.read_text()) == (0o640, "new")


def _circle(target: Path) -> None:
    target.symlink_to(target.with_name("two"))
    target.with_name("two").symlink_to(target)


@pytest.mark.skipif(os.name == "nt", reason="Windows has none of some")
@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda target: target.parent.rmdir(), r"there is no folder .*\n.*mkdir"),
        (lambda target: target.mkdir(), "this is a folder; expected a file"),
        (os.mkfifo, "this is a pipe or a device, which no file can take the place of"),
        (lambda target: target.symlink_to(os.devnull), "this is a pipe or a device"),
        (_circle, "this is a link that leads to itself"),
    ],
)
def test_what_no_file_takes_the_place_of(tmp_path: Path, make: Callable[[Path], object], told: str) -> None:
    target = tmp_path / "folder" / "tags.jsonl"
    target.parent.mkdir()
    make(target)
    there = list(tmp_path.rglob("*"))
    with pytest.raises(OutputError, match=rf"tags.jsonl: {told}"):
        finished(target).__enter__()
    assert list(tmp_path.rglob("*")) == there


def test_a_name_without_room(tmp_path: Path) -> None:
    for letters in (250, 999):
        with pytest.raises(OutputError, match=r"cannot be written: .*; expected ") as failed:
            finished(tmp_path / f"{'n' * letters}.jsonl").__enter__()
        assert "how long the name is" in failed.value.remedy
    assert not list(tmp_path.iterdir())


def test_a_folder_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OutputError, match="nothing may be written in the folder"):
        finished(tmp_path / "tags.jsonl").__enter__()


def test_what_a_library_writes_beside_it_is_removed(tmp_path: Path) -> None:
    target = tmp_path / "tags.duckdb"
    with finished(target) as unfinished:
        unfinished.touch()
        unfinished.with_name(f"{unfinished.name}.wal").touch()
    assert list(tmp_path.iterdir()) == [target]


def test_all_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync
    synced: set[int] = set()

    def noted(file: int) -> None:
        assert synced or not target.exists()
        synced.add(os.fstat(file).st_ino)
        sync(file)

    monkeypatch.setattr(os, "fsync", noted)
    target = tmp_path / "tags"
    with finished(target) as unfinished:
        unfinished.write_text("new")
    assert synced >= {path.stat().st_ino for path in (tmp_path, target)}


@pytest.mark.skipif(os.name == "nt", reason="there a folder cannot be held")
class TestOneRunAtATime:
    def test_another_run_is_refused(self, tmp_path: Path) -> None:
        target = tmp_path / "tags.jsonl"
        with (
            pytest.raises(OutputError, match=r"tags.jsonl: another run writes it now; expected one run at a time"),
            finished(target),
            finished(target),
        ):
            pass
        with finished(target) as unfinished:
            assert unfinished.parents[1].stat().st_mode & 0o777 == 0o700
            unfinished.touch()

    def test_what_a_killed_process_has_left_is_cleared(self, tmp_path: Path) -> None:
        target = tmp_path / "tags.jsonl"
        code = f"""
import os
from pathlib import Path
from onceper.files.finished import finished
with finished(Path({str(target)!r})) as unfinished:
    unfinished.touch()
    unfinished.with_name("beside").mkdir()
    os.kill(os.getpid(), 9)
"""
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
        assert len(list((tmp_path / ".tags.jsonl.unfinished").rglob("*"))) == 3
        with finished(target) as unfinished:
            assert not list(unfinished.parent.iterdir())
            unfinished.touch()
        assert list(tmp_path.iterdir()) == [target]

    @pytest.mark.parametrize("what", ["file", "link"])
    def test_what_has_its_name_is_kept(self, tmp_path: Path, what: str) -> None:
        folder = tmp_path / ".tags.jsonl.unfinished"
        if what == "file":
            folder.touch()
        else:
            folder.symlink_to(tmp_path)
        with (
            pytest.raises(OutputError, match=r"cannot be written: .* expected a name with room for \.NAME\.unfinished"),
            finished(tmp_path / "tags.jsonl"),
        ):
            pass
        assert list(tmp_path.iterdir()) == [folder]
