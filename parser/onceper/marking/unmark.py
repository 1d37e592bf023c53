"""Taking away what was added to a text."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

BLANKS = "\u00a0\u00a0"
"""What ends all that is added to a text in lines: no print has two no-break spaces, and every font shows them blank."""
NUMBERS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿"
ROOT = "card-text"
_ADDED = re.compile(rf"{BLANKS}\r?\n|[{NUMBERS}]{BLANKS}")
_EFFECT = re.compile(r"<effect(?: count_ref=\"[\d ]+\")?>")


def unmark(text: str) -> str:
    """Return a text as it was before it was marked, in whichever style; one that was not marked comes back as it is.

    >>> import onceper
    >>> reading = onceper.read("Gain 500 LP. If this card is destroyed: Draw 1 card.", lang="en")
    >>> onceper.unmark(reading.marked("numbers"))
    'Gain 500 LP. If this card is destroyed: Draw 1 card.'
    """
    if text.startswith(f"<{ROOT} ") and text.endswith(f"</{ROOT}>"):
        return _text_of(text) or text
    if _EFFECT.search(text):
        return _text_of(f"<{ROOT}>{text}</{ROOT}>") or text
    return _ADDED.sub("", text) if BLANKS in text else text


def _text_of(marked: str) -> str | None:
    """Return the text of an element without its tags; null where this is no XML, and so was not marked."""
    try:
        # It begins with our own element: there is no place for a declaration, and so for no entity that expands.
        return "".join(ET.fromstring(marked).itertext())  # noqa: S314
    except (ET.ParseError, UnicodeEncodeError):
        return None
