"""Readings of the same card next to each other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from onceper.display.blocks import rows_of
from onceper.display.marked_text import marked_piece, marks_of
from onceper.display.named import Named
from onceper.display.page import macro
from onceper.display.showing import Showing, readings_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span


def side_by_side(*readings: CardReading) -> SideBySide:
    """Show readings next to each other, such as those of one card in English, Japanese and Turkish.

    Effects with the same number stand at the same height. Where there is no room for columns, one reading follows the
    other.

    Raises:
        NotReadingsError: there is no reading, or something else is among them.

    >>> import onceper
    >>> onceper.side_by_side(
    ...     onceper.read("Once per turn: You can draw 1 card.", lang="en"),
    ...     onceper.read("１ターンに１度、発動できる。自分は１枚ドローする。", game="yugioh"),
    ... ).readings[1].lang
    'ja'
    """
    return SideBySide(readings_in(readings))


class SideBySide(Showing):
    """Show each of ``readings`` in a column."""

    def __init__(self, readings: tuple[CardReading, ...]) -> None:
        self.readings = readings

    def _repr_html_(self) -> str:
        pieces = [_pieces(reading) for reading in self.readings]
        rows = sorted(set().union(*pieces))
        columns = []
        for reading, found in zip(self.readings, pieces, strict=True):
            marks = list(marks_of(reading))
            texts = [marked_piece(reading.text, marks, found[row]) if row in found else "" for row in rows]
            columns.append((Named(reading), texts))
        return macro("side", columns)

    def __rich__(self) -> RenderableType:
        from onceper.display.terminal import Columns  # noqa: PLC0415

        return Columns(self.readings)


def _pieces(reading: CardReading) -> dict[int, Span]:
    """Return the stretch of the text in each row; together they are the text without the spaces between them."""
    starts = {row: blocks[0].span[0] for row, blocks in rows_of(reading).items()} or {0: 0}
    edges = [0, *list(starts.values())[1:], len(reading.text)]
    return dict(zip(starts, _trimmed(reading.text, edges), strict=True))


def _trimmed(text: str, edges: list[int]) -> Iterator[Span]:
    for start, end in pairwise(edges):
        piece = text[start:end]
        first = start + len(piece) - len(piece.lstrip())
        yield first, max(first, start + len(piece.rstrip()))
