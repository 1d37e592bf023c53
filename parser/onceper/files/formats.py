"""Which format a file is read or written in."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, cast

from onceper.errors import UsageError
from onceper.files.finished import PART, finished, finished_folder, place_of, unknown_ending
from onceper.files.opening import STANDARD_INPUT, name_of, open_input, reading
from onceper.files.output_error import OutputError
from onceper.files.source.cdb import cdb
from onceper.files.source.columns import Columns
from onceper.files.source.folder import folder
from onceper.files.source.json_document import json_document
from onceper.files.source.jsonl import json_lines
from onceper.files.source.known_formats import INPUT_FORMATS, suffix_of
from onceper.files.source.separated import TABS, separated
from onceper.files.source.sniffing import TEXT_FORMATS, UnknownFormatError, refuse_foreign, tell_format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import Form, Sink, Source
    from onceper.files.source.known_formats import InputFormat

    OpenSink = Callable[[Path], AbstractContextManager[Sink]]
    ReadSource = Callable[[InputFile, Columns], AbstractContextManager[Source]]

_READERS: dict[InputFormat, ReadSource] = {
    "cdb": cdb,
    "json": json_document,
    "jsonl": json_lines,
    "csv": separated,
    "tsv": partial(separated, dialects=TABS),
}
_SQLITE = "onceper.files.sink.sql.sqlite:sqlite_to"
_ARROW = "onceper.files.sink.arrow:arrow_to"
SINKS = {
    ".parquet": "onceper.files.sink.parquet:parquet_to",
    ".jsonl": "onceper.files.sink.jsonl:json_lines_file",
    ".csv": "onceper.files.sink.csv_table:csv_to",
    ".arrow": _ARROW,
    ".feather": _ARROW,
    ".db": _SQLITE,
    ".sqlite": _SQLITE,
    ".duckdb": "onceper.files.sink.sql.duckdb:duckdb_to",
}


class UnknownEndingError(OutputError, UsageError):
    """The name of an output does not tell a format."""


# These are written row by row; the others take record batches.
_OF_LINES = {".jsonl", ".csv"}


def form_of(target: Path | None) -> Form:
    """Return how the pieces of a run are best written for a target; null is standard output."""
    return "lines" if target is None or target.suffix.lower() in _OF_LINES else "arrow"


@contextmanager
def source_of(path: Path, columns: Columns | None = None, input_format: InputFormat | None = None) -> Iterator[Source]:
    """Open a file of card texts, a folder of such files or, for ``-``, standard input.

    The content tells the format, and the name where that leaves it open, unless ``input_format`` says it; whether a
    file is compressed is told by its content too. ``columns`` says under which names the file keeps what.

    Raises:
        InputError: the file is missing, empty, damaged, or of no known format.
    """
    if input_format not in {None, *INPUT_FORMATS}:
        raise UnknownFormatError(
            f"unknown format {input_format!r}",
            where=name_of(path),
            expected=f"one of {', '.join(INPUT_FORMATS)}",
            remedy="name one of these, or none",
        )
    columns = columns or Columns()
    with ExitStack() as stack:
        with reading(name_of(path)):
            is_folder = path.is_dir()
        if is_folder:
            yield stack.enter_context(folder(path, lambda file: source_of(file, columns, input_format), input_format))
        else:
            file = stack.enter_context(open_input(path))
            if input_format in TEXT_FORMATS:
                refuse_foreign(file, input_format)
            found = input_format or tell_format(file, suffix_of(path), columns)
            yield stack.enter_context(_reader_of(found)(file, columns))


def _reader_of(found: InputFormat) -> ReadSource:
    if found in {"parquet", "arrow"}:
        # pyarrow takes long to import, and the other formats do without.
        from onceper.files.source.columnar import arrow, parquet  # noqa: PLC0415

        return parquet if found == "parquet" else arrow
    return _READERS[found]


def check_target(path: Path, *, parts: bool = False) -> None:
    """Check that rows can be written to a file of this name, or a folder of parts, before they are made.

    Raises:
        OutputError: the suffix is unknown, what writes this format is not installed, or its folder is missing.
    """
    _sink_of(path)
    place_of(path, is_folder=parts)


@contextmanager
def sink_to(path: Path) -> Iterator[Sink]:
    """Open a file for rows, in the format that its suffix says; it takes its name when the block ends well.

    Raises:
        OutputError: the suffix is unknown, what writes this format is not installed, or the file cannot be written.
    """
    open_sink = _sink_of(path)
    with finished(path) as unfinished, open_sink(unfinished) as sink:
        yield sink


@contextmanager
def whole_to(path: Path) -> Iterator[Callable[[], AbstractContextManager[Sink]]]:
    """Open one file for the rows of all pieces: what is given for each is the same sink.

    Raises:
        OutputError: as of ``sink_to``.
    """
    with sink_to(path) as sink:
        yield lambda: nullcontext(sink)


@contextmanager
def parts_to(path: Path) -> Iterator[Callable[[], AbstractContextManager[Sink]]]:
    """Open a folder for rows in several files of the format that its suffix says: call what is given for each file.

    The folder takes its name when the block ends well, in place of what had the name before.

    Raises:
        OutputError: as of ``sink_to``.
    """
    open_sink = _sink_of(path)
    numbers = count()
    with finished_folder(path) as unfinished:
        yield lambda: open_sink(unfinished / f"{PART}{next(numbers):05}{path.suffix}")


def _sink_of(path: Path) -> OpenSink:
    if path.suffix.lower() not in SINKS:
        raise UnknownEndingError(
            unknown_ending(path),
            where=str(path),
            expected=f"a file that ends in {', '.join(SINKS)}",
            remedy="give the output one of these endings",
        )
    return _import_sink(path)


def _import_sink(path: Path) -> OpenSink:
    """Import what writes the format of this file: pyarrow takes long to import, and most formats need other things."""
    module, _, function = SINKS[path.suffix.lower()].partition(":")
    try:
        return cast("OpenSink", getattr(import_module(module), function))
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("onceper"):
            raise
        raise OutputError(
            f"the package {error.name} is not installed",
            where=str(path),
            expected=f"the package that writes {path.suffix} files",
            remedy=f"pip install 'onceper[{error.name}]', or give the output another ending",
        ) from error


def refuse_overwriting(source: Path, target: Path) -> None:
    """Check that a run would not replace the file that it reads, or write into the folder that it reads.

    Raises:
        OutputError: both names are of one file, or the output lies in the folder.
    """
    with reading(name_of(source)):
        is_folder = source.is_dir()
    if is_folder and target.resolve().is_relative_to(source.resolve()):
        raise OutputError(
            "the output lies in the folder that is read",
            where=str(target),
            expected="a file in another folder",
            remedy="name a file outside the input folder",
        )
    if source != STANDARD_INPUT and source.exists() and target.exists() and target.samefile(source):
        raise OutputError(
            "the output is the input file itself",
            where=str(target),
            expected="another file",
            remedy="name the output differently",
        )


def refuse_meeting(output: Path, other: Path) -> None:
    """Check that what a run writes has two places.

    Raises:
        OutputError: both names are of one file, or one is a folder that the other lies in.
    """
    place, other_place = output.resolve(), other.resolve()
    if place == other_place or place in other_place.parents or other_place in place.parents:
        raise OutputError(
            f"this and the output {output} would take each other's place",
            where=str(other),
            expected="a file of its own for each",
            remedy="name one of them differently",
        )
