"""Which format a file is read or written in."""

from __future__ import annotations

from contextlib import closing, contextmanager, nullcontext
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onceper.contract.reading import Row
from onceper.errors import UsageError
from onceper.files.finished import OutputError, finished, place_of, standard_output
from onceper.files.opening import STANDARD_INPUT, name_of, open_input, reading
from onceper.files.protocol import Source
from onceper.files.sink.lines import encode_lines
from onceper.files.source.cdb import card_databases
from onceper.files.source.columns import Columns
from onceper.files.source.folder import files_of
from onceper.files.source.known_formats import INPUT_FORMATS, UnknownFormatError, suffix_of, tell_format
from onceper.files.source.records import CardTexts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    import msgspec

    from onceper.files.opening import InputFile
    from onceper.files.protocol import Form, PlacedText, Sink
    from onceper.files.source.known_formats import InputFormat

_BATCH_ROWS = 4_096


# What reads the texts of a format, and where it stands.
_READERS: dict[InputFormat, str] = {
    "json": "json_files:json_document",
    "jsonl": "json_files:json_lines",
    "csv": "separated:separated",
    "tsv": "separated:separated",
    "parquet": "columnar:parquet",
    "arrow": "columnar:arrow",
}


FORMATS = {
    ".parquet": "sink.columnar:parquet_to",
    ".jsonl": "sink.lines:jsonl_to",
    ".csv": "sink.lines:csv_to",
    ".arrow": "sink.columnar:arrow_to",
    ".feather": "sink.columnar:arrow_to",
    ".db": "sink.sqlite:sqlite_to",
    ".sqlite": "sink.sqlite:sqlite_to",
    ".duckdb": "sink.duckdb:duckdb_to",
}
"""What writes rows and other records to a file, by the ending of its name: its imports are left to who needs it."""
_LINES: dict[str, Form] = {".jsonl": "jsonl", ".csv": "csv"}
DATABASES = (".db", ".sqlite", ".duckdb")


class UnknownEndingError(OutputError, UsageError):
    """The name of an output does not tell a format."""


def form_of(target: Path | None) -> Form:
    """Return what the format of a target takes; null is standard output."""
    return "jsonl" if target is None else _LINES.get(target.suffix.lower(), "arrow")


@contextmanager
def source_of(
    given: Path | Sequence[Path], columns: Columns | None = None, input_format: InputFormat | None = None
) -> Iterator[Source]:
    """Open a file of card texts or a folder of such files, several as if they were one, or, for ``-``, standard input.

    The content tells the format, and the name where that leaves it open, unless ``input_format`` says it; whether a
    file is compressed is told by its content too. ``columns`` says under which names the file keeps what. Card
    databases are merged: a later card takes the place of an earlier one of its id.

    Raises:
        InputError: the file is missing, empty, damaged, or of no known format.
    """
    paths = [given] if isinstance(given, Path) else given
    if input_format not in {None, *INPUT_FORMATS}:
        raise UnknownFormatError(
            f"unknown format {input_format!r}",
            where=", ".join(map(name_of, paths)),
            expected=f"one of {', '.join(INPUT_FORMATS)}",
            remedy="name one of these, or none",
        )
    columns, path = columns or Columns(), paths[0]
    with reading(name_of(path)):
        is_file = len(paths) == 1 and not path.is_dir()
    if is_file:
        with open_input(path) as file:
            found = tell_format(file, suffix_of(path), columns, input_format)
            with source_in(file, found, columns) as source:
                yield source
        return
    found, files, left_aside = files_of(paths, columns, input_format)
    if found == "cdb":
        with card_databases(map(open_input, files), columns, left_aside) as source:
            yield source
        return
    done = 0

    def texts() -> Iterator[PlacedText]:
        nonlocal done
        for one in files:
            done += 1
            with source_of(one, columns, input_format) as source:
                yield from source.texts

    yield Source(texts(), lambda: done / len(files), one_language=False, left_aside=left_aside)


@contextmanager
def source_in(file: InputFile, found: InputFormat, columns: Columns) -> Iterator[Source]:
    """Open the card texts of a file that is open, in this format.

    Raises:
        InputError: the file is damaged, or not of this format.
    """
    if found == "cdb":
        with card_databases([nullcontext(file)], columns) as source:
            yield source
        return
    texts = CardTexts(file.name, columns)
    with closing(_imported(f"source.{_READERS[found]}")(file, texts)) as cards:
        # What is wrong with a file is told when it is opened.
        first = list(islice(cards, 1))
        yield Source(
            chain(first, cards),
            lambda: texts.done / texts.total if texts.total else file.share_read(),
            texts.one_language,
        )


