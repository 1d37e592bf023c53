"""What every display marks in a text: the spans of a reading, each with its name, and the pieces between their ends."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.span import Span
    from onceper.display.named import Named

# What stands further out has the lower number.
EFFECT, NOT_EFFECT, UNREAD, LIMIT = range(4)


class Mark(NamedTuple):
    """Hold what is marked: the name that stands behind it, the number before it, what hovering says, and its look."""

    depth: int
    span: Span
    name: str = ""
    hover: str = ""
    number: str = ""
    look: str = ""


class Block(NamedTuple):
    """Hold a stretch of the text, and the effect of which it is a part, if it is one."""

    span: Span
    effect: Effect | None = None


def marks_of(named: Named) -> Iterator[Mark]:
    """Yield what is marked in the text of a reading."""
    for effect in named.effects:
        number = named.number_before(effect)
        hover = " · ".join(filter(None, (named.name_effect(effect), named.limited(effect))))
        for part in effect.parts:
            yield Mark(EFFECT, part, hover=hover, number=number, look="effect")
            number = ""
    for depth, entries in ((NOT_EFFECT, named.non_effects), (UNREAD, named.unread), (LIMIT, named.limits)):
        for entry in entries:
            if entry.no_effect:
                yield Mark(NOT_EFFECT, entry.span)
            yield Mark(depth, entry.span, entry.sign + entry.name, named.hover(entry), look=entry.look)


def pieces(marks: Iterable[Any], within: Span) -> Iterator[tuple[Span, list[Any]]]:
    """Yield the pieces of a text in which no mark begins or ends, and the marks around each, outermost first.

    Marks are records with a ``span`` and a ``depth``, of which the lower stands further out.
    """
    first, last = within
    starting = defaultdict(list)
    edges = {first, last}
    for mark in marks:
        if mark.span[0] <= last and mark.span[1] >= first:
            starting[max(first, mark.span[0])].append(mark)
            edges.update(at for at in mark.span if first < at < last)
    around: list[Any] = []
    for start, end in pairwise(sorted(edges)):
        around = [mark for mark in (*around, *starting[start]) if mark.span[1] > start]
        around.sort(key=lambda mark: (mark.depth, mark.span[0], -mark.span[1]))
        yield (start, end), around


def with_tags(
    text: str,
    marks: Iterable[Any],
    within: Span,
    opening: Callable[[list[Any], int], str],
    closing: Callable[[Any, int], str],
    written: Callable[[str], str],
) -> str:
    """Return a piece of a text with tags around what is marked; of two marks that cross, the inner one has two pairs.

    ``opening`` is given the marks around a place, of which the last opens there, and ``closing`` that which closes.
    """
    shown: list[str] = []
    around: list[Any] = []
    for (start, end), wanted in chain(pieces(marks, within), [((within[1], within[1]), [])]):
        kept = len([*takewhile(lambda pair: pair[0] is pair[1], zip(around, wanted, strict=False))])
        shown += (closing(mark, start) for mark in reversed(around[kept:]))
        shown += (opening(wanted[:inner], start) for inner in range(kept + 1, len(wanted) + 1))
        shown.append(written(text[start:end]))
        around = wanted
    return "".join(shown)


def blocks_of(named: Named) -> list[Block]:
    """Return the stretches that make up the text: effects or their parts, text that is no effect, and what is neither.

    The spaces between them, and stretches of nothing but signs, are left out.
    """
    text, parts = named.reading.text or "", {part: effect for effect in named.effects for part in effect.parts}
    others = [found.span for found in named.reading.non_effects]
    # What reaches into an effect is shown in it.
    edges = {at for at in {0, len(text)}.union(*parts, *others) if not any(a < at < b for a, b in parts)}
    stretches = (_stripped(text, *span) for span in pairwise(sorted(edges)))
    return [
        Block(span, next((effect for (start, end), effect in parts.items() if start <= span[0] < end), None))
        for span in stretches
        if any(map(str.isalnum, text[slice(*span)]))
    ]


def rows_of(named: Named) -> dict[int, Span]:
    """Return the stretches of the text in the rows in which readings of one card are aligned.

    Effect n has row 2n - 1, with all that stands between its parts; what stands between effects n and n + 1 has row 2n.
    """
    text, rows, at, row = named.reading.text or "", {}, 0, 0
    for effect in named.effects:
        start, end = effect.span
        # Signs before an effect stand with it.
        if any(map(str.isalnum, text[at:start])):
            rows[row], at = _stripped(text, at, start), start
        row = 2 * effect.index
        rows[row - 1], at = _stripped(text, at, end), max(at, end)
    rows[row] = _stripped(text, at, len(text))
    return {row: (start, end) for row, (start, end) in rows.items() if start < end} or {0: (0, 0)}


def _stripped(text: str, start: int, end: int) -> Span:
    """Return a span without the spaces at its ends."""
    words = text[start:end]
    first = start + len(words) - len(words.lstrip())
    return first, max(first, start + len(words.rstrip()))
