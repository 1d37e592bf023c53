"""The page of a report: HTML with its own style, script and data, and nothing from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlencode

from onceper.display.page import whole_page
from onceper.report.comparison import Sides, count_comparison
from onceper.report.counting import count_rows
from onceper.report.packing import pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.reading import Row
    from onceper.report.texts import Texts

# report.css has so many for the parts of a bar.
_COLOURS = 6


class Shown(NamedTuple):
    """Hold the rows of a page, and how they compare with others, or two of their languages with one another.

    ``name`` is what the page calls the tagging, ``sides`` what it calls the two that are compared.
    """

    name: str
    rows: Sequence[Row]
    comparison: Comparison | None = None
    sides: Sides = Sides("", "")


def page(shown: Shown, texts: Texts) -> str:
    """Return the page for a tagging, and for what it was compared with."""
    rows, comparison = shown.rows, shown.comparison
    return whole_page(
        "report/report.html",
        ["report/report.css"],
        ["report/address.js", "report/report.js"],
        name=shown.name,
        sides=shown.sides,
        counts=count_rows(rows),
        compared=comparison and count_comparison(comparison, shown.sides),
        # It finds out which texts had to be put together.
        data=pack(rows, comparison, texts),
        put_together=texts.put_together,
        address=address_of,
        COLOURS=_COLOURS,
    )


def address_of(view: str, filters: Iterable[tuple[str, str]] = ()) -> str:
    """Return the address of a view, such as ``#cards?kind=hard``; address.js reads and writes the same."""
    asked = urlencode(list(filters), quote_via=quote)
    return f"#{view}?{asked}" if asked else f"#{view}"
