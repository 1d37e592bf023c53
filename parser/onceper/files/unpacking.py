"""Unpacking what came compressed, by its first bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Callable

MAGIC_BYTES = 6
ENDINGS = (".gz", ".bz2", ".xz", ".zst")


class DamagedError(OnceperError):
    """Compressed data stops before its end, or is none from some place on."""

    def __init__(self, packing: Packing, why: object) -> None:
        self.packing = packing
        super().__init__(f"the {packing.name} data is cut off or damaged ({why})")


class Packing(NamedTuple):
    """Hold a way to compress files: its name, its first bytes, how a stream is unpacked, and what checks a file."""

    name: str
    magic: bytes
    unpacked: Callable[[io.BufferedReader], Any]
    check: str


def packing_of(head: bytes) -> Packing | None:
    """Return how a file that begins like this is compressed, or null."""
    return next((packing for packing in _PACKINGS if head.startswith(packing.magic)), None)


def unpack(packed: io.BufferedReader, packing: Packing) -> io.BufferedReader:
    """Return a stream that is unpacked while it is read, and raises DamagedError."""
    return io.BufferedReader(_Unpacked(packed, packing))


class _Unpacked(io.RawIOBase):
    """Tell damage apart from what the disk says."""

    def __init__(self, packed: io.BufferedReader, packing: Packing) -> None:
        self._packing = packing
        self._packed = packed
        self._stream: Any = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        try:
            if self._stream is None:
                self._stream = self._packing.unpacked(self._packed)
            return cast("int", self._stream.readinto(buffer))
        except (EOFError, zlib.error, lzma.LZMAError) as error:
            raise DamagedError(self._packing, error) from error
        except OSError as error:
            # What comes of the system has a number.
            if error.errno is not None:
                raise
            raise DamagedError(self._packing, error) from error


def _unpack_zstandard(packed: io.BufferedReader) -> Any:
    # It takes long to import, and whoever reads no such file does without.
    import pyarrow as pa  # noqa: PLC0415

    return pa.CompressedInputStream(pa.PythonFile(packed, mode="r"), "zstd")


_PACKINGS = (
    Packing("gzip", b"\x1f\x8b", lambda packed: gzip.GzipFile(fileobj=packed, mode="rb"), "gzip -t"),
    Packing("bzip2", b"BZh", bz2.BZ2File, "bzip2 -t"),
    Packing("xz", b"\xfd7zXZ\x00", lzma.LZMAFile, "xz -t"),
    Packing("zstd", b"\x28\xb5\x2f\xfd", _unpack_zstandard, "zstd -t"),
)
