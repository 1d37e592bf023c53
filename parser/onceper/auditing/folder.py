"""The folder of a simulator's scripts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from onceper.errors import OnceperError

# Cards as they were printed come before those made for video games, tests and other rules.
_FIRST = "official"
_CARD = re.compile(r"c(\d{1,12})\.lua")
_LARGEST = 1 << 20


class ScriptsError(OnceperError):
    """A folder of scripts cannot be read."""


class Script(NamedTuple):
    """Hold the text of one card's script, whole and by lines; ``file`` is its name inside the folder."""

    code: int
    file: str
    source: str
    lines: tuple[str, ...]

    def line(self, number: int) -> str:
        """Return a line by its number, counted from 1; nothing where there is no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


class ScriptFolder:
    """Find scripts by the number of their card, and the simulator's own files by their name.

    Only plain files are read, of at most 1 MiB, and none outside the folder and the folders in it.

    Raises:
        ScriptsError: there is no such folder.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        # Of a name that is too long pathlib would raise.
        if not os.path.isdir(self.path):  # noqa: PTH112
            raise ScriptsError(
                "there is no such folder",
                where=str(path),
                expected="the folder of the simulator's scripts, which holds constant.lua and utility.lua",
                remedy="name the folder of the scripts",
            )
        inner = sorted(
            (found for found in self.path.iterdir() if found.is_dir()),
            key=lambda found: (found.name != _FIRST, found.name),
        )
        self._folders = [self.path, *inner]
        self._cards: dict[int, Path] = {}
        for folder in self._folders:
            for file in sorted(folder.iterdir()):
                if named := _CARD.fullmatch(file.name):
                    self._cards.setdefault(int(named[1]), file)

    def script_of(self, code: int) -> Script | None:
        """Return the script of a card, or nothing where the folder has none that can be read."""
        file = self._cards.get(code)
        source = None if file is None else _text_of(file)
        if file is None or source is None:
            return None
        return Script(code, file.relative_to(self.path).as_posix(), source, tuple(source.split("\n")))

    def read(self, name: str) -> str | None:
        """Return the text of a file by its bare name, or nothing."""
        if not re.fullmatch(r"\w+\.lua", name):
            return None
        return next((text for folder in self._folders if (text := _text_of(folder / name)) is not None), None)


def _text_of(file: Path) -> str | None:
    # A pipe or a device would never end, and a link could lead anywhere.
    if file.is_symlink() or not file.is_file() or file.stat().st_size > _LARGEST:
        return None
    return file.read_text(encoding="utf-8", errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
