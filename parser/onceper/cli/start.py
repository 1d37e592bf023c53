"""The process that the program runs in: its signals and its standard streams."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress


def start() -> None:
    """Run the program as a process of its own."""
    _occupy_standard_files()
    sys.stderr = _Unheard()
    interrupted = signal.getsignal(signal.SIGINT)
    # While all is imported there is nothing to put in order, and Python would show where it was.
    _leave_to_the_system()
    from onceper.cli.main import main  # noqa: PLC0415

    try:
        signal.signal(signal.SIGINT, interrupted)
        main()
    except KeyboardInterrupt:
        # Typer tells of it itself, but not while it makes its commands.
        sys.exit(130)
    finally:
        # All is in order, and Python must not be interrupted while it goes.
        _leave_to_the_system()
        _let_go_of_standard_output()


def _leave_to_the_system() -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Who starts a program with `nohup`, or behind others, has signals ignored.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def _occupy_standard_files() -> None:
    """Open what is closed of the first three files, else a file that is written would be one of them."""
    opened = os.open(os.devnull, os.O_RDWR)
    while opened <= 2:
        opened = os.open(os.devnull, os.O_RDWR)
    os.close(opened)


class _Unheard(io.TextIOWrapper):
    """Standard error, which ends no run where it cannot be written: a terminal may be gone, or a disk full."""

    def __init__(self) -> None:
        encoding = getattr(sys.stderr, "encoding", "utf-8")
        stream = open(2, "wb", buffering=0, closefd=False)  # noqa: SIM115  it stays open
        super().__init__(stream, encoding, "backslashreplace", write_through=True)

    def write(self, text: str) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def _let_go_of_standard_output() -> None:
    """Let what cannot be written go nowhere, which has been told: Python would try it once more, and tell of that."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
