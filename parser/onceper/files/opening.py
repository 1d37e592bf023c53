"""Opening a file or standard input for reading, compressed or not."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import zlib
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from onceper.errors import OnceperError, UsageError, WrongKindError, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

STANDARD_INPUT = Path("-")

ENDINGS = (".gz", ".bz2", ".xz", ".zst")
"""What the names of compressed files end in."""
_DAMAGED = (EOFError, zlib.error, lzma.LZMAError)
_BOM = b"\xef\xbb\xbf"
_BUFFER = 1 << 20
_HEAD = 1 << 16
LONGEST_LINE = 1 << 26
"""What no line of a file of card texts has, in bytes: a longer one must not fill the memory."""
# Card databases pack to a fifth. What is packed to the hundredth of it is made to fill a disk.
_MOST_UNPACKED = 200
_UNPACKED_ANYWAY = 1 << 26

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:/", re.IGNORECASE)
CARD_TEXTS = "a file with card texts"


class InputError(OnceperError):
    """An input file cannot be read."""


class NotAFileError(InputError, UsageError):
    """What is named as an input can be no file."""


def input_paths(given: Any) -> list[Path]:
    """Return the paths that are given for an input of one file or of several, as ``input_path`` does."""
    return [input_path(one) for one in (given if isinstance(given, list | tuple) else [given])]


def input_path(given: Path | str) -> Path:
    """Return the path that is given for an input.

    A file of the current folder that is called ``-`` is ``./-``, which a path alone could not tell from ``-``.

    Raises:
        WrongKindError: it is no path.
        NotAFileError: it is empty, as an unset variable of a shell is, or an address.
    """
    if not isinstance(given, str | Path):
        raise WrongKindError(given, called="the input", expected="the path of a file")
    said, path = str(given), Path(given)
    if not said:
        what, remedy = "the name of the input is empty", "name the file; the current folder is ."
    # A path has one slash of an address left; one that is too long for a path is no error here.
    elif _ADDRESS.match(said) and not os.path.exists(given):  # noqa: PTH110
        what = "this is an address"
        remedy = "download it first; with curl -L ADDRESS | and - as the input it need not be kept"
    else:
        return path.absolute() if path == STANDARD_INPUT and said != str(STANDARD_INPUT) else path
    raise NotAFileError(what, where=said, expected="a file, a folder, or - for standard input", remedy=remedy)


class InputFile:
    """Give the bytes of an open file or stream as they were before it was compressed, if it was.

    ``name`` is what messages call it. ``head`` holds its first bytes, which are still to be read: the first line that
    is not blank, or 64 KiB of it, and what else came with it; none where the file is empty. A byte order mark of UTF-8
    is left out.
    """

    def __init__(self, name: str, raw: io.BufferedReader, path: Path | None = None) -> None:
        self.name = name
        self._path = path if raw.seekable() else None
        self._size = os.fstat(raw.fileno()).st_size if self._path else 0
        self._packed = _Counted(raw)
        self._rest = io.BufferedReader(self._packed, _HEAD)
        begins = self._rest.peek()
        unpack = next((unpack for magic, unpack in _PACKINGS.items() if begins.startswith(magic)), None)
        self.is_packed = unpack is not None
        if unpack:
            self._rest = io.BufferedReader(unpack(self._rest), _BUFFER)
        self.head = b""
        while len(self.head) < _HEAD and b"\n" not in self.head.lstrip():
            piece = self._rest.read1(_HEAD)
            if not piece:
                break
            self.head += piece
        self.head = self.head.removeprefix(_BOM)

    def lines(self) -> Iterator[bytes]:
        """Yield the lines, each with its line end.

        Raises:
            InputError: the file stops before its compressed content is complete, or cannot be read on; or a line is
                longer than 64 MiB.
        """
        with reading(self.name):
            head = self.head if self.head.endswith(b"\n") else self.head + self._rest.readline(LONGEST_LINE)
            rest = iter(lambda: self._rest.readline(LONGEST_LINE), b"")
            for number, line in enumerate(chain(io.BytesIO(head), rest), start=1):
                if len(line) >= LONGEST_LINE:
                    raise InputError(
                        f"the line does not end within {LONGEST_LINE >> 20} MiB",
                        where=f"{self.name}, line {number}",
                        expected="card texts, of which none is that long",
                        remedy="check how the file was made, or download it again",
                    )
                yield line

    def whole(self) -> bytes:
        """Return all of it, as ``pieces`` gives it."""
        return b"".join(self.pieces())

    def pieces(self) -> Iterator[bytes]:
        """Yield all of it, piece by piece.

        Raises:
            InputError: the file stops before its compressed content is complete, cannot be read on, or unpacks to more
                than 200 times its size.
        """
        size = 0
        with reading(self.name):
            for piece in chain([self.head], iter(lambda: self._rest.read1(_BUFFER), b"")):
                size += len(piece)
                if self.is_packed and size > _UNPACKED_ANYWAY + _MOST_UNPACKED * self._packed.bytes_read:
                    raise InputError(
                        f"it unpacks to more than {_MOST_UNPACKED} times its size",
                        where=self.name,
                        expected="a compressed file of cards, which unpacks to some five times its size",
                        remedy="if it is to be trusted, unpack it first",
                    )
                yield piece

    @contextmanager
    def on_disk(self) -> Iterator[Path]:
        """Give the path of an uncompressed file with this content: the file itself, or a temporary copy.

        Raises:
            InputError: as of ``pieces``; or the folder for temporary files has no room for it.
        """
        if self._path is not None and not self.is_packed:
            yield self._path
            return
        with ExitStack() as stack:
            with translate(OSError, self._no_room):
                copy = Path(stack.enter_context(TemporaryDirectory(prefix="onceper-"))) / "unpacked"
                with copy.open("wb") as target:
                    target.writelines(self.pieces())
            yield copy

    def _no_room(self, error: OSError) -> InputError:
        return InputError(
            f"cannot be unpacked to the folder for temporary files: {error.strerror or error}",
            where=self.name,
            expected="room for the whole file, as it is unpacked and read from there",
            remedy="set TMPDIR to a folder with more room, or unpack the file first",
        )

    def share_read(self) -> float:
        """Return how much of the file was read, from 0 to 1; 0 where nobody knows how much there is."""
        return min(1.0, self._packed.bytes_read / self._size) if self._size else 0.0


def name_of(path: Path) -> str:
    """Return what messages call this input."""
    # Of a name that is not UTF-8 the bytes are shown: messages and rows hold text alone.
    return "standard input" if path == STANDARD_INPUT else os.fsencode(path).decode(errors="backslashreplace")


@contextmanager
def open_input(path: Path, expected: str = CARD_TEXTS) -> Iterator[InputFile]:
    """Open a file for reading, or for ``-`` standard input, and close it at the end of the block.

    ``expected`` is what messages say that it should hold.

    Raises:
        InputError: the file is missing, a folder, empty, or may not be read.
    """
    name = name_of(path)
    with ExitStack() as stack:
        with reading(name, expected):
            if path == STANDARD_INPUT:
                # What is closed when the program starts is null, whatever its type says.
                if not sys.stdin:
                    raise InputError("it is closed", where=name, expected=expected, remedy="send it the texts")
                file = InputFile(name, cast("io.BufferedReader", sys.stdin.buffer))
            else:
                file = InputFile(name, stack.enter_context(path.open("rb")), path)
        if not file.head:
            raise InputError(
                "the file is empty",
                where=name,
                expected=expected,
                remedy="check how the file was made, or download it again",
            )
        yield file


class _Counted(io.RawIOBase):
    """Give a stream, and tell how many bytes of it were read."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self.bytes_read = 0
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        size = self._stream.readinto1(buffer)
        self.bytes_read += size
        return size