def _imported(place: str) -> Any:
    """Return a function by its place, such as ``sink.lines:csv_to``, for pyarrow takes long to import."""
    module, _, function = place.partition(":")
    return getattr(import_module(f"onceper.files.{module}"), function)


@contextmanager
def sink_to(path: Path | None, record: type[msgspec.Struct] = Row) -> Iterator[Sink]:
    """Open a file for rows or other records, in the format that its suffix says; null is standard output.

    The file takes its name when the block ends well.

    Raises:
        OutputError: the suffix is unknown, or the output cannot be written.
        ExtraError: what writes this format is not installed.
    """
    if path is None:
        with standard_output() as stream:
            yield stream.write
        return
    check_format(path)
    writer = _imported(FORMATS[path.suffix.lower()])
    with finished(path) as unfinished, writer(unfinished, record) as sink:
        yield sink


def write_records(records: Iterable[msgspec.Struct], record: type[msgspec.Struct], target: Path | None) -> None:
    """Write records of one kind in the format that the suffix says; the file takes its name when it is complete.

    Without a target they go to standard output as JSON Lines.

    Raises:
        OutputError: as of ``sink_to``.
    """
    with sink_to(target, record) as sink:
        _give(records, record, sink, form_of(target))


@contextmanager
def flat_to(target: Path | None) -> Iterator[Sink]:
    """Open a file for one flat line a card, of record batches of rows; it takes its name when the block ends well.

    Raises:
        OutputError: as of ``sink_to``.
    """
    # As below.
    from onceper.contract.flat_card import FlatCard  # noqa: PLC0415
    from onceper.files.sink.sqlite import flattened  # noqa: PLC0415

    with sink_to(target, FlatCard) as sink, flattened() as (take, cards):
        yield take
        _give(cards(), FlatCard, sink, form_of(target))


def _give(records: Iterable[msgspec.Struct], record: type[msgspec.Struct], sink: Sink, form: Form) -> None:
    rest = iter(records)
    while some := list(islice(rest, _BATCH_ROWS)):
        if form == "arrow":
            # As below.
            from onceper.contract.arrow import to_arrow  # noqa: PLC0415

            sink(to_arrow(some, record))
        else:
            sink(encode_lines(some, form))


def output_path(
    target: Path | str | None, sources: Iterable[Path | str | None], endings: Collection[str] = tuple(FORMATS)
) -> Path | None:
    """Return where a run that reads these files writes, null for standard output, once it is known that it can.

    Raises:
        OutputError: the name ends in none of these, its folder is missing, or it is a file that is read.
    """
    if target is None:
        return None
    place = Path(target)
    check_format(place, endings)
    check_outputs([place], sources)
    return place


def check_format(path: Path, endings: Collection[str] = tuple(FORMATS)) -> None:
    """Check that the name of an output ends in one of these, and that its format can be written here.

    Raises:
        UnknownEndingError: it does not.
        ExtraError: what writes the format is not installed.
    """
    suffix = path.suffix.lower()
    if suffix not in endings:
        raise UnknownEndingError(
            f"unknown format {path.suffix!r}" if suffix else "nothing in the name tells the format",
            where=str(path),
            expected=f"a file that ends in {', '.join(endings)}",
            remedy="give the output one of these endings",
        )
    if suffix in FORMATS:
        _imported(FORMATS[suffix])


def check_outputs(outputs: Iterable[Path | None], sources: Iterable[Path | str | None]) -> None:
    """Check that all that a run writes has a place of its own, which is none of what it reads; null is neither.

    Raises:
        OutputError: a folder is missing, an output is a file that is read, or two would take each other's place.
    """
    read = [Path(source) for source in sources if source and Path(source) != STANDARD_INPUT]
    taken: dict[Path, Path] = {}
    for output in filter(None, outputs):
        place, what = place_of(output), ""
        for source in read:
            with reading(name_of(source)):
                if source.exists() and output.exists() and output.samefile(source):
                    what = "the output is the input file itself"
                elif source.is_dir() and place.is_relative_to(source.resolve()):
                    what = "the output lies in the folder that is read"
        if place in taken:
            what = f"this and the output {taken[place]} would take each other's place"
        if what:
            raise OutputError(
                what,
                where=str(output),
                expected="a file of its own, outside of what is read",
                remedy="name the output differently",
            )
        taken[place] = output
