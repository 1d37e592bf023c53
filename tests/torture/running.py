"""Run the program as somebody at a terminal does, stop it in any way, and look at what it leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = [sys.executable, "-m", "onceper"]
SINKS = ("tags.jsonl", "tags.csv", "tags.parquet", "tags.arrow", "tags.db", "tags.duckdb")
TIMEOUT = 300
# So long may processes take to notice that the one they work for is gone.
SECONDS_TO_END = 5
_WORDS = ("ash", "brook", "cinder", "dune", "ember", "frost", "gale", "hollow")


@dataclass
class Ended:
    """Hold how a run ended: its exit code, what it wrote, and the processes that were left of it after five seconds."""

    code: int
    out: str
    err: str
    left: list[int]

    @property
    def shows_where_it_was(self) -> bool:
        """Whether it ended in a traceback, or told of an exception that nobody minds."""
        return "Traceback" in self.err or "Exception ignored" in self.err


class Running:
    """Hold a run in a session of its own, as a terminal starts it."""

    def __init__(self, *arguments: str | Path) -> None:
        command = [*PROGRAM, *map(str, arguments)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )

    def send(self, number: signal.Signals, *, to_all: bool = False) -> None:
        """Send a signal to the run, or to all of its processes as a terminal does."""
        try:
            (os.killpg if to_all else os.kill)(self.process.pid, number)
        except ProcessLookupError:
            return

    def workers(self) -> list[int]:
        """Return the processes that the run has started to tag."""
        return [pid for pid in self._session() if pid != self.process.pid and b"spawn_main" in _command(pid)]

    def end(self) -> Ended:
        """Wait until the run has ended, and say how."""
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.send(signal.SIGKILL, to_all=True)
            raise
        until = monotonic() + SECONDS_TO_END
        while (left := self._session()) and monotonic() < until:
            sleep(0.05)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        out, err = self.process.communicate(timeout=TIMEOUT)
        return Ended(self.process.returncode, out, err, left)

    def _session(self) -> list[int]:
        """Return the processes of the run that live still."""
        found = []
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                # Behind the name, which may hold anything: state, parent, group, session.
                state, _, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            except OSError:
                continue
            if int(session) == self.process.pid and state not in "ZX":
                found.append(int(folder.name))
        return found


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def run(*arguments: str | Path) -> Ended:
    """Run the program to its end."""
    return Running(*arguments).end()


def write_cards(path: Path, cards: int, more: str = "") -> Path:
    """Write so many invented card texts, each with words of its own, as JSON Lines."""
    with path.open("w", encoding="utf-8") as file:
        for card in range(cards):
            word = f"{_WORDS[card % 8]}{_WORDS[card // 8 % 8]}{card}"
            text = (
                f"Once per turn: You can send 1 {word} from your Deck to the GY{more}. "
                f'You can only use this effect of "{word.title()}" once per turn. The {word} awakens only once.'
            )
            file.write(json.dumps({"id": card, "lang": "en", "name": word.title(), "text": text}) + "\n")
    return path


def content_of(path: Path) -> object:
    """Return what an output holds: its bytes, or the lines of its tables; null where there is none."""
    if not path.exists():
        return None
    if path.is_dir():
        return {part.name: part.read_bytes() for part in path.iterdir()}
    if path.suffix == ".duckdb":
        import duckdb  # noqa: PLC0415

        with duckdb.connect(path, read_only=True) as connection:
            tables = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
            return {name: connection.execute(f'FROM "{name}"').fetchall() for (name,) in tables}
    if path.suffix == ".db":
        import sqlite3  # noqa: PLC0415

        with closing(sqlite3.connect(path)) as connection:
            return list(connection.iterdump())
    return path.read_bytes()


def others_in(folder: Path, known: Sequence[Path]) -> list[str]:
    """Return the names of what lies in a folder besides what is known to."""
    return sorted(path.name for path in folder.iterdir() if path not in known)
