"""What is told where an output cannot be written."""

from __future__ import annotations

import errno
from functools import partial
from typing import TYPE_CHECKING

from onceper.errors import OnceperError, translate

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

STANDARD_OUTPUT = "standard output"


class OutputError(OnceperError):
    """An output file cannot be written."""


def writing(target: Path | str) -> AbstractContextManager[None]:
    """Turn what goes wrong while this output is written into an OutputError that names it."""
    return translate(OSError, partial(not_written, target=target))


def not_written(error: OSError, target: Path | str | None = None) -> OutputError:
    """Return what tells of an error of the system that an output cannot be written; null is standard output."""
    said = f"cannot be written: {error.strerror or error}"
    if target is None:
        return OutputError(
            said,
            where=STANDARD_OUTPUT,
            expected="somebody or something that takes it, with enough space",
            remedy="check where it is redirected to",
        )
    if error.errno == errno.ENAMETOOLONG:
        return OutputError(
            said,
            where=str(target),
            expected="a name with room for what is put around it until the file is finished, such as .NAME.unfinished",
            remedy="name the output with fewer letters",
        )
    return OutputError(
        said,
        where=str(target),
        expected="a folder that may be written to, with enough space",
        remedy="check its permissions and the space left on the disk",
    )
