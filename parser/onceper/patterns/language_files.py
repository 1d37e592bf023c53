"""The files that the folder of a language may hold, and the records of the small ones."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args

import msgspec
from msgspec import Struct

from onceper.patterns.records import Phrases, Some

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

# A game with a word list has a print of its own.
WORDS = "words.toml"
STRUCTURE = "structure.toml"
STEMS = "stems.toml"
PARTS = "parts.toml"
TERMS = "terms.toml"
SAID = "said.toml"
NOISE = "noise.toml"
LIKE = "like.toml"
# Any other file holds rules.
NO_RULES = frozenset({WORDS, STRUCTURE, STEMS, PARTS, TERMS, SAID, NOISE})


class Stems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the stems and endings of each class, in a language whose words change with their endings.

    ``apart`` and ``particles`` are words without an ending.
    """

    apart: tuple[str, ...]
    particles: tuple[str, ...]
    nouns: tuple[str, ...]
    verbs: tuple[str, ...]
    noun: dict[str, tuple[str, ...]]
    verb: dict[str, tuple[str, ...]]


class Noise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold how a language is written elsewhere than in print: words of one meaning, signs that look alike, its letters.

    ``limits`` and ``non_effects`` are the phrases that tell of these, by which the classifier is asked or not;
    ``mixed_with`` are the codes of languages of which its print holds words.
    """

    same: tuple[tuple[str, ...], ...] = ()
    alike: tuple[tuple[str, str], ...] = ()
    letters: str = ""
    limits: tuple[str, ...] = ()
    non_effects: tuple[str, ...] = ()
    mixed_with: tuple[str, ...] = ()


class Like(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the code of the language as which another is read, and what of its print stands for what there.

    Each of the ``signs`` stands for the one at the same place of ``stand_for``, each of the ``words`` for one as long.
    The signs of ``both`` stand in its own print as well.
    """

    like: Some
    signs: str = ""
    stand_for: str = ""
    both: str = ""
    words: dict[Some, Some] = {}

    def folding(self, fold: Callable[[str], str]) -> Callable[[str], str]:
        """Return what folds a text, at its length, into one of the other language as that folds its own."""
        signs, words = str.maketrans(self.signs, self.stand_for), tuple(self.words.items())

        def fold_like(text: str) -> str:
            for own, other in words:
                text = text.replace(own, other)
            return fold(text.translate(signs))

        return fold_like

    def spell(self, text: str) -> str:
        """Return a text of the other language in the signs of this one, the first of those that stand for one."""
        pairs = zip(reversed(self.stand_for), reversed(self.signs), strict=True)
        return text.translate({ord(other): sign for other, sign in pairs if other not in self.both})


Sort = Literal["monster", "spell", "trap", "spell_or_trap", "card", "this", "extra_deck_monster", "fortress"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
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

    @cached_property
    def _sorts(self) -> dict[str, Sort]:
        """The sort of card that each phrase means."""
        return {phrase.casefold(): sort for sort in get_args(Sort) for phrase in getattr(self, sort)}

    def find_sorts(self, words: str) -> frozenset[Sort]:
        """Return the sort of card that printed words mean, in capitals or not; none for any other."""
        sort = self._sorts.get(words.casefold())
        return frozenset({sort} if sort else ())

    def find_sorts_in(self, text: str) -> frozenset[Sort]:
        """Return the sorts of card that a text speaks of, in capitals or not; Latin words are whole words.

        Of phrases that begin at one place the longest is meant: "Spell/Trap" is not "Spell".
        """
        return frozenset(map(self._sorts.__getitem__, _find_phrases(self._sorts, text)))

    def counts_times(self, text: str) -> bool:
        """Tell whether a text says how many times, and not how many things, as far as the language has words for it."""
        return not self.times or any(_find_phrases(self.times, text))

    def is_exception(self, condition: str) -> bool:
        """Tell whether a limit with this condition holds while what it speaks of is not so."""
        return any(_find_phrases(self.unless, condition))


def _find_phrases(phrases: Iterable[str], text: str) -> Sequence[str]:
    longest_first = "|".join(re.escape(phrase.casefold()) for phrase in sorted(phrases, key=len, reverse=True))
    return re.findall(rf"(?<![a-z])(?:{longest_first})(?![a-z])", text.casefold()) if longest_first else ()
