"""What is done when the process is told to end."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def on_ending(handler: Callable[[int, Any], None] | signal.Handlers) -> None:
    """Say what is done when the process is told to end, or its terminal is gone.

    Who starts a program with `nohup`, or behind others, has signals ignored, which they stay.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)
