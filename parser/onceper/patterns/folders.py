"""The folders in which the patterns of the languages lie: the bundled ones, and those of the user's own."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from onceper.errors import OnceperError
from onceper.patterns.language_files import LIKE, WORDS, Like
from onceper.patterns.records import read_bundled
from onceper.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

# Processes that share the work of this one inherit it.
VARIABLE = "ONCEPER_PATTERNS"

_CODE = re.compile("[a-z]{2,3}(-[A-Z]{2})?")


class PatternsError(OnceperError):
    """A user's folder of patterns is not there, or holds no folder of a language."""


class LanguageFolders(NamedTuple):
    """Name where a language's patterns lie, or those of its print in a game that has its own.

    ``main`` holds all that the language says; ``added`` is a folder of the user's own beside a bundled one, or null.
    ``outer`` are the folders of the language, where these are a game's. Of a language that is read as another one is,
    ``main`` is that of the other, ``like`` holds what it says otherwise, and ``spelled`` how.
    """

    code: str
    game: str | None
    main: Path
    added: Path | None
    is_bundled: bool
    outer: LanguageFolders | None = None
    like: Path | None = None
    spelled: Like | None = None

    def shown(self, path: Path) -> str:
        """Return how a file is named in messages and rules: one of the user's by the folders that it is in."""
        if self.is_bundled and path.is_relative_to(self.main):
            return path.relative_to(self.main).as_posix()
        of_language = next(folder for folder in path.parents if folder.name == self.code)
        return path.relative_to(of_language.parents[1]).as_posix()

    @property
    def games(self) -> dict[str, LanguageFolders]:
        """The folders of the games that have a print of their own in this language: those with a word list."""
        found: dict[str, LanguageFolders] = {}
        for folder in filter(None, (self.main, self.added)):
            for inside in sorted(folder.iterdir()):
                if inside.name in found:
                    # What the user has for a game that the bundled folder prints is added to that.
                    found[inside.name] = found[inside.name]._replace(added=inside)
                elif (inside / WORDS).exists():
                    is_bundled = self.is_bundled and folder == self.main
                    found[inside.name] = LanguageFolders(self.code, inside.name, inside, None, is_bundled, self)
        return found

    @property
    def own_files(self) -> frozenset[str]:
        """The files of the user's own, as messages and rules name them."""
        own = (self.added, None if self.is_bundled else self.main)
        return frozenset(self.shown(path) for folder in own if folder for path in self.files(folder))

    def files(self, folder: Path) -> list[Path]:
        """Return the files of one of the two folders, without those of the games that have a print of their own."""
        games = self.games
        return [
            path
            for path in sorted(folder.rglob("*.toml"))
            if path.parent == folder or path.relative_to(folder).parts[0] not in games
        ]


def bundled_folders() -> dict[str, Path]:
    """Return the folder of each bundled language by its code."""
    return _languages_in(resource("patterns"))


def own_folders(folder: Path) -> dict[str, Path]:
    """Return the folder of each language that a user's folder holds, by its code.

    Raises:
        PatternsError: the folder is not there, holds no folder of a language, or one that would be lost.
    """
    # Of a name that is too long pathlib would raise.
    if not os.path.isdir(folder):  # noqa: PTH112
        raise PatternsError(
            "there is no such folder of patterns",
            where=str(folder),
            expected="a folder that holds one folder for each language, such as en",
            remedy=f"name another (use_patterns, --patterns, {VARIABLE})",
        )
    found = _languages_in(folder)
    holding = {path.relative_to(folder).parts[0] for path in folder.rglob("*.toml")}
    lost = sorted(name for name in holding - found.keys() if not name.startswith("."))
    if lost or not found:
        raise PatternsError(
            f"{lost[0]!r} is no folder of a language" if lost else "no folder of a language in it",
            where=str(folder),
            expected="folders with the code of a language, such as en or pt-BR, and files in them that end in .toml",
            remedy="put each file into a folder with the code of its language, and name the folder around those",
        )
    return found


def _languages_in(folder: Path) -> dict[str, Path]:
    return {
        inside.name: inside
        for inside in sorted(folder.iterdir())
        if inside.is_dir() and _CODE.fullmatch(inside.name) and any(inside.rglob("*.toml"))
    }


def language_folders(own: Path | None) -> dict[str, LanguageFolders]:
    """Return the folders of each language by its code, the bundled languages first.

    Raises:
        PatternsError: the user's folder is not there, or holds no folder of a language.
    """
    bundled, owned = bundled_folders(), own_folders(own) if own else {}
    found = {code: LanguageFolders(code, None, path, owned.get(code), True) for code, path in bundled.items()}
    for code, path in bundled.items():
        if (path / LIKE).exists():
            like = read_bundled(f"{code}/{LIKE}", Like)
            found[code] = found[code]._replace(main=bundled[like.like], like=path, spelled=like)
    return found | {
        code: LanguageFolders(code, None, path, None, False) for code, path in owned.items() if code not in bundled
    }
