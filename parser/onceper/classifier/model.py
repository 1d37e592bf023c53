"""The trained model: a linear model over hashed character n-grams and pairs of words, in bytes and JSON."""

from __future__ import annotations

import re
import zlib
from heapq import nlargest
from math import log, tanh
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, TypeVar

from onceper.classifier import labels
from onceper.classifier.about import load_about, refuse
from onceper.classifier.damage import EDGE
from onceper.classifier.labels import NOTHING, Finding
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from onceper.classifier.about import About, Calibration

_Label = TypeVar("_Label")
BUCKETS = 1 << 15
# The lengths of n-grams in print with spaces and without: there a sign says as much as two letters do.
LENGTHS = {True: (2, 3, 4, 5), False: (1, 2, 3, 4)}
# Words so far apart are a pair: "only ... once", a name and "per turn".
FARTHEST = 5
WEIGHT_OF_NAME = 6
# A weight is a whole number of such shares of 1, and this more, so that none is below 0.
SHARES = 1 << 10
ZERO = 1 << 19
_BYTES_OF_A_SIGN = 4
_BYTES_OF_A_WEIGHT = 4
# No probability is nearer to 0 or 1.
_LEAST_ODDS = 1e-6
# A probability that is an opinion, though no find.
_LEANS = 0.3
_CLAUSE = re.compile(r"[^\s,:;、。：；（）()—-](?:[^,:;、。：；（）()—]*[^\s,:;、。：；（）()—-])?")
_MOST_OF_A_SENTENCE = 0.6
# What binds a name or a gain is a sentence of its own, or a note.
_SENTENCES = {"hard", "summon", "control", "gain"}


def features(text: str, lengths: Sequence[int]) -> list[int]:
    """Return the hashes of a plain text's n-grams of these lengths, its edges a character each, and pairs of words."""
    signs = f"{EDGE}{text}{EDGE}".encode("utf-32-le", "surrogatepass")
    words = [word.encode("utf-8", "surrogatepass") for word in text.split()]
    found = [
        signs[at : at + size]
        for size in (length * _BYTES_OF_A_SIGN for length in lengths)
        for at in range(0, len(signs) - size + 1, _BYTES_OF_A_SIGN)
    ]
    for apart in range(1, FARTHEST + 1):
        found += [first + b" " + second for first, second in zip(words, words[apart:], strict=False)]
    # Whether a name stands there tells limits of a copy from those by name, whatever words stand around it.
    found += [b""] * (WEIGHT_OF_NAME * text.count(MASK))
    return [zlib.crc32(feature) % BUCKETS for feature in found]


class Model:
    """Say how probable each label is of a text, by a linear model over hashed features.

    ``weights`` hold for each bucket a whole number of 4 bytes for each label, the lowest byte first.
    """

    def __init__(self, about: About, weights: bytes) -> None:
        self.about = about
        self.weights = weights
        self._sums = Struct(f"<{len(about.labels)}I")

    def _weigh(self, text: str) -> dict[str, tuple[float, float]]:
        """Return what all features of a plain text say for each label, and how probable that makes it."""
        found = features(text, LENGTHS[self.about.is_spaced])
        size = self._sums.size
        # The weights of a bucket are one number, so that one sum adds those for all labels.
        total = sum([int.from_bytes(self.weights[bucket * size : (bucket + 1) * size], "little") for bucket in found])
        sums = self._sums.unpack(total.to_bytes(size, "little"))
        said: dict[str, tuple[float, float]] = {}
        for each, (label, (slope, offset)) in zip(sums, self.about.labels.items(), strict=True):
            gain = (each - ZERO * len(found)) / SHARES
            # In a long text one feature says less, though not by its share.
            said[label] = gain, _probability(gain / len(found) ** 0.5 * slope + offset)
        return said

    def find(self, text: str, right: str) -> Finding:
        """Return what is said of a plain text that was ``right`` before it was damaged."""
        about = self.about
        weighed = self._weigh(right)
        others = tuple(
            (label.partition(".")[2], calibrate(about.non_effects, probable))
            for label, (_, probable) in weighed.items()
            if label.startswith(labels.NON_EFFECT) and probable >= about.non_effects.threshold
        )
        nothing = NOTHING._replace(non_effects=others)
        limit, raw = best({label: of[1] for label, of in weighed.items() if label.startswith(labels.LIMIT)})
        if raw < _LEANS or not about.limit_cues_in(right):
            return nothing
        _, kind, scope = limit.split(".")
        confidence = calibrate(about.limits, raw)
        place, words = (None, right) if kind in _SENTENCES else self._clause(text, right, limit, weighed[limit][0])
        # Words that tell of no limit are those of an effect, however much they weigh.
        if raw < about.limits.threshold or not about.limit_cues_in(words):
            return nothing._replace(leaning=kind, confidence=confidence)
        said = [label.split(".") for label, (_, probable) in weighed.items() if probable > 0.5]
        slots = {slot: value for slot, value, *_ in said if slot in labels.SAID}
        return Finding((kind, scope), None, confidence, slots, place, others)

    def _clause(self, text: str, right: str, label: str, gain: float) -> tuple[tuple[int, int] | None, str]:
        """Return place and words of the clause that says most for a label; null and all where it is most of all.

        ``gain`` is what all of the text says for it.
        """
        places = [clause.span() for clause in _CLAUSE.finditer(text)]
        said = _CLAUSE.findall(right)
        if len(places) == len(said) > 1:
            mean = gain / len(right)
            gains = [self._weigh(words)[label][0] - mean * len(words) for words in said]
            best_of = gains.index(max(gains))
            start, end = places[best_of]
            if end - start < _MOST_OF_A_SENTENCE * len(text):
                return (start, end), said[best_of]
        return None, right


def best(row: Mapping[_Label, float]) -> tuple[_Label, float]:
    """Return the most probable of some labels, one at least, and how probable it is, shared with the next."""
    two = nlargest(2, row.items(), key=itemgetter(1))
    label, first = two[0]
    return label, first * first / (sum(each for _, each in two) or 1)


def calibrate(calibration: Calibration, raw: float) -> float:
    """Return how often finds of this probability are right."""
    return _probability(calibration.slope * log_odds(raw) + calibration.offset)


def log_odds(probability: float) -> float:
    """Return the logarithm of how much likelier something is than not, within bounds."""
    within = min(max(probability, _LEAST_ODDS), 1 - _LEAST_ODDS)
    return log(within / (1 - within))


def _probability(odds: float) -> float:
    """Return how probable something of these log odds is, whatever they are."""
    return (1 + tanh(odds / 2)) / 2


def load_model(file: Path) -> Model:
    """Return the model of a JSON file, whose weights lie beside it.

    Raises:
        ModelError: a file is missing, damaged, or of another format.
    """
    about = load_about(file)
    beside = file.with_suffix(".weights")
    size = BUCKETS * len(about.labels) * _BYTES_OF_A_WEIGHT
    try:
        packed = beside.read_bytes()
        # A file of some megabytes may hold gigabytes: no more than one byte too many is unpacked.
        weights = zlib.decompressobj().decompress(packed, size + 1)
    except (OSError, zlib.error) as error:
        refuse(file, error)
    # Each of the two files takes its name by itself: what is stopped in between leaves one of an older model.
    if len(weights) != size or about.weights != zlib.crc32(packed):
        refuse(file, f"{beside.name} holds the weights of another model")
    return Model(about, weights)
