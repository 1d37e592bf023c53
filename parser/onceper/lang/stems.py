"""Words that change with their endings: letters as ASCII has them, the words that rules name as stem and ending."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from onceper.lang.phrases import any_of
from onceper.lang.words import WordSplitter
from onceper.patterns.lexicon import Prints, printed_as_is
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from onceper.patterns.language_files import Stems

APOSTROPHE = "'"
# What the capitals of endings stand for in folded text.
ANY_OF = {"A": "ae", "I": "iu", "D": "dt"}
_PIECE = re.compile(r"\((.)\)|(.)")
# Capital I and both small ones are one letter in a text typed without Turkish letters, and so are these pairs. The last
# two signs are those of old keyboards, which had the Romanian ones.
_PLAIN = tuple(zip("çğıöşüâîûșț", "cgiosuaiust", strict=True))
# A reading of text typed without Turkish letters, where some words cannot be told from others.
TYPED_WITHOUT = 0.8

# A colour mark of games' own string tables (#b3, #yHasar) is no part of the word; a class of endings (+loc) stands in
# patterns only.
_WORD = re.compile(rf"{MASK}(?:'?[a-zü]+)?|\+[a-z]+(?:\.[a-z]+)*|[a-zü]+(?:'[a-zü]+)*|(?:#[a-z])?[0-9]+(?:'[a-z]+)?|\S")
_WORDS_KEPT = 16_384
# A text may be one word of any length.
_LONGEST_KEPT = 100
_LETTERS = re.compile(r"[a-z]+(?:'[a-z]+)?")
# In a pattern an ending is no word of the print, which might be a cue.
_ENDING = "~"
# Signs that the notation of patterns needs for itself.
_SIGNS = {"(": "⟨", ")": "⟩", "{": "⦃", "}": "⦄", "|": "¦"}
_PRINTED = {sign: printed for printed, sign in _SIGNS.items()}


def plain(text: str) -> str:
    """Return a text in small letters without the dots and hooks of Turkish ones, at its length."""
    for letter, without in _PLAIN:
        text = text.replace(letter, without)
    return text


def _spellings(ending: str) -> Iterator[str]:
    """Return an ending in every folded spelling, first with the letters that stand only to join others.

    >>> [*_spellings("(y)I")]
    ['yi', 'yu', 'i', 'u']
    """
    letters: list[Sequence[str]] = []
    for joining, letter in _PIECE.findall(ending):
        any_of = ANY_OF.get(joining or letter, plain(joining or letter))
        letters.append([*any_of, ""] if joining else any_of)
    return map("".join, product(*letters))


def _spelled_out(listed: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Return the class of each folded ending; of those that look alike the class that is listed first."""
    found: dict[str, str] = {}
    for kind, endings in listed.items():
        for spelled in chain.from_iterable(map(_spellings, endings)):
            found.setdefault(spelled, kind)
    return found


