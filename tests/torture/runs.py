"""Try to break runs: stop them in every way, close their streams, set two on one output."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TYPE_CHECKING

from counting import asked
from running import SINKS, Ended, Running, content_of, others_in, run, write_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from counting import Tried

    Arguments = Sequence[str | Path]

CARDS = 2_500
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
# What a run that was killed may leave for the next to remove.
_KEPT = ".unfinished"


class Whole:
    """Hold what runs that nobody stopped give, by the name of the output, and how long they take."""

    def __init__(self, cards: Path, folder: Path) -> None:
        self.cards = cards
        self._folder = folder
        self._content: dict[str, object] = {}
        self.seconds: dict[tuple[str, int], float] = {}
        self.stopped = 0

    def of(self, name: str) -> object:
        """Return the content of an output."""
        if name not in self._content:
            self._folder.mkdir(exist_ok=True)
            ended = run("tag", self.cards, "-o", self._folder / name, "-q")
            if ended.code:
                raise SystemExit(f"a run that nobody stops fails: {ended.err}")
            self._content[name] = content_of(self._folder / name)
        return self._content[name]

    def takes(self, name: str, jobs: int) -> float:
        """Return how many seconds a run takes about."""
        if (name, jobs) not in self.seconds:
            self._folder.mkdir(exist_ok=True)
            started = monotonic()
            run("tag", self.cards, "-o", self._folder / f"timed.{name}", "-q", "--jobs", str(jobs))
            self.seconds[name, jobs] = monotonic() - started
        return self.seconds[name, jobs]


def interrupted(folder: Path, whole: Whole, chance: Random, jobs: int) -> list[str]:
    """Stop a run one to three times at any moment, then let it end; return what is wrong with what it left."""
    name = chance.choice(SINKS)
    output, unread = folder / name, folder / "unread.jsonl"
    wrong = []
    before = None
    if chance.random() < 0.5:
        output.write_text("before")
        before = b"before"
    arguments: Arguments = [
        "tag",
        whole.cards,
        "-o",
        output,
        "--jobs",
        str(jobs),
        "--unread",
        unread,
        "-q",
    ]
    told = []
    for _ in range(chance.randint(1, 3)):
        number, to_all = chance.choice(SIGNALS), chance.random() < 0.5
        going = Running(*arguments)
        # Before that it is Python that starts.
        sleep(0.15 + chance.random() * whole.takes(name, jobs))
        if going.process.poll() is None:
            whole.stopped += 1
        else:
            # The machine has less to do than when this was measured.
            whole.seconds[name, jobs] *= 0.7
        going.send(number, to_all=to_all)
        ended = going.end()
        told.append(f"{number.name}{' to all' if to_all else ''} -> {ended.code}")
        where = f"{name}, {jobs} processes, {', '.join(told)}"
        if ended.left:
            wrong.append(f"{where}: {len(ended.left)} processes left")
        if ended.shows_where_it_was:
            wrong.append(f"{where}: {ended.err[-600:]}")
        if ended.code not in {0, 128 + number, -number} and not _lost_a_process(ended, jobs):
            wrong.append(f"{where}: exit code {ended.code}: {ended.err[-300:]}")
        if _now(output) not in (before, whole.of(name)):
            wrong.append(f"{where}: an output that is not whole")
        if extra := [one for one in others_in(folder, [output, unread]) if not one.endswith(_KEPT)]:
            wrong.append(f"{where}: left {extra}")
    ended = run(*arguments)
    where = f"{name}, {jobs} processes, {', '.join(told)}, then to the end"
    if ended.code or ended.err:
        wrong.append(f"{where}: {ended.code}, {ended.err[-600:]}")
    if content_of(output) != whole.of(name):
        wrong.append(f"{where}: not what a run gives that nobody stopped")
    if extra := others_in(folder, [output, unread]):
        wrong.append(f"{where}: left {extra}")
    return wrong


def _lost_a_process(ended: Ended, jobs: int) -> bool:
    """Say whether the run was told of the end of its processes first, which had the same signal."""
    return jobs > 1 and ended.code == 1 and "processes was ended from outside" in ended.err


def _now(output: Path) -> object:
    return output.read_bytes() if output.is_file() and output.read_bytes() == b"before" else content_of(output)


def two_at_once(folder: Path, whole: Whole, chance: Random, sinks: Sequence[str] = SINKS) -> list[str]:
    """Set two runs on one output; one of them may be told to wait."""
    name = chance.choice(sinks)
    arguments: Arguments = ["tag", whole.cards, "-o", folder / name, "-q"]
    going = []
    for _ in range(2):
        going.append(Running(*arguments))
        sleep(chance.random())
    wrong = []
    all_ended = [one.end() for one in going]
    for ended in all_ended:
        refused = ended.code == 1 and any(
            why in ended.err for why in ("another run writes it now", "something of this name")
        )
        if (ended.code and not refused) or ended.shows_where_it_was:
            wrong.append(f"{name}: {ended.code}, {ended.err[-400:]}")
    if all(ended.code for ended in all_ended):
        wrong.append(f"{name}: both were refused")
    if content_of(folder / name) != whole.of(name) or others_in(folder, [folder / name]):
        wrong.append(f"{name}: not the rows of one run, or {others_in(folder, [folder / name])} left")
    return wrong


def streams(folder: Path, cards: Path) -> Iterator[tuple[str, int, subprocess.CompletedProcess[str]]]:
    """Yield how the standard streams were, the exit code that is right, and how the run ended."""
    command = f"'{sys.executable}' -m onceper tag '{cards}'"
    out = folder / "out.jsonl"
    for how, code in (
        (f"{command} > /dev/full", 1),
        (f"{command} >&-", 1),
        (f"{command} -o '{out}' 2> /dev/full", 0),
        (f"{command} -o '{out}' 2>&-", 0),
        (f"{command} -o '{out}' <&- >&- 2>&-", 0),
        (f"{command} -q | head -1", 0),
        (f"'{sys.executable}' -m onceper tag - <&-", 1),
        (f"'{sys.executable}' -m onceper rules > /dev/full", 1),
        (f"'{sys.executable}' -m onceper explain 'Once per turn: You can draw 1 card.' --json > /dev/full", 1),
    ):
        yield (
            how.partition(" -m ")[2],
            code,
            subprocess.run(["sh", "-c", how], capture_output=True, text=True, check=False),
        )


def _unless(right: bool, wrong: str) -> str | None:
    return None if right else wrong


def _all(tried: Tried, wrong: list[str]) -> None:
    tried.one("; ".join(wrong) or None)
    # A run of this takes long, and each of these is worth a look at once.
    for one in wrong:
        print(f"{tried.name}: {one}", file=sys.stderr, flush=True)


def main() -> None:
    """Try all of it, the stopped runs as long as there is time, and no fewer than there are kinds of them."""
    count, chance = asked(__doc__)
    with TemporaryDirectory(prefix="onceper-torture-") as made:
        folder = Path(made)
        whole = Whole(write_cards(folder / "cards.jsonl", CARDS), folder / "whole")
        few = write_cards(folder / "few.jsonl", 50)
        for how, code, done in streams(folder, few):
            right = done.returncode == code and "Traceback" not in done.stderr and "ignored" not in done.stderr
            count.of("standard streams").one(_unless(right, f"{how}: {done.returncode}, {done.stderr[-300:]}"))
        trials: dict[str, Callable[[Path], list[str]]] = {
            "runs that were stopped, one process": lambda place: interrupted(place, whole, chance, 1),
            "runs that were stopped, two processes": lambda place: interrupted(place, whole, chance, 2),
            "two runs at once": lambda place: two_at_once(place, whole, chance),
        }
        # Most of the time for what has most ways to go wrong.
        order = [*trials, *list(trials)[:2] * 3]
        while True:
            for name in order:
                place = folder / "place"
                place.mkdir()
                _all(count.of(name), trials[name](place))
                shutil.rmtree(place)
            count.of(
                "runs that were stopped, one process"
            ).note = f"{whole.stopped} signals with those of two processes"
            if not count.goes_on():
                break
    count.end()


if __name__ == "__main__":
    main()
