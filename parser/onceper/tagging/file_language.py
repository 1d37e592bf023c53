"""The one language that all texts of a file are in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from onceper.lang.base import LanguageError
from onceper.lang.languages import language_codes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.files.protocol import CardText

FIRST_TEXTS = 300
# A short text may hold no word that tells its language. And one text in a hundred of a database that onceper
# cannot read passes for a language that it reads.
_LEAST_SHARE = 0.25


def tell_language(cards: Sequence[CardText], tell: Callable[[str], str | None], file: str) -> str | None:
    """Return the language of most of these texts; null where not one of them holds a letter.

    Raises:
        LanguageError: too few texts tell their language, or they are of several.
    """
    texts = [card.text for card in cards if any(map(str.isalpha, card.text))]
    votes = Counter(map(tell, texts))
    told = sum(count for lang, count in votes.items() if lang is not None)
    for lang, count in votes.items():
        if lang is not None and count * 2 > told and count >= _LEAST_SHARE * len(texts):
            return lang
    if not texts:
        return None
    counted = ", ".join(f"{lang or 'unknown'}: {count}" for lang, count in votes.most_common())
    raise LanguageError(
        f"the language of the file cannot be told from its first texts ({counted})",
        where=file,
        expected=f"texts in one of {', '.join(language_codes())}",
        remedy="name their language with --lang",
    )
