"""A tokenizer of spaCy's over MeCab and UniDic, for ``spacy.blank("ja")`` without SudachiPy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc
from spacy.util import DummyTokenizer

from onceper.lang.ja.words import morphemes

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.vocab import Vocab

# MeCab takes a null character for the end of the text.
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f]")
_READABLE = "□"
_SPACES = re.compile(r"\s+")


class JapaneseTokenizer(DummyTokenizer):
    """Cut Japanese text into tokens with tag (part of speech) and lemma.

    Every code point of the text is in a token or is its trailing space, so ``doc.text`` is the text and ``token.idx``
    counts its code points. Runs of white space other than one space behind a token are tokens of their own, as in
    spaCy's other languages.

    >>> import spacy
    >>> nlp = spacy.blank("ja", config={"nlp": {"tokenizer": {"@tokenizers": "onceper.JapaneseTokenizer.v1"}}})
    >>> [(token.text, token.lemma_) for token in nlp("使用できず")]
    [('使用', '使用'), ('でき', '出来る'), ('ず', 'ず')]
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the tokens of a text."""
        words: list[str] = []
        spaces: list[bool] = []
        tags: list[str] = []
        lemmas: list[str] = []

        def add(word: str, tag: str, lemma: str) -> None:
            words.append(word)
            spaces.append(False)
            tags.append(tag)
            lemmas.append(lemma)

        at = 0
        for piece, gap in _pieces(text):
            for surface, tag, lemma in morphemes(_UNREADABLE.sub(_READABLE, piece)):
                printed = text[at : at + len(surface)]
                add(printed, tag, lemma if printed == surface else printed)
                at += len(surface)
            if gap.startswith(" ") and words:
                spaces[-1] = True
                gap = gap[1:]  # noqa: PLW2901
                at += 1
            if gap:
                add(gap, "空白", gap)
                at += len(gap)
        return Doc(self.vocab, words=words, spaces=spaces, tags=tags, lemmas=lemmas)

    def __reduce__(self) -> tuple[Any, ...]:
        return JapaneseTokenizer, (self.vocab,)


def _pieces(text: str) -> list[tuple[str, str]]:
    """Return the stretches of a text without white space, each with the white space behind it."""
    pieces: list[tuple[str, str]] = []
    at = 0
    for found in _SPACES.finditer(text):
        pieces.append((text[at : found.start()], found.group()))
        at = found.end()
    if at < len(text):
        pieces.append((text[at:], ""))
    return pieces


def create() -> Callable[[Language], JapaneseTokenizer]:
    """Return what makes the tokenizer of a pipeline; the entry point by which spaCy knows it by name."""
    return lambda nlp: JapaneseTokenizer(nlp.vocab)
