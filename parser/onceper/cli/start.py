"""The process that the program runs in: its signals and its standard streams."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def start() -> None:
    """Run the program as a process of its own."""
    _occupy_standard_files()
    # Else the thread that takes what other processes have read waits for five milliseconds at a time.
    sys.setswitchinterval(1e-4)
    encoding = getattr(sys.stderr, "encoding", "utf-8")
    sys.stderr = io.TextIOWrapper(_Unheard(2, "wb", closefd=False), encoding, "backslashreplace", write_through=True)
    # What pyarrow takes by itself keeps more of what was given back. It asks for this when it is loaded.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # While all is imported there is nothing to put in order, and Python would show where it was.
    _on_ending(signal.SIG_DFL)
    from onceper.cli.main import main  # noqa: PLC0415

    # Else a run that is told to end, by a time limit say, could not remove what it has half written.
    _on_ending(_end)
    try:
        main()
    finally:
        # All is in order, and Python must not be interrupted while it goes.
        _on_ending(signal.SIG_DFL)
        _let_go_of_standard_output()


def _end(number: int, _: object) -> None:
    # Told once more, what is put in order now would be left half done.
    _on_ending(signal.SIG_IGN)
    sys.stderr.write("onceper: stopped\n")
    sys.exit(128 + number)


def _on_ending(handler: Callable[[int, Any], None] | signal.Handlers) -> None:
    """Say what is done when the process is told to end, or its terminal is gone.

    Who starts a program with `nohup`, or behind others, has signals ignored, which they stay.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _occupy_standard_files() -> None:
    """Open what is closed of the first three files, else a file that is written would be one of them."""
    # The last, which is none of them, stays open as well.
    while os.open(os.devnull, os.O_RDWR) <= 2:
        pass


class _Unheard(io.FileIO):
    """Standard error, which ends no run where it cannot be written: a terminal may be gone, or a disk full."""

    def write(self, told: Any) -> int:
        with suppress(OSError):
            super().write(told)
        return len(told)


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
