"""The template of a text, cut into sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.reader.template_reading import CardPlace
from onceper.text.normal import MASK
from onceper.text.sentence import Sentence  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.lang.base import Language


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

    def templates(self, numbers: Iterable[int]) -> list[tuple[str, int]]:
        """Return the words of the sentences with these numbers, each with its position."""
        words = self.words
        return [(words[start:end], position) for start, end, position in map(self.sentences.__getitem__, numbers)]

    def place(self, start: int, end: int) -> CardPlace:
        """Count the names before the ends of a span."""
        before = self.words.count(MASK, 0, start)
        return CardPlace(start, end, before, before + self.words.count(MASK, start, end))
