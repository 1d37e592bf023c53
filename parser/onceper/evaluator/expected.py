"""How an error lists the names that were expected."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def one_of(known: Iterable[str], kind: str, meant: str = "") -> str:
    """Return the names that were expected, for an error; first come those near to what was ``meant``."""
    names = sorted(known)
    if not names:
        return f"a {kind}, but there is none yet"
    near = get_close_matches(meant, names)
    listed = ", ".join(repr(name) for name in dict.fromkeys([*near, *names][: max(10, len(near))]))
    return f"the {kind} {listed}" if len(names) == 1 else f"one of {listed}{', ...' * (len(names) > 10)}"
