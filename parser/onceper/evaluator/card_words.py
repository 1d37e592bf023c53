"""The printed words of ceilings that fit a card by its type."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from onceper.resources import resource

if TYPE_CHECKING:
    from onceper.evaluator.event import CardType

FILE = "terms.toml"


@cache
def summoned_words() -> tuple[str, ...]:
    """Return the words that fit whatever is Summoned."""
    return _words()["monster"]


@lru_cache(maxsize=16)
def activated_words(card_type: CardType | None) -> tuple[str, ...]:
    """Return the words that fit the activation of a card of this type; only Spells and Traps are activated."""
    words = _words()["spell_or_trap"]
    if card_type and card_type.endswith("_spell"):
        words += _words()["spell"]
    elif card_type and card_type.endswith("_trap"):
        words += _words()["trap"]
    return words


@cache
def every_activated_word() -> tuple[str, ...]:
    """Return the words that fit the activation of some card."""
    return (*_words()["spell_or_trap"], *_words()["spell"], *_words()["trap"])


@cache
def this_copy_words() -> tuple[str, ...]:
    """Return the words by which a card speaks of itself."""
    return _words()["this"]


@cache
def _words() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for file in sorted(resource("patterns").glob(f"*/{FILE}")):
        for sort, words in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found[sort] = (*found.get(sort, ()), *words)
    return found
