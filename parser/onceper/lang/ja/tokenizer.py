"""A tokenizer of spaCy's over MeCab and UniDic, for ``spacy.blank("ja")`` without SudachiPy."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc
from spacy.util import DummyTokenizer, get_words_and_spaces

from onceper.lang.ja.words import Morpheme, morphemes

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language
    from spacy.vocab import Vocab

# MeCab takes a null character for the end of the text.
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f]")
_READABLE = "□"


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
        found = [one for piece in text.split() for one in morphemes(_UNREADABLE.sub(_READABLE, piece))]
        bare = "".join(text.split())
        places = pairwise(accumulate((len(one.surface) for one in found), initial=0))
        words, spaces = get_words_and_spaces([bare[start:end] for start, end in places], text)
        left = iter(found)
        tokens = [Morpheme(word, "空白", word) if word.isspace() else next(left) for word in words]
        # What MeCab was not shown is its own dictionary form.
        lemmas = [token.lemma if token.surface == word else word for token, word in zip(tokens, words, strict=True)]
        return Doc(self.vocab, words=words, spaces=spaces, tags=[token.tag for token in tokens], lemmas=lemmas)

    def __reduce__(self) -> tuple[Any, ...]:
        return JapaneseTokenizer, (self.vocab,)


def create() -> Callable[[Language], JapaneseTokenizer]:
    """Return what makes the tokenizer of a pipeline; the entry point by which spaCy knows it by name."""
    return lambda nlp: JapaneseTokenizer(nlp.vocab)
