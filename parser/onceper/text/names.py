"""Mask the quoted names of a text, so that a full stop or "once" inside a name is no part of a sentence."""

from __future__ import annotations

import re
from functools import cache
from itertools import starmap
from typing import TYPE_CHECKING

from onceper.text.normal import MASK, Text

if TYPE_CHECKING:
    from onceper.contract.span import Span

_LONGEST = 100
# Before a name in single quotes; most of these are apostrophes.
_BEFORE_SINGLE = r"(?<![^ \n(\[/+])"
_compiled = cache(re.compile)
# Tells whether words or masked names stand in a text, between two places of it.
has_word = re.compile(rf"[^\W_]|{MASK}").search
_OPENS = re.compile(r"'(?<![^ \n(\[/+]')")


class Quotes:
    """Hold how a language prints names: between pairs of marks, and as ``single_quoted`` finds them.

    That is an expression for names in single quotes, which are apostrophes as well.
    """

    def __init__(self, *marks: tuple[str, str], single_quoted: str = "") -> None:
        self.opening, self.closing = marks[0]
        self.openings = [opening for opening, _ in marks]
        self.marked = "|".join(starmap(_quoted, marks))
        self.single_quoted = single_quoted


def mask_names(text: str, quotes: Quotes, own_name: str | None) -> tuple[str, list[Span]]:
    """Return the text with one sign in place of each quoted name, and the spans of the names with their quotes.

    The card's own name goes first: it is the only one whose own quotes are known for certain.
    """
    has_single = quotes.single_quoted != "" and _OPENS.search(text) is not None
    if not has_single and not any(opening in text for opening in quotes.openings):
        return text, []
    if own_name and not own_name.isascii():
        own_name = Text(own_name).normal
    # Few texts need an expression for both.
    expression = f"{quotes.marked}|{quotes.single_quoted}" if has_single else quotes.marked
    pattern = _compiled(expression)
    # An expression of one card's own is compiled only where it can find something.
    if own_name and own_name in text and any(mark in own_name for mark in (quotes.opening, quotes.closing, "'")):
        own = re.escape(quotes.opening + own_name + quotes.closing)
        if has_single:
            own += f"|{_BEFORE_SINGLE}'{re.escape(own_name)}'"
        pattern = re.compile(f"{own}|{expression}")
    spans: list[Span] = []

    def mask(found: re.Match[str]) -> str:
        spans.append(found.span())
        return MASK

    return pattern.sub(mask, text), spans


def _quoted(opening: str, closing: str) -> str:
    """Return an expression for a name between two marks."""
    is_pair = opening != closing
    opening, closing = re.escape(opening), re.escape(closing)
    if is_pair:
        return f"{opening}[^{opening}{closing}\n]{{1,{_LONGEST}}}{closing}"
    # Where both marks look alike, a mark behind a space or another mark opens a name within the name.
    nested = rf"(?<=[ {opening}]){opening}[^{opening}\n]{{1,{_LONGEST}}}{opening}[^{opening}\n]{{0,{_LONGEST}}}"
    return rf"{opening}[^{opening}\n]{{0,{_LONGEST}}}(?:{nested})?{closing}"
