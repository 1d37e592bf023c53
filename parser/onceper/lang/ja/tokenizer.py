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
# A stretch without white space, and the white space behind it.
_PIECE = re.compile(r"(\S*)(\s*)")


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
        tokens: list[tuple[str, bool, str, str]] = []
        for piece, gap in _PIECE.findall(text):
            at = 0
            for surface, tag, lemma in morphemes(_UNREADABLE.sub(_READABLE, piece)):
                printed = piece[at : at + len(surface)]
                at += len(surface)
                tokens.append((printed, False, tag, lemma if printed == surface else printed))
            further = gap
            if gap.startswith(" ") and tokens:
                printed, _, tag, lemma = tokens[-1]
                tokens[-1] = printed, True, tag, lemma
                further = gap[1:]
            if further:
                tokens.append((further, False, "空白", further))
        columns: list[list[Any]] = [[token[place] for token in tokens] for place in range(4)]
        words, spaces, tags, lemmas = columns
        return Doc(self.vocab, words=words, spaces=spaces, tags=tags, lemmas=lemmas)

    def __reduce__(self) -> tuple[Any, ...]:
        return JapaneseTokenizer, (self.vocab,)


def create() -> Callable[[Language], JapaneseTokenizer]:
    """Return what makes the tokenizer of a pipeline; the entry point by which spaCy knows it by name."""
    return lambda nlp: JapaneseTokenizer(nlp.vocab)
