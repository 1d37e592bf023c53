"""Try to break runs: stop them in every way, fill their disk, set two on one output."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TYPE_CHECKING

from counting import asked
from running import Ended, Running, content_of, others_in, run, write_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from counting import Count, Tried

    Arguments = Sequence[str | Path]

CARDS = 2_500
SINKS = (
    "tags.jsonl",
    "tags.csv",
    "tags.parquet",
    "tags.arrow",
    "tags.db",
    "tags.duckdb",
    "parts.jsonl",
    "parts.parquet",
)
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
            ended = run("tag", self.cards, "-o", self._folder / name, "-q", *_parts(name))
            if ended.code:
                raise SystemExit(f"a run that nobody stops fails: {ended.err}")
            self._content[name] = content_of(self._folder / name)
        return self._content[name]

    def path_of(self, name: str) -> Path:
        """Return where an output is."""
        self.of(name)
        return self._folder / name

    def size_of(self, name: str) -> int:
        """Return how many bytes an output takes."""
        path = self.path_of(name)
        return sum(file.stat().st_size for file in (path.iterdir() if path.is_dir() else [path]))

    def takes(self, name: str, jobs: int) -> float:
        """Return how many seconds a run takes about."""
        if (name, jobs) not in self.seconds:
            self._folder.mkdir(exist_ok=True)
            started = monotonic()
            run("tag", self.cards, "-o", self._folder / f"timed.{name}", "-q", "--jobs", str(jobs), *_parts(name))
            self.seconds[name, jobs] = monotonic() - started
        return self.seconds[name, jobs]


def _parts(name: str) -> list[str]:
    return ["--parts"] if name.startswith("parts") else []


def interrupted(folder: Path, whole: Whole, chance: Random, jobs: int) -> list[str]:
    """Stop a run one to three times at any moment, then let it end; return what is wrong with what it left."""
    name = chance.choice(SINKS)
    output, unread = folder / name, folder / "unread.jsonl"
    wrong = []
    before = None
    if chance.random() < 0.5 and not _parts(name):
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
        *_parts(name),
    ]
    told = []
    for _ in range(chance.randint(1, 3)):
        number, to_all = chance.choice(SIGNALS), chance.random() < 0.5
        _make_room(output)
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
    _make_room(output)
    ended = run(*arguments)
    where = f"{name}, {jobs} processes, {', '.join(told)}, then to the end"
    if ended.code or ended.err:
        wrong.append(f"{where}: {ended.code}, {ended.err[-600:]}")
    if content_of(output) != whole.of(name):
        wrong.append(f"{where}: not what a run gives that nobody stopped")
    if extra := others_in(folder, [output, unread]):
        wrong.append(f"{where}: left {extra}")
    return wrong


def _make_room(output: Path) -> None:
    """Remove a folder of parts, of which none takes the place."""
    shutil.rmtree(output, ignore_errors=True)


def _lost_a_process(ended: Ended, jobs: int) -> bool:
    """Say whether the run was told of the end of its processes first, which had the same signal."""
    return jobs > 1 and ended.code == 1 and "processes was ended from outside" in ended.err


def _now(output: Path) -> object:
    return output.read_bytes() if output.is_file() and output.read_bytes() == b"before" else content_of(output)


def lost_process(folder: Path, whole: Whole, chance: Random) -> list[str]:
    """Kill one of two processes, as the system does where memory runs out."""
    name = chance.choice(SINKS)
    arguments: Arguments = ["tag", whole.cards, "-o", folder / name, "--jobs", "2", "-q", *_parts(name)]
    going = Running(*arguments)
    until = monotonic() + 30
    while not (workers := going.workers()) and monotonic() < until:
        sleep(0.02)
    sleep(chance.random() * 1.5)
    if not workers:
        return [f"{name}: no processes to kill"]
    try:
        os.kill(chance.choice(workers), signal.SIGKILL)
    except ProcessLookupError:
        going.end()
        return []
    ended = going.end()
    wrong = []
    # One that had no more to do is not missed.
    if ended.code and (ended.code != 1 or "ended from outside" not in ended.err or ended.shows_where_it_was):
        wrong.append(f"{name}: {ended.code}, {ended.err[-600:]}")
    if ended.left:
        wrong.append(f"{name}: {len(ended.left)} processes left")
    _make_room(folder / name)
    ended = run(*arguments)
    if ended.code or content_of(folder / name) != whole.of(name) or others_in(folder, [folder / name]):
        wrong.append(f"{name}, then to the end: {ended.code}, {others_in(folder, [])}, {ended.err[-300:]}")
    return wrong


def two_at_once(folder: Path, whole: Whole, chance: Random, sinks: Sequence[str] = SINKS) -> list[str]:
    """Set two runs on one output; one of them may be told to wait."""
    name = chance.choice(sinks)
    arguments: Arguments = ["tag", whole.cards, "-o", folder / name, "-q", *_parts(name)]
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


def odd_outputs(folder: Path, cards: Path) -> Iterator[tuple[str, Ended, bool]]:
    """Yield what an output is, how a run to it ended, and whether it left what was there as it should."""

    def tag(output: str | Path, *more: str | Path) -> Ended:
        return run("tag", cards, "-q", "-o", output, *more)

    (folder / "folder.jsonl").mkdir()
    yield "a folder", tag(folder / "folder.jsonl"), not list((folder / "folder.jsonl").iterdir())
    (folder / "thesis.jsonl").mkdir()
    (folder / "thesis.jsonl" / "thesis.txt").touch()
    ended = tag(folder / "thesis.jsonl", "--parts")
    yield "a folder of something else", ended, (folder / "thesis.jsonl" / "thesis.txt").exists()
    os.mkfifo(folder / "pipe.jsonl")
    yield "a named pipe", tag(folder / "pipe.jsonl"), (folder / "pipe.jsonl").is_fifo()
    yield "a named pipe for unread", tag(folder / "1.jsonl", "--unread", folder / "pipe.jsonl"), True
    (folder / "null.jsonl").symlink_to("/dev/null")
    yield "a device", tag(folder / "null.jsonl"), not Path("/dev/null").is_file()
    (folder / "one.jsonl").symlink_to("two.jsonl")
    (folder / "two.jsonl").symlink_to("one.jsonl")
    yield "a circle of links", tag(folder / "one.jsonl"), (folder / "one.jsonl").is_symlink()
    yield "in no folder", tag(folder / "none" / "tags.jsonl"), not (folder / "none").exists()
    yield "below a file", tag(cards / "tags.jsonl"), cards.is_file()
    yield "a name too long", tag(folder / f"{'n' * 249}.jsonl"), True
    yield "a name much too long", tag(folder / f"{'n' * 999}.jsonl"), True
    content = cards.read_bytes()
    yield "the input", tag(cards), cards.read_bytes() == content
    (folder / "hard.jsonl").hardlink_to(cards)
    yield "the input by another name", tag(folder / "hard.jsonl"), cards.read_bytes() == content
    yield "unread to the input", tag(folder / "2.jsonl", "--unread", cards), cards.read_bytes() == content
    yield "unread to the output", tag(folder / "3.jsonl", "--unread", folder / "3.jsonl"), True
    yield "unread into the parts", tag(folder / "4.jsonl", "--parts", "--unread", folder / "4.jsonl" / "u"), True
    (folder / ".5.jsonl.unfinished").touch()
    yield "a file where it is unfinished", tag(folder / "5.jsonl"), (folder / ".5.jsonl.unfinished").is_file()
    (folder / ".6.jsonl.unfinished").symlink_to(folder)
    yield "a link where it is unfinished", tag(folder / "6.jsonl"), (folder / ".6.jsonl.unfinished").is_symlink()


def good_outputs(folder: Path, whole: Whole) -> Iterator[tuple[str, bool]]:
    """Yield what stands at an output, and whether it is replaced as it should be."""
    (folder / "real").mkdir()
    link = folder / "link.jsonl"
    link.symlink_to(folder / "real" / "tags.jsonl")
    run("tag", whole.cards, "-q", "-o", link)
    yield "a link stays one", link.is_symlink() and content_of(folder / "real" / "tags.jsonl") == whole.of("tags.jsonl")
    secret = folder / "secret.jsonl"
    secret.touch(mode=0o600)
    run("tag", whole.cards, "-q", "-o", secret)
    yield "permissions stay", secret.stat().st_mode & 0o777 == 0o600 and content_of(secret) == whole.of("tags.jsonl")
    for suffix in (".jsonl", ".csv", ".parquet", ".arrow", ".db"):
        name = os.fsdecode(b"odd\xff") + suffix
        ended = run("tag", whole.cards, "-q", "-o", folder / name)
        yield (
            f"a name that is no UTF-8, {suffix}",
            not ended.code and content_of(folder / name) == whole.of(f"tags{suffix}"),
        )


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


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[bool]:
    """Make a disk of so many bytes at a folder, and say whether that is allowed."""
    folder.mkdir(exist_ok=True)
    mounted = _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def _mount(*arguments: str) -> bool:
    if not shutil.which("mount"):
        return False
    return not subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode


def full_disk(disk: Path, whole: Whole, name: str) -> list[str]:
    """Run onto a disk that is too small, then make room and run again."""
    output = disk / name
    if not _parts(name):
        output.write_text("before")
    arguments: Arguments = ["tag", whole.cards, "-q", "-o", output, *_parts(name)]
    ended = run(*arguments)
    wrong = []
    if ended.code != 1 or ended.shows_where_it_was or "cannot be written" not in ended.err:
        wrong.append(f"{name}: {ended.code}, {ended.err[-400:]}")
    if not _parts(name) and output.read_bytes() != b"before":
        wrong.append(f"{name}: the output of before is gone")
    if extra := others_in(disk, [output]):
        wrong.append(f"{name}: left {extra}")
    _mount("-o", "remount,size=256m", str(disk))
    ended = run(*arguments)
    if ended.code or content_of(output) != whole.of(name) or others_in(disk, [output]):
        wrong.append(f"{name}, after room was made: {ended.code}, {others_in(disk, [output])}, {ended.err[-400:]}")
    return wrong


def disks(folder: Path, whole: Whole, count: Count) -> None:
    """Try disks that are full or may not be written, where this user may make some."""
    full, locked = count.of("full disks"), count.of("disks that may not be written")
    for name in SINKS:
        # A third of what the output takes.
        with small_disk(folder / "disk", whole.size_of(name) // 3) as mounted:
            if not mounted:
                full.note = locked.note = "left out: no disk may be mounted here"
                return
            _all(full, full_disk(folder / "disk", whole, name))
    with small_disk(folder / "disk", 1 << 23):
        _mount("-o", "remount,ro", str(folder / "disk"))
        for name in SINKS:
            ended = run("tag", whole.cards, "-q", "-o", folder / "disk" / name, *_parts(name))
            locked.one(_unless(_is_told(ended), f"{name}: {ended.code}, {ended.err[-300:]}"))
        ended = run("tag", whole.cards, "-q", "-o", folder / "a.jsonl", "--unread", folder / "disk" / "unread.jsonl")
        locked.one(_unless(_is_told(ended), f"unread: {ended.code}, {ended.err[-300:]}"))


def pages(folder: Path, whole: Whole, chance: Random) -> list[str]:
    """Stop the other commands that write files, then let them end."""
    tags, others = folder / "tags.jsonl", folder / "others.jsonl"
    shutil.copy2(whole.path_of("tags.jsonl"), tags)
    others.write_bytes(tags.read_bytes().replace(b'"count":1', b'"count":2', 400))
    commands: tuple[tuple[Arguments, str], ...] = (
        (["report", tags], "page.html"),
        (["report", tags, "--against", others], "page.html"),
        (["compare", tags, others], chance.choice(("differences.csv", "differences.parquet", "differences.db"))),
    )
    command, output = chance.choice(commands)
    place = folder / output
    whole_ended = run(*command, "-o", place)
    expected = content_of(place)
    if whole_ended.code:
        return [f"{command[0]}: {whole_ended.err[-300:]}"]
    place.unlink()
    number, to_all = chance.choice(SIGNALS), chance.random() < 0.5
    going = Running(*command, "-o", place)
    sleep(0.15 + chance.random() * 4)
    going.send(number, to_all=to_all)
    ended = going.end()
    wrong = []
    where = f"{command[0]} to {output}, {number.name}"
    if ended.left or ended.shows_where_it_was or ended.code not in {0, 128 + number, -number}:
        wrong.append(f"{where}: {ended.code}, {len(ended.left)} processes left, {ended.err[-400:]}")
    if content_of(place) not in (None, expected):
        wrong.append(f"{where}: an output that is not whole")
    run(*command, "-o", place)
    if content_of(place) != expected or others_in(folder, [tags, others, place]):
        wrong.append(f"{where}, then to the end: left {others_in(folder, [tags, others, place])}")
    return wrong


def _is_told(ended: Ended) -> bool:
    """Say whether a run failed as it should: one error, and no more."""
    return ended.code in {1, 2} and ended.err.count("onceper: ") == 1 and not ended.shows_where_it_was


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
        (folder / "odd").mkdir()
        for what, ended, kept in odd_outputs(folder / "odd", few):
            failure = f"{what}: {ended.code}, {ended.err[-300:]}"
            count.of("outputs that cannot be").one(_unless(_is_told(ended) and kept, failure))
        (folder / "good").mkdir()
        for what, right in good_outputs(folder / "good", Whole(few, folder / "whole few")):
            count.of("outputs that stand there").one(_unless(right, what))
        for how, code, done in streams(folder, few):
            right = done.returncode == code and "Traceback" not in done.stderr and "ignored" not in done.stderr
            count.of("standard streams").one(_unless(right, f"{how}: {done.returncode}, {done.stderr[-300:]}"))
        disks(folder, whole, count)
        trials: dict[str, Callable[[Path], list[str]]] = {
            "runs that were stopped, one process": lambda place: interrupted(place, whole, chance, 1),
            "runs that were stopped, two processes": lambda place: interrupted(place, whole, chance, 2),
            "processes that were killed": lambda place: lost_process(place, whole, chance),
            "two runs at once": lambda place: two_at_once(place, whole, chance),
            "reports and comparisons that were stopped": lambda place: pages(place, whole, chance),
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
