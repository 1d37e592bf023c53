"""The words for what limits may count of what happens: the content of ``events.toml``."""

from __future__ import annotations

import tomllib
from functools import cache

from onceper.resources import resource

FILE = "events.toml"


@cache
def counted_events() -> frozenset[str]:
    """Return the contract's words for what ordinals, events and ceilings count, such as ``attack``."""
    return frozenset(tomllib.loads((resource("patterns") / FILE).read_text(encoding="utf-8"))["events"])
