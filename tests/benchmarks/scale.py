"""Tag ever larger files on the command line, with one process and with two, and print what a row costs.

The texts are made up, each with a name and numbers of its own, so that no cache knows it. Processor time is that of all
processes, without what a file of ten rows takes, which is told apart; memory that of the largest process.
"""

from __future__ import annotations

import csv
import random
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from results import keep
from tag_runs import tag
from texts import GAME, GENERATED, generated

if TYPE_CHECKING:
    from tag_runs import Cost

LANG = "en"
JOBS = (1, 2)
FEWEST = 10
LEAST = 10_000
MOST = 1_000_000


def main() -> None:
    """Print what each number of rows and processes costs; two is told as times one, from the same round."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=LEAST, help=f"rows of the smallest file; default: {LEAST:,}")
    parser.add_argument("--most", type=int, default=MOST, help=f"rows of the largest file; default: {MOST:,}")
    parser.add_argument("--rounds", type=int, default=1, help="runs of each, of which the median is told")
    asked = parser.parse_args()
    start = {jobs: min(cost.processor for cost in _runs(FEWEST, asked.rounds)[jobs]) for jobs in JOBS}
    print(", ".join(f"{jobs} processes: {seconds:.2f} s of the processor to start" for jobs, seconds in start.items()))
    figures: dict[str, dict[str, float]] = {}
    rows = asked.least
    while rows <= asked.most:
        runs = _runs(rows, asked.rounds)
        for jobs, costs in runs.items():
            clock, processor, memory = (median(column) for column in zip(*costs, strict=True))
            gain = median(one.clock / cost.clock for one, cost in zip(runs[1], costs, strict=True))
            per_row = (processor - start[jobs]) / rows * 1e6
            told = {"rows per second": rows / clock, "processor us per row": per_row, "MB": memory, "gain": gain}
            figures[f"{rows} {jobs}"] = told
        rows *= 10
    keep("scale", "", "rows, processes", figures)


def _runs(rows: int, rounds: int) -> dict[int, list[Cost]]:
    """Return what each round took with each number of processes, which run in turn."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "cards.csv"
        _write(source, rows)
        costs = [(jobs, tag(source, source.with_name("tags.parquet"), jobs)) for _ in range(rounds) for jobs in JOBS]
    return {jobs: [cost for of, cost in costs if of == jobs] for jobs in JOBS}


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
