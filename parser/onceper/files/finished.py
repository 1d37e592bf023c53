"""Output that is there either completely or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from onceper.errors import OnceperError, translate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


PART = "part-"


class OutputError(OnceperError):
    """An output file cannot be written."""


def unknown_ending(target: Path) -> str:
    """Return what is wrong with an output whose name ends as no format does."""
    return f"unknown format {target.suffix!r}" if target.suffix else "nothing in the name tells the format"


def place_of(target: Path, *, is_folder: bool = False) -> Path:
    """Return where a file, or a folder of parts, of this name will be.

    A link stays a link, and what it points to is replaced.

    Raises:
        OutputError: its folder is missing, or something stands there that would be lost.
    """
    place = target.resolve()
    if is_folder:
        if place.exists() and not (place.is_dir() and all(path.name.startswith(PART) for path in place.iterdir())):
            raise OutputError(
                "this is no folder of parts",
                where=str(target),
                expected=f"a new folder, or one that holds only files whose names begin with {PART!r}",
                remedy="name another folder",
            )
    elif place.is_dir():
        raise OutputError(
            "this is a folder", where=str(target), expected="a file to write", remedy="name a file inside it"
        )
    if not place.parent.is_dir():
        raise OutputError(
            f"there is no folder {target.parent}",
            where=str(target),
            expected="a folder to write the file in",
            remedy=f"make the folder first: mkdir '{target.parent}'",
        )
    return place


@contextmanager
def finished(target: Path) -> Iterator[Path]:
    """Give a temporary path beside the target, which takes the target's name when the block ends well.

    After an error or an interruption nothing is left of it, and what stood at the target stands there still.

    Raises:
        OutputError: the target's folder is missing, the target is a folder, or writing failed.
    """
    place = place_of(target)
    unfinished = place.with_name(f".{place.name}.{os.getpid()}.unfinished")
    try:
        with translate(OSError, partial(_told, target=target)):
            yield unfinished
            unfinished.replace(place)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def finished_folder(target: Path) -> Iterator[Path]:
    """Give a temporary folder beside the target, which takes the target's name when the block ends well.

    A folder of parts that stood there before is replaced; after an error nothing is left, and it stands there still.

    Raises:
        OutputError: the target's folder is missing, the target is a file or another folder, or writing failed.
    """
    place = place_of(target, is_folder=True)
    unfinished = place.with_name(f".{place.name}.{os.getpid()}.unfinished")
    try:
        with translate(OSError, partial(_told, target=target)):
            unfinished.mkdir()
            yield unfinished
            shutil.rmtree(place, ignore_errors=True)
            unfinished.replace(place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _told(error: OSError, target: Path) -> OutputError:
    return OutputError(
        f"cannot be written: {error.strerror or error}",
        where=str(target),
        expected="a folder that may be written to, with enough space",
        remedy="check its permissions and the space left on the disk",
    )
