"""What a process keeps of the texts that it has read: caches that share one budget of bytes."""

from __future__ import annotations

import os
from functools import cache
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Callable

# Names the budget of a process, in MiB.
VARIABLE = "ONCEPER_MEMORY"
_MIB = 160
# What is longer is no text of another card, and is not kept.
LONGEST_KEPT = 2_000
# Measured: what an entry takes beside its letters, and what for each limit, effect and other record in it.
_OF_ENTRY, _OF_LETTER, _OF_RECORD = 300, 3, 450

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class BudgetError(OnceperError):
    """The budget of what a process keeps is no number."""


class Kept(dict[_Key, _Value]):
    """Keep so many entries, and no more than all that is kept may take; the oldest go first."""

    __slots__ = ("__weakref__", "_most", "bytes")

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self.bytes = 0
        _every_cache[id(self)] = self

    def keep(self, key: _Key, value: _Value, letters: int, records: int = 0) -> None:
        """Keep what was made of so many letters, if they are not too many, and holds so many records."""
        if letters > LONGEST_KEPT:
            return
        if len(self) >= self._most:
            # One by one each would be sought behind those that are gone; all at once, their memory would be given back.
            self.drop(len(self) // 8 + 1)
        size = _OF_ENTRY + _OF_LETTER * letters + _OF_RECORD * records
        self.bytes += size
        _left[0] -= size
        if _left[0] < 0:
            _make_room()
        self[key] = value

    def drop(self, number: int) -> None:
        """Keep so many of the oldest entries no more."""
        self.bytes -= self.bytes * number // max(len(self), 1)
        for key in list(islice(self, number)):
            self.pop(key, None)


def forget(share: float = 1) -> None:
    """Keep nothing of any text, or of the oldest share of what is kept."""
    for kept in list(_every_cache.values()):
        kept.drop(ceil(len(kept) * share))


_every_cache: WeakValueDictionary[int, Kept[Any, Any]] = WeakValueDictionary()
# How much may be kept until all is counted, for what was dropped is not.
_left = [0]


def _make_room() -> None:
    if (kept := _bytes_kept()) > _budget():
        forget(0.5)
        kept = _bytes_kept()
    _left[0] = _budget() - kept


def _bytes_kept() -> int:
    return sum(kept.bytes for kept in list(_every_cache.values()))


@cache
def _budget() -> int:
    told = os.environ.get(VARIABLE) or str(_MIB)
    if not (told.isascii() and told.isdigit()):
        raise BudgetError(
            f"{VARIABLE} is {told!r}",
            expected=f"how many MiB a process may keep of the texts that it has read, such as {_MIB}",
            remedy="set it to a number, or leave it out",
        )
    return int(told) << 20


SENTENCES_KEPT = 65_536
# Of a sentence that is longer than any that is printed, its beginning and its end are looked at.
LONGEST_TOLD = 2 * LONGEST_KEPT


class FlagCache(Kept[str, int]):
    """Keep the flags of sentences; a hit costs half of one in an ``lru_cache``."""

    __slots__ = ("_tell",)

    def __init__(self, tell: Callable[[str], int]) -> None:
        super().__init__(SENTENCES_KEPT)
        self._tell = tell

    def __missing__(self, sentence: str) -> int:
        if len(sentence) > LONGEST_TOLD:
            sentence = sentence[: LONGEST_TOLD // 2] + sentence[-LONGEST_TOLD // 2 :]
        flags = self._tell(sentence)
        self.keep(sentence, flags, len(sentence))
        return flags
