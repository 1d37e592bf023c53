"""The words and letters by which the language of a text is told."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "evidence.toml"


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the ``words`` that few other languages use, in small letters, and the ``script``, letters that none does."""

    words: frozenset[str] = frozenset()
    script: str = ""


@cache
def bundled_evidence() -> Mapping[str, Evidence]:
    """Return what tells each bundled language, by its code.

    It stands in one file, so that nobody loads ten languages to find out which of them a text is in.
    """
    content = tomllib.loads((resource("patterns") / FILE).read_text(encoding="utf-8"))
    return msgspec.convert(content, dict[str, Evidence])
