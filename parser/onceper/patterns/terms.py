"""The words of a language that fit every card of a sort: the content of its ``terms.toml``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct

from onceper.patterns.records import Phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Sort = Literal["monster", "spell", "trap", "spell_or_trap", "card", "this", "extra_deck_monster", "fortress"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the printed words of each sort of card.

    ``this`` is the card that prints them, and ``fortress`` one that works face-up in the shield zone, by these words.
    No card is meant by what says that times are counted and no things (``times``), and that a limit holds but for what
    the words speak of (``unless``).
    """

    monster: Phrases = ()
    spell: Phrases = ()
    trap: Phrases = ()
    spell_or_trap: Phrases = ()
    card: Phrases = ()
    this: Phrases = ()
    extra_deck_monster: Phrases = ()
    fortress: Phrases = ()
    times: Phrases = ()
    unless: Phrases = ()

    def find_sorts(self, words: str) -> frozenset[Sort]:
        """Return the sorts of card that printed words mean, in capitals or not."""
        folded = words.casefold()
        return frozenset(
            sort for sort in get_args(Sort) if folded in (phrase.casefold() for phrase in getattr(self, sort))
        )

    def find_sorts_in(self, text: str) -> frozenset[Sort]:
        """Return the sorts of card that a text speaks of, in capitals or not; Latin words are whole words.

        Of phrases that begin at one place the longest is meant: "Spell/Trap" is not "Spell".
        """
        phrases = {phrase.casefold(): sort for sort in get_args(Sort) for phrase in getattr(self, sort)}
        return frozenset(phrases[phrase] for phrase in _find_phrases(phrases, text))

    def counts_times(self, text: str) -> bool:
        """Tell whether a text says how many times, and not how many things, as far as the language has words for it."""
        return not self.times or any(_find_phrases(self.times, text))

    def is_exception(self, condition: str) -> bool:
        """Tell whether a limit with this condition holds while what it speaks of is not so."""
        return any(_find_phrases(self.unless, condition))


def _find_phrases(phrases: Iterable[str], text: str) -> Sequence[str]:
    longest_first = "|".join(re.escape(phrase.casefold()) for phrase in sorted(phrases, key=len, reverse=True))
    return re.findall(rf"(?<![a-z])(?:{longest_first})(?![a-z])", text.casefold()) if longest_first else ()
