"""How far a run is: a bar on a terminal, a line every few seconds elsewhere."""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    ShareDone = Callable[[], float]
    BytesRead = Callable[[], int]
    Report = Callable[[int], None]

SECONDS_BETWEEN_LINES = 5.0
_SECONDS_BETWEEN_REDRAWS = 0.2


@contextmanager
def progress_on(
    stream: TextIO, share_done: ShareDone, bytes_read: BytesRead | None = None, *, quiet: bool = False
) -> Iterator[Report]:
    """Give a function to be called with the number of rows done; it shows them, their rate and the time left.

    ``share_done`` says how much of the input is done, from 0 to 1, and 0 where nobody knows; ``bytes_read`` how much
    was read, where the input is read as bytes. ``quiet`` shows nothing.
    """
    if quiet:
        yield _nowhere
    elif stream.isatty():
        with _bar(stream, share_done, bytes_read) as report:
            yield report
    else:
        yield _lines(stream, share_done, bytes_read)


def _nowhere(_: int) -> None:
    """Show nobody how far it is."""


def _lines(stream: TextIO, share_done: ShareDone, bytes_read: BytesRead | None) -> Report:
    def show(rows: int, seconds: float) -> None:
        said = [f"{rows:,} rows", f"{rows / seconds:,.0f} rows/s", _megabytes(bytes_read)]
        if share := share_done():
            said += [f"{share:.0%}", f"about {seconds * (1 - share) / share:,.0f} s left"]
        print(", ".join(filter(None, said)), file=stream, flush=True)

    return _every(SECONDS_BETWEEN_LINES, show)


@contextmanager
def _bar(stream: TextIO, share_done: ShareDone, bytes_read: BytesRead | None) -> Iterator[Report]:
    # Rich is needed on terminals only.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} rows"),
        TextColumn("{task.fields[rate]:,.0f} rows/s"),
        TextColumn("{task.fields[read]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=stream), transient=True) as progress:
        task = progress.add_task("", total=1.0, rows=0, rate=0.0, read="")

        def show(rows: int, seconds: float) -> None:
            read = _megabytes(bytes_read)
            progress.update(task, completed=share_done(), rows=rows, rate=rows / seconds, read=read)

        yield _every(_SECONDS_BETWEEN_REDRAWS, show)


def _megabytes(bytes_read: BytesRead | None) -> str:
    return f"{bytes_read() / 1e6:,.1f} MB" if bytes_read else ""


def _every(seconds: float, show: Callable[[int, float], None]) -> Report:
    """Call ``show`` with the rows and the seconds since the start, but not more often than this."""
    start = shown = monotonic()

    def report(rows: int) -> None:
        nonlocal shown
        now = monotonic()
        if now - shown >= seconds:
            shown = now
            show(rows, now - start)

    return report
