"""Mask the quoted names of a text, so that a full stop or "once" inside a name is no part of a sentence."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from onceper.text.normal import MASK, Text

if TYPE_CHECKING:
    from onceper.contract.span import Span

_SINGLE = "'"
# Most single quotes are apostrophes.
_OPENS = re.compile(r"'(?<![^ \n(\[/+]')")


class Quotes(NamedTuple):
    """Say how a language prints names: opening and closing mark, and the longest name in code points.

    ``others`` are further pairs of marks; ``further`` is an expression for names that print sets in single quotes.
    """

    opening: str
    closing: str
    longest: int = 100
    others: tuple[tuple[str, str], ...] = ()
    further: str = ""


def mask_names(text: str, quotes: Quotes, own_name: str | None) -> tuple[str, list[Span]]:
    """Return the text with one sign in place of each quoted name, and the spans of the names with their quotes.

    The card's own name goes first: it is the only one whose own quotes are known for certain.
    """
    if quotes.further and not _OPENS.search(text):
        quotes = _without_further(quotes)
    if not quotes.further and quotes.opening not in text and not any(mark in text for mark, _ in quotes.others):
        return text, []
    if own_name and not own_name.isascii():
        own_name = Text(own_name).normal
    # An expression of one card's own is compiled only where it can find something.
    if own_name and _holds_quote(own_name, quotes) and own_name in text:
        keep_or_not = _quoted_in_name if len(own_name) <= _LONGEST_KEPT else _quoted_in_name.__wrapped__
        pattern = keep_or_not(quotes, own_name)
    else:
        pattern = _quoted(quotes)
    spans: list[Span] = []

    def mask(found: re.Match[str]) -> str:
        spans.append(found.span())
        return MASK

    return pattern.sub(mask, text), spans


def is_word(character: str) -> bool:
    """Tell whether a character is part of a word or a masked name, not a stray sign."""
    return character == MASK or character.isalnum()


@lru_cache(maxsize=16)
def _without_further(quotes: Quotes) -> Quotes:
    return quotes._replace(further="")


def _holds_quote(name: str, quotes: Quotes) -> bool:
    return quotes.opening in name or quotes.closing in name or (quotes.further != "" and _SINGLE in name)


@lru_cache(maxsize=16)
def _quoted(quotes: Quotes) -> re.Pattern[str]:
    return re.compile(_any_quoted(quotes))


# What is given as a name may be of any length.
_LONGEST_KEPT = 200


@lru_cache(maxsize=1024)
def _quoted_in_name(quotes: Quotes, own_name: str) -> re.Pattern[str]:
    own = re.escape(quotes.opening + own_name + quotes.closing)
    if quotes.further:
        own += f"|(?<![^ \\n(\\[/+]){_SINGLE}{re.escape(own_name)}{_SINGLE}"
    return re.compile(f"{own}|{_any_quoted(quotes)}")


def _any_quoted(quotes: Quotes) -> str:
    if quotes.further:
        return f"{_any_quoted(_without_further(quotes))}|{quotes.further}"
    opening, closing = re.escape(quotes.opening), re.escape(quotes.closing)
    longest = quotes.longest
    if quotes.others:
        pairs = [quotes, *(Quotes(*marks, longest) for marks in quotes.others)]
        return "|".join(_any_quoted(pair._replace(others=())) for pair in pairs)
    if quotes.opening != quotes.closing:
        return f"{opening}[^{opening}{closing}\n]{{1,{longest}}}{closing}"
    # Where both marks look alike, a mark behind a space or another mark opens a name within the name.
    nested = rf"(?<=[ {opening}]){opening}[^{opening}\n]{{1,{longest}}}{opening}[^{opening}\n]{{0,{longest}}}"
    return rf"{opening}[^{opening}\n]{{0,{longest}}}(?:{nested})?{closing}"
