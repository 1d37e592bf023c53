"""One run at a time holds a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from onceper.files.claim import claimed, clear, remove
from onceper.files.output_error import OutputError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there a file that is open cannot be removed")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".tags.jsonl.unfinished"


def test_another_run_is_told_who_holds_it(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "tags.jsonl"
    with (
        claimed(folder, target),
        pytest.raises(OutputError, match=rf"tags.jsonl: another run writes it now \(process {os.getpid()}\); expected"),
        claimed(folder, target),
    ):
        pass
    with claimed(folder, target):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_what_a_killed_process_has_left_is_there_to_clear(folder: Path, tmp_path: Path) -> None:
    code = f"""
import os
from pathlib import Path
from onceper.files.claim import claimed
folder = Path({str(folder)!r})
with claimed(folder, folder):
    (folder / "half").touch()
    (folder / "parts").mkdir()
    (folder / "parts" / "part-0").touch()
    os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    assert {path.name for path in folder.iterdir()} == {"half", "parts", "lock"}
    with claimed(folder, tmp_path / "tags.jsonl"):
        clear(folder)
        assert [path.name for path in folder.iterdir()] == ["lock"]


def test_a_folder_that_its_holder_has_removed_is_made_anew(folder: Path, tmp_path: Path) -> None:
    with claimed(folder, tmp_path):
        remove(folder)
        # The lock of the other is on a file that nobody finds any more.
        with claimed(folder, tmp_path):
            assert (folder / "lock").exists()


@pytest.mark.parametrize("what", ["file", "link"])
def test_what_has_its_name_is_kept(folder: Path, tmp_path: Path, what: str) -> None:
    if what == "file":
        folder.touch()
    else:
        folder.symlink_to(tmp_path)
    with (
        pytest.raises(OutputError, match=r"\.tags\.jsonl\.unfinished stands beside it and is no folder; expected"),
        claimed(folder, tmp_path / "tags.jsonl"),
    ):
        pass
    assert list(tmp_path.iterdir()) == [folder]
