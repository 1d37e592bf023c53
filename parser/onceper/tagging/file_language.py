"""The one language that all texts of a file, or of databases that are merged, are in."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from onceper.lang.base import LanguageError
from onceper.lang.languages import language_codes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.files.protocol import CardText, Merged

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


def refuse_several(databases: Sequence[Merged], tell: Callable[[str], str | None]) -> None:
    """Check that databases, of which the later take the place of the earlier, are in one language.

    Raises:
        LanguageError: they are in several.
    """
    told: dict[str, str] = {}
    for database in databases:
        # Of a few cards it need not be told.
        with suppress(LanguageError):
            if lang := tell_language(database.first, tell, database.name):
                told.setdefault(lang, database.name)
    if len(told) > 1:
        raise LanguageError(
            f"these databases are in several languages ({', '.join(f'{lang}: {name}' for lang, name in told.items())})",
            expected="databases in one language, as later cards take the place of earlier ones with the same id",
            remedy="name those of one language, or say with --lang that all are in it",
        )
