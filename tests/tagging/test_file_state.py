"""Files that are what they were, and files that are not."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from onceper.tagging.file_state import state_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("size", [10, 1 << 20, (1 << 20) + 1, 3 << 20])
@pytest.mark.parametrize("where", [0.0, 0.5, 1.0])
def test_a_change_that_keeps_size_and_time(tmp_path: Path, size: int, where: float) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_bytes(bytes(size))
    before, times = state_of(file), file.stat()
    assert state_of(file) == before
    content = bytearray(size)
    # In the middle of a large file it may stand between the pieces that are looked at.
    place = 0 if where == 0 else size - 1 if where == 1 or size > 1 << 20 else size // 2
    content[place] = 1
    file.write_bytes(content)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert state_of(file) != before


def test_what_stands_in_the_log_of_a_database_alone(tmp_path: Path) -> None:
    file = tmp_path / "cards.cdb"
    with closing(sqlite3.connect(file)) as editor:
        editor.executescript("PRAGMA journal_mode = WAL; CREATE TABLE texts (id)")
        before, content = state_of(file), file.read_bytes()
        editor.execute("INSERT INTO texts VALUES (1)")
        editor.commit()
        assert file.read_bytes() == content
        assert state_of(file) != before


def test_folders_by_the_names_in_them(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "a.json").write_text("[]")
    before = state_of(folder)
    moved = folder.rename(tmp_path / "elsewhere")
    assert state_of(moved) == before
    (moved / "a.json").rename(moved / "b.json")
    assert state_of(moved) != before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_what_cannot_be_looked_at_twice(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert state_of(tmp_path / "pipe") is None
    assert state_of(tmp_path / "-") is None
