"""Small letters at the length of the text."""

from __future__ import annotations


def lower_case(text: str) -> str:
    """Return the text in lower case; a letter that would become two stays as it is."""
    # This one alone would become two.
    return "İ".join(map(str.lower, text.split("İ")))
