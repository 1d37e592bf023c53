"""Tell from the words of a database what a Yu-Gi-Oh! card is, as far as that tells how its text is to be read."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import msgspec

from onceper.errors import OnceperError
from onceper.lang.games import ruled_as
from onceper.patterns.records import read_bundled
from onceper.text.case import lower_case

if TYPE_CHECKING:
    from collections.abc import Iterable

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


class _Spellings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the words by which databases tell each thing, of each sort of card."""

    types: dict[Sort, list[str]]
    resolves: dict[Sort, list[str]]
    stays: dict[Sort, list[str]]
    has_lore: dict[Sort, list[str]]
    has_effects: dict[Sort, list[str]]


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
    spelled = _spellings()
    sort = next((sort for sort in SORTS[::-1] if _says(words, spelled.types.get(sort))), None)
    if sort is None:
        return None
    resolves = _either(words, spelled.resolves.get(sort), spelled.stays.get(sort))
    if sort != "monster":
        return CardType(sort, resolves, has_lore=False)
    has_effects = _either(words, spelled.has_effects.get(sort), spelled.has_lore.get(sort))
    return CardType(sort, has_lore=None if has_effects is None else not has_effects)


def checked_card_type(printed: str) -> CardType:
    """Return what a card is by the words of its caller.

    Raises:
        CardTypeError: they name no type of Yu-Gi-Oh! cards.
    """
    known = card_type_of(printed)
    if known is None:
        raise CardTypeError(
            f"unknown card type {printed!r}",
            expected=f"words that hold one of {', '.join(chain.from_iterable(_spellings().types.values()))}",
            remedy="write it as on the card, such as 'Trap / Continuous', or leave it out",
        )
    return known


def _either(words: str, yes: Iterable[str] | None, no: Iterable[str] | None) -> bool | None:
    if _says(words, yes):
        return True
    return False if _says(words, no) else None


def _says(words: str, spellings: Iterable[str] | None) -> bool:
    return any(re.search(rf"(?<![a-z]){re.escape(spelling)}(?![a-z])", words) for spelling in spellings or ())


def _spellings() -> _Spellings:
    spellings: _Spellings = read_bundled("card_types.toml", _Spellings)
    return spellings
