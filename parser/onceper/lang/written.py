"""A language that a user adds by files of TOML alone: print that marks sentences and names as English does."""

from __future__ import annotations

import re
from functools import partial

from onceper.lang.base import Language
from onceper.lang.en.grammar import grammar_of
from onceper.lang.en.sentences import clauses, sentences
from onceper.patterns.folders import kept_with_patterns
from onceper.text.case import lower_case
from onceper.text.names import Quotes
from onceper.text.normal import MASK

_WORD = re.compile(rf"{MASK}|[^\W\d_]+(?:'[^\W\d_]+)*|[0-9]+|\S")


@kept_with_patterns(8)
def written_language(code: str) -> Language:
    """Return the language that a folder of the user's patterns writes down."""
    grammar, grammar_of_marked = grammar_of(code)
    return Language(
        code=code,
        quotes=Quotes('"', '"'),
        joint=" ",
        fold=lower_case,
        sentences=partial(sentences, lang=code),
        clauses=clauses,
        words=words,
        grammar=grammar,
        grammar_of_marked=grammar_of_marked,
    )


def words(text: str) -> tuple[list[str], list[str]]:
    """Return the words of a folded text; rules know them as they are printed."""
    found = _WORD.findall(text)
    return found, found
