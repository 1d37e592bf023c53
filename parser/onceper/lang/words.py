"""Split text into words: at spaces, or where a script sets none, at every sign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, NamedTuple

from onceper.lang.ja.words import JapaneseWords
from onceper.lang.stems import ANY_OF, TurkishWords
from onceper.patterns.lexicon import Prints  # noqa: TC001  mypyc resolves what a record names
from onceper.text.case import lower_case
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from onceper.patterns.language_files import Stems
    from onceper.patterns.structure import Structure

# Print keeps the plural "(s)" with its noun.
_SPACED = re.compile(rf"[^\W\d_]+(?:'[^\W\d_]+|\(s\))?|[0-9]+|{MASK}(?:\(s\))?|\S")
# Where words lose their last vowel before another, "qu'une" is two of them.
_ELIDED = re.compile(_SPACED.pattern.replace(r"'[^\W\d_]+", "'", 1))
# Print without spaces may set a space or a comma nearly everywhere.
_SKIPPED = " ,、・·"
_UNSPACED = re.compile(rf"[a-z]+|[0-9]+|[①-⑳]+(?:[~〜{_SKIPPED}]{{1,2}}[①-⑳]+)*|{MASK}|[^\s{_SKIPPED}]")


def _be_sure(_text: str) -> float:
    return 1.0


class WordSplitter(NamedTuple):
    """Hold how a language's words are told apart.

    ``fold`` makes upper and lower case equal and keeps the length; ``split`` splits a folded clause into its words as
    printed and, one for one, the forms by which rules know them. ``joint`` stands between words, and ``skipped`` are
    the signs that may stand there without counting; ``prints`` gives the ways to print a word. ``confidence`` is how
    sure what is read in a normalised text can be; ``single_quoted`` finds names in single quotes, which are apostrophes
    too; ``stem`` splits a word into stem and class of its ending, and ``inflect`` puts both together. ``letters`` gives
    for a capital in phrases the letters of which it is any, and ``endings`` the prints of an ending behind a word.
    """

    joint: str
    fold: Callable[[str], str]
    split: Callable[[str], tuple[list[str], list[str]]]
    confidence: Callable[[str], float] = _be_sure
    single_quoted: str = ""
    stem: Callable[[str], tuple[str, str] | None] | None = None
    inflect: Callable[[str, str], str] | None = None
    skipped: str = ""
    prints: Callable[[str, str], Prints | None] | None = None
    letters: Mapping[str, str] = {}
    endings: Callable[[str, str], Iterable[str]] | None = None


def word_splitter(structure: Structure, stems: Stems | None) -> WordSplitter:
    """Return how the words of a language with this structure are told apart."""
    match structure.print.words:
        case "mecab":
            # Japanese print has no capitals.
            japanese = JapaneseWords(structure.kana_or_kanji)
            return WordSplitter("", str, japanese.split, prints=japanese.prints)
        case "stems" if stems:
            turkish = TurkishWords(stems)
            return WordSplitter(
                " ",
                turkish.fold,
                turkish.split,
                turkish.confidence,
                turkish.single_quoted(),
                turkish.stem,
                turkish.inflect,
                prints=turkish.prints,
                letters=ANY_OF,
                endings=turkish.endings,
            )
        case "elided":
            return WordSplitter(" ", lower_case, _split_elided)
        case "unspaced":
            return WordSplitter("", lower_case, _split_unspaced, skipped=_SKIPPED)
        case _:
            return WordSplitter(" ", lower_case, _split_spaced)


def _split_spaced(text: str) -> tuple[list[str], list[str]]:
    found = _SPACED.findall(text)
    return found, found


def _split_elided(text: str) -> tuple[list[str], list[str]]:
    found = _ELIDED.findall(text)
    return found, found


def _split_unspaced(text: str) -> tuple[list[str], list[str]]:
    found = _UNSPACED.findall(text)
    return found, found
