"""English words: lower case, the plural "(s)" kept with its noun, a masked name as one word."""

from __future__ import annotations

import re
from functools import cache

from onceper.patterns.structure import structure_of
from onceper.text.case import lower_case
from onceper.text.normal import MASK

_WORD = re.compile(rf"[a-z]+(?:'[a-z]+|\(s\))?|[0-9]+|{MASK}(?:\(s\))?|\S")


def fold(text: str) -> str:
    """Return the text in lower case, at its length, with a space for each line end at which it was wrapped."""
    lower = lower_case(text)
    return _wrapped().sub(" ", lower) if "\n" in lower else lower


@cache
def _wrapped() -> re.Pattern[str]:
    structure = structure_of("en")
    ends = "|".join(rf"(?<=\b{re.escape(word)}\n)" for word in structure.ends_no_line)
    begins = "|".join(map(re.escape, structure.begins_no_line))
    return re.compile(rf"\n(?:{ends}|(?=(?:{begins})\b))")


def words(text: str) -> tuple[list[str], list[str]]:
    """Return the words of a folded text; rules know them as they are printed."""
    found = _WORD.findall(text)
    return found, found
