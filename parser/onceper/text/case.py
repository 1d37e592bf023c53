"""Small letters at the length of the text."""

from __future__ import annotations


def lower_case(text: str) -> str:
    """Return the text in lower case; a letter that would become two stays as it is."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)
