"""Let each call of the system that a run makes for its outputs fail, and then be its last, once each in turn.

Whatever fails, an output is whole, absent or as it was before; a run that ends well has written all of it, one that
does not tells why in an error of its own; and the next run ends well and leaves nothing else. ``python
tests/torture/failing_calls.py`` tries all outputs.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import pickle
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from counting import Count
from running import SINKS, content_of, others_in, write_cards

import onceper
from onceper.files.formats import FORMATS
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from collections.abc import Callable

LIBRARY = "ONCEPER_FAILING_CALLS"
UNREAD = "unread.jsonl"
_SOURCE = Path(__file__).with_suffix(".c")
# So long may a run of a few cards take.
_SECONDS = 60
_BEFORE = b"before"


def compiled(folder: Path) -> Path:
    """Compile what stands between a run and the system; loaded first, it lets calls fail."""
    library = folder / "failing_calls.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, _SOURCE, "-ldl"], check=True)
    return library


def environment_with(library: Path) -> dict[str, str]:
    """Return the environment of a process whose calls are to fail."""
    return os.environ | {"LD_PRELOAD": str(library), LIBRARY: str(library)}


def in_child(act: Callable[[], object]) -> Any:
    """Do something in a process of its own; return what it returned, or its exit code where it ended before."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(_SECONDS)
        with os.fdopen(writes, "wb") as pipe:
            pickle.dump(act(), pipe)
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        told = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code or pickle.loads(told)  # noqa: S301  of the child


def content_now(path: Path) -> object:
    """Return what an output holds, also where it is damaged."""
    try:
        return _BEFORE if path.is_file() and path.read_bytes() == _BEFORE else content_of(path)
    except Exception as error:  # noqa: BLE001  whatever reads it
        return f"damaged: {error}"


class Trials:
    """Hold a few cards, and what a run that nothing hinders makes of them."""

    def __init__(self, folder: Path, name: str) -> None:
        self._calls = ctypes.CDLL(os.environ[LIBRARY])
        self._name = name
        self._cards = write_cards(folder / "cards.jsonl", 6)
        self._place = folder / "outputs"
        self._paths = [self._place / name, self._place / UNREAD]
        self._prepare(stood_before=False)
        ended = in_child(self._run)
        self._whole = in_child(self._contents)
        if ended is not None or None in self._whole:
            raise SystemExit(f"a run that nothing hinders fails: {ended}")

    def wrong_in(self, call: int, *, kills: bool, stood_before: bool) -> list[str] | None:
        """Let a call fail; return what is wrong then, or null where a run makes fewer calls."""
        self._prepare(stood_before=stood_before)
        before = in_child(self._contents)
        ended = in_child(lambda: self._run_without(call, kills=kills))
        if isinstance(ended, tuple):
            calls, told = ended
            if calls < call:
                return None
        else:
            told = None if kills and ended == -signal.SIGKILL else f"ended with {ended}"
        wrong = [told] if told and not told.startswith("OutputError: ") else []
        ends_well = isinstance(ended, tuple) and told is None
        found = in_child(self._contents)
        for path, content, old, whole in zip(self._paths, found, before, self._whole, strict=True):
            may_be = [whole] if ends_well else [whole, old]
            if content not in may_be:
                wrong.append(f"{path.name} is neither whole nor as before: {content!r:.80}")
        if (again := in_child(self._run)) is not None or in_child(self._contents) != self._whole:
            wrong.append(f"the next run is not whole: {again}")
        if left := others_in(self._place, self._paths):
            wrong.append(f"the next run leaves {left}")
        return wrong

    def _prepare(self, *, stood_before: bool) -> None:
        shutil.rmtree(self._place, ignore_errors=True)
        self._place.mkdir()
        for path in self._paths if stood_before else []:
            path.write_bytes(_BEFORE)

    def _contents(self) -> list[object]:
        return [content_now(path) for path in self._paths]

    def _run(self) -> str | None:
        """Tag the cards; return what went wrong."""
        target, unread = self._paths
        try:
            tag_file(self._cards, target, unread=unread, quiet=True)
        except Exception as error:  # noqa: BLE001  it is told by who asked
            return f"{type(error).__name__}: {error}"
        return None

    def _run_without(self, call: int, *, kills: bool) -> tuple[int, str | None]:
        self._calls.let_fail(os.fsencode(f"{self._place}/"), call, kills)
        told = self._run()
        # What ends with the process alone is written by it too.
        gc.collect()
        calls = self._calls.calls_made()
        self._calls.let_fail(b"", 0, 0)
        return calls, told


def each_call(count: Count, name: str, every: int) -> None:
    """Let every so manieth call of a run for this output fail once, over nothing and over an older output."""
    with TemporaryDirectory() as folder:
        trials = Trials(Path(folder), name)
        for kills, stood_before in product((False, True), (False, True)):
            how = "killed at" if kills else "failing"
            tried = count.of(f"{how} calls, {name}, {'over an older' if stood_before else 'new'}")
            for call in itertools.count(every, every):
                wrong = trials.wrong_in(call, kills=kills, stood_before=stood_before)
                if wrong is None:
                    break
                tried.one(f"call {call}: {'; '.join(wrong)}" if wrong else None)
            if not tried.times:
                tried.one("no call was tried")


def _load() -> None:
    """Load what a run takes, so that a process of its own begins with it."""
    onceper.read("Once per turn: You can draw 1 card.", lang="en")
    for name in {writer.partition(":")[0] for writer in FORMATS.values()}:
        import_module(f"onceper.files.{name}")


def main() -> None:
    """Try every call of every output."""
    if LIBRARY not in os.environ:
        with TemporaryDirectory() as folder:
            command = [sys.executable, *sys.argv]
            sys.exit(subprocess.run(command, env=environment_with(compiled(Path(folder))), check=False).returncode)
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help=f"outputs, of {', '.join(SINKS)}; default: all")
    parser.add_argument("--every", type=int, default=1, help="every so manieth call alone")
    asked = parser.parse_args()
    _load()
    count = Count(0)
    for name in asked.names or SINKS:
        each_call(count, name, asked.every)
    count.end()


if __name__ == "__main__":
    main()
