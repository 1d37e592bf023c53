"""Output that is there either completely or not at all, and what is told where it cannot be."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from onceper.errors import OnceperError, translate

fcntl: Any
try:
    import fcntl
except ModuleNotFoundError:
    # On Windows what a living run has open cannot be removed, which is all that the lock is for.
    fcntl = None

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

STANDARD_OUTPUT = "standard output"


class OutputError(OnceperError):
    """An output file cannot be written."""


def writing(target: Path | str) -> AbstractContextManager[None]:
    """Turn what goes wrong while this output is written into an OutputError that names it."""
    return translate(OSError, partial(not_written, target=target))


def not_written(error: OSError, target: Path | str | None = None) -> OutputError:
    """Return what tells of an error of the system that an output cannot be written; null is standard output."""
    is_file = target is not None
    return OutputError(
        f"cannot be written: {error.strerror or error}",
        where=str(target) if is_file else STANDARD_OUTPUT,
        expected="a name with room for .NAME.unfinished, in a folder that may be written to, with enough space"
        if is_file
        else "somebody or something that takes it, with enough space",
        remedy="check its permissions, the space left on the disk, and how long the name is"
        if is_file
        else "check where it is redirected to",
    )


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Give standard output as a stream of bytes, which stays open.

    Raises:
        OutputError: it is closed, or cannot take what is written.
        BrokenPipeError: whoever read it has gone, which is no failure of ours.
    """
    # What is closed when the program starts is null, whatever its type says.
    if not sys.stdout:
        raise OutputError("it is closed", where=STANDARD_OUTPUT, expected="an open one", remedy="redirect it to a file")
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise not_written(error) from error


def place_of(target: Path) -> Path:
    """Return where a file of this name will be: a link stays a link, and what it points to is replaced.

    Raises:
        OutputError: its folder is missing or cannot be written to, or something stands there that no file replaces.
    """
    with writing(target):
        # Of a circle of links pathlib raises another error in each version of Python.
        place = Path(os.path.realpath(target))
        wrong = (
            (place.is_symlink(), "this is a link that leads to itself", "remove the link, or name another output"),
            (place.is_dir(), "this is a folder", "name a file inside it"),
            (
                place.exists() and not place.is_file(),
                "this is a pipe or a device, which no file can take the place of",
                "name a file, or send there what goes to standard output",
            ),
            (
                not place.parent.is_dir(),
                f"there is no folder {target.parent}",
                f"make the folder first: mkdir '{target.parent}'",
            ),
            (
                not os.access(place.parent, os.W_OK | os.X_OK),
                f"nothing may be written in the folder {target.parent}",
                "check its permissions, and whether its disk may be written to, or name another folder",
            ),
        )
    for what, remedy in ((what, remedy) for is_so, what, remedy in wrong if is_so):
        expected = "a file to write, in a folder that may be written to"
        raise OutputError(what, where=str(target), expected=expected, remedy=remedy)
    return place


@contextmanager
def finished(target: Path) -> Iterator[Path]:
    """Give a temporary path near the target, which takes the target's name when the block ends well.

    It is in a folder of its own, with all that a library writes beside it. After an error or an interruption nothing is
    left of it, and what stood at the target stands there still; what a run has left that was killed, the next removes.
    A file that is replaced gives its permissions to the new one.

    Raises:
        OutputError: the target's folder is missing, the target is no file, another run writes it, or writing failed.
    """
    place = place_of(target)
    with writing(target), _claimed(place, target) as folder:
        unfinished = folder / f"output{place.suffix}"
        yield unfinished
        # All is on the disk before it takes its name. Windows asks for a file that may be written.
        with unfinished.open("rb+") as stream:
            os.fsync(stream.fileno())
        if place.exists():
            unfinished.chmod(stat.S_IMODE(place.stat().st_mode))
        unfinished.replace(place)
        _sync_folder(place.parent)


@contextmanager
def _claimed(place: Path, target: Path) -> Iterator[Path]:
    """Give an empty folder beside this place, as to the one run that writes there, and remove it at the end.

    The system lets go of it when the process ends, however it ends: what is in a folder that can be held is of no
    living run.
    """
    held = place.with_name(f".{place.name}.unfinished")
    # What its owner keeps from others is kept from them before it is finished too.
    held.mkdir(mode=0o700, exist_ok=True)
    with ExitStack() as ending:
        if fcntl:
            opened = os.open(held, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            ending.callback(os.close, opened)
            _lock(opened, target)
        ending.callback(shutil.rmtree, held, ignore_errors=True)
        folder = held / "run"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        yield folder


def _lock(folder: int, target: Path) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise OutputError(
            "another run writes it now",
            where=str(target),
            expected="one run at a time for an output",
            remedy="wait until it has ended, or name another output",
        ) from error
    except OSError:
        # A file system without locks: nobody can tell there who else writes.
        return


def _sync_folder(folder: Path) -> None:
    # Windows has no such thing, and not every file system.
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
