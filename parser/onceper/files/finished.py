"""Output that is there either completely or not at all."""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onceper.errors import translate
from onceper.files.output_error import OutputError, writing

fcntl: Any
try:
    import fcntl
except ModuleNotFoundError:
    # On Windows what a living run has open cannot be removed, which is all that the lock is for.
    fcntl = None

if TYPE_CHECKING:
    from collections.abc import Iterator


PART = "part-"
_BEFORE = "before"


def place_of(target: Path, *, is_folder: bool = False) -> Path:
    """Return where a file, or a folder of parts, of this name will be.

    A link stays a link, and what it points to is replaced.

    Raises:
        OutputError: its folder is missing or cannot be written to, or something stands there that would be lost.
    """
    with writing(target):
        # Of a circle of links pathlib raises another error in each version of Python.
        place = Path(os.path.realpath(target))
        if place.is_symlink():
            raise OutputError(
                "this is a link that leads to itself",
                where=str(target),
                expected="a file to write",
                remedy="remove the link, or name another output",
            )
        if is_folder:
            _check_folder(target, place)
        else:
            _check_file(target, place)
        if not place.parent.is_dir():
            raise OutputError(
                f"there is no folder {target.parent}",
                where=str(target),
                expected="a folder to write the file in",
                remedy=f"make the folder first: mkdir '{target.parent}'",
            )
        if not os.access(place.parent, os.W_OK | os.X_OK):
            raise OutputError(
                f"nothing may be written in the folder {target.parent}",
                where=str(target),
                expected="a folder that may be written to",
                remedy="check its permissions, and whether its disk may be written to, or name another folder",
            )
    return place


def _check_folder(target: Path, place: Path) -> None:
    if place.exists() and not (place.is_dir() and all(path.name.startswith(PART) for path in place.iterdir())):
        raise OutputError(
            "this is no folder of parts",
            where=str(target),
            expected=f"a new folder, or one that holds only files whose names begin with {PART!r}",
            remedy="name another folder",
        )


def _check_file(target: Path, place: Path) -> None:
    if place.is_dir():
        raise OutputError(
            "this is a folder", where=str(target), expected="a file to write", remedy="name a file inside it"
        )
    if place.exists() and not place.is_file():
        raise OutputError(
            "this is a pipe or a device, which no file can take the place of",
            where=str(target),
            expected="a file to write",
            remedy="name a file, or send there what goes to standard output",
        )


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
    with _unfinished(target, place) as unfinished:
        yield unfinished
        _settle(unfinished, place)
        unfinished.replace(place)
        _sync_folder(place.parent)


@contextmanager
def finished_folder(target: Path) -> Iterator[Path]:
    """Give a temporary folder near the target, which takes the target's name when the block ends well.

    A folder of parts that stood there before is replaced; after an error nothing is left, and it stands there still.

    Raises:
        OutputError: the target's folder is missing, the target is a file or another folder, another run writes it, or
            writing failed.
    """
    place = place_of(target, is_folder=True)
    with _unfinished(target, place) as unfinished:
        unfinished.mkdir()
        yield unfinished
        for part in unfinished.iterdir():
            _sync(part)
        _settle(unfinished, place)
        if place.exists():
            place.replace(unfinished.with_name(_BEFORE))
        unfinished.replace(place)
        _sync_folder(place.parent)


@contextmanager
def _unfinished(target: Path, place: Path) -> Iterator[Path]:
    folder = place.with_name(f".{place.name}.unfinished")
    with writing(target), _claimed(folder, target):
        try:
            _give_back(folder, place)
            _clear(folder)
            yield folder / f"output{place.suffix}"
        finally:
            _give_back(folder, place)
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _claimed(folder: Path, target: Path) -> Iterator[None]:
    """Hold a folder, which is made where it is not there, as the one run that writes this target.

    The system lets go of it when the process ends, however it ends: what is in a folder that can be held is of no
    living run.
    """
    while True:
        # What its owner keeps from others is kept from them before it is finished too.
        with translate(FileExistsError, lambda _: _no_folder(folder, target)):
            folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink():
            raise _no_folder(folder, target)
        if fcntl is None:
            yield
            return
        try:
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:
            # Whoever held it has removed it since.
            continue
        try:
            _lock(held, target)
            if _is_at(folder, held):
                yield
                return
        finally:
            os.close(held)


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


def _is_at(path: Path, held: int) -> bool:
    """Say whether a folder is there still: its holder may have removed it before it let go of it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(held))
    except FileNotFoundError:
        return False


def _no_folder(folder: Path, target: Path) -> OutputError:
    return OutputError(
        f"{folder.name} stands beside it and is no folder",
        where=str(target),
        expected="that name to be free for what is not finished",
        remedy=f"move {folder} away, or name another output",
    )


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _give_back(folder: Path, place: Path) -> None:
    """Put back what was to be replaced and was not, as where a run is killed between the two names."""
    before = folder / _BEFORE
    if before.exists() and not place.exists():
        before.replace(place)


def _settle(unfinished: Path, place: Path) -> None:
    """See to it that all is on the disk, with the permissions of what it replaces, before it takes its name."""
    if place.exists():
        unfinished.chmod(stat.S_IMODE(place.stat().st_mode))
    if unfinished.is_dir():
        _sync_folder(unfinished)
    else:
        _sync(unfinished)


def _sync(file: Path) -> None:
    # Windows asks for a file that may be written.
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    # Windows has no such thing, and not every file system.
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
