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
        is_bundled = self.is_bundled and path.is_relative_to(self.main)
        return path.relative_to(self.main if is_bundled else self._own_root).as_posix()

    @property
    def _own_root(self) -> Path:
        folder = self.added or self.main
        return folder.parent.parent if self.outer is None else folder.parent.parent.parent

    @property
    def games(self) -> dict[str, LanguageFolders]:
        """The folders of the games that have a print of their own in this language: those with a word list."""
        found: dict[str, LanguageFolders] = {}
        for folder in filter(None, (self.main, self.added)) if self.game is None else ():
            for inside in sorted(folder.iterdir()):
                if inside.name in found:
                    # What the user has for a game that the bundled folder prints is added to that.
                    found[inside.name] = found[inside.name]._replace(added=inside if inside.is_dir() else None)
                elif (inside / WORDS).exists():
                    is_bundled = self.is_bundled and folder == self.main
                    found[inside.name] = LanguageFolders(self.code, inside.name, inside, None, is_bundled, self)
        return dict(sorted(found.items()))

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
    if not found or any(folder.glob("*.toml")):
        raise PatternsError(
            "files of patterns stand outside of a language's folder" if found else "no folder of a language in it",
            where=str(folder),
            expected="folders with the code of a language, such as en or de, and files in them that end in .toml",
            remedy="put the files into such a folder, and name the one around it",
        )
    for inside in sorted(folder.iterdir()):
        if inside.name not in found and not inside.name.startswith(".") and any(inside.rglob("*.toml")):
            raise PatternsError(
                f"{inside.name!r} is no code of a language, so that its files would be lost",
                where=str(inside),
                expected="two or three small letters, such as en or de, or with a country, such as pt-BR",
                remedy="name the folder by the code of its language",
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
