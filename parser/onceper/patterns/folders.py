"""The folder of rules and words that a user reads with, beside the bundled ones."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from onceper.errors import OnceperError
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import _lru_cache_wrapper

# Processes that share the work of this one inherit it.
VARIABLE = "ONCEPER_PATTERNS"

_CODE = re.compile("[a-z]{2,3}")
_Result = TypeVar("_Result")
_kept: list[_lru_cache_wrapper[object]] = []


class PatternsError(OnceperError):
    """A user's folder of patterns is not there, or holds no folder of a language."""


def use_patterns(folder: str | Path | None) -> None:
    """Read with the rules and words of this folder as well, from now on; null for the bundled ones alone.

    The folder holds one folder for each language, such as ``en`` or ``de``. What it has for a bundled language is added
    to it; any other is a language of its own. Call it again when its files have changed. Whatever was made before, such
    as a spaCy pipeline, reads on as it did.

    Raises:
        PatternsError: the folder is not there, or holds no folder of a language.
        RulesError: something in the files is wrong; what was used before stays in use.

    >>> import onceper, tempfile
    >>> with tempfile.TemporaryDirectory() as mine:
    ...     onceper.use_patterns(mine)
    Traceback (most recent call last):
    ...
    onceper.patterns.folders.PatternsError: ...
    """
    before = os.environ.get(VARIABLE)
    _set(None if folder is None else str(Path(folder).resolve()))
    try:
        _load_all()
    except OnceperError:
        _set(before)
        raise


def own_languages() -> dict[str, Path]:
    """Return the folder of each language that the user's patterns hold, by its code.

    Raises:
        PatternsError: the folder is not there, or holds no folder of a language.
    """
    named = os.environ.get(VARIABLE)
    return _languages_in(named) if named else {}


def folders_of(lang: str) -> list[Path]:
    """Return the folders with the patterns of a language, the bundled one first."""
    bundled = resource("patterns") / lang
    own = own_languages().get(lang)
    return [folder for folder in (bundled, own) if folder and folder.is_dir()]


def kept_with_patterns(maxsize: int) -> Callable[[Callable[..., _Result]], _lru_cache_wrapper[_Result]]:
    """Keep the latest results of a function until other patterns are used."""

    def decorate(function: Callable[..., _Result]) -> _lru_cache_wrapper[_Result]:
        kept = lru_cache(maxsize=maxsize)(function)
        _kept.append(kept)
        return kept

    return decorate


def _set(folder: str | None) -> None:
    if folder is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = folder
    for kept in _kept:
        kept.cache_clear()


def _load_all() -> None:
    from onceper.patterns.load import rules_of  # noqa: PLC0415  it asks this module for the folders

    for lang in own_languages():
        rules_of(lang)


@kept_with_patterns(1)
def _languages_in(named: str) -> dict[str, Path]:
    folder = Path(named)
    if not folder.is_dir():
        raise PatternsError(
            "there is no such folder of patterns" if not folder.exists() else "these patterns are no folder",
            where=named,
            expected="a folder that holds one folder for each language, such as en",
            remedy=f"name another (use_patterns, --patterns, {VARIABLE})",
        )
    found = {
        inside.name: inside
        for inside in sorted(folder.iterdir())
        if inside.is_dir() and _CODE.fullmatch(inside.name) and any(inside.rglob("*.toml"))
    }
    if not found or any(folder.glob("*.toml")):
        raise PatternsError(
            "files of patterns stand outside of a language's folder" if found else "no folder of a language in it",
            where=named,
            expected="folders with the code of a language, such as en or de, and .toml files in them",
            remedy="put the files into such a folder, and name the one around it",
        )
    return found
