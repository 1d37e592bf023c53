"""Damaged print, told by pieces that one letter more, less or other makes clean, and what it was before."""

from __future__ import annotations

import re
from functools import lru_cache
from operator import ne
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

WORD = re.compile(r"[^\W\d_]+")
# Digits stand in words for letters that look like them.
_PRINTED = re.compile(r"[^\W_]+")
# A word that a line end has parted.
_PARTED = re.compile(r"([^\W\d_]+)- ([^\W\d_]+)")
# Words that are shorter are a letter away from many others.
_LEAST_OF_A_TELLING_WORD = 3
_WORDS_KEPT = 16_384
_RUN = 3
_EDGES = "\n\n"


class WordRepair:
    """Repair words of limits.

    A name or a rare word is seldom a letter away from one of these, and what clean print has is none; a further ending
    of one looks like the others. ``telling`` are the words of limits.
    """

    def __init__(self, clean: frozenset[str], telling: Collection[str]) -> None:
        self._clean = clean
        self._telling = frozenset(word for word in telling if len(word) >= _LEAST_OF_A_TELLING_WORD)
        # What is a letter away from another word shares what is left of both without some letter.
        self._near: dict[str, set[str]] = {}
        for word in self._telling:
            for less in _less_one(word):
                self._near.setdefault(less, set()).add(word)
        self._runs = frozenset(run for word in clean for run in runs_of(f" {word} "))
        # A word that is longer than any two is none of them.
        self._longest = 2 * max(map(len, clean), default=0)
        self._right = lru_cache(_WORDS_KEPT)(self._find)
        # What stands between spaces, commas included, and was found to be whole.
        self._whole: set[str] = set()

    def places(self, text: str) -> Sequence[int]:
        """Return all of a plain text where it may hold a damaged word, which is told at little cost."""
        new = set(text.split()) - self._whole
        if any(self._right(word) != word for word in {*_PRINTED.findall(" ".join(new))} - self._clean):
            return range(len(text))
        if len(self._whole) > _WORDS_KEPT:
            self._whole.clear()
        self._whole |= new
        return range(len(text) if "- " in text and _PARTED.search(text) else 0)

    def repaired(self, text: str) -> str:
        """Return a plain text with its damaged words of limits as they were before."""
        text = _PARTED.sub(lambda parts: self._joined(*parts.groups()), text)
        return _PRINTED.sub(lambda word: self._right(word[0]), text)

    def is_beyond_it(self, text: str) -> bool:
        """Tell whether several words of limits are damaged, and most other words are in no clean print."""
        words = _PRINTED.findall(text)
        damaged = sum(self._right(word) != word for word in words)
        return damaged > 2 and sum(word not in self._clean for word in words) > 0.5 * len(words)

    def _joined(self, first: str, second: str) -> str:
        return first + second if first + second in self._clean else f"{first}- {second}"

    def _find(self, word: str) -> str:
        if word in self._clean or word.isdigit() or len(word) > self._longest:
            return word
        near = {known for less in _less_one(word) for known in self._near.get(less, ()) if _is_near(word, known)}
        if not near:
            # Two words, one of them of a limit, may have lost their space.
            firsts = [word[:at] for at in range(2, len(word) - 1) if word[:at] in self._clean]
            parted = [(first, word[len(first) :]) for first in firsts if word[len(first) :] in self._clean]
            return next((" ".join(two) for two in parted if not self._telling.isdisjoint(two)), word)
        if self._runs.issuperset(runs_of(f" {word} ")):
            near = {known for known in near if not _is_with_an_ending(word, known)}
        return min(near, default=word)


class RunRepair:
    """Repair print without spaces, by its runs of three signs.

    To look at all of a text would cost too much: ``places`` returns where one may state a limit.
    """

    def __init__(self, clean: frozenset[str], places: Callable[[str], Sequence[int]]) -> None:
        self.places = places
        self._clean = clean
        # Which signs stand between two.
        self._amid: dict[str, str] = {}
        for run in sorted(clean):
            around = run[0] + run[2]
            self._amid[around] = self._amid.get(around, "") + run[1]

    def repaired(self, text: str) -> str:
        """Return a plain text with each sign as it was that is other than in clean print, lost, too many or swapped."""
        if not self.places(text):
            return text
        text = f"{_EDGES}{text}{_EDGES}"
        known = self._known_in(text)
        # Words that meet may print one run that no other print has.
        at = known.find("--")
        while at >= 0:
            right = self._right(text, at + 1)
            if right:
                text, known = right, self._known_in(right)
            at = known.find("--", at + 1)
        return text.strip(_EDGES)

    def _known_in(self, text: str) -> str:
        """Return a sign for each run of a text that says whether clean print has it."""
        return "".join(["+" if run in self._clean else "-" for run in runs_of(text)])

    def is_beyond_it(self, _: str, /) -> bool:
        """Tell of no text that it is: only words tell that."""
        return False

    def _right(self, text: str, at: int) -> str | None:
        """Return a text with a sign at a place put in, changed, left out, or swapped, if it is clean there then."""
        before, first, sign, after = text[:at], text[at], text[at + 1], text[at + 2 :]
        tries: list[str] = []
        # Numbers and commas stand anywhere.
        if sign != "、" and not sign.isdigit():
            tries = [lost + sign + after for lost in self._between(before + first, sign) if lost != "、"]
            tries += [other + after for other in self._between(before + first, after)]
            if text[at + 1 : at + 1 + _RUN] not in self._clean:
                tries += [after, after[:1] + sign + after[1:]]
        tries = [*(first + rest for rest in tries), sign + first + after]
        return next((before + rest for rest in tries if self._is_clean(before[-2:] + rest[: _RUN + 1])), None)

    def _between(self, before: str, after: str) -> list[str]:
        """Return the signs that clean print has between what stands before and after."""
        signs = self._amid.get(before[-1] + after[:1], "")
        return [sign for sign in signs if before[-2:] + sign in self._clean]

    def _is_clean(self, text: str) -> bool:
        return self._clean.issuperset(runs_of(text))


def pieces_of(text: str, *, is_spaced: bool) -> list[str]:
    """Return what a plain text is made of: its words, or where no spaces stand between them, runs of three signs."""
    return WORD.findall(text) if is_spaced else runs_of(f"{_EDGES}{text}{_EDGES}")


def runs_of(text: str) -> list[str]:
    """Return the runs of three signs of a text."""
    return [text[at : at + _RUN] for at in range(len(text) - _RUN + 1)]


def _less_one(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _is_near(word: str, known: str) -> bool:
    """Tell whether a letter other, or two swapped, make one of the other, where both are as long."""
    others = sum(map(ne, word, known))
    return len(word) != len(known) or others == 1 or (others == 2 and sorted(word) == sorted(known))


def _is_with_an_ending(word: str, known: str) -> bool:
    return len(known) <= len(word) and word.startswith(known[:-1])
