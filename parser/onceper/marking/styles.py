"""The styles that a text is written back in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

from onceper.errors import OnceperError, UsageError
from onceper.marking.elements import with_effects, with_elements
from onceper.marking.lines import in_lines
from onceper.marking.unmark import unmark
from onceper.reader.options import Options
from onceper.reader.read import read_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading, Row
    from onceper.files.protocol import CardText

Style = Literal["lines", "numbers", "xml", "ygopro", "plain"]
STYLES: tuple[Style, ...] = get_args(Style)


class StyleError(UsageError):
    """There is no such style."""


class MarkError(OnceperError):
    """A text cannot be marked so that the marks can be taken away again."""


def check_style(style: str) -> Style:
    """Return the style of this name.

    Raises:
        StyleError: there is none.
    """
    if style not in STYLES:
        raise StyleError(
            f"unknown style {style!r}",
            expected=f"one of {', '.join(STYLES)}",
            remedy="name one of these",
        )
    return style


def mark(reading: CardReading, style: str) -> str:
    """Return the text of a reading in a style; marks that it has already are taken away before.

    Raises:
        StyleError: there is no such style.
        MarkError: the marks could not be told from the text afterwards.
    """
    checked = check_style(style)
    text = unmark(reading.text)
    if text != reading.text:
        reading = read_text(text, Options(), lang=reading.lang, game=reading.game, name=reading.name)
    return mark_text(text, reading, checked)


def mark_text(text: str, reading: CardReading | Row | CardText, style: Style) -> str:
    """Return a text without marks in a style; ``reading`` is what is read in it, and asked for by all but ``plain``.

    Raises:
        MarkError: the marks could not be told from the text afterwards.
    """
    marked = _MARKED[style](text, reading) if text else text
    if unmark(marked) != text:
        raise MarkError(
            "the text holds signs that cannot be told from marks, or that XML cannot hold",
            expected="a text without control characters, and without two no-break spaces where a line ends",
            remedy="take these signs out of the text",
        )
    return marked


def mark_row(row: Row | CardText, style: Style) -> tuple[str | None, str | None]:
    """Return the text of a row in a style, null where it stays as it is, and why; a card's own does for ``plain``."""
    try:
        return None if row.error or row.text is None else mark_text(row.text, row, style), row.error
    except MarkError as problem:
        return None, problem.what


_MARKED: dict[Style, Callable[[str, Any], str]] = {
    "lines": in_lines,
    "numbers": partial(in_lines, numbered=True),
    "xml": with_elements,
    "ygopro": with_effects,
    "plain": lambda text, _: text,
}
