"""A reading as HTML: no script, nothing loaded, readable in light and dark."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.display.control import shown
from onceper.display.words import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading

Span = tuple[int, int]

# What stands further out has the lower number.
_EFFECT, _NOT_EFFECT, _UNREAD, _LIMIT = range(4)
# Elements that mean something by themselves: many viewers of notebooks drop the style.
_TAGS = {_EFFECT: 'span class="effect"', _NOT_EFFECT: "small", _UNREAD: "u", _LIMIT: "mark"}

_NOT_READ = {"no_rule": "not read: no rule fits", "too_long": "not read: too long"}
# Text from a damaged file may hold halves of characters, which no page can carry.
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Mark(NamedTuple):
    """Hold what is shown around one span: HTML at its two ends, and the words that hovering gives."""

    depth: int
    span: Span
    hover: str
    head: str = ""
    foot: str = ""


def reading_html(reading: CardReading) -> str:
    """Return the text with its spans marked, and below it what was read in it and by which rule.

    The raised number after a limit is its number in the list, the bold one before an effect is its index.
    """
    language = f' lang="{_safe(reading.lang)}"' if reading.lang else ""
    return "".join(
        [
            f'<div class="onceper-reading"><style>{_style()}</style>',
            f"<p><strong>{_safe(reading.name or 'A card text')}</strong> {_faint(_origin(reading))}</p>",
            f'<p class="text"{language}>{"".join(_nested(reading.text, _marks(reading)))}</p>',
            *_lists(reading),
            "</div>",
        ]
    )


@cache
def _style() -> str:
    return files("onceper.display").joinpath("reading.css").read_text(encoding="utf-8")


def _marks(reading: CardReading) -> Iterator[_Mark]:
    for effect in reading.effects:
        hover = f"effect {effect.index} · {effect.kind}"
        for number, part in enumerate(effect.parts):
            yield _Mark(_EFFECT, part, hover, head="" if number else f"<b>{effect.index}&nbsp;</b>")
    for found in reading.non_effects:
        yield _Mark(_NOT_EFFECT, found.span, f"not an effect · {_in_words(found)} · {_found_by(found)}")
    for unread in reading.unread:
        yield _Mark(_UNREAD, unread.span, _NOT_READ[unread.reason])
    for number, limit in enumerate(reading.limits, start=1):
        yield _Mark(
            _LIMIT, limit.span, f"{number}. {in_words(limit)} · {_found_by(limit)}", foot=f"<sup>{number}</sup>"
        )


def _nested(text: str, marks: Iterable[_Mark]) -> Iterator[str]:
    """Yield the text with an element around each span; of two that cross, the inner one comes in two pieces."""
    starting = defaultdict(list)
    edges = {0, len(text)}
    for mark in marks:
        starting[mark.span[0]].append(mark)
        edges.update(mark.span)
    around: list[_Mark] = []
    for start, end in pairwise(sorted(edges)):
        wanted = [mark for mark in (*around, *starting[start]) if mark.span[1] > start]
        wanted.sort(key=lambda mark: (mark.depth, mark.span[0], -mark.span[1]))
        yield from _moved(around, wanted, start)
        yield _safe(text[start:end])
        around = wanted
    yield from _moved(around, [], len(text))


def _moved(around: list[_Mark], wanted: list[_Mark], place: int) -> Iterator[str]:
    """Yield the tags that lead from the elements around one piece of text to those around the next."""
    kept = 0
    while kept < min(len(around), len(wanted)) and around[kept] is wanted[kept]:
        kept += 1
    for mark in reversed(around[kept:]):
        yield mark.foot if mark.span[1] == place else ""
        yield _end_of(_TAGS[mark.depth])
    for number, mark in enumerate(wanted[kept:], start=kept):
        # A browser shows the title of the innermost element alone.
        hover = "\n".join(dict.fromkeys(outer.hover for outer in reversed(wanted[: number + 1])))
        yield f'<{_TAGS[mark.depth]} title="{_safe(hover)}">'
        yield mark.head if mark.span[0] == place else ""


def _lists(reading: CardReading) -> Iterator[str]:
    yield from _list("Limits", "ol", ((in_words(limit), _found_by(limit)) for limit in reading.limits))
    yield from _list("Not effects", "ul", ((_in_words(found), _found_by(found)) for found in reading.non_effects))
    yield from _list(
        "Not read, though it may hold a limit",
        'ul class="unread"',
        ((_NOT_READ[found.reason], f"characters {found.span[0]} to {found.span[1]}") for found in reading.unread),
    )
    if not (reading.limits or reading.non_effects or reading.effects or reading.unread):
        yield f"<p>{_faint('Nothing was read in this text.')}</p>"


def _list(heading: str, tag: str, entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a heading and a list of badges, each with what found it, if there are entries."""
    items = [f'<li><span class="badge">{_safe(words)}</span> {_faint(why)}</li>' for words, why in entries]
    if items:
        yield f'<p class="heading">{heading}</p><{tag}>{"".join(items)}{_end_of(tag)}'


def _end_of(tag: str) -> str:
    return f"</{tag.split(maxsplit=1)[0]}>"


def _origin(reading: CardReading) -> str:
    return " · ".join(filter(None, (reading.lang or "no language, as there is no letter in it", reading.game)))


def _in_words(found: NonEffect) -> str:
    words = [found.kind.replace("_", " "), f"applies {found.applies.replace('_', ' ')}"]
    words.append("negated with the effects" if found.negatable else "not negated")
    words.append("copied with the effects" if found.copied_with_effects else "not copied")
    return " · ".join(words)


def _found_by(found: Limit | NonEffect) -> str:
    return f"rule {found.rule}" if found.source == "rule" else f"classifier, {found.confidence:.0%} sure"


def _faint(words: str) -> str:
    return f"<small>{_safe(words)}</small>"


def _safe(text: str) -> str:
    return escape(_SURROGATE.sub("\ufffd", shown(text)))
