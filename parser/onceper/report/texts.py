"""The texts that a tagging speaks of: many rows hold the pieces that were read, and not the text itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.files.tags import TagsError
from onceper.lang.games import ruled_as

if TYPE_CHECKING:
    from onceper.contract.reading import Row

# Several times what is printed; more would be filled with spaces for what a few bytes of a row say.
_BETWEEN_WORDS = 4_096


def is_put_together(row: Row) -> bool:
    """Whether a row has no text of its own, and pieces of it."""
    return row.text is None and bool(_pieces(row))


def text_of(row: Row) -> str:
    """Return a text in which every span of the row has its words: its own, or its words at their places.

    Between these, where nothing was read, stand spaces and line ends. What is left out there are line ends and marks
    such as ``●``; for longer gaps stands ``…``.

    Raises:
        TagsError: more is left out than any text holds.
    """
    if row.text is not None:
        return row.text
    line_wise = ruled_as(row.game).ability == "lines"
    text = ""
    for record in sorted(_pieces(row), key=lambda piece: (piece.span[0], -len(piece.text))):
        start = record.span[0]
        gap = start - len(text)
        if gap > _BETWEEN_WORDS:
            raise TagsError(
                f"{gap:,} characters stand between words of the row, of which nothing is known",
                where=f"row of {row.id!r}",
                expected=f"the text of the card, or {_BETWEEN_WORDS:,} characters between its words at most",
                remedy="tag the cards again with --with-text",
            )
        if gap > 4:
            text += "\n…" + " " * (gap - 3) + "\n"
        elif gap > 0:
            is_in_line = not text or (gap == 1 and not line_wise)
            text += " " * gap if is_in_line else "\n" + " " * (gap - 1)
        text += record.text[len(text) - start :]
    return text


def _pieces(row: Row) -> list[Any]:
    return [*row.limits, *row.non_effects, *row.effects, *row.unread]
