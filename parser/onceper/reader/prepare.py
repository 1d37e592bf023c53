"""Prepare a text for its reading: normalise it, mask its names, fold its case, cut it into sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.span import Span  # noqa: TC001  mypyc resolves what a record names
from onceper.text.names import mask_names
from onceper.text.normal import MASK_REST, Text
from onceper.text.sentence import Sentence  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.lang.base import Language


class PreparedText(NamedTuple):
    """Hold a text, two copies of one length, and the spans of its names and its sentences in them.

    ``masked`` is the normalised text with its names masked, ``folded`` the same in one case.
    """

    text: Text
    masked: str
    folded: str
    names: list[Span]
    sentences: list[Sentence]

    def template(self, start: int, end: int) -> str:
        """Return the folded words of a span with one sign for each name, alike for all cards that print them."""
        return self.folded[start:end].replace(MASK_REST, "")

    def templates(self, numbers: Iterable[int]) -> list[tuple[str, int]]:
        """Return the sentences with these numbers as templates, each with its position."""
        folded, sentences = self.folded, self.sentences
        return [
            (folded[start:end].replace(MASK_REST, ""), position)
            for start, end, position in map(sentences.__getitem__, numbers)
        ]


def prepare(text: Text, language: Language, name: str | None = None) -> PreparedText:
    """Mask the names in a text of the card with this name, fold it, and cut it into sentences."""
    masked, names = mask_names(text.normal, language.quotes, name)
    folded = language.fold(masked)
    return PreparedText(text, masked, folded, names, language.sentences(folded))
