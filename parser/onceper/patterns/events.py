"""The words for what limits may count of what happens: the content of ``events.toml``."""

from __future__ import annotations

import tomllib
from functools import cache

from onceper.resources import resource

FILE = "events.toml"


@cache
def counted_events() -> frozenset[str]:
    """Return the contract's words for what ordinals, events and ceilings count, such as ``attack``."""
    return _read("events")


@cache
def counted_things() -> frozenset[str]:
    """Return the words of any language for what it happens to, which a game may tell although no card prints them."""
    return _read("things")


def _read(key: str) -> frozenset[str]:
    return frozenset(tomllib.loads((resource("patterns") / FILE).read_text(encoding="utf-8"))[key])
