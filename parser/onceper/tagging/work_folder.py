"""The finished chunks of a run, beside its output, until the output is complete."""

from __future__ import annotations

import shutil
from hashlib import sha256
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from onceper.files.finished import OutputError
from onceper.files.opening import STANDARD_INPUT, name_of
from onceper.lang.languages import languages_in_use
from onceper.resources import resource
from onceper.tagging.chunks import CHUNK_TEXTS, FIRST_CHUNK_TEXTS, Chunk, RunOptions
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
    rules: str
    models: str
    source: str
    options: RunOptions
    columns: dict[str, str | None]
    input_format: str | None
    chunk_texts: tuple[int, int] = (FIRST_CHUNK_TEXTS, CHUNK_TEXTS)


def run_of(source: Path, options: RunOptions, columns: dict[str, str | None], input_format: str | None) -> Run:
    """Return what tells a run from another: input, rules and models as they are now, and what was asked for."""
    model = options.reading.model
    models = Path(model).with_suffix(".npz") if model else resource("models")
    return Run(
        version("onceper"),
        _state_of(resource("patterns"), *filter(None, [languages_in_use().own])),
        _state_of(models),
        _state_of(source),
        options,
        columns,
        input_format,
    )


def _state_of(*paths: Path) -> str:
    """Return a digest of the names, sizes and times of files, or of all files of folders."""
    if STANDARD_INPUT in paths:
        return name_of(STANDARD_INPUT)
    files = [file for path in paths for file in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    states = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files if file.is_file()]
    return sha256(msgspec.json.encode(states)).hexdigest()


class WorkFolder:
    """Keep chunks as files, each complete or not there at all."""

    def __init__(self, target: Path) -> None:
        place = target.resolve()
        self.path = place.with_name(f".{place.name}.chunks")
        self._target = target

    def begin(self, run: Run, *, resume: bool | None) -> int:
        """Make the folder, and return how many chunks of this run are finished.

        With ``resume`` it goes on with what is finished, without it that is removed; null is neither.

        Raises:
            ResumeError: something is finished, and is of another run, or nobody says what is to become of it.
        """
        if self.finished() and resume is not False:
            self._check_wanted(run, resume=resume)
        else:
            shutil.rmtree(self.path, ignore_errors=True)
            self.path.mkdir()
            self._write(_NOTE, msgspec.json.encode(run))
        return self.finished()

    def _check_wanted(self, run: Run, *, resume: bool | None) -> None:
        before = _read_run(self.path / _NOTE)
        if before != run:
            raise ResumeError(
                f"the {self.rows():,} finished rows beside it are of another run: {_difference(before, run)}",
                where=str(self._target),
                expected="the same input, options, version and rules",
                remedy=f"{_ANEW}, or name another output",
            )
        if not resume:
            raise ResumeError(
                f"{self.rows():,} finished rows of a run that was stopped lie beside it",
                where=str(self._target),
                expected="to be told what is to become of them",
                remedy=f"--resume goes on with them (in Python resume=True), {_ANEW}",
            )

    def finished(self) -> int:
        """Return how many chunks are finished."""
        return next(number for number in count() if not self._rows(number).exists())

    def rows(self) -> int:
        """Return how many rows the finished chunks hold."""
        return sum(self._summary(self._rows(number)).rows for number in range(self.finished()))

    def keep(self, number: int, chunk: Chunk) -> None:
        """Keep a finished chunk."""
        self._write(f"{number:07}.unread", chunk.unread)
        self._write(f"{number:07}.summary", msgspec.json.encode(vars(chunk.summary)))
        # The last of the three: where it is, the others are.
        self._write(self._rows(number).name, chunk.rows)

    def chunks(self, finished: int) -> Iterator[Chunk]:
        """Yield so many finished chunks in order."""
        for rows in map(self._rows, range(finished)):
            yield Chunk(rows.read_bytes(), rows.with_suffix(".unread").read_bytes(), self._summary(rows))

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _rows(self, number: int) -> Path:
        return self.path / f"{number:07}.rows"

    def _summary(self, rows: Path) -> Summary:
        summary = Summary()
        for name, value in msgspec.json.decode(rows.with_suffix(".summary").read_bytes()).items():
            getattr(summary, name).update(value) if isinstance(value, dict) else setattr(summary, name, value)
        return summary

    def _write(self, name: str, content: bytes) -> None:
        unfinished = self.path / f"{name}.unfinished"
        unfinished.write_bytes(content)
        unfinished.replace(self.path / name)


def _read_run(noted: Path) -> Run | None:
    try:
        return msgspec.json.decode(noted.read_bytes(), type=Run)
    except (OSError, msgspec.DecodeError):
        return None


def _difference(before: Run | None, run: Run) -> str:
    if before is None:
        return "what they are of cannot be read"
    changed = [field for field in run.__struct_fields__ if getattr(before, field) != getattr(run, field)]
    return f"the {' and the '.join(changed)} changed"
