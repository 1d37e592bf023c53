"""The languages that onceper reads."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from onceper.errors import OnceperError
from onceper.patterns.folders import own_languages

if TYPE_CHECKING:
    from onceper.lang.base import Language

# Those that are bundled.
LANGUAGES = ("en", "ja", "tr")


class LanguageError(OnceperError):
    """A text's language is not one that onceper reads, or cannot be told from the text."""


def languages() -> tuple[str, ...]:
    """Return the codes of the bundled languages and of those that the user's patterns add."""
    return (*LANGUAGES, *(code for code in own_languages() if code not in LANGUAGES))


def language(code: str, game: str | None = None) -> Language:
    """Return the language with this ISO 639-1 code, as the game writes it where that has a print of its own.

    Raises:
        LanguageError: onceper reads no such language.
    """
    if code not in languages():
        raise LanguageError(
            f"unknown language {code!r}",
            expected=f"one of {', '.join(languages())}",
            remedy="name the language of the text, or leave out the texts in other languages",
        )
    if code not in LANGUAGES:
        made: Language = import_module("onceper.lang.written").written_language(code)
        return made
    found: Language = import_module(f"onceper.lang.{code}").LANGUAGE
    return import_module(f"onceper.lang.{code}.{game}").LANGUAGE if game in found.games else found
