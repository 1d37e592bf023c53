"""The files that a language's folder may hold, and the records of the small ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.records import Some, read_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# A game with a word list has a print of its own.
WORDS = "words.toml"
STRUCTURE = "structure.toml"
STEMS = "stems.toml"
PARTS = "parts.toml"
TERMS = "terms.toml"
REASONS = "reasons.toml"
DISPLAY = "display.toml"
NOISE = "noise.toml"
LIKE = "like.toml"
# Any other file holds rules.
NO_RULES = frozenset({WORDS, STRUCTURE, STEMS, PARTS, TERMS, REASONS, DISPLAY, NOISE})


class Stems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the stems and endings of each class, in a language whose words change with their endings.

    ``apart`` and ``particles`` are words without an ending.
    """

    apart: tuple[str, ...]
    particles: tuple[str, ...]
    nouns: tuple[str, ...]
    foreign: tuple[str, ...]
    verbs: tuple[str, ...]
    noun: dict[str, tuple[str, ...]]
    verb: dict[str, tuple[str, ...]]


class Noise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold how a language is written elsewhere than in print: words of one meaning, signs that look alike, its letters.

    ``limits`` and ``non_effects`` are the phrases that tell of these, by which the classifier is asked or not.
    """

    same: tuple[tuple[str, ...], ...] = ()
    alike: tuple[tuple[str, str], ...] = ()
    letters: str = ""
    limits: tuple[str, ...] = ()
    non_effects: tuple[str, ...] = ()


class Like(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the code of the language as which another is read, and what of its print stands for what there.

    Each of the ``signs`` stands for the one at the same place of ``stand_for``, each of the ``words`` for one as long.
    """

    like: Some
    signs: str = ""
    stand_for: str = ""
    words: dict[Some, Some] = {}

    def folding(self, fold: Callable[[str], str]) -> Callable[[str], str]:
        """Return what folds a text, at its length, into one of the other language as that folds its own."""
        signs, words = str.maketrans(self.signs, self.stand_for), tuple(self.words.items())

        def fold_like(text: str) -> str:
            for own, other in words:
                text = text.replace(own, other)
            return fold(text.translate(signs))

        return fold_like


def parse_like(file: Path, named: str) -> Like:
    """Return what one file holds, which messages name like this.

    Raises:
        RulesError: the file is not TOML, lacks the language, or holds signs or words that stand for more or fewer.
    """
    like = read_file(Like, file, named)
    words = {f"words.{own}": (own, other) for own, other in like.words.items()}
    pairs = {"signs": (like.signs, like.stand_for), **words}
    problems = [
        Problem(named, key, f"{len(own)} signs stand for {len(other)}", "as many, so that each keeps its place")
        for key, (own, other) in pairs.items()
        if len(own) != len(other)
    ]
    if problems:
        raise RulesError(problems)
    return like
