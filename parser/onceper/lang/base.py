"""What every language must say about itself, so that the rest of the package need not know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.text.position import OF_THE_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.contract.effect import EffectKind
    from onceper.contract.limit import WhoseTurn
    from onceper.text.names import Quotes
    from onceper.text.sentence import Clause, Sentence


def _sure(_text: str) -> float:
    return 1.0


def _no_story(_sentence: str) -> int:
    return OF_THE_GAME


class Abilities(NamedTuple):
    """Hold what a print tells by its abilities, one a line, which say each themselves how they behave.

    ``kinds`` returns the kind of each ability of a folded text; ``lets_choose`` tells whether folded words let a player
    decline, and ``whose_turn`` in whose turn a folded sentence says that it holds.
    """

    kinds: Callable[[Sequence[str]], list[EffectKind]]
    lets_choose: Callable[[str], bool]
    whose_turn: Callable[[str], WhoseTurn]


class Language(NamedTuple):
    """Hold what a language's folder provides.

    ``fold`` makes upper and lower case equal and keeps the length; ``sentences`` cuts a masked text and ``clauses``
    a sentence of it; ``words`` splits a folded clause into its words as printed and, one for one, the forms by which
    rules know them. A word that print shows in one form only is known by that. ``joint`` stands between words.
    ``grammar`` returns the ``Position`` flags that the words of a folded sentence tell, and ``grammar_of_marked`` those
    of a sentence with the marks of an activation, which seldom need more. ``confidence`` is how sure what is read in a
    normalised text can be. ``abilities`` is for print whose unit is the ability; ``games`` have print of their own, in
    a folder of the language's.
    """

    code: str
    quotes: Quotes
    joint: str
    fold: Callable[[str], str]
    sentences: Callable[[str], list[Sentence]]
    clauses: Callable[[str, Sentence], list[Clause]]
    words: Callable[[str], tuple[list[str], list[str]]]
    grammar: Callable[[str], int] = _no_story
    grammar_of_marked: Callable[[str], int] = _no_story
    confidence: Callable[[str], float] = _sure
    abilities: Abilities | None = None
    games: frozenset[str] = frozenset()
