"""Standard output, where it can be written."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from onceper.files.output_error import STANDARD_OUTPUT, OutputError, not_written

if TYPE_CHECKING:
    from collections.abc import Iterator


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
