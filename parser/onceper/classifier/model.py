"""The trained model as plain arrays and JSON: a linear model over hashed character n-grams and pairs of words."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING
from zipfile import ZipFile
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from onceper.classifier import labels
from onceper.classifier.about import EDGE, ModelError, load_about, model_name, refuse
from onceper.classifier.labels import NOTHING, Finding
from onceper.files.finished import finished
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from onceper.classifier.about import About, Calibration

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]
Halves = NDArray[np.float16]
BITS = 15
BUCKETS = 1 << BITS
# Words so far apart are a pair: "only ... once", a name and "per turn".
FARTHEST = 5
WEIGHT_OF_NAME = 6
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_BASE = np.uint64(1_000_003)
_MOST_BYTES_OF_A_WEIGHT = 8
_HEADER = 65_536
# A probability that is an opinion, though no find.
_LEANS = 0.3
_CLAUSE = re.compile(r"[^\s,:;、。：；（）()—-](?:[^,:;、。：；（）()—]*[^\s,:;、。：；（）()—-])?")
_MOST_OF_A_SENTENCE = 0.6
# What binds a name or a gain is a sentence of its own, or a note.
_SENTENCES = {"hard", "summon", "control", "gain"}


def features(text: str, lengths: Sequence[int]) -> Integers:
    """Return the hashes of a plain text's n-grams of these lengths, its edges a character each, and pairs of words."""
    encoded = f"{EDGE}{text}{EDGE}".encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(encoded, np.uint32).astype(np.uint64)
    hashes = np.zeros(len(characters) + 1, np.uint64)
    found = []
    for length in range(1, max(lengths) + 1):
        hashes = hashes[:-1] * _BASE + characters[length - 1 :]
        if length in lengths:
            found.append(hashes)
    words = np.array([crc32(word.encode("utf-8", "surrogatepass")) for word in text.split()], np.uint64)
    found += [words[:-apart] * _MULTIPLIER + words[apart:] for apart in range(1, FARTHEST + 1)]
    # Whether a name stands there tells limits of a copy from those by name, whatever words stand around it.
    found.append(np.zeros(WEIGHT_OF_NAME * text.count(MASK), np.uint64))
    mixed = np.concatenate(found) * _MULTIPLIER
    return ((mixed ^ (mixed >> np.uint64(29))) * _MULTIPLIER >> np.uint64(64 - BITS)).astype(np.int64)


class Model:
    """Say how probable each label is of a text, by a linear model over hashed features."""

    def __init__(self, about: About, weights: Halves) -> None:
        self.about = about
        # In halves, as they are written, a look would take ten times as long.
        self.weights: Floats = weights.astype(np.float32)
        self._offsets = np.array(about.offsets, np.float32)
        self._slopes = np.array(about.slopes, np.float32)
        self._limits = about.columns(labels.LIMIT)
        self._others = about.columns(labels.NON_EFFECT)
        self._slots = about.columns(*labels.SAID)

    def probabilities(self, text: str) -> list[float]:
        """Return the probability of each label for a plain text, each by itself."""
        found = features(text, self.about.grain.lengths)
        # In a long text one feature says less, though not by its share.
        scores = self.weights[found].sum(axis=0) / max(len(found), 1) ** 0.5
        # A score that is far off is as sure as can be.
        with np.errstate(over="ignore"):
            probabilities: list[float] = (1 / (1 + np.exp(-(scores * self._slopes + self._offsets)))).tolist()
        return probabilities

    def gain(self, text: str, label: int) -> float:
        """Return what all features of a plain text say for a label."""
        return float(self.weights[features(text, self.about.grain.lengths), label].sum())

    def find(self, text: str, right: str) -> Finding:
        """Return what is said of a plain text that was ``right`` before it was damaged."""
        about = self.about
        row = self.probabilities(right)
        others = tuple(
            (about.labels[at].split(".")[1], calibrate(about.non_effects, row[at]))
            for at in self._others
            if row[at] >= about.non_effects.threshold
        )
        limit, raw = best(row, self._limits)
        if raw < min(about.limits.threshold, _LEANS) or not about.may_limit(right):
            return NOTHING._replace(non_effects=others)
        _, kind, scope = about.labels[limit].split(".")
        confidence = calibrate(about.limits, raw)
        place, words = (None, right) if kind in _SENTENCES else self._clause(text, right, limit)
        # Words that tell of no limit are those of an effect, however much they weigh.
        if raw < about.limits.threshold or not about.may_limit(words):
            return NOTHING._replace(leaning=kind, confidence=confidence, non_effects=others)
        slots = dict(about.labels[at].split(".") for at in self._slots if row[at] > 0.5)
        return Finding((kind, scope), None, confidence, slots, place, others)

    def _clause(self, text: str, right: str, label: int) -> tuple[tuple[int, int] | None, str]:
        """Return place and words of the clause that says most for a label; null and all where it is most of all."""
        places = [clause.span() for clause in _CLAUSE.finditer(text)]
        said = _CLAUSE.findall(right)
        if len(places) == len(said) > 1:
            mean = self.gain(right, label) / len(right)
            gains = [self.gain(words, label) - mean * len(words) for words in said]
            best_of = gains.index(max(gains))
            start, end = places[best_of]
            if end - start < _MOST_OF_A_SENTENCE * len(text):
                return (start, end), said[best_of]
        return None, right


