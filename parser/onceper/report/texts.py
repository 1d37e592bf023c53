"""The texts that a tagging speaks of: many rows hold the pieces that were read, and not the text itself."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from onceper.files.tags import TagsError

if TYPE_CHECKING:
    from onceper.contract.reading import Row

# Several times what is printed; more would be filled with spaces for what a few bytes of a row say.
_BETWEEN_WORDS = 4_096


def text_of(row: Row) -> str:
    """Return a text in which every span of the row has its words: its own, or its words at their places.

    Between these, where nothing was read, stand a line end and spaces; what is left out there are line ends, blanks and
    marks such as ``●``.

    Raises:
        TagsError: more is left out than any text holds.
    """
    if row.text is not None:
        return row.text
    text = ""
    pieces: list[Any] = [*row.limits, *row.non_effects, *row.effects, *row.unread]
    for record in sorted(pieces, key=attrgetter("span")):
        gap = record.span[0] - len(text)
        if gap > _BETWEEN_WORDS:
            raise TagsError(
                f"{gap:,} characters stand between words of the row, of which nothing is known",
                where=f"row of {row.id!r}",
                expected=f"the text of the card, or {_BETWEEN_WORDS:,} characters between its words at most",
                remedy="tag the cards again with --with-text",
            )
        if gap > 0:
            text += ("\n" if text else " ").ljust(gap)
        text += record.text[len(text) - record.span[0] :]
    return text
