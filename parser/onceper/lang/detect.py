"""Tell the language and the game of a text by its own words and letters."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from onceper.errors import OnceperError
from onceper.lang.base import LanguageError
from onceper.patterns.records import read_bundled
from onceper.text.normal import composed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.lang.base import Language

FILE = "evidence.toml"


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the ``words`` that few other languages use, in small letters, and the ``script``, letters that none does."""

    words: frozenset[str] = frozenset()
    script: str = ""


def bundled_evidence() -> Mapping[str, Evidence]:
    """Return what tells each bundled language, by its code.

    It stands in one file, so that nobody loads ten languages to find out which of them a text is in.
    """
    evidence: Mapping[str, Evidence] = read_bundled(FILE, dict[str, Evidence])
    return evidence


# A text says soon enough what it is written in; a long one must not cost more than a short one.
_LOOKED_AT = 2000
# Texts are made of few words.
_WORDS_KEPT = 8_192
# Names and loan words of one language stand in the texts of every other.
_LEAST_SHARE = 0.2
# Scripts that set no space between words are counted by letter.
_UNSPACED = "぀-ヿ㐀-鿿"
_WORDS = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")


class GameError(OnceperError):
    """A text's game cannot be told from the text, and the games read it in different ways."""


class LanguageDetector:
    """Tell which of some languages a text is written in, by the words and letters that only one of them uses."""

    def __init__(self, languages: Mapping[str, Evidence]) -> None:
        self._evidence = languages
        self._languages_of = lru_cache(_WORDS_KEPT)(self._find_languages)

    def _find_languages(self, word: str) -> tuple[str, ...]:
        return tuple(
            code
            for code, evidence in self._evidence.items()
            if word in evidence.words or (evidence.script and re.search(f"[{evidence.script}]", word))
        )

    def detect(self, text: str) -> str | None:
        """Return the code of a text's language, or null where the text holds no letter and nothing is to be read.

        Raises:
            LanguageError: the text's words are of no language that onceper reads, or of two in equal number.
        """
        words = [word for word in _WORDS.findall(_beginning(text)) if word.isalpha()]
        if not words:
            return None
        found = Counter(chain.from_iterable(map(self._languages_of, words)))
        best = _with_most(found)
        if best is None or found[best] < _LEAST_SHARE * len(words):
            raise LanguageError(
                f"the language of {text[:40]!r} cannot be told",
                expected=f"a text in one of {', '.join(self._evidence)}",
                remedy="name the language (lang=…, --lang …)",
            )
        return best

    def detect_or_none(self, text: str) -> str | None:
        """Return the code of a text's language, or null where it cannot be told."""
        try:
            return self.detect(text)
        except LanguageError:
            return None


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters, of a script without spaces its signs, and numbers such as Ⅲ."""
    return _WORDS.findall(_in_small_letters(text))


def _beginning(text: str) -> str:
    """Return what is looked at of a text, in small letters of one sign each, which may have been four."""
    return _in_small_letters(text[: 4 * _LOOKED_AT])[:_LOOKED_AT]


def _in_small_letters(text: str) -> str:
    # İ would become two, of which the second ends the word.
    return composed(text).replace("İ", "i").lower()


def detect_game(text: str, language: Language) -> str | None:
    """Return the game whose terms the text of this language holds most of, or null where no one game has most."""
    looked_at = _beginning(text)
    return _with_most(
        {game: sum(term in looked_at for term in terms) for game, terms in language.structure.games.items()}
    )


def _with_most(counts: Mapping[str, int]) -> str | None:
    """Return which has the highest count, or null where none has one or several have the same."""
    most = max(counts.values(), default=0)
    best = [one for one, count in counts.items() if count == most]
    return best[0] if most and len(best) == 1 else None


def game_error(text: str, language: Language) -> GameError:
    """Return the error that asks for the game of a text."""
    return GameError(
        f"the game of {text[:40]!r} cannot be told",
        expected=f"the terms of {' or '.join(language.structure.games)}",
        remedy="name the game (game=…, --game …)",
    )
