"""Parse a file of patterns, and tell what is no TOML as any other problem."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from onceper.patterns.problems import Problem

if TYPE_CHECKING:
    from pathlib import Path


def parse(path: Path, file: str, problems: list[Problem]) -> dict[str, Any]:
    """Return the content of a file, which messages name like this; nothing where it is no TOML."""
    if not path.is_file():
        # A FIFO would be waited for without end.
        problems.append(Problem(file, "", "no file that can be read", "a file of TOML"))
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        problems.append(Problem(file, "", f"cannot be read: {error.strerror}", "a file of TOML"))
    # Also of deep nesting, and of integers of thousands of digits.
    except (ValueError, RecursionError) as error:
        problems.append(Problem(file, "", f"not TOML: {error}", "TOML in UTF-8"))
    return {}
