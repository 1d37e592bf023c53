"""The words by which a file tells what a card is: its type, its type line and its property."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# YGOPRODeck keeps the property of Spells and Traps under this name, and of monsters what they are, such as Dragon.
RACE = "race"
_HAS_PROPERTY = re.compile(r"\b(?:spell|trap)\b", re.IGNORECASE)
_BETWEEN = " / "


def type_words(told: Iterable[tuple[str, object]]) -> str | None:
    """Return as ``Trap / Continuous`` what stands under these names in one record; null where that is nothing.

    A list of strings is joined; what is neither a string nor such a list tells nothing.
    """
    words = ""
    for name, value in told:
        said = _said(value)
        if said and (name != RACE or _HAS_PROPERTY.search(words)):
            words += f"{_BETWEEN}{said}" if words else said
    return words or None


def _said(value: object) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return _BETWEEN.join(filter(None, map(str.strip, value)))
    return ""
