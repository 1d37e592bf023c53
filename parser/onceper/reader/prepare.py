"""Prepare a text for its reading: normalise it, put one sign in place of each name, fold its case, cut it."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.span import Span  # noqa: TC001  mypyc resolves what a record names
from onceper.text.names import mask_names
from onceper.text.normal import Text  # noqa: TC001  mypyc resolves what a record names
from onceper.text.position import Sentence  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from onceper.lang.base import Language


class PreparedText(NamedTuple):
    """Hold a text, its template, and where its names stand: their spans in the normalised text, their signs in that.

    The ``template`` are the folded words with one sign for each name and no space behind them, alike for all cards that
    print them. ``longer`` gives by how much the first names are longer in print than there, for each number of them.
    """

    text: Text
    template: str
    names: list[Span]
    signs: list[int]
    longer: list[int]

    def normal_span(self, start: int, end: int) -> Span:
        """Return the span in the normalised text of one in the template."""
        signs, longer = self.signs, self.longer
        return start + longer[bisect_left(signs, start)], end + longer[bisect_left(signs, end)]

    def original_span(self, start: int, end: int) -> Span:
        """Return the span in the original of one in the template, which is not empty."""
        return self.text.original_span(*(self.normal_span(start, end) if self.names else (start, end)))

    def print(self, place: Span) -> tuple[Span, str]:
        """Return the span in the original of one in the template, and what the original prints there."""
        span = self.original_span(*place)
        return span, self.text.original[span[0] : span[1]]

    def name(self, sign: Span) -> str:
        """Return the name of which the sign stands there as it is printed, without its quotes."""
        start, end = self.names[bisect_left(self.signs, sign[0])]
        start, end = self.text.original_span(start + 1, end - 1)
        return self.text.original[start:end]


def prepare(text: Text, language: Language, name: str | None = None) -> PreparedText:
    """Mask the names in a text of the card with this name, and fold it."""
    masked, names = mask_names(text.normal, language.quotes, name)
    longer, signs = [0], []
    if names:
        longer = [*accumulate((end - start - 1 for start, end in names), initial=0)]
        signs = [start - by for (start, _), by in zip(names, longer, strict=False)]
    return PreparedText(text, language.fold(masked).rstrip(" \n"), names, signs, longer)


class CardTemplate(NamedTuple):
    """Hold the folded words of a text with one sign for each name, and its sentences."""

    words: str
    sentences: list[Sentence]

    @classmethod
    def of(cls, words: str, language: Language) -> CardTemplate:
        """Cut the words as the language prints sentences."""
        return cls(words, language.sentences(words))

    def words_of(self, number: int) -> str:
        """Return the words of the sentence with this number."""
        start, end, _ = self.sentences[number]
        return self.words[start:end]