class StemmedWords(WordSplitter):
    """Fold and split Turkish text by the stems that rules name."""

    def __init__(self, stems: Stems) -> None:
        super().__init__(letters=ANY_OF)
        self._apart = frozenset(stems.apart)
        self._find_apart = re.compile(f"({any_of(stems.apart)})")
        self._listed = {"verb": stems.verb, "noun": stems.noun}
        self._endings = {of: {"": "", **_spelled_out(listed)} for of, listed in self._listed.items()}
        kinds = {"noun": stems.nouns, "verb": stems.verbs}
        # For each folded stem how it is spelled, and which endings it takes.
        self._spelled = {plain(stem): (stem, of) for of, listed in kinds.items() for stem in listed}
        self._kept = lru_cache(_WORDS_KEPT)(self._read)
        self._turkish_particles = frozenset(plain(word) for word in stems.particles if not word.isascii())
        # What print may glue to a closing quotation mark, with Turkish letters or without; i stands for ı too.
        glued = any_of(filter(None, self._endings["noun"])).replace("u", "[uü]")
        # One that opens a name stands behind a space, a bracket or the like, and what follows one that closes it is no
        # letter, or an ending up to the end of its word.
        piece = r"[^'\n\"]{1,100}?"
        behind = rf"(?:'?(?i:{glued}))?(?![^\W_])"
        self.single_quoted = rf"(?<![^ \n(\[/+])'(?=[^\W_]){piece}(?:'{piece}){{0,3}}?'(?={behind})"

    def fold(self, text: str) -> str:
        """Return the text in small letters without the dots and hooks of Turkish ones, at its length.

        İ, I, ı and i become one letter: print in capitals, and text typed without Turkish letters, cannot be told apart
        any other way. İ goes first, because it is the one letter that becomes two in small ones.
        """
        lower = text.replace("İ", "i").lower()
        pieces = enumerate(self._find_apart.split(lower))
        return "".join([piece if at % 2 else plain(piece) for at, piece in pieces])

    def stem(self, word: str) -> tuple[str, str] | None:
        """Return the stem of a folded word and the class of its ending, or null of a word that no rule names.

        Behind the stem an apostrophe may stand.
        """
        known = self._parted(word.replace(APOSTROPHE, "", 1))
        return known if known and word.startswith(known[0]) and word not in self._apart else None

    def _parted(self, word: str) -> tuple[str, str] | None:
        """Return the longest stem of a word that has one of its endings behind it, or none."""
        for end in range(len(word), 0, -1):
            stem, ending = word[:end], word[end:]
            kind = self._endings[self._spelled[stem][1]].get(ending) if stem in self._spelled else None
            if kind is not None:
                return stem, kind
        return None

    def split(self, text: str) -> tuple[list[str], list[str]]:
        """Return the words of a folded text as printed, and the forms by which rules know them.

        A word of the closed list is its stem and, behind it, the class of its ending (turda: tur, +loc). The ending of
        a masked name counts for nothing: translators err in it, and the object of the sentence says the same.
        """
        printed: list[str] = []
        forms: list[str] = []
        for word in _WORD.findall(text):
            pieces, known = (self._kept if len(word) <= _LONGEST_KEPT else self._read)(word)
            printed += pieces
            forms += known
        return printed, forms

    def _read(self, word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what ``split`` does of a word, a number or a sign."""
        if word[0] == MASK:
            return (word,), (MASK,)
        if word[0].isdigit() or (word[0] == "#" and len(word) > 1):
            number, mark, ending = word.partition(APOSTROPHE)
            form = number.lstrip("#bryg")
            if not ending:
                return (word,), (form,)
            return (number, mark + ending), (form, _ENDING + self._endings["noun"].get(ending, ""))
        stem, kind = self.stem(word) or (word, "")
        if kind:
            return (stem, word[len(stem) :]), (stem, _ENDING + kind)
        is_ending = word[0] == "+" and len(word) > 1
        return (word,), (_ENDING + word[1:] if is_ending else _SIGNS.get(word, word),)

    def inflect(self, word: str, kind: str) -> str:
        """Return a folded word with an ending of a class, as it is read again; a number has it behind an apostrophe."""
        listed = self._listed[self._spelled.get(word, (word, "noun"))[1]]
        if kind not in listed:
            return word
        spelled = [word + APOSTROPHE * word.isdecimal() + ending for ending in _spellings(listed[kind][0])]
        return next((inflected for inflected in spelled if self.stem(inflected) == (word, kind)), spelled[0])

    def prints(self, form: str, word: str) -> Prints | None:
        """Return how a word is printed that rules know by a form, a file as ``word``; an ending as its class begins."""
        if form in _PRINTED:
            return Prints((_PRINTED[form], form), joins=False)
        if not form.startswith(_ENDING):
            return printed_as_is(word)
        spelled = {ending for listed in self._endings.values() for ending in listed if _ENDING + listed[ending] == form}
        shortest = [one for one in spelled if not any(one[:end] in spelled for end in range(len(one)))]
        return Prints(tuple(sorted([*shortest, *(APOSTROPHE + one for one in shortest)])), is_ending=True)

    def confidence(self, text: str) -> float:
        """Return how sure the reading of a normalised text is: less where it was typed without Turkish letters."""
        if not text.isascii():
            return 1.0
        return TYPED_WITHOUT if any(map(self._is_typed_without, _LETTERS.findall(text.lower()))) else 1.0

    def _is_typed_without(self, word: str) -> bool:
        """Tell whether a folded word of an ASCII text has letters in its right spelling that ASCII has not."""
        known = self.stem(word)
        return word in self._turkish_particles or (known is not None and not self._spelled[known[0]][0].isascii())
