"""Count what was tried and what failed, and print both as a table."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import NoReturn

_SHOWN = 5


@dataclass
class Tried:
    """Hold how often one thing was tried, a line for each failure, and what else was measured."""

    name: str
    times: int = 0
    failures: list[str] = field(default_factory=list)
    note: str = ""

    def one(self, failure: str | None = None) -> None:
        """Count one trial, which failed where there is a line to tell it."""
        self.times += 1
        if failure:
            self.failures.append(failure)


class Count:
    """Hold all that was tried, each thing under its name, and the time that is left to try more."""

    def __init__(self, minutes: float) -> None:
        self._tried: dict[str, Tried] = {}
        self._seconds = minutes * 60
        self._until = monotonic() + self._seconds

    def of(self, name: str) -> Tried:
        """Return what counts the trials of one thing."""
        return self._tried.setdefault(name, Tried(name))

    def goes_on(self, *, but_for: float = 0.0) -> bool:
        """Tell whether time is left, but for this part of all of it."""
        return monotonic() < self._until - but_for * self._seconds

    @property
    def failures(self) -> list[str]:
        """Every failure, behind the name of what was tried."""
        return [f"{tried.name}: {failure}" for tried in self._tried.values() for failure in tried.failures]

    def end(self) -> NoReturn:
        """Print the table and the first failures of each thing, and leave with code 1 where there is one."""
        for tried in self._tried.values():
            print(f"{tried.name:<60}{tried.times:>9,} tried{len(tried.failures):>7,} failed  {tried.note}".rstrip())
        for tried in self._tried.values():
            for failure in tried.failures[:_SHOWN]:
                print(f"FAILED {tried.name}: {failure}")
        sys.exit(1 if self.failures else 0)


def options(description: str | None) -> ArgumentParser:
    """Return the command line that all have: for how many minutes to try what is drawn at random, and its seed."""
    parser = ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to try about; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other things; default: %(default)s")
    return parser


def asked(description: str | None) -> tuple[Count, Random]:
    """Return what the command line asks for: what counts for so many minutes, and the chance of its seed."""
    given = options(description).parse_args()
    return Count(given.minutes), Random(given.seed)
