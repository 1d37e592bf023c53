"""The one language that all texts of a file, or of databases that are merged, are in."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from onceper.lang.base import LanguageError
from onceper.lang.languages import language_codes, languages_in_use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.files.protocol import CardText, Merged, Source

FIRST_TEXTS = 300
# A short text may hold no word that tells its language. And one text in a hundred of a database that onceper
# cannot read passes for a language that it reads.
_LEAST_SHARE = 0.25


def tell_language(cards: Sequence[CardText], file: str, merged: Sequence[Merged] = ()) -> str | None:
    """Return the language of most of the first of these texts; null where not one of them holds a letter.

    Raises:
        LanguageError: too few texts tell their language, or they are of several, or so are the databases they are from.
    """
    _refuse_several(merged)
    texts = [card.text for card in cards[:FIRST_TEXTS] if any(map(str.isalpha, card.text))]
    votes = Counter(map(languages_in_use().detector.detect_or_none, texts))
    counts = votes.most_common()
    for lang, count in counts:
        if lang and count * 2 > len(texts) - votes[None] and count >= _LEAST_SHARE * len(texts):
            return lang
    if not texts:
        return None
    counted = ", ".join(f"{lang or 'unknown'}: {count}" for lang, count in counts)
    raise LanguageError(
        f"the language of the file cannot be told from its first texts ({counted})",
        where=file,
        expected=f"texts in one of {', '.join(language_codes())}",
        remedy="name their language with --lang",
    )


def read_whole(source: Source, lang: str | None, file: str) -> tuple[list[CardText], str | None]:
    """Return the texts of a file, and ``lang`` or else their language where all are in one that the file does not name.

    Raises:
        LanguageError: as ``tell_language`` does.
    """
    cards = list(source.cards)
    if source.one_language and lang is None:
        lang = tell_language(cards, file, source.merged)
    return cards, lang


def _refuse_several(databases: Sequence[Merged]) -> None:
    """Check that databases, of which the later take the place of the earlier, are in one language."""
    told: dict[str | None, str] = {None: ""}
    for database in databases:
        # Of a few cards it need not be told.
        with suppress(LanguageError):
            told.setdefault(tell_language(database.first, database.name), database.name)
    if len(told) > 2:
        several = ", ".join(f"{lang}: {name}" for lang, name in told.items() if lang)
        raise LanguageError(
            f"these databases are in several languages ({several})",
            expected="databases in one language, as later cards take the place of earlier ones with the same id",
            remedy="name those of one language, or say with --lang that all are in it",
        )
