"""How people and databases spell languages: any usual spelling in, the one of the contract out."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from onceper.patterns.records import read_bundled

if TYPE_CHECKING:
    from collections.abc import Collection

_TAG = re.compile("[a-z]{2,3}(-[a-z0-9]{1,8})*")


class _LanguageSpellings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the other codes of a language, and its names, which are none."""

    codes: list[str]
    names: list[str]


def find_language(spelled: str, codes: Collection[str]) -> str | None:
    """Return which of these languages a BCP 47 tag in any spelling names, such as ``en`` by ``EN_us``; null for none.

    What is behind the language is left out, from the right, until it is one of them. A tag that names a language which
    is not among them is not taken for another, as ``zh-TW`` is not for ``zh``.
    """
    tag = spelled.strip().replace("_", "-").lower()
    if not _TAG.fullmatch(tag):
        return None
    spellings = _of_languages() | {code.lower(): code for code in codes}
    while tag not in spellings and tag:
        tag = tag.rpartition("-")[0]
    found = spellings.get(tag)
    return found if found in codes else None


def suggest_languages(spelled: str, codes: Collection[str]) -> list[str]:
    """Return which of these languages may be meant by what names none of them: by their name, or by no region."""
    name = spelled.strip().replace("_", "-").casefold()
    known = spellings()
    return [
        code
        for code in codes
        if code.partition("-")[0] == name.partition("-")[0]
        or (code in known and name in map(str.casefold, known[code].names))
    ]


@cache
def _of_languages() -> dict[str, str]:
    return {other.lower(): code for code, of in spellings().items() for other in (code, *of.codes)}


def spellings() -> dict[str, _LanguageSpellings]:
    """Return the other codes and the names of each language."""
    known: dict[str, _LanguageSpellings] = read_bundled("spellings.toml", dict[str, _LanguageSpellings])
    return known
