"""Split text into words: at spaces, or where a script sets none, at every sign."""

from __future__ import annotations

import re
from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING

from onceper.patterns.lexicon import Prints, printed_as_is
from onceper.text.case import lower_case
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from onceper.patterns.structure import Words

# Print keeps the plural "(s)" with its noun.
_SPACED = rf"[^\W\d_]+(?:'[^\W\d_]+|\(s\))?|[0-9]+|{MASK}(?:\(s\))?|\S"
# Where words lose their last vowel before another, "qu'une" is two of them.
_ELIDED = _SPACED.replace(r"'[^\W\d_]+", "'", 1)
# Print without spaces may set a space or a comma nearly everywhere.
_SKIPPED = " ,、・·"
_UNSPACED = rf"[a-z]+|[0-9]+|[①-⑳]+(?:[~〜{_SKIPPED}]{{1,2}}[①-⑳]+)*|{MASK}|[^\s{_SKIPPED}]"


class WordSplitter:
    """Tell the words of a language apart; what is said here holds of words that neither join nor change.

    ``joint`` stands between words, and ``skipped`` are the signs that may stand there without counting.
    ``single_quoted`` finds names in single quotes, which are apostrophes too; ``letters`` gives for a capital in
    phrases the letters of which it is any.
    """

    joint = " "
    skipped = ""
    single_quoted = ""

    def __init__(self, words: Words = "spaced", letters: Mapping[str, str] | None = None) -> None:
        self.letters = letters or {}
        self._find = re.compile({"elided": _ELIDED, "unspaced": _UNSPACED}.get(words, _SPACED)).findall
        if words == "unspaced":
            self.joint, self.skipped = "", _SKIPPED

    def fold(self, text: str) -> str:
        """Return a text in which upper and lower case are equal, at its length."""
        return lower_case(text)

    def split(self, text: str) -> tuple[list[str], list[str]]:
        """Return the words of a folded clause as printed and, one for one, the forms by which rules know them."""
        found = self._find(text)
        return found, found

    def confidence(self, _text: str) -> float:
        """Return how sure what is read in a normalised text can be."""
        return 1.0

    def stem(self, _word: str) -> tuple[str, str] | None:
        """Return the stem of a folded word and the class of its ending, or null of a word that no rule names."""
        return None

    def inflect(self, word: str, _kind: str) -> str:
        """Return a folded word with the first ending of a class."""
        return word

    def prints(self, _form: str, word: str) -> Prints | None:
        """Return how a word is printed that rules know by a form and a file prints as ``word``; null if unknown."""
        return printed_as_is(word)
