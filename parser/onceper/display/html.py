"""A reading as HTML: no script, nothing loaded, readable in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.marked_text import hover_of, marked_text
from onceper.display.other_words import not_effect_and_where, unread_in_words
from onceper.display.page import faint, page, safe
from onceper.display.provenance import found_by
from onceper.display.words import in_words

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading


def reading_html(reading: CardReading) -> str:
    """Return the text with its spans marked, and below it what was read in it and by which rule."""
    text = f'<p class="text"{language_of(reading)}>{marked_text(reading)}</p>'
    return page(['<div class="reading">', title_html(reading), text, lists_html(reading), "</div>"])


def title_html(reading: CardReading) -> str:
    """Return the card's name, the language and the game."""
    origin = " · ".join(filter(None, (reading.lang or "no language, as there is no letter in it", reading.game)))
    return f"<p><strong>{safe(reading.name or 'A card text')}</strong> {faint(origin)}</p>"


def lists_html(reading: CardReading) -> str:
    """Return what was read as lists of badges, each opening on its rule, the source of its ruling and its fields.

    Below them stands what each effect lets one choose.
    """
    lists = [
        _list("Limits", "ol", [_item(in_words(limit), limit, reading) for limit in reading.limits]),
        _list(
            "Not effects", "ul", [_item(not_effect_and_where(found), found, reading) for found in reading.non_effects]
        ),
        _list(
            "Not read, though it may hold a limit",
            'ul class="unread"',
            [
                f"{badge(f'not read: {unread_in_words(found)}')} "
                f"{faint(f'characters {found.span[0]} to {found.span[1]}')}"
                for found in reading.unread
            ],
        ),
        *(
            _list(f"Choices of effect {effect.index}", "ol", [safe(option.text) for option in effect.options])
            for effect in reading.effects
        ),
    ]
    if not (reading.limits or reading.non_effects or reading.effects or reading.unread):
        lists.append(f"<p>{faint('Nothing was read in this text.')}</p>")
    return "".join(lists)


def badge(words: str) -> str:
    """Return words with a line around them, broken behind a dot where they do not fit on one line."""
    said = safe(words).replace(" · ", "&nbsp;·</span> <span>")
    return f'<span class="badge"><span>{said}</span></span>'


def language_of(reading: CardReading) -> str:
    """Return the attribute that tells a browser which letters to choose."""
    return f' lang="{safe(reading.lang)}"' if reading.lang else ""


def _item(words: str, found: Limit | NonEffect, reading: CardReading) -> str:
    first, *more = hover_of(words, found, reading).splitlines()
    details = "".join(f"<p>{faint(line)}</p>" for line in more)
    return (
        f'<details><summary title="{safe(chr(10).join((first, *more)))}">{badge(words)} {faint(found_by(found))}'
        f"</summary>{details}</details>"
    )


def _list(heading: str, tag: str, items: list[str]) -> str:
    if not items:
        return ""
    entries = "".join(f"<li>{item}</li>" for item in items)
    return f'<p class="heading">{heading}</p><{tag}>{entries}</{tag.split(maxsplit=1)[0]}>'
