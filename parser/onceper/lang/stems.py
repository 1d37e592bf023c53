"""Words that change with their endings: letters as ASCII has them, the words that rules name as stem and ending."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns.lexicon import Prints, printed_as_is
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from onceper.patterns.language_files import Stems

WORDS_KEPT = 16_384
# A text may be one word of any length.
LONGEST_KEPT = 100
APOSTROPHE = "'"

_VOWELS = "aeıioöuü"
_FRONT, _ROUND = "eiöü", "oöuü"
_VOICELESS = "çfhkpsşt"
_VOICED = "r"
# What the capitals of endings stand for in folded text.
ANY_OF = {"A": "ae", "I": "iu", "D": "dt"}
_PIECE = re.compile(r"\((?P<joining>.)\)|(?P<letter>.)")


class Ending(NamedTuple):
    """Hold the class of an ending, and whether it is spelled with letters that ASCII has not."""

    kind: str
    is_turkish: bool


# Capital I and both small ones are one letter in a text typed without Turkish letters, and so are these pairs. The last
# two signs are those of old keyboards, which had the Romanian ones.
_PLAIN = tuple(zip("çğıöşüâîûșț", "cgiosuaiust", strict=True))


def plain(text: str) -> str:
    """Return a text in small letters without the dots and hooks of Turkish ones, at its length."""
    if text.isascii():
        return text
    for letter, without in _PLAIN:
        text = text.replace(letter, without)
    return text


def attached(ending: str, stem: str) -> str:
    """Return what an ending is behind a stem, by vowel harmony and the voice of the last consonant.

    >>> attached("DA", "tur"), attached("(y)I", "etki"), attached("(I)nIz", "aşama")
    ('da', 'yi', 'nız')
    """
    vowel = next((letter for letter in reversed(stem) if letter in _VOWELS), "e")
    last = stem[-1]
    spelled = ""
    for listed, is_joining in _pieces(ending):
        letter = listed
        if is_joining and (letter == "I") == (last in _VOWELS):
            continue
        if letter == "A":
            letter = "e" if vowel in _FRONT else "a"
        elif letter == "I":
            letter = ("ü" if vowel in _ROUND else "i") if vowel in _FRONT else ("u" if vowel in _ROUND else "ı")
        elif letter == "D":
            letter = "t" if last in _VOICELESS else "d"
        last = letter
        vowel = letter if letter in _VOWELS else vowel
        spelled += letter
    return spelled


@lru_cache(maxsize=256)
def _pieces(ending: str) -> list[tuple[str, bool]]:
    """Return the letters of an ending as it is listed, each with true where it stands only to join others."""
    return [(piece["letter"] or piece["joining"], piece["joining"] is not None) for piece in _PIECE.finditer(ending)]


class Stemmer:
    """Split words by the stems and the classes of endings that a language lists."""

    def __init__(self, stems: Stems) -> None:
        self._stems = stems
        kinds = {"noun": stems.nouns, "foreign": stems.foreign, "verb": stems.verbs}
        # For each folded stem how it is spelled, and which endings it takes.
        self._spelled = {plain(stem): (stem, kind) for kind, listed in kinds.items() for stem in listed}
        self._longest = max(map(len, self._spelled), default=0)
        self._turkish_particles = frozenset(plain(word) for word in stems.particles if not word.isascii())
        self._endings = lru_cache(maxsize=64)(self._find_endings)
        self._endings_of_any = self._find_endings_of_any()
        self._analyse = lru_cache(maxsize=WORDS_KEPT)(self._analyse_word)
        self._split_short = lru_cache(maxsize=WORDS_KEPT)(self._split)

    def split(self, word: str) -> tuple[str, str] | None:
        """Return the stem of a folded word and the class of its ending, or null of a word that no rule names."""
        return self._split_short(word) if len(word) <= LONGEST_KEPT else self._split(word)

    def _split(self, word: str) -> tuple[str, str] | None:
        found = self._analyse(word) if len(word) <= LONGEST_KEPT else self._analyse_word(word)
        return found and (found[0], found[1].kind)

    def inflect(self, word: str, kind: str) -> str:
        """Return a folded word with the first ending of a class; a number has its ending behind an apostrophe."""
        spelled, of = self._spelled.get(word, (word, "noun"))
        listed = self._stems.verb if of == "verb" else self._stems.noun
        if not word or kind not in listed:
            return word
        if word.isdecimal():
            return word + APOSTROPHE + attached(listed[kind][0], "bir")
        return word + plain(attached(listed[kind][0], spelled))

    def is_typed_without(self, word: str) -> bool:
        """Tell whether a folded word of an ASCII text has letters in its right spelling that ASCII has not."""
        found = self._analyse(word) if len(word) <= LONGEST_KEPT else self._analyse_word(word)
        return word in self._turkish_particles or (found is not None and found[1].is_turkish)

    def ending_of(self, printed: str) -> str | None:
        """Return the class of what is glued to a number or a foreign word, which may break the vowel harmony."""
        ending = self._endings_of_any.get(printed)
        return ending and ending.kind

    def endings_of(self, kind: str) -> tuple[str, ...]:
        """Return every print of a class of endings, behind whatever stem."""
        verbs = (self._endings("verb", vowel, last) for vowel in _VOWELS for last in (vowel, _VOICELESS[0], _VOICED))
        every = chain(self._endings_of_any.items(), *(endings.items() for endings in verbs))
        return tuple(dict.fromkeys(printed for printed, ending in every if ending.kind == kind))

    def endings_behind(self, word: str, kind: str) -> tuple[str, ...]:
        """Return every print of a class of endings behind a folded word."""
        spelled, of = self._spelled.get(word, (word, "foreign"))
        if of == "foreign":
            return self.endings_of(kind)
        endings = self._endings(of, *_shape(spelled))
        return tuple(printed for printed, ending in endings.items() if ending.kind == kind)

    def glued(self) -> str:
        """Return an expression for the endings that print may glue to a closing quotation mark, the longest first."""
        return "|".join(sorted(self._endings_of_any, key=len, reverse=True))

    def _analyse_word(self, word: str) -> tuple[str, Ending] | None:
        known = self._spelled
        for length in range(min(len(word), self._longest), 1, -1):
            stem = word[:length]
            if stem not in known:
                continue
            rest = word[length:].lstrip(APOSTROPHE)
            spelled, kind = known[stem]
            if not rest:
                return stem, Ending("", not spelled.isascii())
            endings = self._endings_of_any if kind == "foreign" else self._endings(kind, *_shape(spelled))
            ending = endings.get(rest)
            if ending:
                return stem, Ending(ending.kind, ending.is_turkish or not spelled.isascii())
        return None

    def _find_endings(self, kind: str, vowel: str, last: str) -> dict[str, Ending]:
        """Return the endings behind stems of this kind and shape, folded, each with its class."""
        stem = vowel if last in _VOWELS else vowel + last
        found: dict[str, Ending] = {}
        for name, endings in (self._stems.verb if kind == "verb" else self._stems.noun).items():
            for ending in endings:
                spelled = attached(ending, stem)
                found.setdefault(plain(spelled), Ending(name, not spelled.isascii()))
        return found

    def _find_endings_of_any(self) -> dict[str, Ending]:
        """Return the endings behind nouns of every shape; of those that look alike, the class that comes first."""
        order = list(self._stems.noun)
        found: dict[str, Ending] = {}
        for vowel in "aıouei":
            for last in (vowel, "t", "d"):
                for form, ending in self._endings("noun", vowel, last).items():
                    if form not in found or order.index(ending.kind) < order.index(found[form].kind):
                        found[form] = Ending(ending.kind, is_turkish=False)
        return found


def _shape(spelled: str) -> tuple[str, str]:
    """Return what of a stem decides on the form of its endings: the last vowel, and one letter for the last sound."""
    vowel = next((letter for letter in reversed(spelled) if letter in _VOWELS), "e")
    last = spelled[-1]
    return vowel, vowel if last in _VOWELS else "t" if last in _VOICELESS else "d"


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
        return Prints(endings, begins=False, ends=False, ending=form) if endings else None

    def endings(self, word: str, form: str) -> list[str]:
        """Return every print of an ending, which rules know by a form, behind a word or the last of several."""
        endings = self._stemmer.endings_behind(word.rsplit(" ", maxsplit=1)[-1], form.removeprefix(_ENDING))
        return [*endings, *(f"{APOSTROPHE}{ending}" for ending in endings)]

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
