"""The games that are known, as their files say: names, rulings and rulebook, and what heads the parts of a text."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Mapping

Ruling = Literal["spent_on", "refunded_if_negated", "resets_on", "on_control_change"]
RULINGS: tuple[Ruling, ...] = get_args(Ruling)
_KEPT = 1_024


class PartHeadings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the lines of one language that head the parts of a card's text, as cards print them.

    ``requirement`` heads what an effect requires, which is ``nothing`` where these words stand alone; ``effect``,
    ``multi_choice`` and ``continuous`` head the effect by its kind; ``activation`` heads that of a Skill Card.
    """

    requirement: str = ""
    nothing: str = ""
    effect: str = ""
    multi_choice: str = ""
    continuous: str = ""
    activation: str = ""


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what the file of a game says of it; one without a file says nothing, and has its abilities in lines.

    ``rules_of`` is another game by whose rules its texts are read and ruled; ``rulebook`` are limits of the rulebook.
    ``default`` is said of the one that a text of no game is taken for.
    """

    names: tuple[str, ...] = ()
    default: bool = False
    rules_of: str | None = None
    card_types: bool = False
    ability: Literal["sentences", "lines"] = "lines"
    rulings: frozenset[Ruling] = frozenset()
    rulebook: frozenset[str] = frozenset()
    headings: dict[str, PartHeadings] = {}


@cache
def known_games() -> Mapping[str, Game]:
    """Return the games that the contract names, by their names there."""
    files = sorted((resource("patterns") / "games").glob("*.toml"))
    return {file.stem: msgspec.toml.decode(file.read_bytes(), type=Game) for file in files}


@lru_cache(_KEPT)
def find_game(spelled: str) -> str:
    """Return the contract's name of a game, such as ``yugioh`` for ``Yu-Gi-Oh!``; another game's as it is spelled."""
    return _of_games().get(_letters(spelled), spelled)


def rules_of_game(game: str | None) -> str | None:
    """Return the game by whose rules a game's texts are read: another one's, or its own."""
    known = known_games().get(game or "")
    return (known and known.rules_of) or game


@cache
def default_game() -> str:
    """Return the game that a text of no game is taken for."""
    return next(name for name, game in known_games().items() if game.default)


def ruled_as(game: str | None) -> Game:
    """Return what is said of the game by whose rules a game's texts are read; nothing of one without a file."""
    return known_games().get(rules_of_game(default_game() if game is None else game) or "", Game())


def part_headings(lang: str) -> list[PartHeadings]:
    """Return what heads the parts of a text in a language, by each game that prints it."""
    return [game.headings[lang] for game in known_games().values() if lang in game.headings]


def game_by_heading(text: str) -> str | None:
    """Return the one game whose cards print such a heading of a requirement as stands in a text, or null."""
    # Few texts hold a bracket.
    if not any(heading[0] in text for _, heading in _requirements()):
        return None
    lines = [_folded(line) for line in text.splitlines()]
    return next((game for game, heading in _requirements() if any(line.startswith(heading) for line in lines)), None)


@cache
def _requirements() -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, _folded(headings.requirement))
        for name, game in known_games().items()
        for headings in game.headings.values()
        if headings.requirement
    )


def spaceless(heading: str) -> str:
    """Return a heading without spaces inside brackets."""
    return heading.replace("[ ", "[").replace(" ]", "]")


def _folded(line: str) -> str:
    return spaceless(unicodedata.normalize("NFKC", line).casefold()).strip()


def _letters(spelled: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", spelled).casefold()))


@cache
def _of_games() -> dict[str, str]:
    return {_letters(other): name for name, game in known_games().items() for other in (name, *game.names)}
