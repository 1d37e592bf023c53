"""The finished chunks of a run, beside its output, until the output is complete."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from onceper.files.claim import claimed, clear, remove
from onceper.files.output_error import OutputError, writing
from onceper.lang.languages import languages_in_use
from onceper.resources import resource
from onceper.tagging.chunks import CHUNK_TEXTS, FIRST_CHUNK_TEXTS, Chunk, RunOptions
from onceper.tagging.file_state import state_of
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator


_NOTE = "run.json"
_ANEW = "--anew removes them and begins anew (in Python resume=False)"


class ResumeError(OutputError):
    """Finished chunks lie beside an output, and are not of this run or not asked for."""


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what must be the same for the chunks of a run to be used by another."""

    version: str
    code: str
    rules: str
    models: str
    # Errors of rows name the file as it was named.
    name: str
    source: str | None
    options: RunOptions
    columns: dict[str, str | None]
    input_format: str | None
    chunk_texts: tuple[int, int] = (FIRST_CHUNK_TEXTS, CHUNK_TEXTS)


def run_of(source: Path, options: RunOptions, columns: dict[str, str | None], input_format: str | None) -> Run:
    """Return what tells a run from another: input, rules and models as they are now, and what was asked for."""
    model = options.reading.model
    models = [Path(model), Path(model).with_suffix(".npz")] if model else [resource("models")]
    return Run(
        f"{version('onceper')}, unidic-lite {version('unidic-lite')}",
        _digest(*(path.read_bytes() for path in sorted(Path(__file__).parents[1].rglob("*.py")))),
        state_of(resource("patterns"), *filter(None, [languages_in_use().own])) or "",
        state_of(*models) or "",
        ascii(str(source)),
        state_of(source),
        options,
        columns,
        input_format,
    )


class _Noted(Struct, frozen=True):
    """Hold what the first line of a kept chunk says: the sizes of its two parts, and a digest of all that is kept."""

    unread: int
    rows: int
    summary: msgspec.Raw
    digest: str


class WorkFolder:
    """Keep chunks as files, each complete or not there at all."""

    def __init__(self, target: Path) -> None:
        place = target.resolve()
        self.path = place.with_name(f".{place.name}.chunks")
        self._target = target
        self._rows = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the folder for this run.

        Raises:
            OutputError: another run holds it, or it cannot be written.
        """
        with writing(self._target), claimed(self.path, self._target):
            yield

    def begin(self, run: Run, *, resume: bool | None) -> int:
        """Make the folder ready, and return how many chunks of this run are finished.

        With ``resume`` it goes on with what is finished and as it was written, without it that is removed; null is
        neither.

        Raises:
            ResumeError: something is finished, and is of another run, or nobody says what is to become of it.
        """
        finished = 0 if resume is False else self._count()
        if finished:
            self._check_wanted(run, resume=resume)
        else:
            clear(self.path)
            self._write(_NOTE, msgspec.json.encode(run))
        return finished

    def _check_wanted(self, run: Run, *, resume: bool | None) -> None:
        before = _read_run(self.path / _NOTE)
        if before != run:
            raise ResumeError(
                f"the {self._rows:,} finished rows beside it are of another run: {_difference(before, run)}",
                where=str(self._target),
                expected="the same input, options, version, code and rules",
                remedy=f"{_ANEW}, or name another output",
            )
        if not resume:
            raise ResumeError(
                f"{self._rows:,} finished rows of a run that was stopped lie beside it",
                where=str(self._target),
                expected="to be told what is to become of them",
                remedy=f"--resume goes on with them (in Python resume=True), {_ANEW}",
            )

    def _count(self) -> int:
        """Return how many chunks are finished, the first that is missing or not as it was written being the end."""
        self._rows = 0
        for number in count():
            kept = _read_chunk(self._chunk(number))
            if kept is None:
                return number
            self._rows += kept.summary.rows
        raise AssertionError

    def rows(self) -> int:
        """Return how many rows the finished chunks hold."""
        return self._rows

    def keep(self, number: int, chunk: Chunk) -> None:
        """Keep a finished chunk."""
        summary = msgspec.json.encode(vars(chunk.summary))
        digest = _digest(summary, chunk.unread, chunk.rows)
        noted = _Noted(len(chunk.unread), len(chunk.rows), msgspec.Raw(summary), digest)
        self._write(self._chunk(number).name, msgspec.json.encode(noted), b"\n", chunk.unread, chunk.rows)
        self._rows += chunk.summary.rows

    def chunks(self, finished: int) -> Iterator[Chunk]:
        """Yield so many finished chunks in order.

        Raises:
            OutputError: one has been damaged since they were counted.
        """
        for number in range(finished):
            kept = _read_chunk(self._chunk(number))
            if kept is None:
                raise OutputError(
                    f"the finished rows in {self._chunk(number)} are damaged",
                    where=str(self._target),
                    expected="nobody else to write there",
                    remedy="the same again goes on from the rows before these",
                )
            yield kept

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        remove(self.path)

    def _chunk(self, number: int) -> Path:
        return self.path / f"{number:07}.rows"

    def _write(self, name: str, *content: bytes) -> None:
        unfinished = self.path / f"{name}.unfinished"
        with unfinished.open("wb") as stream:
            # Not synced: what a fall of the machine leaves of it is told by its digest.
            stream.writelines(content)
        unfinished.replace(self.path / name)


def _read_chunk(path: Path) -> Chunk | None:
    """Return a chunk as it was kept; null where there is none, or not all of it."""
    try:
        head, _, content = path.read_bytes().partition(b"\n")
        noted = msgspec.json.decode(head, type=_Noted)
    except (OSError, msgspec.DecodeError):
        return None
    unread, rows = content[: noted.unread], content[noted.unread :]
    summary = bytes(noted.summary)
    if len(rows) != noted.rows or _digest(summary, unread, rows) != noted.digest:
        return None
    return Chunk(rows, unread, _summary(msgspec.json.decode(summary)))


def _digest(*parts: bytes) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def _summary(counted: dict[str, Any]) -> Summary:
    summary = Summary()
    for name, value in counted.items():
        getattr(summary, name).update(value) if isinstance(value, dict) else setattr(summary, name, value)
    return summary


def _read_run(noted: Path) -> Run | None:
    try:
        return msgspec.json.decode(noted.read_bytes(), type=Run)
    except (OSError, msgspec.DecodeError):
        return None


def _difference(before: Run | None, run: Run) -> str:
    if before is None:
        return "what they are of cannot be read"
    changed = [field for field in run.__struct_fields__ if getattr(before, field) != getattr(run, field)]
    return f"the {' and the '.join(_CALLED.get(field, field) for field in changed)} changed"


_CALLED = {"name": "name of the source"}
