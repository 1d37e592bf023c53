"""Run ``onceper tag`` in a process of its own, and tell what that took."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class Cost(NamedTuple):
    """Hold what a run took: seconds on the clock and of the processors, and megabytes of the largest process."""

    clock: float
    processor: float
    memory: float


def tag(source: Path, target: Path, jobs: int = 1) -> Cost:
    """Tag a file with this many processes, and return what all of them took together."""
    command = [sys.executable, "-m", "onceper", "tag", str(source), "-o", str(target), "--jobs", str(jobs)]
    start = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        # What it took is told once, to whoever waits: together with its own processes.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