def reading(name: str, expected: str = CARD_TEXTS) -> AbstractContextManager[None]:
    """Turn what goes wrong while this file or folder is read into an InputError that names it."""
    return translate((OSError, *_DAMAGED), lambda error: _told(error, name, expected))


def _told(error: Exception, name: str, expected: str) -> InputError:
    if isinstance(error, FileNotFoundError):
        what, remedy = "no such file", "check the path; it is taken from the current folder"
    elif isinstance(error, IsADirectoryError):
        what, expected, remedy = "this is a folder", "a file", "name one of the files in it"
    # What comes of the system has a number.
    elif isinstance(error, OSError) and error.errno is not None:
        what = f"cannot be read: {error.strerror or error}"
        expected, remedy = "a file that may be read", "check the permissions and the disk"
    else:
        what = f"the compressed data is cut off or damaged ({error})"
        expected = "a complete file of gzip, bzip2, xz or zstd"
        remedy = "download or copy the file again; `gzip -t`, `bzip2 -t`, `xz -t` or `zstd -t` checks it"
    return InputError(what, where=name, expected=expected, remedy=remedy)


def _zstandard(packed: Any) -> Any:
    # It takes long to import, and whoever reads no such file does without.
    import pyarrow as pa  # noqa: PLC0415

    return pa.CompressedInputStream(pa.PythonFile(packed, mode="r"), "zstd")


_PACKINGS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": lambda packed: gzip.GzipFile(fileobj=packed, mode="rb"),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
    b"\x28\xb5\x2f\xfd": _zstandard,
}
