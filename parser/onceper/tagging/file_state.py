"""Whether files are what they were."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

from onceper.files.sqlite_reading import log_of

if TYPE_CHECKING:
    from pathlib import Path

# So much of a file is read at so many places: all of one that is small, and of a large one enough to notice most
# changes that keep its size and its time, as programs make that write into a database in place.
_PIECE = 1 << 16
_PIECES = 16


def state_of(*paths: Path) -> str | None:
    """Return a digest of the names, sizes, times and content of files, or of all files of folders; no path is kept.

    It is null where one is neither, as standard input and pipes are, which nobody can look at twice. Of a file of more
    than 1 MiB sixteen pieces of 64 KiB are looked at, the first and the last among them.
    """
    digest = blake2b(digest_size=16)
    for path in paths:
        if not path.is_file() and not path.is_dir():
            return None
        # What was written to a database may stand in its log alone.
        for file in sorted(path.rglob("*")) if path.is_dir() else [path, log_of(path)]:
            if file.is_file():
                digest.update(b"%b\0" % os.fsencode(os.path.relpath(file, path)))
                digest.update(_of_file(file))
    return digest.hexdigest()


def _of_file(file: Path) -> bytes:
    state = file.stat()
    digest = blake2b(b"%d %d " % (state.st_size, state.st_mtime_ns), digest_size=16)
    # A folder may hold more than the run reads, also what it may not read.
    with suppress(OSError), file.open("rb") as stream:
        if state.st_size <= _PIECE * _PIECES:
            digest.update(stream.read())
        else:
            for piece in range(_PIECES):
                stream.seek((state.st_size - _PIECE) * piece // (_PIECES - 1))
                digest.update(stream.read(_PIECE))
    return digest.digest()
