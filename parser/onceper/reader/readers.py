"""The readers of the languages in use, one for each language and game."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from onceper.lang.detect import detect_game, game_error
from onceper.lang.games import find_game, game_by_heading, known_games, ruled_as, rules_of_game
from onceper.lang.languages import languages_in_use
from onceper.matching.compile import ways_of_games
from onceper.matching.rejection import Ways
from onceper.reader.reader import Reader
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.lang.base import Language
    from onceper.lang.languages import Languages
    from onceper.patterns.rule import Rule

# The rules that hold for every game.
GENERAL = ""


class Readers:
    """Hold the readers of a set of languages, each made when it is first asked for."""

    def __init__(self, languages: Languages) -> None:
        self.languages = languages
        self._made: dict[tuple[str, str | None], Reader] = {}
        self._making = Lock()

    def of(self, lang: str, game: str | None) -> Reader:
        """Return the reader of a language with its rules for a game, made once.

        A game that has no rules of its own is read with the language's general rules; where none is given, with all.
        Of one that nothing is said of, no limit has a ruling.

        Raises:
            LanguageError: the language is not one that onceper reads.
            RulesError: something in the language's files is wrong.
        """
        made = self._made.get((lang, game))
        if made:
            return made
        # Threads that ask at once, as those of a database do, would each load the rules.
        with self._making:
            language = self.languages.of(lang)
            known = find_game(game) if game else game
            if known is not None and known not in known_games() and known not in _games(language):
                known = GENERAL
            key = language.code, known
            if key not in self._made:
                self._made[key] = _make(language, known)
            return self._made[key]

    def for_text(self, text: str, lang: str, game: str | None) -> tuple[Reader, str | None]:
        """Return who reads a text of this language, and as which game's: the given one, or what the text tells.

        Language and game are understood in any usual spelling; the game comes back as the contract spells it.

        Raises:
            LanguageError: the language is not one that onceper reads.
            GameError: the game is not given, cannot be told, and the games' rules differ in how they read the text.
        """
        game = game or game_by_heading(text)
        if game is None and (language := self.languages.of(lang)).structure.games:
            game = detect_game(text, language)
            if game is None and _may_differ_by_game(text, language):
                raise game_error(text, language)
        return self.of(lang, game), find_game(game) if game else game


def _may_differ_by_game(text: str, language: Language) -> bool:
    """Tell whether rules that hold for some game only may read a text."""
    folded = language.fold(Text(text).normal)
    return any(ways.may_lead_through(folded) for ways in _ways_of_games(language))


@lru_cache(64)
def _ways_of_games(language: Language) -> tuple[Ways, ...]:
    return tuple(Ways(ways_of_games(spoken)) for spoken in (language, *language.games.values()))


@lru_cache(64)
def _games(language: Language) -> set[str | None]:
    return {rule.game for rule in language.book.rules} | set(language.games)


def has_rules_for(lang: str | None, game: str) -> bool:
    """Tell whether a game is one of the contract's, or of those that a language in use has rules for."""
    if game in known_games():
        return True
    languages = languages_in_use()
    return lang is not None and languages.code_of(lang) is not None and game in _games(languages.of(lang))


def _make(language: Language, game: str | None) -> Reader:
    spoken, ruled = language.in_game(game), ruled_as(game)
    rules = [rule for rule in spoken.book.rules if game is None or rule.game in {None, game, rules_of_game(game)}]
    return Reader(spoken if ruled.ability == "sentences" else spoken.in_lines(), rules, rulings=ruled.rulings)


def rules_and_readers(language: Language) -> Iterator[tuple[Rule, Reader]]:
    """Yield each rule of a language in use and of its games, with the reader that reads by it."""
    for spoken in (language, *language.games.values()):
        for rule in spoken.book.rules:
            yield rule, reader_of(language.code, rule.game or spoken.game)


def readers_in_use() -> Readers:
    """Return the readers of the languages in use."""
    return _readers_of(languages_in_use())


# One set of languages at a time.
_readers_of = lru_cache(maxsize=1)(Readers)


def reader_of(lang: str, game: str | None) -> Reader:
    """Return a reader in use, as ``Readers.of`` does."""
    return readers_in_use().of(lang, game)
