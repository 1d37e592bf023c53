"""How a language's print is cut: the content of its ``structure.toml``."""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from onceper.resources import resource

FILE = "structure.toml"


class Structure(msgspec.Struct, frozen=True):
    """Hold what ends no sentence or line, continues an effect or heads a section; bullets, telling slots, evidence."""

    abbreviations: tuple[str, ...] = ()
    ends_no_line: tuple[str, ...] = ()
    begins_no_line: tuple[str, ...] = ()
    continues: tuple[str, ...] = ()
    sections: frozenset[str] = frozenset()
    bullets: str = ""
    telling: tuple[str, ...] = ()
    evidence: frozenset[str] = frozenset()


@cache
def structure_of(lang: str) -> Structure:
    """Return the bundled structure of a language."""
    content = tomllib.loads((resource("patterns") / lang / FILE).read_text(encoding="utf-8"))
    return msgspec.convert(content, Structure)
