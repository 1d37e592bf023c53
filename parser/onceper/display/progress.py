"""How far a run is: a line that is drawn anew on a terminal, and one every few seconds elsewhere."""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SECONDS_BETWEEN_REDRAWS = 0.2
SECONDS_BETWEEN_LINES = 5.0
# What a terminal does at the sign: it begins the line anew, without what stood in it.
_ANEW = "\r\x1b[K"


@contextmanager
def progress_on(
    stream: TextIO, share_done: Callable[[], float] | None = None, *, quiet: bool = False
) -> Iterator[Callable[..., None]]:
    """Give a function to be called with the number of rows done, and of how many where that is known.

    It shows them, their rate and the time left. ``share_done`` says how much of the input is done, from 0 to 1, and 0
    where nobody knows. ``quiet`` shows nothing.
    """
    start = shown = monotonic()
    is_terminal = stream.isatty()
    pause = _SECONDS_BETWEEN_REDRAWS if is_terminal else SECONDS_BETWEEN_LINES

    def report(rows: int, of: int = 0) -> None:
        nonlocal shown
        now = monotonic()
        if quiet or now - shown < pause:
            return
        shown = now
        share = rows / of if of else share_done() if share_done else 0
        left = f", {share:.0%}, about {(now - start) * (1 - share) / share:,.0f} s left" if share else ""
        line = f"{rows:,} rows, {rows / (now - start):,.0f} rows/s{left}"
        stream.write(f"{_ANEW}{line}" if is_terminal else f"{line}\n")
        stream.flush()

    try:
        yield report
    finally:
        if is_terminal and shown > start:
            stream.write(_ANEW)
            stream.flush()
