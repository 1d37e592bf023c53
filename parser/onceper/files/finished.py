"""Output that is there either completely or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class OutputError(OnceperError):
    """An output file cannot be written."""


def place_of(target: Path) -> Path:
    """Return where a file of this name will be; a link stays a link, and what it points to is replaced.

    Raises:
        OutputError: its folder is missing, or it is a folder itself.
    """
    place = target.resolve()
    if place.is_dir():
        raise OutputError(
            "this is a folder", where=str(target), expected="a file to write", remedy="name a file inside it"
        )
    if not place.parent.is_dir():
        raise OutputError(
            f"there is no folder {target.parent}",
            where=str(target),
            expected="a folder to write the file in",
            remedy=f"make it first: mkdir -p '{target.parent}'",
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
        yield unfinished
        unfinished.replace(place)
    except OSError as error:
        raise OutputError(
            f"cannot be written: {error.strerror or error}",
            where=str(target),
            expected="a folder that may be written to, with enough space",
            remedy="check its permissions and the space left on the disk",
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
