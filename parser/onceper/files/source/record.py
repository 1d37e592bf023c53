"""What a file states at one place."""

from __future__ import annotations

from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.files.protocol import Keys

_NAMES_OF_TYPES = {
    type(None): "null",
    bool: "a boolean",
    int: "an integer",
    str: "a string",
    list: "an array",
    dict: "an object",
    bytes: "bytes",
    float: "a number",
    Decimal: "a number",
}


class Record(NamedTuple):
    """Hold what a file states at one place, such as ``line 3``; ``problem`` says why none of it can be relied on.

    ``keys`` lead to it in its file. ``ways`` lead to what it has under a path, by this path.
    """

    place: str
    values: Mapping[str, Any]
    problem: str | None = None
    keys: Keys = ()
    ways: Mapping[str, Keys] = MappingProxyType({})


def type_of(value: object) -> str:
    """Return how messages call the type of a value, in the words of JSON."""
    return _NAMES_OF_TYPES.get(type(value)) or f"a {type(value).__name__}"
