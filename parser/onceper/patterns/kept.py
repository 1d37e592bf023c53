"""Keep for the next process what is made of files of patterns: plain data, under a digest of all that it is made of."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, TypeVar

import msgspec

from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from onceper.patterns.folders import LanguageFolders

# Names another folder for what is kept; with nothing behind it, nothing is.
VARIABLE = "ONCEPER_CACHE"
_Made = TypeVar("_Made")
_DIGEST_SIZE = 16
# A checkout in which somebody writes patterns makes new ones again and again; all languages and games take fifty.
_MOST_FILES = 120
# What was made when the wheel was built; a checkout has none.
_BUNDLED = Path(__file__).parents[1] / "_data" / "kept"
# The code that what is kept hangs on, besides what is in the files.
_CODE = ("contract", "lang", "matching", "patterns", "text")


def digest_of(folders: LanguageFolders, versions: Iterable[str] = ()) -> str:
    """Return a digest of all that a language's rules and words are made of: its files, what they share, and the code.

    ``versions`` are those of what else they hang on, such as a dictionary.
    """
    outer = folders.outer or folders
    told = (folders.code, folders.game, folders.is_bundled, outer.is_bundled, *versions)
    digest = blake2b(f"{digest_of_code()} {told}".encode(), digest_size=_DIGEST_SIZE)
    for folder in filter(None, (outer.main, outer.added, outer.like)):
        for path in sorted(folder.rglob("*.toml")):
            # Of what may not be read its loading tells.
            with suppress(OSError):
                _add(digest, outer.shown(path), path.read_bytes())
    return digest.hexdigest()


@cache
def digest_of_code() -> str:
    """Return a digest of what the languages share: the code that reads their files, and the catalogue of readings."""
    digest = blake2b(digest_size=_DIGEST_SIZE)
    code = Path(__file__).parents[1]
    # In an order that does not hang on where the package lies.
    files = (sorted((code / folder).rglob("*.py")) for folder in _CODE)
    for path in chain(sorted(resource("patterns").glob("*.toml")), *files):
        _add(digest, path.name, path.read_bytes())
    return digest.hexdigest()


def _add(digest: blake2b, name: str, content: bytes) -> None:
    """Add a file to a digest such that no others give the same."""
    digest.update(f"{name} {len(content)} ".encode() + content)


def kept(name: str, digest: str, kind: type[_Made], make: Callable[[], _Made]) -> _Made:
    """Return what was kept under a name and digest, or make it and keep it.

    What is damaged, or is no data of this kind, is made anew. Nothing of it is run. Where no file can be written none
    is kept.
    """
    own = _folder()
    for folder in filter(None, (_BUNDLED, own)):
        with suppress(OSError, msgspec.DecodeError):
            data = (folder / f"{name}-{digest}").read_bytes()
            content = data[_DIGEST_SIZE:]
            # One letter that is another would be another rule.
            if _digest(content) == data[:_DIGEST_SIZE]:
                return msgspec.msgpack.decode(content, type=kind)
    made = make()
    if own:
        content = msgspec.msgpack.encode(made)
        with suppress(OSError):
            _write(own / f"{name}-{digest}", _digest(content) + content)
    return made


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=_DIGEST_SIZE).digest()


def _folder() -> Path | None:
    """Return the folder of what is kept, in that of the user for such things."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    users = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    try:
        return Path(users or Path.home() / ".cache") / "onceper"
    except RuntimeError:
        # Whoever runs this has no home.
        return None


def _write(file: Path, data: bytes) -> None:
    """Write a file as a whole, so that no other process reads half of it, and remove the oldest beyond the bound."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=file.parent, prefix=".", delete=False) as written:
        written.write(data)
    Path(written.name).replace(file)
    files = sorted(file.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in files[_MOST_FILES:]:
        old.unlink(missing_ok=True)
