"""Japanese."""

from onceper.lang.base import Language
from onceper.lang.ja.grammar import grammar
from onceper.lang.ja.sentences import clauses, sentences
from onceper.lang.ja.tokens import fold, words
from onceper.text.names import Quotes

LANGUAGE = Language(
    code="ja",
    quotes=Quotes("「", "」"),
    joint="",
    fold=fold,
    sentences=sentences,
    clauses=clauses,
    words=words,
    grammar=grammar,
    games=frozenset({"duelmasters"}),
)
