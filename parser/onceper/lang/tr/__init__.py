"""Turkish."""

from onceper.lang.base import Language
from onceper.lang.tr.grammar import grammar, grammar_of_marked
from onceper.lang.tr.sentences import clauses, sentences
from onceper.lang.tr.tokens import confidence, fold, single_quoted, words
from onceper.text.names import Quotes

LANGUAGE = Language(
    code="tr",
    quotes=Quotes('"', '"', further=single_quoted()),
    joint=" ",
    fold=fold,
    sentences=sentences,
    clauses=clauses,
    words=words,
    grammar=grammar,
    grammar_of_marked=grammar_of_marked,
    confidence=confidence,
)
