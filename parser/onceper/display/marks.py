"""Where the marks of a text begin and end, and tags around what is marked."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, takewhile
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
) -> str:
    """Return pieces of a text with tags around what is marked; of two marks that cross, the inner one has two pairs.

    ``element`` makes one of the marks that are around it, the last its own, its span, and what is inside.
    """
    # Of the marks that are open where a piece begins: each with its place, and what is inside so far.
    marks, starts, inside, done = list[Any](), list[int](), [list[str]()], 0
    for (start, end), around in (*found, ((0, 0), ())):
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(marks, around, strict=False)))
        while len(marks) > shared:
            shown = element(marks, (starts.pop(), done), "".join(inside.pop()))
            inside[-1].append(shown)
            marks.pop()
        for mark in around[shared:]:
            marks.append(mark)
            starts.append(start)
            inside.append([])
        inside[-1].append(written(text[start:end]))
        done = end
    return "".join(inside[0])
