"""The texts that a tagging speaks of: many rows hold the pieces that were read, and not the text itself."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any

from onceper.files.formats import source_of
from onceper.files.tags import TagsError
from onceper.lang.games import ruled_as

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.contract.reading import Row
    from onceper.contract.span import Span

# Several times what is printed; more would be filled with spaces for what a few bytes of a row say.
_BETWEEN_WORDS = 4_096


class Texts:
    """Give the text of each row: its own where it has one, else as printed in the tagged file, else its pieces.

    ``missing`` counts the rows whose text was neither in them nor in the file, ``put_together`` all whose text was put
    together from pieces.
    """

    def __init__(self, printed: Path | None) -> None:
        self.missing = 0
        self.put_together = 0
        self._printed = None if printed is None else _by_card(printed)

    def of(self, row: Row) -> str:
        """Return a text in which every span of the row has its words.

        Raises:
            TagsError: the text of a row that is to be put together would hold little but a gap.
        """
        if row.text is not None:
            return row.text
        pieces = _pieces(row)
        if self._printed is not None:
            for text in self._printed.get((row.id, row.field), ()):
                if all(text[slice(*span)] == words for span, words in pieces):
                    return text
            self.missing += 1
        self.put_together += bool(pieces)
        return put_together(row)


def put_together(row: Row) -> str:
    """Return the words of the row at their places; between them, where nothing was read, spaces and line ends.

    What is left out there are line ends and marks such as ``●``; for longer gaps stands ``…``.

    Raises:
        TagsError: more is left out than any text holds.
    """
    line_wise = ruled_as(row.game).ability == "lines"
    text = ""
    for (start, _), words in sorted(_pieces(row), key=lambda piece: (piece[0][0], -piece[0][1])):
        gap = start - len(text)
        if gap > _BETWEEN_WORDS:
            raise TagsError(
                f"{gap:,} characters stand between words of the row, of which nothing is known",
                where=f"row of {row.id!r}",
                expected=f"the text of the card, or {_BETWEEN_WORDS:,} characters between its words at most",
                remedy="tag the cards again with --with-text, or name the file that was tagged with --texts",
            )
        if gap > 0:
            text += _gap(gap, in_line=not text or (gap == 1 and not line_wise))
        text += words[len(text) - start :]
    return text


def _gap(length: int, *, in_line: bool) -> str:
    if length > 4:
        return "\n…" + " " * (length - 3) + "\n"
    return " " * length if in_line else "\n" + " " * (length - 1)


def _pieces(row: Row) -> list[tuple[Span, str]]:
    records = chain[Any](row.limits, row.non_effects, row.effects, row.unread)
    return [(record.span, record.text) for record in records]


def _by_card(path: Path) -> dict[tuple[str, str], list[str]]:
    texts = defaultdict[tuple[str, str], list[str]](list)
    with source_of(path) as source:
        for card in source.cards:
            texts[card.id, card.field].append(card.text)
    return texts
