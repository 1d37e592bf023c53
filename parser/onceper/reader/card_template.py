"""The template of a text, cut into sentences."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from onceper.reader.template_reading import CardPlace
from onceper.text.normal import MASK
from onceper.text.sentence import Sentence  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.lang.base import Language


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
