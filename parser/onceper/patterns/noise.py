"""How a language is written elsewhere than in print: the content of its ``noise.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.toml_file import parse

if TYPE_CHECKING:
    from pathlib import Path

FILE = "noise.toml"


class Noise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold words of one meaning, signs that look alike, and the letters of a language.

    ``limits`` and ``non_effects`` are the phrases that tell of these, by which the classifier is asked or not.
    """

    same: tuple[tuple[str, ...], ...] = ()
    alike: tuple[tuple[str, str], ...] = ()
    letters: str = ""
    limits: tuple[str, ...] = ()
    non_effects: tuple[str, ...] = ()


def parse_noise(file: Path, named: str) -> Noise:
    """Return what one file holds, which messages name like this.

    Raises:
        RulesError: the file is not TOML, or holds an unknown key or something of the wrong kind.
    """
    problems: list[Problem] = []
    content = parse(file, named, problems)
    if problems:
        raise RulesError(problems)
    try:
        return msgspec.convert(content, Noise)
    except msgspec.ValidationError as error:
        raise RulesError([Problem(named, "", str(error))]) from error
