"""Tell from the words of a database what a Yu-Gi-Oh! card is, as far as that tells how its text is to be read."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from onceper.errors import OnceperError
from onceper.lang.games import ruled_as
from onceper.patterns.records import read_bundled
from onceper.text.case import lower_case

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Sort = Literal["monster", "spell", "trap"]
SORTS: tuple[Sort, ...] = get_args(Sort)
_KEPT = 1_024


class CardTypeError(OnceperError, ValueError):
    """A card type that Yu-Gi-Oh! does not have."""


class CardType(NamedTuple):
    """Hold what a card is; null stands for what its database does not tell.

    ``resolves`` tells that a Spell or Trap does what it does when it resolves, and does not stay on the field.
    ``has_lore`` tells that a monster has no effect but a story, or that the card has none.
    """

    sort: Sort
    resolves: bool | None = None
    has_lore: bool | None = None


@lru_cache(_KEPT)
def has_card_types(game: str | None) -> bool:
    """Tell whether the type of a card tells something of its text: in Yu-Gi-Oh!, and in a game with its rules."""
    return ruled_as(game).card_types


# A file has few, and each stands on thousands of its rows.
@lru_cache(_KEPT)
def card_type_of(printed: str) -> CardType | None:
    """Return what a card is by the words of a database, such as ``Trap / Continuous``; null where they do not tell.

    Of a card's type, and its property or type line, any may stand there, in any order.
    """
    words = lower_case(printed).replace("_", " ")
    sort = next((sort for sort in SORTS[::-1] if _says(words, "types", sort)), None)
    if sort is None:
        return None
    resolves = True if _says(words, "resolves", sort) else False if _says(words, "stays", sort) else None
    if sort != "monster":
        return CardType(sort, resolves, has_lore=False)
    has_lore = False if _says(words, "has_effects", sort) else True if _says(words, "has_lore", sort) else None
    return CardType(sort, has_lore=has_lore)


def checked_card_type(printed: str) -> CardType:
    """Return what a card is by the words of its caller.

    Raises:
        CardTypeError: they name no type of Yu-Gi-Oh! cards.
    """
    known = card_type_of(printed)
    if known is None:
        raise CardTypeError(
            f"unknown card type {printed!r}",
            expected=f"words that hold one of {', '.join(chain.from_iterable(_spellings()['types'].values()))}",
            remedy="write it as on the card, such as 'Trap / Continuous', or leave it out",
        )
    return known


def _says(words: str, what: str, sort: Sort) -> bool:
    """Tell whether words hold one by which databases tell this of such a card."""
    spellings = _spellings()[what].get(sort, ())
    return any(re.search(rf"(?<![a-z]){re.escape(spelling)}(?![a-z])", words) for spelling in spellings)


def _spellings() -> Mapping[str, Mapping[Sort, Sequence[str]]]:
    spellings: Mapping[str, Mapping[Sort, Sequence[str]]] = read_bundled("card_types.toml")
    return spellings