def best(row: Sequence[float], columns: Sequence[int]) -> tuple[int, float]:
    """Return the most probable of these labels, and its probability shared with the next."""
    ranked = sorted(((row[at], at) for at in columns), reverse=True)
    (first, at), (second, _) = [*ranked, (0.0, -1), (0.0, -1)][:2]
    return at, first * first / (first + second) if first else 0.0


def calibrate(calibration: Calibration, raw: float) -> float:
    """Return how often finds of this probability are right."""
    return float(np.interp(raw, calibration.raw, calibration.right))


def digest_of(weights: Halves) -> str:
    """Return what tells these weights from any others."""
    return blake2b(weights.tobytes(), digest_size=16).hexdigest()


def save_model(model: Model, folder: Path) -> list[Path]:
    """Write a model's two files to a folder and return them."""
    name = model_name(model.about.lang, model.about.game)
    arrays, about = folder / f"{name}.npz", folder / f"{name}.json"
    with finished(arrays) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, weights=model.weights.astype(np.float16))
    with finished(about) as unfinished:
        unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(model.about), indent=1) + b"\n")
    return [arrays, about]


def load_model(file: Path) -> Model:
    """Return the model of a JSON file, whose arrays lie beside it.

    Raises:
        ModelError: a file is missing, damaged, or of another format.
    """
    about = load_about(file)
    shape = (BUCKETS, len(about.labels))
    arrays = file.with_suffix(".npz")
    try:
        # Looked at before it is unpacked: a file of some megabytes may hold gigabytes.
        with ZipFile(arrays) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > BUCKETS * len(about.labels) * _MOST_BYTES_OF_A_WEIGHT + _HEADER:
            refuse(file, f"{size:,} bytes of arrays for {len(about.labels):,} labels")
        with np.load(arrays, allow_pickle=False) as kept:
            weights = kept["weights"]
    # A damaged archive raises what zipfile, zlib and NumPy raise, which is of a dozen kinds.
    except Exception as error:
        if isinstance(error, ModelError):
            raise
        refuse(file, f"not a model: {error}", "a .json with its .npz")
    if weights.shape != shape:
        refuse(file, f"arrays {weights.shape}", f"arrays {shape}")
    # Each of the two files takes its name by itself: what is stopped in between leaves one of an older model.
    if about.weights != digest_of(weights):
        refuse(file, f"{file.stem}.npz holds the weights of another model", "the .npz that was written with it")
    if not np.isfinite(weights).all():
        refuse(file, "weights that are no finite numbers")
    return Model(about, weights)
