"""The page of a report: HTML with its own style, script and data, and nothing from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.display.page import whole_page
from onceper.report.comparison import Sides, count_comparison
from onceper.report.counting import count_rows
from onceper.report.packing import pack
from onceper.report.texts import is_put_together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.reading import Row


class Shown(NamedTuple):
    """Hold the rows of a page, and how they compare with others, or two of their languages with one another.

    ``name`` is what the page calls the tagging, ``sides`` what it calls the two that are compared.
    """

    name: str
    rows: Sequence[Row]
    comparison: Comparison | None = None
    sides: Sides = Sides("", "")

    @property
    def put_together(self) -> int:
        """How many texts are shown as put together from their pieces."""
        others = self.comparison.b if self.comparison and self.comparison.b is not self.rows else ()
        return sum(map(is_put_together, (*self.rows, *others)))


def page(shown: Shown) -> str:
    """Return the page for a tagging, and for what it was compared with."""
    return whole_page(
        "report/report.html",
        ["report/report.css"],
        ["report/address.js", "report/report.js"],
        name=shown.name,
        sides=shown.sides,
        counts=count_rows(shown.rows),
        compared=shown.comparison and count_comparison(shown.comparison, shown.sides),
        data=pack(shown.rows, shown.comparison),
        put_together=shown.put_together,
    )
