"""A reading as HTML: no script, nothing loaded, readable in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.marked_text import marked_text
from onceper.display.named import Named
from onceper.display.page import macro

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading


def reading_html(reading: CardReading) -> str:
    """Return the text with its spans marked, and below it what was read in it and by which rule."""
    return macro("reading", Named(reading), marked_text(reading))
