"""A reading as HTML: its text with an element around each of its spans, and lists; no script, nothing loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.marks import EFFECT, LIMIT, NOT_EFFECT, UNREAD, marks_of, pieces
from onceper.display.named import Named
from onceper.display.page import macro, safe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    return macro("reading", named, marked_piece(named, marks_of(named), (0, len(reading.text))))


def marked_piece(named: Named, marks: Iterable[Mark], piece: Span) -> str:
    """Return a piece of the text with these elements; of two that cross, the inner one comes in two pieces."""
    return "".join(_nested(named.reading.text, marks, piece))


def _nested(text: str | None, marks: Iterable[Mark], piece: Span) -> Iterator[str]:
    around: list[Mark] = []
    for (start, end), wanted in pieces(marks, piece):
        yield from _moved(around, wanted, start)
        yield safe((text or "")[start:end])
        around = wanted
    yield from _moved(around, [], piece[1])


def _moved(around: list[Mark], wanted: list[Mark], place: int) -> Iterator[str]:
    """Yield the tags that lead from the elements around one piece of text to those around the next."""
    kept = 0
    while kept < min(len(around), len(wanted)) and around[kept] is wanted[kept]:
        kept += 1
    for mark in reversed(around[kept:]):
        if mark.name and mark.span[1] == place:
            yield f"<sup>{mark.name}</sup>"
        yield f"</{_TAGS[mark.depth]}>"
    for number, mark in enumerate(wanted[kept:], start=kept + 1):
        # A browser shows the title of the innermost element alone.
        hover = "\n".join(filter(None, dict.fromkeys(outer.hover for outer in reversed(wanted[:number]))))
        look = f' class="{mark.look}"' if mark.look else ""
        yield f'<{_TAGS[mark.depth]}{look} title="{safe(hover)}">'
        if mark.number and mark.span[0] == place:
            yield f"<b>{mark.number}&nbsp;</b>"
