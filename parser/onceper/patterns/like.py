"""A language that is read as another one is, by signs of its own: the content of its ``like.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.toml_file import parse

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILE = "like.toml"
_Some = Annotated[str, msgspec.Meta(min_length=1)]


class Like(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the code of the language as which another is read, and what of its print stands for what there.

    Each of the ``signs`` stands for the one at the same place of ``stand_for``, each of the ``words`` for one as long.
    """

    like: str
    signs: str = ""
    stand_for: str = ""
    words: dict[_Some, _Some] = {}

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
    problems: list[Problem] = []
    content = parse(file, named, problems)
    if problems:
        raise RulesError(problems)
    try:
        like = msgspec.convert(content, Like)
    except msgspec.ValidationError as error:
        raise RulesError([Problem(named, "", str(error))]) from error
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
