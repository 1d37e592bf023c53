"""The files of several inputs: those of a folder in the order of their names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.errors import UsageError
from onceper.files.opening import STANDARD_INPUT, InputError, name_of, open_input, reading
from onceper.files.source.known_formats import KNOWN, format_of_suffix, suffix_of, tell_format

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.files.source.columns import Columns
    from onceper.files.source.known_formats import InputFormat


class FolderError(InputError):
    """A folder holds no card texts, or files that do not belong together."""


class SeveralInputsError(InputError, UsageError):
    """Standard input is named beside other inputs."""


def files_of(
    paths: Sequence[Path], columns: Columns, input_format: InputFormat | None
) -> tuple[InputFormat, list[Path], list[str]]:
    """Return the one format of files, and of those of folders and of the folders in them; and these, in their order.

    Hidden files of a folder and those whose ending is of no known format are left out; with ``input_format`` those of
    another are left aside, which come last, each with its own.

    Raises:
        SeveralInputsError: one of them is standard input.
        FolderError: there is no file to read, or files of several formats.
        InputError: a folder cannot be read, nor one of the files that are named.
    """
    where = ", ".join(map(name_of, paths))
    if STANDARD_INPUT in paths:
        raise SeveralInputsError(
            "standard input is one of several inputs",
            where=where,
            expected="files and folders, or standard input alone",
            remedy="write what comes there to a file first, and name that",
        )
    by_format: dict[InputFormat, list[Path]] = {}
    for path in paths:
        for file, its in _files(path) if path.is_dir() else [(path, input_format or _format_at(path, columns))]:
            by_format.setdefault(its, []).append(file)
    others = [its for its in by_format if input_format not in {None, its}]
    left_aside = [f"{name_of(file)} ({its})" for its in others for file in by_format.pop(its)]
    if len(by_format) == 1:
        return (*by_format.popitem(), left_aside)
    if by_format:
        counted = ", ".join(f"{its}: {len(files)} files" for its, files in by_format.items())
        what = f"{'the folder holds' if len(paths) == 1 else 'these are'} several formats ({counted})"
        expected, remedy = "files of one format", "choose one with --input-format, or name one of the files"
    else:
        what = f"there is no file {f'of the format {input_format} ' if input_format else ''}in this folder"
        expected, remedy = f"files whose ending tells that they hold {KNOWN}", "name another folder, or one file"
    raise FolderError(what, where=where, expected=expected, remedy=remedy)


def _format_at(path: Path, columns: Columns) -> InputFormat:
    with open_input(path) as file:
        return tell_format(file, suffix_of(path), columns)


def _files(folder: Path) -> Iterator[tuple[Path, InputFormat]]:
    with reading(name_of(folder)):
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(path)
        elif found := format_of_suffix(suffix_of(path)):
            if not entry.is_file():
                raise FolderError(
                    "this is a link that leads to no file, or a pipe or a device",
                    where=name_of(path),
                    expected="a file with card texts",
                    remedy="remove it, or let the link lead to a file",
                )
            yield path, found
