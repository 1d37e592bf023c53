"""What every display marks in a text: the spans of a reading, each with its name, and the pieces between their ends."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.span import Span
    from onceper.display.named import Named

# What stands further out has the lower number.
EFFECT, NOT_EFFECT, UNREAD, LIMIT, MASKED = range(5)


class Mark(NamedTuple):
    """Hold what is marked: the name that stands behind it, the number before it, what hovering says, and its look."""

    depth: int
    span: Span
    name: str = ""
    hover: str = ""
    number: str = ""
    look: str = ""


def marks_of(named: Named) -> list[Mark]:
    """Return what is marked in the text of a reading."""
    marks = []
    for effect in named.effects:
        number = "" if named.numbers.is_printed(effect.index) else named.numbers.of(effect.index)
        hover = " · ".join(filter(None, (named.name_effect(effect), named.limited(effect))))
        for part in effect.parts:
            marks.append(Mark(EFFECT, part, hover=hover, number=number, look="effect"))
            number = ""
    for note, found in named.non_effects:
        hover = named.hover(f"{note} {named.speech.say_non_effect(found)}", found)
        marks.append(Mark(NOT_EFFECT, found.span, note, hover))
    for note, unread in named.unread:
        hover = f"{note} {named.speech.words.label['not_read']}: {named.speech.say_unread(unread)}"
        marks.append(Mark(UNREAD, unread.span, note, hover))
    for name, limit, no_effect in named.limits:
        if no_effect:
            marks.append(Mark(NOT_EFFECT, no_effect.span))
        hover = named.hover(f"{name} {named.speech.words.kind[limit.kind]}: {named.speech.say(limit)}", limit)
        marks.append(Mark(LIMIT, limit.span, named.sign(limit) + name, hover, look=limit.kind))
    return marks


def pieces(marks: Iterable[Mark], within: Span) -> Iterator[tuple[Span, list[Mark]]]:
    """Yield the pieces of a text in which no mark begins or ends, and the marks around each, outermost first."""
    first, last = within
    starting = defaultdict(list)
    edges = {first, last}
    for mark in marks:
        if mark.span[0] <= last and mark.span[1] >= first:
            starting[max(first, mark.span[0])].append(mark)
            edges.update(at for at in mark.span if first < at < last)
    around: list[Mark] = []
    for start, end in pairwise(sorted(edges)):
        around = [mark for mark in (*around, *starting[start]) if mark.span[1] > start]
        around.sort(key=lambda mark: (mark.depth, mark.span[0], -mark.span[1]))
        yield (start, end), around
