"""Card texts from several files and folders: those of a folder in the order of their names."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.errors import UsageError
from onceper.files.opening import STANDARD_INPUT, InputError, name_of, open_input, reading
from onceper.files.protocol import Counted, Source
from onceper.files.source.cdb import merged_databases
from onceper.files.source.known_formats import KNOWN, format_of_suffix, suffix_of, tell_format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Columns
    from onceper.files.source.known_formats import InputFormat

    OpenSource = Callable[[Path], AbstractContextManager[Source]]


class FolderError(InputError):
    """A folder holds no card texts, or files that do not belong together."""


class SeveralInputsError(InputError, UsageError):
    """Standard input is named beside other inputs."""


@contextmanager
def several(
    paths: Sequence[Path],
    columns: Columns,
    input_format: InputFormat | None,
    *,
    open_source: OpenSource,
) -> Iterator[Source]:
    """Read files, and those of folders and of the folders in them, one after the other, as if they were one file.

    Hidden files of a folder and those whose ending is of no known format are left out; with ``input_format`` those of
    another are left aside. Card databases are merged: a later card takes the place of an earlier one of its id.
    ``open_source`` opens one of them.

    Raises:
        SeveralInputsError: one of them is standard input.
        FolderError: there is no file to read, or files of several formats.
        InputError: a database, or once the texts are read, one of the other files cannot be read.
    """
    where = ", ".join(map(name_of, paths))
    if STANDARD_INPUT in paths:
        raise SeveralInputsError(
            "standard input is one of several inputs",
            where=where,
            expected="files and folders, or standard input alone",
            remedy="write what comes there to a file first, and name that",
        )

    found = [
        one
        for path in paths
        for one in (_files(path) if path.is_dir() else [(path, input_format or _format_at(path, columns))])
    ]
    read = [file for file, its in found if input_format in {None, its}]
    left_aside = [f"{name_of(file)} ({its})" for file, its in found if input_format not in {None, its}]
    formats = Counter(its for _, its in found if input_format in {None, its})
    if not formats:
        raise FolderError(
            f"there is no file {f'of the format {input_format} ' if input_format else ''}in this folder",
            where=where,
            expected=f"files whose ending tells that they hold {KNOWN}",
            remedy="name another folder, or one file",
        )
    if len(formats) > 1:
        counted = ", ".join(f"{its}: {count} files" for its, count in formats.most_common())
        raise FolderError(
            f"{'the folder holds' if len(paths) == 1 else 'these are'} several formats ({counted})",
            where=where,
            expected="files of one format",
            remedy="choose one with --input-format, or name one of the files",
        )
    if "cdb" in formats:
        with merged_databases(read, columns, left_aside) as source:
            yield source
        return
    counted_files = Counted(read, len(read))

    def cards() -> Iterator[CardText]:
        for file in counted_files:
            with open_source(file) as source:
                yield from source.cards

    yield Source(cards(), counted_files.share, one_language=False, left_aside=left_aside)


def _format_at(path: Path, columns: Columns) -> InputFormat:
    with open_input(path) as file:
        return tell_format(file, suffix_of(path), columns)


def _files(path: Path) -> Iterator[tuple[Path, InputFormat]]:
    with reading(name_of(path)):
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(Path(entry.path))
        elif found := format_of_suffix(suffix_of(Path(entry.name))):
            if not entry.is_file(follow_symlinks=False) and not Path(entry.path).is_file():
                raise FolderError(
                    "this is a link that leads to no file, or a pipe or a device",
                    where=name_of(Path(entry.path)),
                    expected="a file with card texts",
                    remedy="remove it, or let the link lead to a file",
                )
            yield Path(entry.path), found
