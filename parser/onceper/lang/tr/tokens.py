"""Turkish words: letters as ASCII has them, the words that rules name split into stem and ending."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from onceper.lang.tr.stems import APOSTROPHE, ending_of, glued, is_typed_without, plain, split, stems
from onceper.text.normal import MASK

# A reading of text typed without Turkish letters, where some words cannot be told from others.
TYPED_WITHOUT = 0.8

# A colour mark of games' own string tables (#b3, #yHasar) is no part of the word; a class of endings (+loc) stands in
# patterns only.
_WORD = re.compile(
    rf"(?P<name>{MASK}(?:'?[a-zü]+)?)|(?P<ending>\+[a-z]+(?:\.[a-z]+)*)|(?P<word>[a-zü]+(?:'[a-zü]+)*)"
    r"|(?P<number>(?:#[a-z])?[0-9]+)(?P<glued>'[a-z]+)?|(?P<sign>\S)"
)
_LETTERS = re.compile(r"[a-z]+(?:'[a-z]+)?")
# In a pattern an ending is no word of the print, which might be a cue.
_ENDING = "~"
# Signs that the notation of patterns needs for itself.
_SIGNS = {"(": "⟨", ")": "⟩", "{": "⦃", "}": "⦄"}


def fold(text: str) -> str:
    """Return the text in small letters without the dots and hooks of Turkish ones, at its length.

    İ, I, ı and i become one letter: print in capitals, and text typed without Turkish letters, cannot be told apart
    any other way. İ goes first, because it is the one letter that becomes two in small ones.
    """
    lower = text.replace("İ", "i").lower()
    if lower.isascii():
        return lower
    kept = [word for word in _apart() if word in lower]
    for word in kept:
        lower = lower.replace(word, _stand_in(word))
    folded = plain(lower)
    for word in kept:
        folded = folded.replace(_stand_in(word), word)
    return folded


@cache
def _apart() -> tuple[str, ...]:
    return stems().apart


@lru_cache(maxsize=16)
def _stand_in(word: str) -> str:
    """Return private signs of the length of a word that must not be folded."""
    return "".join(chr(0xE000 + _apart().index(word) * 16 + at) for at in range(len(word)))


def words(text: str) -> tuple[list[str], list[str]]:
    """Return the words of a folded text as printed, and the forms by which rules know them.

    A word of the closed list is its stem and, behind it, the class of its ending (turda: tur, +loc). The ending of a
    masked name counts for nothing: translators err in it, and the object of the sentence says the same.
    """
    printed: list[str] = []
    forms: list[str] = []
    for found in _WORD.finditer(text):
        word = found.group()
        kind = found.lastgroup
        if kind == "name":
            printed.append(word)
            forms.append(MASK)
        elif kind == "word":
            parts = split(word)
            if parts is None or not parts[1]:
                printed.append(word)
                forms.append(word)
            else:
                stem, ending = parts
                printed += (stem, word[len(stem) :])
                forms += (stem, _ENDING + ending)
        elif kind in {"number", "glued"}:
            number, ending = found["number"], found["glued"]
            printed.append(number)
            forms.append(number.lstrip("#bryg"))
            if ending:
                printed.append(ending)
                forms.append(_ENDING + (ending_of(ending.lstrip(APOSTROPHE)) or ""))
        else:
            printed.append(word)
            forms.append(_ENDING + word[1:] if kind == "ending" else _SIGNS.get(word, word))
    return printed, forms


def confidence(text: str) -> float:
    """Return how sure the reading of a normalised text is: less where it was typed without Turkish letters."""
    if not text.isascii():
        return 1.0
    return TYPED_WITHOUT if any(map(is_typed_without, _LETTERS.findall(text.lower()))) else 1.0


@cache
def single_quoted() -> str:
    """Return an expression for a name in single quotes, which are apostrophes as well.

    One that opens a name stands behind a space, a bracket or the like, and what follows one that closes it is no
    letter, or an ending up to the end of its word.
    """
    piece = r"[^'\n\"]{1,100}?"
    behind = rf"(?:'?(?:{_endings()}))?(?![^\W_])"
    return rf"(?<![^ \n(\[/+])'(?=[^\W_]){piece}(?:'{piece}){{0,3}}?'(?={behind})"


def _endings() -> str:
    """Return the glued endings as print has them, with Turkish letters or without."""
    return "".join(_ANY_SPELLING.get(letter, letter) for letter in glued())


_ANY_SPELLING = {"i": "[iıİI]", "u": "[uüUÜ]"} | {letter: f"[{letter}{letter.upper()}]" for letter in "adelnrsty"}
