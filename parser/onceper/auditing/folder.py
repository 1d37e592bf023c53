"""The folder of a simulator's scripts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from onceper.files.opening import InputError

# Cards as they were printed come before those made for video games, tests and other rules.
_FIRST = "official"
_LARGEST = 1 << 20


class Script(NamedTuple):
    """Hold the text of one card's script, and its lines; ``file`` is its name inside the folder."""

    code: int
    file: str
    source: str
    lines: list[str]

    def line(self, number: int) -> str:
        """Return a line by its number, counted from 1; nothing for 0, where no line is known."""
        return self.lines[number - 1] if number else ""


class ScriptFolder:
    """Find the scripts of cards, and the simulator's own files, by their names.

    Only plain files are read, of at most 1 MiB, and none outside the folder and the folders in it.

    Raises:
        InputError: there is no such folder.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        # Of a name that is too long pathlib would raise.
        if not os.path.isdir(self._path):  # noqa: PTH112
            raise InputError(
                "there is no such folder",
                where=str(path),
                expected="the folder of the simulator's scripts, which holds constant.lua and utility.lua",
                remedy="name the folder of the scripts",
            )
        found = [*self._path.glob("*.lua"), *self._path.glob("*/*.lua")]
        found.sort(key=lambda file: (file.parent != self._path, file.parent.name != _FIRST, file.parent.name))
        self._files = {file.name: file for file in reversed(found)}

    def script_of(self, number: str) -> Script | None:
        """Return the script of a card, or nothing where the folder has none that can be read."""
        name = f"c{number.lstrip('0')}.lua"
        source = self.read(name) if number.isdecimal() else None
        if source is None:
            return None
        file = self._files[name].relative_to(self._path).as_posix()
        return Script(int(number), file, source, source.split("\n"))

    def read(self, name: str) -> str | None:
        """Return the text of a file by its bare name, or nothing."""
        file = self._files.get(name)
        # A pipe or a device would never end, and a link could lead anywhere.
        if file is None or file.is_symlink() or not file.is_file() or file.stat().st_size > _LARGEST:
            return None
        return file.read_text(encoding="utf-8", errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
