"""A reading's text as HTML, an element around each of its spans."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.display.named import SIGNS, Named
from onceper.display.page import safe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span

# What stands further out has the lower number.
_EFFECT, _NOT_EFFECT, _UNREAD, _LIMIT = range(4)
# Elements that mean something by themselves: many viewers of notebooks drop the style.
_TAGS = {_EFFECT: "span", _NOT_EFFECT: "small", _UNREAD: "u", _LIMIT: "mark"}


class Mark(NamedTuple):
    """Hold what is shown around one span: HTML at its two ends, the words that hovering gives, and a class of style."""

    depth: int
    span: Span
    hover: str
    head: str = ""
    foot: str = ""
    look: str = ""


def marked_text(reading: CardReading) -> str:
    """Return the text with its effects, limits, text that is not an effect and what was not read as elements.

    The raised letter after a limit, with the shape of its kind, is its name in the list, as is the mark after other
    text. Before an effect stands its number, unless the card prints it. Hovering gives the rule, the source of its
    ruling and the fields.
    """
    return marked_piece(reading.text, marks_of(reading), (0, len(reading.text)))


def marks_of(reading: CardReading) -> Iterator[Mark]:
    """Yield what is shown around the spans of a reading."""
    named = Named(reading)
    speech = named.speech
    for effect in named.effects:
        hover = _effect_in_words(effect, named)
        head = "" if named.numbers.is_printed(effect.index) else f"<b>{named.numbers.of(effect.index)}&nbsp;</b>"
        for number, part in enumerate(effect.parts):
            yield Mark(_EFFECT, part, hover, head="" if number else head, look="effect")
    for note, found in named.non_effects:
        words = f"{note} {speech.say_non_effect(found)}"
        yield Mark(_NOT_EFFECT, found.span, named.hover(words, found), foot=f"<sup>{note}</sup>")
    for note, unread in named.unread:
        words = f"{note} {speech.words.label['not_read']}: {speech.say_unread(unread)}"
        yield Mark(_UNREAD, unread.span, words, foot=f"<sup>{note}</sup>")
    for name, limit, no_effect in named.limits:
        if no_effect:
            yield Mark(_NOT_EFFECT, no_effect.span, "")
        hover = named.hover(f"{name} {speech.words.kind[limit.kind]}: {speech.say(limit)}", limit)
        yield Mark(_LIMIT, limit.span, hover, foot=f"<sup>{SIGNS[limit.kind]}{name}</sup>", look=limit.kind)


def marked_piece(text: str, marks: Iterable[Mark], piece: Span) -> str:
    """Return a piece of the text with these elements; of two that cross, the inner one comes in two pieces."""
    return "".join(_nested(text, marks, piece))


def _effect_in_words(effect: Effect, named: Named) -> str:
    limiting = named.limiting(effect)
    words = named.name_effect(effect)
    if not limiting:
        return words
    limits = ", ".join(limit.name for limit in limiting)
    return f"{words} · {named.speech.words.label['limited'].format(limits=limits)}"


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
        yield f"</{_TAGS[mark.depth]}>"
    for number, mark in enumerate(wanted[kept:], start=kept):
        # A browser shows the title of the innermost element alone.
        hover = "\n".join(filter(None, dict.fromkeys(outer.hover for outer in reversed(wanted[: number + 1]))))
        look = f' class="{mark.look}"' if mark.look else ""
        yield f'<{_TAGS[mark.depth]}{look} title="{safe(hover)}">'
        yield mark.head if mark.span[0] == place else ""
