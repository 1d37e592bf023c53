"""What effects, limits and other text of a card are called: the print's own numbers, letters, and marks."""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.contract.effect import Effect
    from onceper.patterns.said import Said

_NUMBER = re.compile(r"[①-⑳]|\d{1,2}")


def letter(number: int) -> str:
    """Return the letter of a limit by its place from 1: a to z, then aa."""
    letters = ""
    while number:
        number, place = divmod(number - 1, len(ascii_lowercase))
        letters = ascii_lowercase[place] + letters
    return letters


class Numbers:
    """Number the effects of a card as its print does; where it does not, by their places.

    Beside effects whose number is printed, one without is told from them by a mark before its place.
    """

    def __init__(self, effects: Iterable[Effect], words: Said) -> None:
        self._words = words
        labels = {effect.index: effect.label or "" for effect in effects}
        printed = {index: label for index, label in labels.items() if _NUMBER.fullmatch(label)}
        # Two effects of one number would be one to who reads it.
        self._printed = printed if len(set(printed.values())) == len(printed) else {}
        self.is_single = len(labels) == 1

    def is_printed(self, index: int) -> bool:
        """Tell whether the card itself prints the number of this effect."""
        return index in self._printed

    def of(self, index: int) -> str:
        """Return the number of an effect, such as ``①``, or ``2`` where none is printed."""
        return self._printed.get(index) or (f"#{index}" if self._printed else str(index))

    def name(self, indexes: Sequence[int]) -> str:
        """Return how effects are named, such as ``effects ① and ③``."""
        words = self._words
        if not self._printed:
            key = "several_counted" if len(indexes) > 1 else "counted"
        elif all(map(self.is_printed, indexes)):
            key = "several_printed" if len(indexes) > 1 else "printed"
        else:
            key = "unnumbered"
        return words.effect[key].format(numbers=self._join([self._within(index) for index in indexes]))

    def name_choices(self, effect: int, options: Sequence[int]) -> str:
        """Return how choices of an effect are named, such as ``choice 2 of effect ①``."""
        choices = self._join(list(map(str, options)))
        return self._words.effect["choice"].format(numbers=choices, effect=self.name([effect]))

    def _within(self, index: int) -> str:
        template = self._words.effect["place" if self._printed else "number"]
        return self._printed.get(index) or template.format(number=index)

    def _join(self, numbers: Sequence[str]) -> str:
        *most, last = numbers
        words = self._words
        return f"{words.numbers_separator.join(most)}{words.last_numbers_separator}{last}" if most else last
