"""Tell the language of a text from the words in it."""

from __future__ import annotations

import re
from functools import cache

from onceper.lang import LANGUAGES, LanguageError
from onceper.lang.structure import structure_of

# A text says soon enough what it is written in; a long one must not cost more than a short one.
_LOOKED_AT = 2000
# Names and loan words of one language stand in the texts of every other.
_LEAST_SHARE = 0.15
_LETTERS = re.compile(r"[^\W\d_]+")


def told(text: str) -> str | None:
    """Return the language of a text, or null where the text holds no letter and nothing is to be read.

    Raises:
        LanguageError: the text's words are of no language that onceper reads, or of two in equal number.
    """
    words = [word for word in _LETTERS.findall(text[:_LOOKED_AT].lower()) if word.isalpha()]
    if not words:
        return None
    evidence = {code: sum(word in own for word in words) for code, own in _evidence().items()}
    best = max(evidence, key=evidence.__getitem__)
    too_few = evidence[best] < _LEAST_SHARE * len(words)
    if too_few or sum(count == evidence[best] for count in evidence.values()) > 1:
        counted = ", ".join(f"{code}: {count} words" for code, count in evidence.items())
        raise LanguageError(
            f"the language of {text[:40]!r} cannot be told ({counted})",
            expected=f"one of {', '.join(LANGUAGES)}",
            remedy="name the language (lang=…, --lang …)",
        )
    return best


def tell(text: str) -> str | None:
    """Return the language of a text, or null where it cannot be told."""
    try:
        return told(text)
    except LanguageError:
        return None


@cache
def _evidence() -> dict[str, frozenset[str]]:
    return {code: structure_of(code).evidence for code in LANGUAGES}
