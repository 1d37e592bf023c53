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

_Key = TypeVar("_Key", bound="str | tuple[Any, ...]")
_Value = TypeVar("_Value")


class BudgetError(OnceperError):
    """The budget of what a process keeps is no number."""


class Kept(dict[_Key, _Value]):
    """Make a value of each key that is asked for, and keep so many, but no more than all that is kept may take.

    The oldest go first. A key is a text, or begins with one before what else it hangs on; ``records`` tells how many
    records a value holds. A hit costs half of one in an ``lru_cache``.
    """

    __slots__ = ("__weakref__", "_make", "_most", "_records", "bytes")

    def __init__(
        self, make: Callable[[_Key], _Value], most: int, records: Callable[[_Value], int] = lambda _: 0
    ) -> None:
        super().__init__()
        self._make, self._most, self._records = make, most, records
        self.bytes = 0
        _every_cache[id(self)] = self

    def __missing__(self, key: _Key) -> _Value:
        value = self._make(key)
        letters = len(key if isinstance(key, str) else key[0])
        # What is longer is made anew.
        if letters <= LONGEST_KEPT:
            if len(self) >= self._most:
                # One by one each would be sought behind those gone; all at once, their memory would be given back.
                self.drop(len(self) // 8 + 1)
            size = _OF_ENTRY + _OF_LETTER * letters + _OF_RECORD * self._records(value)
            self.bytes += size
            _left[0] -= size
            if _left[0] < 0:
                _make_room()
            self[key] = value
        return value

    def drop(self, number: int) -> None:
        """Keep so many of the oldest entries no more."""
        self.bytes -= self.bytes * number // max(len(self), 1)
        for key in list(islice(self, number)):
            self.pop(key, None)


def forget(share: float = 1) -> None:
    """Keep nothing of any text, or of the oldest share of what is kept."""
    for kept in list(_every_cache.values()):
        kept.drop(ceil(len(kept) * share))


def keep_within(mib: int) -> None:
    """Keep the newer half alone of what is kept, where that is more than this."""
    if _bytes_kept() > mib << 20:
        forget(0.5)


_every_cache: WeakValueDictionary[int, Kept[Any, Any]] = WeakValueDictionary()
# How much may be kept until all is counted, for what was dropped is not.
_left = [0]


def _make_room() -> None:
    keep_within(_budget())
    _left[0] = (_budget() << 20) - _bytes_kept()


def _bytes_kept() -> int:
    return sum(kept.bytes for kept in list(_every_cache.values()))


@cache
def _budget() -> int:
    told = os.environ.get(VARIABLE) or str(_MIB)
    if not told.isdecimal():
        raise BudgetError(
            f"{VARIABLE} is {told!r}",
            expected=f"how many MiB a process may keep of the texts that it has read, such as {_MIB}",
            remedy="set it to a number, or leave it out",
        )
    return int(told)
