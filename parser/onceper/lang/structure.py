"""How a language's print is cut: the content of its ``structure.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


def wrong_structure(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield for each key that a structure must not hold what is wrong and what was expected."""
    fields = {field.name: field.type for field in msgspec.structs.fields(Structure)}
    for key, value in content.items():
        if key not in fields:
            yield f"unknown key {key!r}", f"one of {', '.join(fields)}"
            continue
        try:
            msgspec.convert(value, fields[key])
        except msgspec.ValidationError as error:
            yield f"{key} = {value!r}", str(error)
