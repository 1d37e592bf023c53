"""English."""

from onceper.lang.definition import Language
from onceper.lang.en.sentences import clauses, sentences
from onceper.lang.en.tokens import fold, words
from onceper.text.names import Quotes

LANGUAGE = Language(
    code="en",
    quotes=Quotes('"', '"'),
    fold=fold,
    sentences=sentences,
    clauses=clauses,
    words=words,
)
