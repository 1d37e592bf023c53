"""Tell the language of a text from the words or the letters in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang import LanguageError, languages
from onceper.patterns.folders import kept_with_patterns
from onceper.patterns.structure import structure_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.patterns.structure import Structure

# A text says soon enough what it is written in; a long one must not cost more than a short one.
_LOOKED_AT = 2000
# Names and loan words of one language stand in the texts of every other.
_LEAST_SHARE = 0.15
# Scripts that set no space between words are counted by letter.
_UNSPACED = "぀-ヿ㐀-鿿"
_WORDS = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")


def told(text: str) -> str | None:
    """Return the language of a text, or null where the text holds no letter and nothing is to be read.

    Raises:
        LanguageError: the text's words are of no language that onceper reads, or of two in equal number.
    """
    # In small letters İ is two, of which the second ends the word.
    words = [word for word in _WORDS.findall(text[:_LOOKED_AT].replace("İ", "i").lower()) if word.isalpha()]
    if not words:
        return None
    evidence = {code: sum(map(tells, words)) for code, tells in _evidence().items()}
    best = max(evidence, key=evidence.__getitem__)
    too_few = evidence[best] < _LEAST_SHARE * len(words)
    if too_few or sum(count == evidence[best] for count in evidence.values()) > 1:
        counted = ", ".join(f"{code}: {count} words" for code, count in evidence.items())
        raise LanguageError(
            f"the language of {text[:40]!r} cannot be told ({counted})",
            expected=f"one of {', '.join(languages())}",
            remedy="name the language (lang=…, --lang …)",
        )
    return best


def tell(text: str) -> str | None:
    """Return the language of a text, or null where it cannot be told."""
    try:
        return told(text)
    except LanguageError:
        return None


@kept_with_patterns(1)
def _evidence() -> dict[str, Callable[[str], bool]]:
    """Return for each language what tells whether a word is evidence for it."""
    return {code: _teller(structure_of(code)) for code in languages()}


def _teller(structure: Structure) -> Callable[[str], bool]:
    if not structure.script:
        return structure.evidence.__contains__
    letters, evidence = re.compile(f"[{structure.script}]"), structure.evidence
    return lambda word: letters.search(word) is not None or word in evidence
