"""Run trials in a process of their own, so that one which dies, hangs or eats memory is only itself."""

from __future__ import annotations

import os
import resource
import signal
import traceback
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import category

from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection

_CONTEXT = get_context("forkserver")
_MOST_ADDRESSES = 6 << 30
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Trial(NamedTuple):
    """Hold what is tried: ``act`` with its arguments, within so many seconds and so many MiB beyond what was there."""

    group: str
    name: str
    act: Callable[..., object]
    arguments: tuple[Any, ...]
    seconds: float = 20
    megabytes: int = 500


class Outcome(NamedTuple):
    """Hold how a trial ended: in words why it failed or none, and what was told or given."""

    trial: Trial
    failure: str | None
    told: str = ""
    result: Any = None


def run_each(trials: Iterable[Trial]) -> Iterator[Outcome]:
    """Yield how each trial ended: well, by an error of onceper in at most a few plain lines, or as a failure."""
    worker: _Worker | None = None
    for trial in trials:
        worker = worker or _Worker()
        outcome = worker.run(trial)
        if worker.is_dead:
            worker = None
        yield outcome
    if worker:
        worker.end()


class _Worker:
    def __init__(self) -> None:
        self._ours, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.is_dead = False

    def run(self, trial: Trial) -> Outcome:
        self._ours.send(trial)
        try:
            if not self._ours.poll(trial.seconds):
                self.end()
                return Outcome(trial, f"not done after {trial.seconds:.0f} s")
            failure, told, result = self._ours.recv()
        except EOFError:
            self.end()
            code = self._process.exitcode or 0
            return Outcome(trial, f"the process died: {signal.Signals(-code).name if code < 0 else code}")
        return Outcome(trial, failure, told, result)

    def end(self) -> None:
        self.is_dead = True
        self._process.kill()
        self._process.join()
        self._ours.close()


def _serve(connection: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_ADDRESSES, _MOST_ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # What a library prints on its way down is no failure of its own.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    while True:
        try:
            trial: Trial = connection.recv()
        except EOFError:
            return
        connection.send(_ended(trial))


def _ended(trial: Trial) -> tuple[str | None, str, Any]:
    before = _peak()
    result, told = None, ""
    try:
        result = trial.act(*trial.arguments)
    except OnceperError as error:
        told = "\n".join([str(error), *getattr(error, "__notes__", ())])
        if unclear := unclear_in(told):
            return unclear, told, None
    except BaseException as error:  # noqa: BLE001
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {str(error)[:120]!r} ({Path(place.filename).name}:{place.lineno})", "", None
    taken = (_peak() - before) >> 20
    return (f"{taken} MiB" if taken > trial.megabytes else None), told, result


def unclear_in(message: str) -> str | None:
    """Return what makes an error unclear: long, steering, without a place to go on; null where it is none."""
    lines = message.splitlines()
    if len(lines) > 3 or len(message) > 2_000:
        return f"long: {len(lines)} lines, {len(message)} signs: {message[:120]!r}"
    if steers(message):
        return f"steers a terminal: {message[:200]!r}"
    if "Traceback" in message or "expected" not in message:
        return f"without what was expected: {message[:200]!r}"
    return None


def steers(printed: str) -> bool:
    """Tell whether a terminal would obey a part of this: control characters, save line ends, and turns of direction."""
    return any(category(sign) == "Cc" and sign not in "\n\t" for sign in printed) or not _TURNS.isdisjoint(printed)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
