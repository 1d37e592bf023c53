"""Tag ever larger files on the command line, with one process and with two, and print what a row costs.

The texts are made up, each with a name and numbers of its own, so that no cache knows it. Processor time is that of all
processes, without what a file of ten rows takes, which is told apart; memory that of the largest process.
"""

from __future__ import annotations

import csv
import os
import random
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from results import keep
from texts import GAME, GENERATED, generated

LANG = "en"
JOBS = (1, 2)
FEWEST = 10
LEAST = 10_000
MOST = 1_000_000


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


def main() -> None:
    """Print what each number of rows and processes costs; two is told as times one."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=MOST, help=f"rows of the largest file; default: {MOST:,}")
    most = parser.parse_args().most
    start = {jobs: cost.processor for jobs, cost in _runs(FEWEST).items()}
    print(", ".join(f"{jobs} processes: {seconds:.2f} s of the processor to start" for jobs, seconds in start.items()))
    figures: dict[str, dict[str, float]] = {}
    rows = LEAST
    while rows <= most:
        runs = _runs(rows)
        for jobs, cost in runs.items():
            figures[f"{rows} {jobs}"] = {
                "rows per second": rows / cost.clock,
                "processor us per row": (cost.processor - start[jobs]) / rows * 1e6,
                "MB": cost.memory,
                "gain": runs[1].clock / cost.clock,
            }
        rows *= 10
    keep("scale", "", "rows, processes", figures)


def _runs(rows: int) -> dict[int, Cost]:
    """Return what a run took with each number of processes."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "cards.csv"
        _write(source, rows)
        return {jobs: tag(source, source.with_name("tags.parquet"), jobs) for jobs in JOBS}


def _write(target: Path, rows: int) -> None:
    cards = generated(LANG, GENERATED)
    chance = random.Random(1)  # noqa: S311
    with target.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "name", "lang", "game", "text"])
        for number in range(rows):
            text, name = chance.choice(cards)
            own = f"{name} {number}"
            table.writerow([number, own, LANG, GAME, f"{text.replace(str(name), own)} (No. {number})"])


if __name__ == "__main__":
    main()
