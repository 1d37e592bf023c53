"""Japanese as Duel Masters prints it, on paper and in PLAY'S: abilities, one a line, with notes in parentheses."""

from onceper.lang.base import Abilities, Language
from onceper.lang.ja.duelmasters.grammar import grammar, kinds, lets_choose, whose_turn
from onceper.lang.ja.duelmasters.sentences import clauses, sentences
from onceper.lang.ja.tokens import fold, words
from onceper.text.names import Quotes

LANGUAGE = Language(
    code="ja",
    quotes=Quotes("《", "》", others=(("「", "」"), ("≪", "≫"), ("<", ">"))),
    joint="",
    fold=fold,
    sentences=sentences,
    clauses=clauses,
    words=words,
    grammar=grammar,
    abilities=Abilities(kinds, lets_choose, whose_turn),
)
