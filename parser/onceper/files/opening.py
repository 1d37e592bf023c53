"""Opening a file for reading, gzipped or not."""

from __future__ import annotations

import gzip
import io
import zlib
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GZIP_MAGIC = b"\x1f\x8b"
_BUFFER = 1 << 20


class InputError(OnceperError):
    """An input file cannot be read."""


class InputFile:
    """Give the bytes of an open file as they were before it was gzipped, if it was."""

    def __init__(self, path: Path, raw: io.BufferedReader) -> None:
        self.path = path
        self._raw = raw
        self._size = raw.seek(0, io.SEEK_END)
        raw.seek(0)
        self.gzipped = raw.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC)
        self._bytes = raw
        if self.gzipped:
            self._bytes = io.BufferedReader(cast("io.RawIOBase", gzip.GzipFile(fileobj=raw, mode="rb")), _BUFFER)

    def head(self, length: int) -> bytes:
        """Return the first bytes without taking them from the stream; fewer where the file is shorter."""
        with _reading(self.path):
            return self._bytes.peek(length)[:length]

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that are left, each with its line end.

        Raises:
            InputError: the file stops before its compressed content is complete, or cannot be read on.
        """
        with _reading(self.path):
            yield from self._bytes

    def copy_to(self, target: BinaryIO) -> None:
        """Write all bytes that are left to this stream.

        Raises:
            InputError: the file stops before its compressed content is complete, or cannot be read on.
        """
        while True:
            with _reading(self.path):
                piece = self._bytes.read(_BUFFER)
            if not piece:
                return
            target.write(piece)

    def share_read(self) -> float:
        """Return how much of the file was read, from 0 to 1."""
        return min(1.0, self._raw.tell() / self._size) if self._size else 1.0


@contextmanager
def opened(path: Path) -> Iterator[InputFile]:
    """Open a file for reading, and close it at the end of the block.

    Raises:
        InputError: the file is missing, a folder, empty, or may not be read.
    """
    with ExitStack() as stack:
        with _reading(path):
            file = InputFile(path, stack.enter_context(path.open("rb")))
        if not file.head(1):
            raise InputError(
                "the file is empty",
                where=str(path),
                expected="a file with card texts",
                remedy="check how the file was made, or download it again",
            )
        yield file


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn what goes wrong while this file is read into an InputError that names it."""
    where = str(path)
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(
            "no such file",
            where=where,
            expected="a file with card texts",
            remedy="check the path; it is taken from the current folder",
        ) from error
    except IsADirectoryError as error:
        raise InputError(
            "this is a folder", where=where, expected="a file", remedy="name one of the files in it"
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"the gzip data is cut off or damaged ({error})",
            where=where,
            expected="a complete gzip file",
            remedy="download or copy the file again; `gzip -t` checks it",
        ) from error
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}",
            where=where,
            expected="a file that may be read",
            remedy="check the permissions and the disk",
        ) from error
