"""Find the phrases of lists in a text, all at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping  # noqa: TC003  mypyc resolves what a record names
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns.structure import ANY_LETTERS, ANY_WORDS, NUMBER
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Sequence

EDGE = "\x02"
"""Stands in phrases for the beginning of a text, or for its end where that is searched with this sign behind it."""

# Only Latin words go on with a letter, other scripts set no spaces; and what stands before a colon is no phrase.
A_LETTER = "[a-zß-öø-ÿ]"
_GOES_ON = frozenset(":abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ")
DIGITS: dict[str, Iterable[str]] = {NUMBER: "0123456789"}
_OPEN_EDGE = re.compile(r"\A\.\.\. ?| ?\.\.\.\Z")


class _Way(NamedTuple):
    """Hold what a phrase tells, whether it may stand inside a word, and what of it stands behind its first piece."""

    flag: int
    length: int
    is_open_before: bool
    is_open_behind: bool
    further: re.Pattern[str] | None


class Phrases:
    """Find phrases of lists, each of which has a flag; those of ``whole`` are whole words.

    In a phrase three full stops stand for any words, # for a digit, and a key of ``stand_for``, such as a capital, for
    any of what it holds. If ``has_stems``, a hyphen stands for any letters of a word.
    """

    def __init__(
        self,
        told: Mapping[int, Iterable[str]],
        whole: int = 0,
        stand_for: Mapping[str, Iterable[str]] = DIGITS,
        *,
        has_stems: bool = False,
    ) -> None:
        gaps = re.compile(rf"( ?{re.escape(ANY_WORDS)}{f'|{ANY_LETTERS}' if has_stems else ''})")
        plain: dict[str, int] = {}
        ways: dict[str, list[_Way]] = {}
        for flag, phrases in told.items():
            is_whole = flag & whole != 0
            for phrase in phrases:
                first, *rest = gaps.split(_OPEN_EDGE.sub("", phrase))
                is_open = not is_whole
                if not first:
                    # It begins with any letters of a word.
                    is_open, (_, first, *rest) = True, rest
                is_open_behind = not is_whole or rest != []
                further = re.compile(_write(rest, stand_for, is_whole=is_whole)) if any(rest[1::2]) else None
                for spelled in spell(first, stand_for):
                    if is_open and is_open_behind and not further:
                        plain[spelled] = plain.get(spelled, 0) | flag
                    else:
                        way = _Way(flag, len(spelled), is_open, is_open_behind, further)
                        ways.setdefault(spelled, []).append(way)
        listed = list(dict.fromkeys([*plain, *ways]))
        self._search = search_for(listed)
        self._told = [(plain.get(phrase, 0), ways.get(phrase, ())) for phrase in listed]

    def said(self, text: str) -> int:
        """Return the flags of the lists that have a phrase in a folded text."""
        said = 0
        for last, number in self._search(text):
            flags, ways = self._told[number]
            said |= flags
            for flag, length, is_open_before, is_open_behind, further in ways:
                start, behind = last + 1 - length, last + 1
                if (
                    not said & flag
                    and (is_open_before or not start or text[start - 1] not in _GOES_ON)
                    and (is_open_behind or text[behind : behind + 1] not in _GOES_ON)
                    and (further is None or further.match(text, behind))
                ):
                    said |= flag
        return said


def _pieces(phrase: str, stand_for: Mapping[str, Iterable[str]]) -> list[Iterable[str]]:
    """Return what each piece of a phrase stands for: every second one for others, the rest for itself."""
    return [stand_for.get(piece, (piece,)) for piece in _keys(tuple(stand_for)).split(phrase)]


@lru_cache(maxsize=64)
def _keys(keys: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"({'|'.join(map(re.escape, keys))})")


def spell(phrase: str, stand_for: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a phrase in every spelling that it stands for."""
    return list(map("".join, product(*_pieces(phrase, stand_for))))


def any_spelling(phrases: Iterable[str], stand_for: Mapping[str, Iterable[str]]) -> str:
    """Return an expression for any of some phrases in every spelling."""
    spelled = (
        "".join(f"(?:{'|'.join(map(re.escape, options))})" for options in _pieces(phrase, stand_for))
        for phrase in phrases
    )
    return "|".join(spelled) or "(?!)"


def any_of(phrases: Iterable[str]) -> str:
    """Return an expression for any of some phrases as they are written."""
    return "|".join(map(re.escape, phrases)) or "(?!)"


def _write(rest: Sequence[str], stand_for: Mapping[str, Iterable[str]], *, is_whole: bool) -> str:
    """Return an expression for what of a phrase stands behind its first piece: gaps, and what follows each.

    What follows any words is taken where it stands first, which leaves the others the most room: an expression that
    seeks the last piece behind every first one takes a time that grows with the square of the text's length.
    """
    written = closing = ""
    for gap, piece, further in zip(rest[::2], rest[1::2], (*rest[2::2], ""), strict=True):
        if gap == ANY_LETTERS:
            written += f"{A_LETTER}*?"
        else:
            # What follows the space before a gap may follow it at once.
            written += f"{closing}(?>(?: .*?)??" if gap.startswith(" ") else f"{closing}(?>.*?"
            closing = ")"
        written += any_spelling([piece], stand_for)
        if is_whole and further != ANY_LETTERS:
            written += f"(?!{A_LETTER})"
    return written + closing
