"""Addresses within the page: a view, and what its list is asked for."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Iterable

    Filters = Iterable[tuple[str, str]]


def address_of(view: str, filters: Filters = ()) -> str:
    """Return the address of a view, such as ``#cards?kind=hard``; address.js reads and writes the same."""
    asked = urlencode(list(filters), quote_via=quote)
    return f"#{view}?{asked}" if asked else f"#{view}"


def link(address: str, words: str) -> str:
    """Return a link to a place in the page around HTML."""
    return f'<a href="{escape(address)}">{words}</a>'
