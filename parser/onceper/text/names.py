"""Mask the quoted names of a text, so that a full stop or "once" inside a name is no part of a sentence."""

from __future__ import annotations

import re
from itertools import starmap
from typing import TYPE_CHECKING

from onceper.text.normal import MASK, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.span import Span

_LONGEST = 100
# Tells whether words or masked names stand in a text, between two places of it.
has_word = re.compile(rf"[^\W_]|{MASK}").search
# Signs besides which a name may have quotes; few have others.
_MAY_QUOTE = re.compile(r"[^\w .,:!?&/・-]")
# Before a name in single quotes; most of these are apostrophes.
_OPENS = re.compile(r"'(?<![^ \n(\[/+]')")


class Quotes:
    """Hold how a language prints names: between pairs of marks, and as ``single_quoted`` finds them.

    That is an expression for names in single quotes, which are apostrophes as well. Phrases that are ``given`` stand in
    no name: the words between the marks are an effect that another one gives.
    """

    def __init__(self, *marks: tuple[str, str], single_quoted: str = "", given: Iterable[str] = ()) -> None:
        # Few names have the sign with which one ends.
        ends = "|".join(f"{re.escape(phrase[-1])}(?<={re.escape(phrase)})" for phrase in given)
        self.find_given = re.compile(ends or "(?!)", re.IGNORECASE).search
        self.opening, self.closing = marks[0]
        marked = "|".join(starmap(_quoted, marks))
        self.in_marks = re.compile(marked)
        # Few texts need an expression for both.
        self.in_both = re.compile(f"{marked}|{single_quoted or '(?!)'}")


def mask_names(text: str, quotes: Quotes, own_name: str | None = None) -> tuple[str, list[Span]]:
    """Return the text with one sign in place of each quoted name, and the spans of the names with their quotes.

    Of the card's own name alone it is known which quotes are part of it.
    """
    pattern = quotes.in_both if _OPENS.search(text) else quotes.in_marks
    if own_name and _MAY_QUOTE.search(own_name) and (own := Text(own_name).normal) in text:
        pattern = re.compile(f"[{quotes.opening}']{re.escape(own)}[{quotes.closing}']|{pattern.pattern}")
    spans: list[Span] = []

    def mask(found: re.Match[str]) -> str:
        if quotes.find_given(found[0]):
            return found[0]
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
