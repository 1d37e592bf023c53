"""Tell the language and the game of a text by its own words and letters."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from onceper.errors import OnceperError
from onceper.lang.base import LanguageError
from onceper.resources import resource
from onceper.text.normal import composed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from onceper.lang.base import Language

FILE = "evidence.toml"


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the ``words`` that few other languages use, in small letters, and the ``script``, letters that none does."""

    words: frozenset[str] = frozenset()
    script: str = ""


@cache
def bundled_evidence() -> Mapping[str, Evidence]:
    """Return what tells each bundled language, by its code.

    It stands in one file, so that nobody loads ten languages to find out which of them a text is in.
    """
    content = tomllib.loads((resource("patterns") / FILE).read_text(encoding="utf-8"))
    return msgspec.convert(content, dict[str, Evidence])


# A text says soon enough what it is written in; a long one must not cost more than a short one.
_LOOKED_AT = 2000
# Texts are made of few pieces, such as words; a piece as long as a text stands in no other.
_PIECES_KEPT = 32_768
_LONGEST_KEPT = 64
# Names and loan words of one language stand in the texts of every other.
_LEAST_SHARE = 0.2
# Scripts that set no space between words are counted by letter.
_UNSPACED = "぀-ヿ㐀-鿿"
_WORDS = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")
# A count holds that of all words in its lowest bits, then that of each language; no text looked at has as many words.
_BITS = _LOOKED_AT.bit_length()
_MOST = (1 << _BITS) - 1


class GameError(OnceperError):
    """A text's game cannot be told from the text, and the games read it in different ways."""


class LanguageDetector:
    """Tell which of some languages a text is written in, by the words and letters that only one of them uses."""

    def __init__(self, languages: Mapping[str, Evidence]) -> None:
        self._counts = _Counts({code: _tells(evidence) for code, evidence in languages.items()})

    def detect(self, text: str) -> str | None:
        """Return the code of a text's language, or null where the text holds no letter and nothing is to be read.

        Raises:
            LanguageError: the text's words are of no language that onceper reads, or of two in equal number.
        """
        looked_at = _beginning(text)
        pieces = looked_at.split() if looked_at.isascii() else _WORDS.findall(looked_at)
        counted = sum(map(self._counts.__getitem__, pieces))
        words = counted & _MOST
        if not words:
            return None
        evidence = self._counts.by_language(counted)
        most = max(evidence.values())
        best = [code for code, count in evidence.items() if count == most]
        if most < _LEAST_SHARE * words or len(best) > 1:
            found = ", ".join(f"{code}: {count} words" for code, count in evidence.items())
            raise LanguageError(
                f"the language of {text[:40]!r} cannot be told ({found})",
                expected=f"one of {', '.join(evidence)}",
                remedy="name the language (lang=…, --lang …)",
            )
        return best[0]

    def detect_or_none(self, text: str) -> str | None:
        """Return the code of a text's language, or null where it cannot be told."""
        try:
            return self.detect(text)
        except LanguageError:
            return None


class _Counts(dict[str, int]):
    """Count the words in a piece of a text, all and those that are evidence for each language, as one sum."""

    def __init__(self, tells: Mapping[str, Callable[[str], bool]]) -> None:
        super().__init__()
        self._tells = {code: (1 << _BITS * place, of) for place, (code, of) in enumerate(tells.items(), start=1)}

    def __missing__(self, piece: str) -> int:
        counted = sum(map(self._of_word, _WORDS.findall(piece)))
        if len(piece) <= _LONGEST_KEPT:
            if len(self) >= _PIECES_KEPT:
                self.clear()
            self[piece] = counted
        return counted

    def by_language(self, counted: int) -> dict[str, int]:
        """Return how many words of a sum are evidence for each language."""
        return {code: counted >> _BITS * place & _MOST for place, code in enumerate(self._tells, start=1)}

    def _of_word(self, word: str) -> int:
        return 1 + sum(one for one, tells in self._tells.values() if tells(word)) if word.isalpha() else 0


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters, of a script without spaces its signs, and numbers such as Ⅲ."""
    return _WORDS.findall(_in_small_letters(text))


def _beginning(text: str) -> str:
    """Return what is looked at of a text, in small letters of one sign each, which may have been four."""
    return _in_small_letters(text[: 4 * _LOOKED_AT])[:_LOOKED_AT]


def _in_small_letters(text: str) -> str:
    # İ would become two, of which the second ends the word.
    return composed(text).replace("İ", "i").lower()


def _tells(evidence: Evidence) -> Callable[[str], bool]:
    """Return what tells whether a word is evidence for a language."""
    if not evidence.script:
        return evidence.words.__contains__
    letters = re.compile(f"[{evidence.script}]")
    return lambda word: letters.search(word) is not None or word in evidence.words


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
    looked_at = _beginning(text)
    return {game: sum(term in looked_at for term in terms) for game, terms in language.structure.games.items()}
