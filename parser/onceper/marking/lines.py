"""Texts cut into lines, and numbered where the print has no numbers."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from onceper.marking.unmark import BLANKS, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.reading import CardReading, Row

# Printed before an effect, a choice or a note, and outside of it.
_OPENING = re.compile(r"(?:[■●・•（(\[] ?)+$")
_LONGEST_OPENING = 8
_BULLETS = "■●・•"
# What is not begun behind one of these is the middle of a sentence, which no line is to end in.
_ENDING = '.。．!！?？)）]】」』”"»…~～'


def in_lines(text: str, reading: CardReading | Row, *, numbered: bool = False) -> str:
    """Return a text in which all that it is made of, and every choice, is on a line of its own.

    ``numbered`` gives effects numbers where the print has none. They begin anew behind a heading, as those of a
    Pendulum Monster do.
    """
    end = f"{BLANKS}\r\n" if "\r\n" in text else f"{BLANKS}\n"
    added = dict.fromkeys(_starts(text, reading), end)
    for start, number in _numbers(text, reading) if numbered else ():
        added[start] = f"{added.get(start, '')}{number}{BLANKS}"
    cuts = [*sorted({0, *added}), len(text)]
    return "".join(added.get(start, "") + text[start:end] for start, end in pairwise(cuts))


def _numbers(text: str, reading: CardReading | Row) -> Iterator[tuple[int, str]]:
    """Yield which number an effect gets, and where."""
    headings = [found.span[0] for found in reading.non_effects if found.kind == "heading"]
    begun = ((effect, _opened(text, effect.parts[0][0])) for effect in reading.effects)
    for _, group in groupby(begun, lambda found: sum(start <= found[1] for start in headings)):
        section = list(group)
        if not any(effect.label or text[start] in _BULLETS for effect, start in section):
            # In the order of a witness the first in print need not be the first.
            first = min(effect.index for effect, _ in section)
            last = first + len(NUMBERS)
            yield from ((start, NUMBERS[effect.index - first]) for effect, start in section if effect.index < last)


def _starts(text: str, reading: CardReading | Row) -> Iterator[int]:
    """Yield where a line is to begin and does not."""
    parts = [part for effect in reading.effects for part in effect.parts]
    blocks = [span[0] for span in parts]
    blocks += [found.span[0] for found in reading.non_effects if not any(a < found.span[0] < b for a, b in parts)]
    options = [option.span[0] for effect in reading.effects for option in effect.options]
    for start in sorted({_opened(text, place) for place in blocks + options}):
        before = text[:start]
        printed = before.rstrip()
        if printed and "\n" not in before[len(printed) :] and (printed[-1] in _ENDING or text[start] in _BULLETS):
            yield start


def _opened(text: str, start: int) -> int:
    """Return where what starts here is opened by a sign of its own."""
    found = _OPENING.search(text, max(0, start - _LONGEST_OPENING), start)
    return found.start() if found else start
