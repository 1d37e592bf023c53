"""The finished pieces of a run, beside its output, until the output is complete."""

from __future__ import annotations

import shutil
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from onceper import __version__
from onceper.files.finished import OutputError
from onceper.files.opening import STANDARD_INPUT, name_of
from onceper.lang.languages import languages_in_use
from onceper.resources import resource
from onceper.tagging.pieces import PIECE_TEXTS, Options, Piece
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator


class ResumeError(OutputError):
    """The pieces beside an output are not of this run."""


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what must be the same for the pieces of a run to be used by another."""

    version: str
    rules: str
    models: str
    source: str
    options: Options
    columns: dict[str, str | None]
    input_format: str | None
    piece_texts: int = PIECE_TEXTS


def run_of(source: Path, options: Options, columns: dict[str, str | None], input_format: str | None) -> Run:
    """Return what tells a run from another: input, rules and models as they are now, and what was asked for."""
    models = Path(options.model).with_suffix(".npz") if options.model else resource("models")
    return Run(
        __version__,
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
    """Keep pieces as files, each complete or not there at all."""

    def __init__(self, target: Path) -> None:
        place = target.resolve()
        self.path = place.with_name(f".{place.name}.pieces")
        self._target = target

    def begin(self, run: Run, *, resume: bool) -> int:
        """Make the folder, and return how many pieces of this run are finished.

        Raises:
            ResumeError: with ``resume``, the pieces are of another run.
        """
        noted = self.path / "run.json"
        if resume and noted.exists():
            before = _read_run(noted)
            if before != run:
                raise ResumeError(
                    f"the pieces beside it are of another run: {_difference(before, run)}",
                    where=str(self._target),
                    expected="the same input, options, version and rules",
                    remedy="leave out --resume to begin anew",
                )
        else:
            shutil.rmtree(self.path, ignore_errors=True)
            self.path.mkdir()
            self._write("run.json", msgspec.json.encode(run))
        return self.finished()

    def finished(self) -> int:
        """Return how many pieces are finished."""
        return next(number for number in count() if not self._rows(number).exists())

    def keep(self, number: int, piece: Piece) -> None:
        """Keep a finished piece."""
        self._write(f"{number:07}.unread", piece.unread)
        self._write(f"{number:07}.summary", msgspec.json.encode(vars(piece.summary)))
        # The last of the three: where it is, the others are.
        self._write(self._rows(number).name, piece.rows)

    def pieces(self, finished: int) -> Iterator[Piece]:
        """Yield so many finished pieces in order."""
        for rows in map(self._rows, range(finished)):
            summary = Summary()
            summary.merge(_summary(rows.with_suffix(".summary").read_bytes()))
            yield Piece(rows.read_bytes(), rows.with_suffix(".unread").read_bytes(), summary)

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _rows(self, number: int) -> Path:
        return self.path / f"{number:07}.rows"

    def _write(self, name: str, content: bytes) -> None:
        unfinished = self.path / f"{name}.unfinished"
        unfinished.write_bytes(content)
        unfinished.replace(self.path / name)


def _summary(written: bytes) -> Summary:
    summary = Summary()
    for name, value in msgspec.json.decode(written).items():
        getattr(summary, name).update(value) if isinstance(value, dict) else setattr(summary, name, value)
    return summary


def _read_run(noted: Path) -> Run | None:
    try:
        return msgspec.json.decode(noted.read_bytes(), type=Run)
    except msgspec.DecodeError:
        return None


def _difference(before: Run | None, run: Run) -> str:
    if before is None:
        return "what they are of cannot be read"
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(run)
    changed: list[Any] = [key for key in new if old[key] != new[key]]
    return f"the {' and the '.join(changed)} changed"
