"""Tell the game of a text from the terms in it."""

from __future__ import annotations

from onceper.errors import OnceperError
from onceper.patterns.structure import structure_of

# A text says soon enough which game it is of; a long one must not cost more than a short one.
_LOOKED_AT = 2000


class GameError(OnceperError):
    """A text's game cannot be told from the text, and the games read it in different ways."""


def told_game(text: str, lang: str) -> str | None:
    """Return the game whose terms the text of this language holds most of, or null where no one game has most."""
    evidence = _evidence(text, lang)
    most = max(evidence.values(), default=0)
    games = [game for game, count in evidence.items() if count == most]
    return games[0] if most and len(games) == 1 else None


def not_told(text: str, lang: str) -> GameError:
    """Return the error that says which terms were found, and asks for the game."""
    counted = ", ".join(f"{game}: {count} terms" for game, count in _evidence(text, lang).items())
    return GameError(
        f"the game of {text[:40]!r} cannot be told ({counted})",
        expected=" or ".join(structure_of(lang).games),
        remedy="name the game (game=…, --game …)",
    )


def _evidence(text: str, lang: str) -> dict[str, int]:
    looked_at = text[:_LOOKED_AT].lower()
    return {game: sum(term in looked_at for term in terms) for game, terms in structure_of(lang).games.items()}
