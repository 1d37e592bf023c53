"""How far a run is: a line that is drawn anew on a terminal, and one every few seconds elsewhere."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SECONDS_BETWEEN_REDRAWS = 0.2
SECONDS_BETWEEN_LINES = 5.0


class Report(Protocol):
    """Show how far a run is."""

    def __call__(self, rows: int, of: int = 0) -> None:
        """Take the number of rows that are done, and of how many where that is known."""


@contextmanager
def progress_on(
    stream: TextIO,
    share_done: Callable[[], float] | None = None,
    *,
    quiet: bool = False,
) -> Iterator[Report]:
    """Give a function to be called with the number of rows done; it shows them, their rate and the time left.

    ``share_done`` says how much of the input is done, from 0 to 1, and 0 where nobody knows. ``quiet``
    shows nothing.
    """
    start = shown = monotonic()
    is_terminal = stream.isatty()
    pause = _SECONDS_BETWEEN_REDRAWS if is_terminal else SECONDS_BETWEEN_LINES
    width = shutil.get_terminal_size().columns - 1

    def report(rows: int, of: int = 0) -> None:
        nonlocal shown
        now = monotonic()
        if quiet or now - shown < pause:
            return
        shown = now
        share = rows / of if of else share_done() if share_done else 0
        said = [f"{rows:,} rows", f"{rows / (now - start):,.0f} rows/s"]
        if share:
            said += [f"{share:.0%}", f"about {(now - start) * (1 - share) / share:,.0f} s left"]
        line = ", ".join(said)
        stream.write(f"\r{line[:width]:{width}}" if is_terminal else f"{line}\n")
        stream.flush()

    try:
        yield report
    finally:
        if is_terminal and shown > start:
            stream.write(f"\r{'':{width}}\r")
            stream.flush()
