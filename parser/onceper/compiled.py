"""Whether the modules that every reading runs through are compiled here, and still what their sources say."""

from __future__ import annotations

import hashlib
import json
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

_PACKAGE = Path(__file__).parent
# Written by what compiles: the digest of the source of each module.
_NOTED = "_compiled.json"


def which_build(package: Path = _PACKAGE) -> str:
    """Return in words whether this Python runs compiled modules, and how many are older than their sources."""
    compiled = _compiled(package)
    if not compiled:
        return "pure Python"
    changed = changed_since(package)
    if not changed:
        return f"compiled modules: {len(compiled)}"
    return f"compiled, but {', '.join(changed)} changed since: run make fast, or make pure"


def changed_since(package: Path = _PACKAGE) -> list[str]:
    """Return the modules whose source is no longer the one that was compiled, and yet is not what runs."""
    try:
        noted = json.loads((package / _NOTED).read_bytes())
    except (OSError, ValueError):
        noted = {}
    return [module for module in _compiled(package) if noted.get(module) != _digest(package / module)]


def _compiled(package: Path) -> list[str]:
    """Return the modules that this Python finds compiled; those of another Python it passes over."""
    ending = EXTENSION_SUFFIXES[0]
    found = (file.relative_to(package).as_posix() for file in sorted(package.rglob(f"*{ending}")))
    return [f"{name.removesuffix(ending)}.py" for name in found]


def _digest(source: Path) -> str:
    try:
        return hashlib.sha256(source.read_bytes()).hexdigest()
    except OSError:
        return "gone"
