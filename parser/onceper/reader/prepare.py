"""Prepare a text for its reading: normalise it, put one sign in place of each name, fold its case, cut it."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.span import Span  # noqa: TC001  mypyc resolves what a record names
from onceper.reader.template_reading import CardPlace
from onceper.text.names import mask_names
from onceper.text.normal import (
    MASK,
    Text,
)
from onceper.text.position import Sentence  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.lang.base import Language


class PreparedText(NamedTuple):
    """Hold a text, its template, and the spans of its names in the normalised text.

    The ``template`` are the folded words with one sign for each name and no space behind them, alike for all cards that
    print them. ``longer`` gives by how much the first names are longer in print than there, for each number of them.
    """

    text: Text
    template: str
    names: list[Span]
    longer: list[int]

    def normal_span(self, place: CardPlace) -> Span:
        """Return the span in the normalised text of a place in the template."""
        longer = self.longer
        return place.start + longer[place.names_before_start], place.end + longer[place.names_before_end]

    def original_span(self, place: CardPlace) -> Span:
        """Return the span in the original of a place in the template, which is not empty."""
        span = self.normal_span(place) if self.names else (place.start, place.end)
        return span if self.text.is_even else self.text.original_span(*span)

    def in_template(self, at: int) -> int:
        """Return where in the template a place of the normalised text is that stands inside no name."""
        return at - self.longer[bisect_left(self.names, (at, 0))]

    def print(self, place: CardPlace) -> tuple[Span, str]:
        """Return the span in the original of a place in the template, and what the original prints there."""
        span = self.original_span(place)
        return span, self.text.original[span[0] : span[1]]

    def name(self, number: int) -> str:
        """Return the name with this number as it is printed, without its quotes."""
        start, end = self.names[number]
        start, end = self.text.original_span(start + 1, end - 1)
        return self.text.original[start:end]


def prepare(text: Text, language: Language, name: str | None = None) -> PreparedText:
    """Mask the names in a text of the card with this name, and fold it."""
    masked, names = mask_names(text.normal, language.quotes, name)
    longer = [0]
    if names:
        longer = [*accumulate((end - start - 1 for start, end in names), initial=0)]
    return PreparedText(text, language.fold(masked).rstrip(" \n"), names, longer)


class CardTemplate(NamedTuple):
    """Hold the folded words of a text with one sign for each name, its sentences, and where the names stand."""

    words: str
    sentences: list[Sentence]
    names: list[int]

    @classmethod
    def of(cls, words: str, language: Language) -> CardTemplate:
        """Cut the words as the language prints sentences."""
        names: list[int] = []
        at = words.find(MASK)
        while at >= 0:
            names.append(at)
            at = words.find(MASK, at + 1)
        return cls(words, language.sentences(words), names)

    def words_of(self, number: int) -> str:
        """Return the words of the sentence with this number."""
        start, end, _ = self.sentences[number]
        return self.words[start:end]

    def templates(self, numbers: Iterable[int]) -> list[tuple[str, int]]:
        """Return the words of the sentences with these numbers, each with its position."""
        words = self.words
        return [(words[start:end], position) for start, end, position in map(self.sentences.__getitem__, numbers)]

    def place(self, start: int, end: int) -> CardPlace:
        """Count the names before the ends of a span."""
        names = self.names
        if not names:
            return CardPlace(start, end, 0, 0)
        return CardPlace(start, end, bisect_left(names, start), bisect_left(names, end))
