"""Card texts from a folder: those of all files in it, in the order of their names."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.files.opening import InputError, name_of, reading
from onceper.files.protocol import Source
from onceper.files.source.known_formats import KNOWN, format_of_suffix, suffix_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from onceper.files.protocol import CardText
    from onceper.files.source.known_formats import InputFormat

    OpenSource = Callable[[Path], AbstractContextManager[Source]]


class FolderError(InputError):
    """A folder holds no card texts, or files that do not belong together."""


@contextmanager
def folder(path: Path, open_source: OpenSource, input_format: InputFormat | None) -> Iterator[Source]:
    """Read the files of a folder and of the folders in it, one after the other, as if they were one file.

    Hidden files and those whose ending is of no known format are left out; with ``input_format`` those of another too.

    Raises:
        FolderError: the folder holds no file to read, files of several formats, or card databases.
        InputError: once the texts are read, one of the files cannot be read.
    """
    formats = Counter(found for _, found in _files(path) if input_format in {None, found})
    if not formats:
        raise FolderError(
            f"there is no file {f'of the format {input_format} ' if input_format else ''}in this folder",
            where=name_of(path),
            expected=f"files whose ending tells that they hold {KNOWN}",
            remedy="name another folder, or one file",
        )
    if len(formats) > 1:
        counted = ", ".join(f"{found}: {count} files" for found, count in formats.most_common())
        raise FolderError(
            f"the folder holds several formats ({counted})",
            where=name_of(path),
            expected="files of one format",
            remedy="choose one with --input-format, or name one of the files",
        )
    ((wanted, total),) = formats.items()
    if wanted == "cdb":
        raise FolderError(
            f"the folder holds {total} card databases, each of which may be in another language",
            where=name_of(path),
            expected="files that can be read as one",
            remedy="name one of the databases",
        )
    done = 0

    def cards() -> Iterator[CardText]:
        nonlocal done
        for file, found in _files(path):
            if found == wanted:
                with open_source(file) as source:
                    yield from source.cards
                done += 1

    yield Source(cards(), share_read=lambda: done / total, one_language=False)


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
