"""Damaged print, told by pieces that one letter more, less or other makes clean, and what it was before."""

from __future__ import annotations

import re
import unicodedata
from operator import ne
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

WORD = re.compile(r"[^\W\d_]+")
# Digits stand in words for letters that look like them, and a line end may have parted one.
_PRINTED = re.compile(r"[^\W_]+(?:- [^\W\d_]+)?")
_WORD = re.compile(r"[^\W_]+")
_BLANKED = bytes(sign if chr(sign).isalnum() else ord(" ") for sign in range(256))
# Words that are shorter are a letter away from many others.
_LEAST = 3
_WORDS_KEPT = 16_384
# What a letter may have become: those of other alphabets are told where one is lost, or two are swapped.
_SIGNS = ascii_lowercase + digits
_RUN = 3
# What a text begins and ends with, which no word of it holds.
EDGE = "\n"
_EDGES = 2 * EDGE
_COMMA = "、"
# Copies often lack the marks of Turkish letters, or the ones they need.
_UNMARKED = {sign: unicodedata.normalize("NFD", chr(sign))[0] for sign in range(0x80, 0x300)} | {ord("ı"): "i"}


class WordRepair:
    """Repair words of limits.

    A name or a rare word is seldom a letter away from one of these, and what clean print has is none; a further ending
    of one looks like the others. ``telling`` are the words of limits.
    """

    def __init__(self, clean: frozenset[str], telling: Collection[str]) -> None:
        self._clean = clean
        self._telling = tuple(word for word in sorted(telling) if len(word) >= _LEAST)
        # What is a letter away from each, the first where there are several, and what may be a further ending of it.
        self._near: dict[str, str] = {}
        self._ended: dict[str, str] = {}
        for word in reversed(self._telling):
            last = len(word) - 1
            self._near |= dict.fromkeys([*_less(word), *_with_another_letter(word, range(last))], word)
            self._ended |= dict.fromkeys(_with_another_letter(word, (last, last + 1)), word)
        self._runs = frozenset(runs_of(f" {' '.join(clean)} "))
        # Those of clean print, and others that were found to be no damaged ones.
        self._whole = set(clean)

    def places(self, text: str) -> Sequence[int]:
        """Return all of a folded text where it may hold a damaged word, at little cost where all words are known."""
        words = _words_of(text)
        new = () if self._whole.issuperset(words) else {*words} - self._whole
        if "- " in text or any(map(ne, new, map(self._right, new))):
            return range(len(text))
        if len(self._whole) < _WORDS_KEPT:
            self._whole.update(new)
        return ()

    def repaired(self, text: str) -> str:
        """Return a plain text with its damaged words of limits as they were before."""
        return _PRINTED.sub(self._whole_word, text)

    def is_beyond_it(self, text: str) -> bool:
        """Tell whether several words of limits are damaged, and most other words are in no clean print."""
        words = _words_of(text)
        # A word that is no card's own is near one of them by chance, and what is near the same is so twice.
        damaged = {*map(self._right, words)} - {*words}
        return len(damaged) > 2 and sum(word not in self._clean for word in words) > 0.5 * len(words)

    def _whole_word(self, printed: re.Match[str]) -> str:
        first, parted, second = printed[0].partition("- ")
        is_one = first + second in self._clean
        return first + second if is_one else self._right(first) + parted + self._right(second)

    def _right(self, word: str) -> str:
        """Return a word as it was before."""
        if word in self._clean:
            return word
        if word in self._near or word in self._ended:
            may_end = self._runs.issuperset(runs_of(f" {word} "))
            near = (self._near,) if may_end else (self._near, self._ended)
            return min((found[word] for found in near if word in found), default=word)
        # Words, one of them of a limit, may have lost their spaces.
        for known in self._telling if word.startswith(self._telling) or word.endswith(self._telling) else ():
            first, second = word.removesuffix(known), word.removeprefix(known)
            right = self._right(second) if second != word else word
            if self._clean.issuperset(right.split()):
                return f"{known} {right}"
            if first in self._clean:
                return f"{first} {known}"
        return word


class RunRepair:
    """Repair print without spaces, by its runs of three signs.

    To look at all of a text would cost too much: ``places`` returns where one may state a limit.
    """

    def __init__(self, clean: frozenset[str], places: Callable[[str], Sequence[int]]) -> None:
        self.places = places
        self._clean = clean
        # Which signs stand behind two; commas stand anywhere.
        self._next: dict[str, str] = {}
        for run in sorted(clean):
            if run[-1] != _COMMA:
                self._next[run[:-1]] = self._next.get(run[:-1], "") + run[-1]

    def repaired(self, text: str) -> str:
        """Return a plain text with each sign as it was that is other than in clean print, lost, too many or swapped."""
        if not self.places(text):
            return text
        text = f"{_EDGES}{text}{_EDGES}"
        at = 0
        while at < len(text) - _RUN:
            # Words that meet may print one run that no other print has.
            if self._clean.isdisjoint((text[at : at + _RUN], text[at + 1 : at + 1 + _RUN])):
                text = self._right(text, at) or text
            at += 1
        return text.strip(_EDGES)

    def is_beyond_it(self, _: str, /) -> bool:
        """Tell of no text that it is: only words tell that."""
        return False

    def _right(self, text: str, at: int) -> str | None:
        """Return a text with the last sign of a run put in, changed, left out or swapped, if it is clean there then."""
        # No more than this many signs before and behind the run change what is clean.
        start = max(at - 1, 0)
        before, sign, after = text[start : at + 2], text[at + 2], text[at + 3 : at + 6]
        tries = [before[:-1] + sign + before[-1] + after]
        # Numbers and commas stand anywhere.
        if sign != _COMMA and not sign.isdigit():
            signs = self._next.get(before[-2:], "")
            tries += [before + lost + sign + after for lost in signs if before[-1] + lost + sign in self._clean]
            tries += [before + new + after for new in signs if before[-1] + new + after[:1] in self._clean]
            tries += [before + after, before + after[:1] + sign + after[1:]]
        right = next((each for each in tries if self._clean.issuperset(runs_of(each[:6]))), None)
        return right and text[:start] + right + text[at + 6 :]


def pieces_of(text: str, *, is_spaced: bool) -> list[str]:
    """Return what a plain text is made of: its words, or where no spaces stand between them, runs of three signs."""
    return WORD.findall(text) if is_spaced else runs_of(f"{_EDGES}{text}{_EDGES}")


def runs_of(text: str) -> list[str]:
    """Return the runs of three signs of a text."""
    return [text[at : at + _RUN] for at in range(len(text) - _RUN + 1)]


def _words_of(template: str) -> list[str]:
    """Return the words of a folded template, letters without their marks, digits among them."""
    if template.isascii():
        # Ten times as fast.
        return template.encode().translate(_BLANKED).decode().split()
    return _WORD.findall(without_marks(template))


def without_marks(template: str) -> str:
    """Return a folded template with letters without their marks, of the same length."""
    return template.translate(_UNMARKED)


def _less(word: str) -> list[str]:
    """Return what one letter less makes of a word, or two that are swapped."""
    parts = [(word[:at], word[at], word[at + 1 :]) for at in range(len(word))]
    return [new for before, here, after in parts for new in (before + after, before + after[:1] + here + after[1:])]


def _with_another_letter(word: str, places: Iterable[int]) -> list[str]:
    """Return what one letter more or other at these places makes of a word."""
    return [word[:at] + sign + rest for at in places for rest in (word[at:], word[at + 1 :]) for sign in _SIGNS]
