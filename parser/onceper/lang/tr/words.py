"""Turkish words: letters as ASCII has them, the words that rules name split into stem and ending."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.tr.stems import APOSTROPHE, Stemmer, plain
from onceper.patterns.lexicon import Prints, printed_as_is
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from onceper.patterns.language_files import Stems

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
_SIGNS = {"(": "⟨", ")": "⟩", "{": "⦃", "}": "⦄", "|": "¦"}
_PRINTED = {sign: printed for printed, sign in _SIGNS.items()}
_ANY_SPELLING = {"i": "[iıİI]", "u": "[uüUÜ]"} | {letter: f"[{letter}{letter.upper()}]" for letter in "adelnrsty"}


class TurkishWords:
    """Fold and split Turkish text by the stems that rules name."""

    def __init__(self, stems: Stems) -> None:
        self._stemmer = Stemmer(stems)
        # For each word that must not be folded, private signs of its length that stand in for it.
        self._apart = {
            word: "".join(chr(0xE000 + number * 16 + at) for at in range(len(word)))
            for number, word in enumerate(stems.apart)
        }
        self.stem = self._stemmer.split
        self.inflect = self._stemmer.inflect

    def fold(self, text: str) -> str:
        """Return the text in small letters without the dots and hooks of Turkish ones, at its length.

        İ, I, ı and i become one letter: print in capitals, and text typed without Turkish letters, cannot be told apart
        any other way. İ goes first, because it is the one letter that becomes two in small ones.
        """
        lower = text.replace("İ", "i").lower()
        if lower.isascii():
            return lower
        kept = [word for word in self._apart if word in lower]
        for word in kept:
            lower = lower.replace(word, self._apart[word])
        folded = plain(lower)
        for word in kept:
            folded = folded.replace(self._apart[word], word)
        return folded

    def split(self, text: str) -> tuple[list[str], list[str]]:
        """Return the words of a folded text as printed, and the forms by which rules know them.

        A word of the closed list is its stem and, behind it, the class of its ending (turda: tur, +loc). The ending of
        a masked name counts for nothing: translators err in it, and the object of the sentence says the same.
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
                parts = self._stemmer.split(word)
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
                    forms.append(_ENDING + (self._stemmer.ending_of(ending.lstrip(APOSTROPHE)) or ""))
            else:
                printed.append(word)
                forms.append(_ENDING + word[1:] if kind == "ending" else _SIGNS.get(word, word))
        return printed, forms

    def prints(self, form: str, word: str) -> Prints | None:
        """Return how a word is printed that rules know by a form, a file as ``word``; endings in many ways."""
        if form in _PRINTED:
            return Prints((_PRINTED[form], form), begins=False, ends=False)
        if not form.startswith(_ENDING):
            return printed_as_is(form, word)
        endings = self._stemmer.endings_of(form.removeprefix(_ENDING))
        return Prints(endings, begins=False, ends=False) if endings else None

    def confidence(self, text: str) -> float:
        """Return how sure the reading of a normalised text is: less where it was typed without Turkish letters."""
        if not text.isascii():
            return 1.0
        return TYPED_WITHOUT if any(map(self._stemmer.is_typed_without, _LETTERS.findall(text.lower()))) else 1.0

    def single_quoted(self) -> str:
        """Return an expression for a name in single quotes, which are apostrophes as well.

        One that opens a name stands behind a space, a bracket or the like, and what follows one that closes it is no
        letter, or an ending up to the end of its word.
        """
        piece = r"[^'\n\"]{1,100}?"
        behind = rf"(?:'?(?:{self._any_spelling_of_endings()}))?(?![^\W_])"
        return rf"(?<![^ \n(\[/+])'(?=[^\W_]){piece}(?:'{piece}){{0,3}}?'(?={behind})"

    def _any_spelling_of_endings(self) -> str:
        """Return the glued endings as print has them, with Turkish letters or without."""
        return "".join(_ANY_SPELLING.get(letter, letter) for letter in self._stemmer.glued())
