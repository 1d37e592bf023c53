"""What tells damaged print: words, or runs of signs, that clean print nearly has."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WORD = re.compile(r"[^\W\d_]+")
# Digits stand in words for letters that look like them.
_PRINTED = re.compile(r"[^\W_]+")
# A word that a line end has parted.
_PARTED = re.compile(r"[^\W\d_]- [^\W\d_]")
# Words so short are a letter away from many others: they tell beside words of limits, or where they look like no word.
LEAST_OF_A_WORD = 4
_LEAST_OF_A_TELLING_WORD = 3
_LEAST_OF_ANY_WORD = 6
_WORDS_KEPT = 16_384
_RUN = 3
# Words that meet may print what no other print does; amid so much that is known a sign is lost.
_KNOWN_AROUND = 5


class Damage(Protocol):
    """Tell by what clean print is made of whether print is damaged."""

    def is_in(self, text: str) -> bool:
        """Tell whether a text holds a piece that one letter more, less or other, or two swapped, make clean."""


class DamagedWords:
    """Tell damaged words from those that are only not in our clean print.

    A name or a rare word is seldom a letter away from a word of clean print, and a further ending of one looks like
    the others. ``telling`` are the words of limits.
    """

    def __init__(self, clean: frozenset[str], telling: Iterable[str]) -> None:
        self._clean = clean
        self._telling = frozenset(word for word in telling if len(word) >= _LEAST_OF_A_TELLING_WORD)
        # Words in one string: so many lists would be looked through at each collection of garbage.
        self._near: dict[str, str] = {}
        for word in {word for word in clean if len(word) >= LEAST_OF_A_WORD} | self._telling:
            for shorter in with_one_lost(word):
                self._near[shorter] = f"{self._near[shorter]} {word}" if shorter in self._near else word
        self._runs = frozenset(run for word in clean for run in runs_of(f" {word} "))
        self._is_damaged = lru_cache(_WORDS_KEPT)(self._look_at)
        # What stands between spaces, commas included, and was found to be whole.
        self._whole: set[str] = set()

    def is_in(self, text: str) -> bool:
        """Tell whether a plain text holds a damaged word."""
        new = set(text.split()) - self._whole
        if new:
            if any(map(self._is_damaged, _PRINTED.findall(" ".join(new)))):
                return True
            if len(self._whole) > _WORDS_KEPT:
                self._whole = set()
            self._whole |= new
        return "- " in text and _PARTED.search(text) is not None

    def _look_at(self, word: str) -> bool:
        if word in self._clean or word.isdigit():
            return False
        found = {known for shorter in with_one_lost(word) for known in self._near.get(shorter, "").split()}
        near = [known for known in found if _is_near(word, known)]
        looks_whole = len(word) >= LEAST_OF_A_WORD and self._runs.issuperset(runs_of(f" {word} "))
        if len(word) < LEAST_OF_A_WORD or (looks_whole and len(word) < _LEAST_OF_ANY_WORD):
            near = [known for known in near if known in self._telling]
        if near:
            return not (looks_whole and all(_differ_at_the_end(word, known) for known in near))
        return any(self._are_two(word, at) for at in range(2, len(word) - 1) if word[:at] in self._clean)

    def _are_two(self, word: str, at: int) -> bool:
        """Tell whether a word is two of clean print that have lost the space between them, one of them of a limit."""
        return word[at:] in self._clean and (word[:at] in self._telling or word[at:] in self._telling)


class DamagedRuns:
    """Tell damage in print without spaces, by its runs of three signs."""

    def __init__(self, clean: frozenset[str]) -> None:
        self._clean = clean
        self._ends = frozenset(run[1:] for run in clean)
        self._behind: dict[str, list[str]] = {}
        for run in clean:
            self._behind.setdefault(run[:2], []).append(run[2])

    def is_in(self, text: str) -> bool:
        """Tell whether a template holds a sign that is other than in clean print, lost, too many or swapped."""
        is_new = [run not in self._clean for run in runs_of(text)]
        if True not in is_new:
            return False
        if is_new[:3] == [True, False, False] and text[0].isalpha() and text[1:3] in self._ends:
            return True
        return any(self._is_at(at, text, is_new) for at in range(2, len(is_new)) if is_new[at - 2] and is_new[at - 1])

    def _is_at(self, at: int, text: str, is_new: Sequence[bool]) -> bool:
        before, between = text[at - 2 : at], self._behind.get(text[at - 2 : at], ())
        if is_new[at]:
            behind = text[at + 1 : at + 3]
            swapped = before + text[at + 1] + text[at] + text[at + 2 : at + 4]
            if (
                self._is_clean(before + behind)
                or any(self._is_clean(before + sign + behind) for sign in between)
                or (all(is_new[at : at + 2]) and self._is_clean(swapped))
            ):
                return True
        left, right = text[max(0, at - _KNOWN_AROUND) : at], text[at : at + _KNOWN_AROUND]
        if not (self._is_clean(left) and self._is_clean(right)):
            return False
        return any(self._is_clean(before + sign + right[:2]) for sign in between)

    def _is_clean(self, text: str) -> bool:
        return self._clean.issuperset(runs_of(text))


def pieces_of(text: str, *, is_spaced: bool) -> Iterable[str]:
    """Return what a plain text is made of: its words, or where no spaces stand between them, runs of three signs."""
    return WORD.findall(text) if is_spaced else runs_of(text)


def runs_of(text: str) -> list[str]:
    """Return the runs of three signs of a text."""
    return [text[at : at + _RUN] for at in range(len(text) - _RUN + 1)]


def with_one_lost(word: str) -> set[str]:
    """Return a word, and it without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _is_near(word: str, known: str) -> bool:
    """Tell whether two words differ in one letter, one that one of them lacks, or two swapped ones."""
    shorter, longer = sorted((word, known), key=len)
    at = _shared(shorter, longer)
    if len(shorter) < len(longer):
        return shorter[at:] == longer[at + 1 :]
    return shorter[at + 1 :] == longer[at + 1 :] or shorter[at:] == longer[at : at + 2][::-1] + longer[at + 2 :]


def _differ_at_the_end(word: str, known: str) -> bool:
    return _shared(word, known) >= min(len(word), len(known)) - 1


def _shared(first: str, second: str) -> int:
    """Return how many letters two words begin with alike."""
    return next(
        (at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
        min(len(first), len(second)),
    )
