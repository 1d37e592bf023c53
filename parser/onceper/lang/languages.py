"""The languages that onceper reads: the bundled ones, and those of the patterns in use."""

from __future__ import annotations

import os
from functools import cached_property, lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from onceper.errors import name_near
from onceper.lang.base import Language, LanguageError
from onceper.lang.detect import Evidence, GameError, LanguageDetector, bundled_evidence
from onceper.lang.games import find_game, known_games
from onceper.lang.spellings import find_language, suggest_languages
from onceper.patterns.folders import VARIABLE, language_folders

if TYPE_CHECKING:
    from onceper.patterns.said import Said

_SPELLINGS_KEPT = 1_024
ENGLISH = "en"
"""What has no words of its own is shown in these."""


class Languages:
    """Hold each language, made when it is first asked for; ``own`` is the folder of the user's own patterns.

    What is read with one set of languages hangs on no other: a set never changes.

    Raises:
        PatternsError: the folder is not there, or holds no folder of a language.
    """

    def __init__(self, own: Path | None = None) -> None:
        self.own = own
        self._folders = language_folders(own)
        self._made: dict[str, Language] = {}
        # The code of a language that is spelled in any usual way; null where it is none of these.
        self.code_of = lru_cache(_SPELLINGS_KEPT)(partial(find_language, codes=self._folders))
        self._making = Lock()

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the languages, the bundled ones first."""
        return tuple(self._folders)

    def of(self, code: str, game: str | None = None) -> Language:
        """Return the language with this code, as the game writes it where that has a print of its own.

        Code and game are understood in any usual spelling (``spellings``).

        Raises:
            LanguageError: onceper reads no such language.
            RulesError: the language's structure is wrong.
        """
        made = self._made.get(code)
        if made is None:
            made = self._make(self._known_code(code))
        return made.in_game(find_game(game) if game else game)

    def _known_code(self, spelled: str) -> str:
        code = self.code_of(spelled)
        if code is None:
            near = suggest_languages(spelled, self.codes)
            raise LanguageError(
                f"unknown language {spelled!r}{name_near(near)}",
                expected=f"one of {', '.join(self.codes)}",
                remedy="name one of these, or leave out the texts in other languages",
            )
        return code

    def _make(self, code: str) -> Language:
        # Threads that ask at once, as those of a database do, would each make one.
        with self._making:
            if code not in self._made:
                self._made[code] = Language(self._folders[code])
            return self._made[code]

    @cached_property
    def detector(self) -> LanguageDetector:
        """What tells the language of a text."""
        return LanguageDetector({code: self._evidence_of(code) for code in self.codes})

    def _evidence_of(self, code: str) -> Evidence:
        if self._folders[code].is_bundled:
            return bundled_evidence()[code]
        structure = self.of(code).structure
        return Evidence(frozenset(map(str.lower, structure.evidence)), structure.script)

    def check(self) -> None:
        """Load everything that the user's folder holds.

        Raises:
            RulesError: something in it is wrong; the message lists every problem of a language.
        """
        for code, folders in self._folders.items():
            if folders.added or not folders.is_bundled:
                language = self.of(code)
                for spoken in (language, *language.games.values()):
                    spoken.check()


def languages_in_use() -> Languages:
    """Return the languages that are read by default.

    Raises:
        PatternsError: the folder that the environment names is not there, or holds no folder of a language.
    """
    for languages in _in_use:
        return languages
    with _choosing:
        if not _in_use:
            named = os.environ.get(VARIABLE)
            _in_use.append(Languages(Path(named).resolve() if named else None))
        return _in_use[0]


# One set at a time; none before the first is asked for.
_in_use: list[Languages] = []
_choosing = Lock()


def use_patterns(folder: str | Path | None) -> None:
    """Read with the rules and words of this folder as well, from now on; null for the bundled ones alone.

    The folder holds one folder for each language, such as ``en`` or ``de``. What it has for a bundled language is added
    to it; any other is a language of its own. Call it again when its files have changed. A spaCy pipeline or an
    expression that was made before reads with the new ones from then on.

    Raises:
        PatternsError: the folder is not there, or holds no folder of a language.
        RulesError: something in the files is wrong; what was used before stays in use.

    >>> import onceper, tempfile
    >>> with tempfile.TemporaryDirectory() as mine:
    ...     onceper.use_patterns(mine)
    Traceback (most recent call last):
    ...
    onceper.patterns.folders.PatternsError: ...
    """
    own = None if folder is None else Path(folder).resolve()
    languages = Languages(own)
    languages.check()
    with _choosing:
        _in_use[:] = [languages]
        if own is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = str(own)


def language(code: str, game: str | None = None) -> Language:
    """Return a language in use, as ``Languages.of`` does."""
    return languages_in_use().of(code, game)


def check_language(lang: str | None) -> str | None:
    """Return the code of the language that a caller names for all texts; null is told from each text.

    Raises:
        LanguageError: it is none that onceper reads.
    """
    return None if lang is None else language(lang if isinstance(lang, str) else repr(lang)).code


def check_game(game: str | None) -> str | None:
    """Return the contract's name of the game that a caller names for all texts; any other name of a game stays.

    Raises:
        GameError: it is no name.
    """
    if game is None:
        return None
    if not any(map(str.isalnum, game)):
        raise GameError(
            f"no game is called {game!r}",
            expected=f"{', '.join(known_games())}, or the name of another game",
            remedy="name the game, or leave it out: then it is told from the text",
        )
    return find_game(game)


def language_codes() -> tuple[str, ...]:
    """Return the codes of the languages in use, the bundled ones first."""
    return languages_in_use().codes


def ruling_of_rule(rule: str, lang: str | None, game: str | None) -> str:
    """Return the source of the ruling of a rule that is loaded, empty for any other rule."""
    if lang is None or languages_in_use().code_of(lang) is None:
        return ""
    return language(lang, game).rulings.get(rule, "")


def words_in(lang: str, game: str | None) -> Said:
    """Return what is said to people in a language and a game, in English where the language says nothing.

    Raises:
        LanguageError: onceper reads no such language.
    """
    return next(filter(None, (language(code).said for code in (lang, ENGLISH)))).in_game(game)
