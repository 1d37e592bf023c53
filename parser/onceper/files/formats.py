"""Which format a file is read or written in."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from onceper.files.finished import OutputError, finished
from onceper.files.opening import InputError, opened
from onceper.files.sink.jsonl import json_lines_to
from onceper.files.source.cdb import SQLITE_MAGIC, cdb
from onceper.files.source.jsonl import json_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from onceper.files.sink.sink import Sink
    from onceper.files.source.source import Source

_SOURCES = {".cdb": cdb, ".jsonl": json_lines}
_SINKS = (".parquet", ".jsonl")


@contextmanager
def source_of(path: Path) -> Iterator[Source]:
    """Open a file of card texts: a SQLite database is read as ``.cdb``, any other file as its suffix says.

    ``.gz`` after the suffix may be there or not: the content tells whether a file is gzipped.

    Raises:
        InputError: the file is missing, empty, damaged, or of no known format.
    """
    with opened(path) as file:
        suffix = path.with_suffix("").suffix if path.suffix.lower() == ".gz" else path.suffix
        is_sqlite = file.head(len(SQLITE_MAGIC)) == SQLITE_MAGIC
        source = cdb if is_sqlite else _SOURCES.get(suffix.lower())
        if source is None:
            raise InputError(
                _unknown(suffix),
                where=str(path),
                expected=f"a file that ends in {_listed(_SOURCES)}, gzipped or not",
                remedy="convert the file, or rename it if that is what it holds",
            )
        with source(file) as cards:
            yield cards


@contextmanager
def sink_to(path: Path) -> Iterator[Sink]:
    """Open a file for rows, in the format that its suffix says; it takes its name when the block ends well.

    Raises:
        OutputError: the suffix is unknown, or the file cannot be written.
    """
    if path.suffix.lower() not in _SINKS:
        raise OutputError(
            _unknown(path.suffix),
            where=str(path),
            expected=f"a file that ends in {_listed(_SINKS)}",
            remedy="give the output one of these endings",
        )
    with finished(path) as unfinished:
        if path.suffix.lower() == ".jsonl":
            with unfinished.open("wb") as stream, json_lines_to(stream) as sink:
                yield sink
        else:
            # pyarrow takes long to import, and JSON Lines do without.
            from onceper.files.sink.parquet import parquet_to  # noqa: PLC0415

            with parquet_to(unfinished) as sink:
                yield sink


def refuse_overwriting(source: Path, target: Path) -> None:
    """Check that a run would not replace the file that it reads.

    Raises:
        OutputError: both names are of one file.
    """
    if target.exists() and target.samefile(source):
        raise OutputError(
            "the output is the input file itself",
            where=str(target),
            expected="another file",
            remedy="name the output differently",
        )


def _unknown(suffix: str) -> str:
    return f"unknown format {suffix!r}" if suffix else "nothing in the name tells the format"


def _listed(suffixes: Iterable[str]) -> str:
    return " or ".join(suffixes)
