"""A reading's text as HTML, an element around each of its spans."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.display.other_words import not_effect_and_where, unread_in_words
from onceper.display.page import safe
from onceper.display.provenance import fields_of, found_by, ruling_of
from onceper.display.words import in_words, kind_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span

# What stands further out has the lower number.
_EFFECT, _NOT_EFFECT, _UNREAD, _LIMIT = range(4)
# Elements that mean something by themselves: many viewers of notebooks drop the style.
_TAGS = {_EFFECT: 'span class="effect"', _NOT_EFFECT: "small", _UNREAD: "u", _LIMIT: "mark"}


class Mark(NamedTuple):
    """Hold what is shown around one span: HTML at its two ends, and the words that hovering gives."""

    depth: int
    span: Span
    hover: str
    head: str = ""
    foot: str = ""


def marked_text(reading: CardReading) -> str:
    """Return the text with its effects, limits, text that is not an effect and what was not read as elements.

    The raised number after a limit is its place among the limits, the bold one before an effect is its index.
    Hovering gives the rule, the source of its ruling and the fields.
    """
    return marked_piece(reading.text, marks_of(reading), (0, len(reading.text)))


def marks_of(reading: CardReading) -> Iterator[Mark]:
    """Yield what is shown around the spans of a reading."""
    limited = defaultdict(list)
    for number, limit in enumerate(reading.limits, start=1):
        for index in limit.applies_to.effects:
            limited[index].append(str(number))
    for effect in reading.effects:
        hover = _effect_in_words(effect, limited[effect.index])
        for number, part in enumerate(effect.parts):
            yield Mark(_EFFECT, part, hover, head="" if number else f"<b>{effect.index}&nbsp;</b>")
    for found in reading.non_effects:
        yield Mark(_NOT_EFFECT, found.span, hover_of(f"not an effect · {not_effect_and_where(found)}", found, reading))
    for unread in reading.unread:
        yield Mark(_UNREAD, unread.span, f"not read: {unread_in_words(unread)}")
    for number, limit in enumerate(reading.limits, start=1):
        hover = hover_of(f"{number}. {in_words(limit)}", limit, reading)
        yield Mark(_LIMIT, limit.span, hover, foot=f"<sup>{number}</sup>")


def marked_piece(text: str, marks: Iterable[Mark], piece: Span) -> str:
    """Return a piece of the text with these elements; of two that cross, the inner one comes in two pieces."""
    return "".join(_nested(text, marks, piece))


def hover_of(words: str, found: Limit | NonEffect, reading: CardReading) -> str:
    """Return these words with the rule, the source of its ruling and the fields below them."""
    ruling = ruling_of(found, reading)
    return "\n".join([f"{words} · {found_by(found)}", *([f"ruling: {ruling}"] if ruling else []), fields_of(found)])


def _effect_in_words(effect: Effect, limited: list[str]) -> str:
    words = f"effect {effect.index} · {kind_in_words(effect)}"
    return f"{words} · limited by {', '.join(limited)}" if limited else words


def _nested(text: str, marks: Iterable[Mark], piece: Span) -> Iterator[str]:
    first, last = piece
    starting = defaultdict(list)
    edges = {first, last}
    for mark in marks:
        if mark.span[0] <= last and mark.span[1] >= first:
            starting[max(first, mark.span[0])].append(mark)
            edges.update(at for at in mark.span if first < at < last)
    around: list[Mark] = []
    for start, end in pairwise(sorted(edges)):
        wanted = [mark for mark in (*around, *starting[start]) if mark.span[1] > start]
        wanted.sort(key=lambda mark: (mark.depth, mark.span[0], -mark.span[1]))
        yield from _moved(around, wanted, start)
        yield safe(text[start:end])
        around = wanted
    yield from _moved(around, [], last)


def _moved(around: list[Mark], wanted: list[Mark], place: int) -> Iterator[str]:
    """Yield the tags that lead from the elements around one piece of text to those around the next."""
    kept = 0
    while kept < min(len(around), len(wanted)) and around[kept] is wanted[kept]:
        kept += 1
    for mark in reversed(around[kept:]):
        yield mark.foot if mark.span[1] == place else ""
        yield f"</{_TAGS[mark.depth].split(maxsplit=1)[0]}>"
    for number, mark in enumerate(wanted[kept:], start=kept):
        # A browser shows the title of the innermost element alone.
        hover = "\n".join(dict.fromkeys(outer.hover for outer in reversed(wanted[: number + 1])))
        yield f'<{_TAGS[mark.depth]} title="{safe(hover)}">'
        yield mark.head if mark.span[0] == place else ""
