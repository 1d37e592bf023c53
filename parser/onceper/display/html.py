"""A reading as HTML: its text with an element around each of its spans, and lists; no script, nothing loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.marks import EFFECT, LIMIT, NOT_EFFECT, UNREAD, marks_of, with_tags
from onceper.display.named import Named
from onceper.display.page import macro, safe

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span
    from onceper.display.marks import Mark

# Elements that mean something by themselves: many viewers of notebooks drop the style.
_TAGS = {EFFECT: "span", NOT_EFFECT: "small", UNREAD: "u", LIMIT: "mark"}


def reading_html(reading: CardReading) -> str:
    """Return the text with its spans marked, and below it what was read in it and by which rule.

    The raised letter after a limit, with the shape of its kind, is its name in the list, as is the mark after other
    text. Before an effect stands its number, unless the card prints it. Hovering gives the rule, the source of its
    ruling and the fields.
    """
    named = Named(reading)
    return macro("reading", named, marked_pieces(named, (0, len(reading.text)))[0])


def marked_pieces(named: Named, *pieces: Span) -> list[str]:
    """Return pieces of the text with an element around each span."""
    text, marks = named.reading.text or "", [*marks_of(named)]
    return [with_tags(text, marks, piece, _opening, _closing, safe) for piece in pieces]


def _opening(around: list[Mark], place: int) -> str:
    mark = around[-1]
    # A browser shows the title of the innermost element alone.
    hover = "\n".join(filter(None, dict.fromkeys(outer.hover for outer in reversed(around))))
    look = f' class="{mark.look}"' if mark.look else ""
    number = f"<b>{mark.number}&nbsp;</b>" if mark.number and mark.span[0] == place else ""
    return f'<{_TAGS[mark.depth]}{look} title="{safe(hover)}">{number}'


def _closing(mark: Mark, place: int) -> str:
    name = f"<sup>{mark.name}</sup>" if mark.name and mark.span[1] == place else ""
    return f"{name}</{_TAGS[mark.depth]}>"
