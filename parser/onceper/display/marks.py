"""Where the marks of a text begin and end, and tags around what is marked."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from onceper.contract.span import Span

    # A stretch of a text in which no mark begins or ends, and the marks around it, outermost first.
    Piece = tuple[Span, list[Any]]


def pieces(marks: Iterable[Any], within: Span) -> Iterator[Piece]:
    """Yield the pieces of a stretch of a text.

    Marks are records with a ``span`` and a ``depth``, of which the lower stands further out.
    """
    first, last = within
    starting = defaultdict(list)
    edges = {first, last}
    for mark in marks:
        starting[max(first, mark.span[0])].append(mark)
        edges.update(at for at in mark.span if first < at < last)
    around: list[Any] = []
    for start, end in pairwise(sorted(edges)):
        around = [mark for mark in (*around, *starting[start]) if mark.span[1] > start]
        around.sort(key=lambda mark: (mark.depth, mark.span[0], -mark.span[1]))
        yield (start, end), around


def with_tags(
    text: str,
    found: Iterable[Piece],
    element: Callable[[Sequence[Any], Span, str], str],
    written: Callable[[str], str],
    depth: int = 0,
) -> str:
    """Return pieces of a text with tags around what is marked; of two marks that cross, the inner one has two pairs.

    ``element`` makes one of the marks that are around it, the last its own, its span, and what is inside. Of what is
    read in texts two marks stand in each other at most, however their brackets and quotes do.
    """
    shown = []
    for mark, group in groupby(found, lambda piece: piece[1][depth] if len(piece[1]) > depth else None):
        of_mark = [*group]
        (start, _), around = of_mark[0]
        end = of_mark[-1][0][1]
        if mark is None:
            shown.append(written(text[start:end]))
        else:
            inside = with_tags(text, of_mark, element, written, depth + 1)
            shown.append(element(around[: depth + 1], (start, end), inside))
    return "".join(shown)
