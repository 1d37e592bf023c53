"""English."""

from onceper.lang.base import Language
from onceper.lang.en.grammar import grammar_of
from onceper.lang.en.sentences import clauses, sentences
from onceper.lang.en.tokens import fold, words
from onceper.text.names import Quotes

_grammar, _grammar_of_marked = grammar_of("en")

LANGUAGE = Language(
    code="en",
    quotes=Quotes('"', '"'),
    joint=" ",
    fold=fold,
    sentences=sentences,
    clauses=clauses,
    words=words,
    grammar=_grammar,
    grammar_of_marked=_grammar_of_marked,
)
