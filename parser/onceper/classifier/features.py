"""Hashed character n-grams and word pairs of sentence templates, for training and for reading alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from onceper.classifier.about import EDGE
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Sequence

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]
Hashes = NDArray[np.uint64]

BITS = 15
BUCKETS = 1 << BITS
# Words so far apart are a pair: "only ... once", a name and "per turn".
FARTHEST = 5
WEIGHT_OF_NAME = 6
_SPACE = ord(" ")
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_BASE = 1_000_003
_BASE_INVERSE = pow(_BASE, -1, 1 << 64)


class Features(NamedTuple):
    """Hold the features of many texts: the hash of each, the number of its text, and where in that it begins."""

    buckets: Integers
    owners: Integers
    places: Integers


def features(texts: Sequence[str], lengths: Sequence[int]) -> Features:
    """Return the n-grams of these lengths of plain texts, their edges a character each, and their pairs of words."""
    joined = EDGE + EDGE.join(texts) + EDGE
    characters = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    size = len(characters)
    powers, inverses = _powers(size)
    summed = np.zeros(size + 1, np.uint64)
    np.cumsum(characters * powers, out=summed[1:])
    edges = np.flatnonzero(characters == ord(EDGE))
    # The edge between two texts belongs to both: an n-gram may begin or end with it, but not hold it inside.
    owners = np.cumsum(characters == ord(EDGE)) - 1
    to_edge = edges[np.minimum(owners + 1, len(edges) - 1)] - np.arange(size)
    buckets: list[Integers] = []
    begins: list[Integers] = []
    for length in lengths:
        at = np.flatnonzero((to_edge >= length - 1) & (owners < len(texts)))
        hashes = (summed[at + length] - summed[at]) * inverses[at] + np.uint64(length)
        buckets.append(_bucket(hashes))
        begins.append(at)
    spaced = np.flatnonzero((characters == _SPACE) | (characters == ord(EDGE)))
    starts, ends = spaced[:-1] + 1, spaced[1:]
    is_word = ends > starts
    starts, ends = starts[is_word], ends[is_word]
    words = (summed[ends] - summed[starts]) * inverses[starts]
    for apart in range(1, FARTHEST + 1):
        if apart >= len(words):
            break
        together = owners[starts[apart:]] == owners[starts[:-apart]]
        first, second = words[:-apart][together], words[apart:][together]
        buckets.append(_bucket(first * _MULTIPLIER + second))
        begins.append(starts[:-apart][together])
    # Whether a name stands there tells limits of a copy from those by name, whatever words stand around it.
    named = np.repeat(np.flatnonzero(characters == ord(MASK)), WEIGHT_OF_NAME)
    buckets.append(np.zeros(len(named), np.int64))
    begins.append(named)
    at = np.concatenate(begins)
    found = owners[at]
    return Features(np.concatenate(buckets), found, np.maximum(at - edges[found] - 1, 0))


def _bucket(hashes: Hashes) -> Integers:
    mixed = hashes * _MULTIPLIER
    return ((mixed ^ (mixed >> _SHIFT)) * _MULTIPLIER >> np.uint64(64 - BITS)).astype(np.int64)


_kept = [np.ones(0, np.uint64), np.ones(0, np.uint64)]


def _powers(count: int) -> list[Hashes]:
    """Return the powers of the base of the hash and of its inverse, modulo 2 to the 64."""
    if len(_kept[0]) < count:
        factors = np.full((2, max(2 * count, 1024)), np.array([[_BASE], [_BASE_INVERSE]], np.uint64), np.uint64)
        factors[:, 0] = 1
        # At once, for threads that read meanwhile.
        _kept[:] = np.multiply.accumulate(factors, axis=1)
    return [kept[:count] for kept in _kept]


def scale_of(owners: Integers, count: int) -> Floats:
    """Return what the features of each text weigh: in a long text one says less, though not by its share."""
    counts = np.maximum(np.bincount(owners, minlength=count), 1)
    return (1 / np.sqrt(counts)).astype(np.float32)
