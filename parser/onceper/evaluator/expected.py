"""How an error lists the names that were expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def one_of(known: Iterable[str], kind: str) -> str:
    """Return the names that were expected, for an error."""
    names = sorted(known)
    if not names:
        return f"a {kind}, but there is none yet"
    listed = ", ".join(repr(name) for name in names[:10])
    return f"the {kind} {listed}" if len(names) == 1 else f"one of {listed}{', ...' * (len(names) > 10)}"
