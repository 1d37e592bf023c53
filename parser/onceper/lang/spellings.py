"""How people and databases spell languages and games: any usual spelling in, the one of the contract out."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Collection

_KEPT = 1_024
_TAG = re.compile("[a-z]{2,3}(-[a-z0-9]{1,8})*")


class _LanguageSpellings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the other codes of a language, and its names, which are none."""

    codes: list[str]
    names: list[str]


class _Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the names of a game, the game by whose rules its texts are read too, and headings that it alone prints."""

    names: list[str]
    rules_of: str | None = None
    headings: list[str] = []


class _Spellings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the content of ``spellings.toml``."""

    language: dict[str, _LanguageSpellings]
    game: dict[str, _Game]


def find_language(spelled: str, codes: Collection[str]) -> str | None:
    """Return which of these languages a BCP 47 tag in any spelling names, such as ``en`` by ``EN_us``; null for none.

    What is behind the language is left out, from the right, until it is one of them. A tag that names a language which
    is not among them is not taken for another, as ``zh-TW`` is not for ``zh``.
    """
    tag = spelled.strip().replace("_", "-").lower()
    if not _TAG.fullmatch(tag):
        return None
    spellings = _of_languages() | {code.lower(): code for code in codes}
    while tag not in spellings and tag:
        tag = tag.rpartition("-")[0]
    found = spellings.get(tag)
    return found if found in codes else None


def suggest_languages(spelled: str, codes: Collection[str]) -> list[str]:
    """Return which of these languages may be meant by what names none of them: by their name, or by no region."""
    name = spelled.strip().casefold()
    called = [code for code, of in _spellings().language.items() if name in map(str.casefold, of.names)]
    alike = [code for code in codes if code.partition("-")[0] == name.replace("_", "-").partition("-")[0]]
    return [code for code in dict.fromkeys([*called, *alike]) if code in codes]


def language_name(code: str) -> str:
    """Return the English name of a language, or its code where no name is known."""
    of = _spellings().language.get(code)
    return of.names[0] if of else code


@lru_cache(_KEPT)
def find_game(spelled: str) -> str:
    """Return the contract's name of a game, such as ``yugioh`` for ``Yu-Gi-Oh!``; another game's as it is spelled."""
    return _of_games().get(_letters(spelled), spelled)


def rules_of_game(game: str | None) -> str | None:
    """Return the game by whose rules a game's texts are read: another one's, or its own."""
    known = _spellings().game.get(game or "")
    return (known and known.rules_of) or game


def game_by_heading(text: str) -> str | None:
    """Return the one game that prints such a heading as stands in a text, null where none does."""
    # Few texts hold a bracket.
    if not any(bracket in text for bracket in _brackets()):
        return None
    lines = [
        unicodedata.normalize("NFKC", line).casefold().replace("[ ", "[").replace(" ]", "]")
        for line in text.splitlines()
    ]
    of_games = ((game, tuple(of.headings)) for game, of in _spellings().game.items())
    return next((game for game, headings in of_games if any(line.strip().startswith(headings) for line in lines)), None)


@cache
def _brackets() -> frozenset[str]:
    return frozenset(heading[0] for of in _spellings().game.values() for heading in of.headings)


@cache
def known_games() -> tuple[str, ...]:
    """Return the games that the contract names."""
    return tuple(_spellings().game)


# A text that is known is read in a microsecond, and the same few games come with all of them.
@lru_cache(_KEPT)
def has_letters(spelled: str) -> bool:
    """Tell whether there is a letter or digit in the name of a game."""
    return bool(_letters(spelled))


def _letters(spelled: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", spelled).casefold()))


@cache
def _of_languages() -> dict[str, str]:
    spelled = ((code, [code, *of.codes]) for code, of in _spellings().language.items())
    return {other.lower(): code for code, others in spelled for other in others}


@cache
def _of_games() -> dict[str, str]:
    return {_letters(other): game for game, of in _spellings().game.items() for other in (game, *of.names)}


@cache
def _spellings() -> _Spellings:
    content = (resource("patterns") / "spellings.toml").read_bytes()
    return msgspec.toml.decode(content, type=_Spellings)
