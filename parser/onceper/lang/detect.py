"""Tell the language of a text, and its game, from the words and the letters in it."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from onceper.errors import OnceperError
from onceper.lang.base import LanguageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from onceper.lang.base import Language

# A text says soon enough what it is written in; a long one must not cost more than a short one.
_LOOKED_AT = 2000
_WORDS_KEPT = 8_192
# Names and loan words of one language stand in the texts of every other.
_LEAST_SHARE = 0.15
# Scripts that set no space between words are counted by letter.
_UNSPACED = "぀-ヿ㐀-鿿"
_ASCII_WORDS = re.compile("[a-z]+")
_WORDS = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")


class GameError(OnceperError):
    """A text's game cannot be told from the text, and the games read it in different ways."""


class LanguageDetector:
    """Tell which of some languages a text is written in, by the words and letters that only one of them uses."""

    def __init__(self, languages: Iterable[Language]) -> None:
        self._tells = {language.code: _evidence(language) for language in languages}
        # Texts are made of few words.
        self._told_by = lru_cache(_WORDS_KEPT)(self._find_told_by)

    def detect(self, text: str) -> str | None:
        """Return the code of a text's language, or null where the text holds no letter and nothing is to be read.

        Raises:
            LanguageError: the text's words are of no language that onceper reads, or of two in equal number.
        """
        # In small letters İ is two, of which the second ends the word.
        looked_at = text[:_LOOKED_AT].replace("İ", "i").lower()
        split = _ASCII_WORDS if looked_at.isascii() else _WORDS
        words = Counter(map(self._told_by, split.findall(looked_at)))
        del words[None]
        if not words:
            return None
        evidence = dict.fromkeys(self._tells, 0)
        for codes, count in words.items():
            for code in codes or ():
                evidence[code] += count
        best = max(evidence, key=evidence.__getitem__)
        too_few = evidence[best] < _LEAST_SHARE * words.total()
        if too_few or sum(count == evidence[best] for count in evidence.values()) > 1:
            counted = ", ".join(f"{code}: {count} words" for code, count in evidence.items())
            raise LanguageError(
                f"the language of {text[:40]!r} cannot be told ({counted})",
                expected=f"one of {', '.join(self._tells)}",
                remedy="name the language (lang=…, --lang …)",
            )
        return best

    def _find_told_by(self, word: str) -> tuple[str, ...] | None:
        """Return the codes of the languages that a word is evidence for; null where it is no word."""
        return tuple(code for code, tells in self._tells.items() if tells(word)) if word.isalpha() else None

    def detect_or_none(self, text: str) -> str | None:
        """Return the code of a text's language, or null where it cannot be told."""
        try:
            return self.detect(text)
        except LanguageError:
            return None


def _evidence(language: Language) -> Callable[[str], bool]:
    """Return what tells whether a word is evidence for a language."""
    evidence, script = language.structure.evidence, language.structure.script
    if not script:
        return evidence.__contains__
    letters = re.compile(f"[{script}]")
    return lambda word: letters.search(word) is not None or word in evidence


def detect_game(text: str, language: Language) -> str | None:
    """Return the game whose terms the text of this language holds most of, or null where no one game has most."""
    counts = _count_terms(text, language)
    most = max(counts.values(), default=0)
    games = [game for game, count in counts.items() if count == most]
    return games[0] if most and len(games) == 1 else None


def game_error(text: str, language: Language) -> GameError:
    """Return the error that says which terms were found, and asks for the game."""
    counted = ", ".join(f"{game}: {count} terms" for game, count in _count_terms(text, language).items())
    return GameError(
        f"the game of {text[:40]!r} cannot be told ({counted})",
        expected=" or ".join(language.structure.games),
        remedy="name the game (game=…, --game …)",
    )


def _count_terms(text: str, language: Language) -> dict[str, int]:
    looked_at = text[:_LOOKED_AT].lower()
    return {game: sum(term in looked_at for term in terms) for game, terms in language.structure.games.items()}
