"""English words: lower case, the plural "(s)" kept with its noun, a masked name as one word."""

from __future__ import annotations

import re

from onceper.text.normal import MASK

_WORD = re.compile(rf"[a-z]+(?:'[a-z]+|\(s\))?|[0-9]+|{MASK}(?:\(s\))?|\S")


def fold(text: str) -> str:
    """Return the text in lower case, at its length."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def words(text: str) -> list[str]:
    """Return the words of a folded text."""
    return _WORD.findall(text)
