"""Folders for what is not finished, each held by one run at a time."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from onceper.files.output_error import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LOCK = "lock"


@contextmanager
def claimed(folder: Path, target: Path) -> Iterator[None]:
    """Hold a folder beside the target, which is made where it is not there; what is in it stays.

    The system lets go of it when the process ends, however it ends: what is in a folder that can be held is of no
    living run.

    Raises:
        OutputError: another run holds it, or what has its name is no folder.
        OSError: it cannot be made.
    """
    lock = _locked(folder, target)
    try:
        yield
    finally:
        os.close(lock)


def clear(folder: Path) -> None:
    """Remove what is in a folder that is held."""
    for path in folder.iterdir():
        if path.name == _LOCK:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def remove(folder: Path) -> None:
    """Remove a folder that is held, with all that is in it."""
    shutil.rmtree(folder, ignore_errors=True)


def _locked(folder: Path, target: Path) -> int:
    while True:
        _make(folder, target)
        try:
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            # Whoever held it has removed it since.
            continue
        if not _take(lock):
            holder = os.read(lock, 20)
            os.close(lock)
            raise _held_by(holder, target)
        if _is_at(folder / _LOCK, lock):
            os.ftruncate(lock, 0)
            os.write(lock, str(os.getpid()).encode())
            return lock
        os.close(lock)


def _make(folder: Path, target: Path) -> None:
    try:
        # What its owner keeps from others is kept from them before it is finished too.
        folder.mkdir(mode=0o700)
    except FileExistsError as error:
        if folder.is_dir() and not folder.is_symlink():
            return
        raise OutputError(
            f"{folder.name} stands beside it and is no folder",
            where=str(target),
            expected="that name to be free for what is not finished",
            remedy=f"move {folder} away, or name another output",
        ) from error


def _held_by(holder: bytes, target: Path) -> OutputError:
    named = f" (process {holder.decode()})" if holder.isdigit() else ""
    return OutputError(
        f"another run writes it now{named}",
        where=str(target),
        expected="one run at a time for an output",
        remedy="wait until it has ended, or name another output",
    )


if sys.platform == "win32":
    # There what a living run has open cannot be removed, which is all that the lock is for.
    def _take(_: int) -> bool:
        return True
else:
    import fcntl

    def _take(lock: int) -> bool:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # A file system without locks: nobody can tell there who else writes.
            return True
        return True


def _is_at(path: Path, lock: int) -> bool:
    """Say whether the file is there still: its holder may have removed it before it let go of it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(lock))
    except FileNotFoundError:
        return False
