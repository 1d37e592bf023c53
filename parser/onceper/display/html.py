"""A reading as HTML: no script, nothing loaded, readable in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.marked_text import marked_text
from onceper.display.named import SIGNS, Named
from onceper.display.page import faint, page, safe
from onceper.display.provenance import fields_of, found_by, ruling_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading
    from onceper.display.named import NamedLimit


def reading_html(reading: CardReading) -> str:
    """Return the text with its spans marked, and below it what was read in it and by which rule."""
    text = f'<p class="text"{language_of(reading)}>{marked_text(reading)}</p>'
    return page(['<div class="reading">', title_html(reading), text, lists_html(reading), "</div>"])


def title_html(reading: CardReading) -> str:
    """Return the card's name, the language and the game."""
    label = Named(reading).speech.words.label
    origin = " · ".join(filter(None, (reading.lang or label["no_language"], reading.game)))
    return f"<p><strong>{safe(reading.name or label['card'])}</strong> {faint(origin)}</p>"


def lists_html(reading: CardReading) -> str:
    """Return what was read as lists, in the card's language.

    A limit is its kind and one sentence, other text what it is; each opens on its rule, the source of its ruling and
    its fields. Below them stands what each effect lets one choose.
    """
    named = Named(reading)
    speech = named.speech
    label = speech.words.label
    lists = [
        _list(label["limits"], "ul", [_limit_item(limit, named, reading) for limit in named.limits]),
        _list(
            label["non_effects"],
            "ul",
            [
                _item(note, _non_effect_html(speech.say_non_effect(found, named.numbers)), found, reading)
                for note, found in named.non_effects
            ],
        ),
        _list(
            label["unread"],
            'ul class="unread"',
            [
                f'<div class="entry"><b>{note}</b> <span>{badge(label["not_read"])} '
                f"{faint(speech.say_unread(found))}</span></div>"
                for note, found in named.unread
            ],
        ),
        *(
            _list(
                named.name_choices(effect),
                "ol",
                [safe(option.text) for option in effect.options],
            )
            for effect in reading.effects
        ),
    ]
    if not (reading.limits or reading.non_effects or reading.effects or reading.unread):
        lists.append(f"<p>{faint(label['nothing'])}</p>")
    return f"<div{language_of(reading)}>{''.join(lists)}</div>"


def limit_html(limit: Limit, named: Named) -> str:
    """Return the kind of a limit with its shape, and the sentence that says it."""
    kind = badge(f"{SIGNS[limit.kind]} {named.speech.words.kind[limit.kind]}", limit.kind)
    return f"{kind} {safe(named.say(limit))}"


def badge(words: str, look: str = "") -> str:
    """Return a few words with a line around them."""
    look = f" {look}" if look else ""
    return f'<span class="badge{look}">{safe(words)}</span>'


def language_of(reading: CardReading) -> str:
    """Return the attribute that tells a browser which letters to choose."""
    return f' lang="{safe(reading.lang)}"' if reading.lang else ""


def _limit_item(found: NamedLimit, named: Named, reading: CardReading) -> str:
    said = limit_html(found.limit, named)
    if no_effect := named.say_no_effect(found):
        said += f" {faint(no_effect.lstrip())}"
    return _item(found.name, said, found.limit, reading, found.no_effect)


def _non_effect_html(words: str) -> str:
    kind, _, more = words.partition(" · ")
    return f"{badge(kind)} {faint(more)}"


def _item(name: str, said: str, found: Limit | NonEffect, reading: CardReading, *also: NonEffect | None) -> str:
    lines = dict.fromkeys(line for record in (found, *also) if record for line in _why(record, reading))
    details = "".join(f"<p>{faint(line)}</p>" for line in lines)
    if found.source == "classifier":
        said += f" {faint(found_by(found))}"
    return (
        f'<details><summary class="entry"><b>{name}</b> <span>{said}</span></summary>'
        f'<div lang="en">{details}</div></details>'
    )


def _why(found: Limit | NonEffect, reading: CardReading) -> Iterator[str]:
    ruling = ruling_of(found, reading)
    yield f"{found_by(found)} · {ruling}" if ruling else found_by(found)
    yield fields_of(found)


def _list(heading: str, tag: str, items: list[str]) -> str:
    if not items:
        return ""
    entries = "".join(f"<li>{item}</li>" for item in items)
    return f'<p class="heading">{safe(heading)}</p><{tag}>{entries}</{tag.split(maxsplit=1)[0]}>'
