"""A reading as HTML: its text with an element around each of its spans, and lists; no script, nothing loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.marks import pieces, with_tags
from onceper.display.named import Named
from onceper.display.page import macro, safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span
    from onceper.display.named import Mark

# Of an effect, of what is none, of what is not read, of a limit: elements that mean something by themselves, for many
# viewers of notebooks drop the style.
_TAGS = ("span", "small", "u", "mark")


def reading_html(reading: CardReading) -> str:
    """Return the text with its spans marked, and below it what was read in it and by which rule.

    The raised letter after a limit, with the shape of its kind, is its name in the list, as is the mark after other
    text. Before an effect stands its number, unless the card prints it. Hovering gives the rule, the source of its
    ruling and the fields.
    """
    named = Named(reading)
    return macro("reading", named, *marked_stretches(named, (0, len(named.text))))


def marked_stretches(named: Named, *stretches: Span) -> list[str]:
    """Return stretches of the text with an element around each span."""
    marks = [*named.marks()]
    return [with_tags(named.text, pieces(marks, stretch), _element, safe) for stretch in stretches]


def _element(around: Sequence[Mark], span: Span, inside: str) -> str:
    mark, tag = around[-1], _TAGS[around[-1].depth]
    # A browser shows the title of the innermost element alone.
    hover = "\n".join(outer.hover for outer in reversed(around) if outer.hover)
    look = f' class="{mark.look}"' if mark.look else ""
    number = f"<b>{mark.before}&nbsp;</b>" if mark.before and mark.span[0] == span[0] else ""
    name = f"<sup>{mark.behind}</sup>" if mark.behind and mark.span[1] == span[1] else ""
    return f'<{tag}{look} title="{safe(hover)}">{number}{inside}{name}</{tag}>'
