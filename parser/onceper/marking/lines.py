"""Texts cut into lines, and numbered where the print has no numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.marking.unmark import BLANKS, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading, Row

Added = dict[int, str]
"""What is added to a text, by the place before which it stands."""

# Printed before an effect, a choice or a note, and outside of it.
_OPENING = re.compile(r"(?:[■●・•（(\[] ?)+$")
_LONGEST_OPENING = 8
_BULLETS = "■●・•"
# What is not begun behind one of these is the middle of a sentence, which no line is to end in.
_ENDING = '.。．!！?？)）]】」』”"»…~～'


def in_lines(text: str, reading: CardReading | Row) -> Added:
    """Return what is added to a text so that all that it is made of, and every choice, is on a line of its own."""
    return dict.fromkeys(_starts(text, reading), _break(text))


def with_numbers(text: str, reading: CardReading | Row) -> Added:
    """Return what is added to a text in lines so that its effects have numbers where the print has none.

    Numbers begin anew behind a heading, as those of a Pendulum Monster do.
    """
    added = dict.fromkeys(_starts(text, reading), _break(text))
    for section in _sections(reading):
        starts = [_opened(text, effect.parts[0][0]) for effect in section]
        if any(effect.label for effect in section) or any(text[start] in _BULLETS for start in starts):
            continue
        # In the order of a witness the first in print need not be the first.
        first = min((effect.index for effect in section), default=0)
        for effect, start in zip(section, starts, strict=True):
            if effect.index - first < len(NUMBERS):
                added[start] = f"{added.get(start, '')}{NUMBERS[effect.index - first]}{BLANKS}"
    return added


def _starts(text: str, reading: CardReading | Row) -> Iterator[int]:
    """Yield where a line is to begin and does not."""
    parts = [part for effect in reading.effects for part in effect.parts]
    blocks = [span[0] for span in parts]
    blocks += [found.span[0] for found in reading.non_effects if not any(a < found.span[0] < b for a, b in parts)]
    options = [option.span[0] for effect in reading.effects for option in effect.options]
    for start in sorted({*(_opened(text, place) for place in blocks + options)}):
        before = text[:start]
        printed = before.rstrip()
        if printed and "\n" not in before[len(printed) :] and (printed[-1] in _ENDING or text[start] in _BULLETS):
            yield start


def _sections(reading: CardReading | Row) -> Iterator[Sequence[Effect]]:
    headings = [found.span[0] for found in reading.non_effects if found.kind == "heading"]
    for start, end in zip([-1, *headings], [*headings, float("inf")], strict=True):
        yield [effect for effect in reading.effects if start <= effect.parts[0][0] < end]


def _opened(text: str, start: int) -> int:
    """Return where what starts here is opened by a sign of its own."""
    found = _OPENING.search(text, max(0, start - _LONGEST_OPENING), start)
    return found.start() if found else start


def _break(text: str) -> str:
    return f"{BLANKS}\r\n" if "\r\n" in text else f"{BLANKS}\n"


def insert(text: str, added: Added) -> str:
    """Return a text with what is added to it."""
    pieces, done = [], 0
    for place in sorted(added):
        pieces += [text[done:place], added[place]]
        done = place
    return "".join([*pieces, text[done:]])
