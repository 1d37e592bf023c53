"""The trained model as plain arrays and JSON, and what it says of sentences."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING
from zipfile import ZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from onceper.classifier import labels
from onceper.classifier.about import Gate, ModelError, changed_at, load_about, model_name, plain, refuse, shipped_file
from onceper.classifier.features import BUCKETS, features, scale_of
from onceper.classifier.labels import NOTHING, Finding
from onceper.files.finished import finished

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from onceper.classifier.about import About, Calibration
    from onceper.classifier.features import Features, Floats

_TEXTS_AT_ONCE = 128
_MOST_BYTES_OF_A_WEIGHT = 8
_HEADER = 65_536
_CLAUSE = re.compile(r"[^\s,:;、。：；（）()—-](?:[^,:;、。：；（）()—]*[^\s,:;、。：；（）()—])?")
_MOST_OF_A_SENTENCE = 0.6
# What binds a name or a gain is a sentence of its own, or a note.
_SENTENCES = {"hard", "summon", "control", "gain"}
# A probability that is an opinion, though no find.
_LEANS = 0.3
Halves = NDArray[np.float16]


class Model:
    """Say what sentence templates are, by a linear model over hashed features."""

    def __init__(self, about: About, weights: Halves) -> None:
        self.about = about
        self.weights = weights
        # A language that does not say what tells of one of the two has its model asked of every sentence.
        tells_of_both = about.limit_cues and about.non_effect_cues
        self._gate = Gate((*about.limit_cues, *about.non_effect_cues) if tells_of_both else (), about.cue_length)
        self._weights: Floats = weights.astype(np.float32)
        self._offsets = np.array(about.offsets, np.float32)
        self._slopes = np.array(about.slopes, np.float32)
        self._limits = [at for at, label in enumerate(about.labels) if label.startswith(labels.LIMIT)]
        self._others = [at for at, label in enumerate(about.labels) if label.startswith(labels.NON_EFFECT)]
        self._slots = [at for at, label in enumerate(about.labels) if label.split(".")[0] in labels.SAID]

    def probabilities(self, texts: Sequence[str]) -> Floats:
        """Return the probability of each label (columns) for each plain text (rows), each by itself."""
        found = [self._scores(texts[at : at + _TEXTS_AT_ONCE]) for at in range(0, len(texts), _TEXTS_AT_ONCE)]
        scores = np.concatenate(found) if found else np.zeros((0, len(self.about.labels)), np.float32)
        # A score that is far off is as sure as can be.
        with np.errstate(over="ignore"):
            probabilities: Floats = 1 / (1 + np.exp(-(scores * self._slopes + self._offsets)))
        return probabilities

    def _scores(self, texts: Sequence[str]) -> Floats:
        return scores_of(features(texts, self.about.lengths), len(texts), self._weights)

    def read(self, templates: Sequence[str]) -> list[Finding]:
        """Return what the model says of folded templates; it abstains where it is not sure enough."""
        texts = [plain(template) for template in templates]
        asked = [number for number, text in enumerate(texts) if self._gate.passes(text) or self.about.may_limit(text)]
        found = [NOTHING] * len(texts)
        if asked:
            probabilities = self.probabilities([texts[number] for number in asked])
            for number, row in zip(asked, probabilities.tolist(), strict=True):
                found[number] = self._finding(texts[number], row)
        return found

    def _finding(self, text: str, row: Sequence[float]) -> Finding:
        about = self.about
        limit, raw = best(row, self._limits)
        others = tuple(
            (about.labels[at].split(".")[1], calibrate(about.non_effects, row[at]))
            for at in self._others
            if row[at] >= about.non_effects.threshold
        )
        if raw < min(about.limits.threshold, _LEANS) or not about.may_limit(text):
            return NOTHING._replace(non_effects=others)
        _, kind, scope = about.labels[limit].split(".")
        confidence = calibrate(about.limits, raw)
        words = None if kind in _SENTENCES else self._words(text, limit)
        # Words that tell of no limit are those of an effect, however much they weigh.
        if raw < about.limits.threshold or (words and not about.may_limit(text[slice(*words)])):
            return NOTHING._replace(leaning=kind, confidence=confidence, non_effects=others)
        slots = dict(about.labels[at].split(".") for at in self._slots if row[at] > 0.5)
        return Finding((kind, scope), None, confidence, slots, words, others)

    def _words(self, text: str, label: int) -> tuple[int, int] | None:
        """Return the place of the clause that says most for a label, or null where that is most of the text."""
        found = features([text], self.about.lengths)
        gains = np.bincount(found.places, self._weights[found.buckets, label], len(text))[: len(text)]
        gains = gains - gains.mean()
        clauses = [clause.span() for clause in _CLAUSE.finditer(text)]
        start, end = max(clauses, key=lambda span: float(gains[slice(*span)].sum()), default=(0, len(text)))
        return None if end - start >= _MOST_OF_A_SENTENCE * len(text) else (start, end)


def scores_of(found: Features, count: int, weights: Floats) -> Floats:
    """Return the scores of each label (columns) for so many texts (rows)."""
    order = np.argsort(found.owners, kind="stable")
    gains = weights[found.buckets[order]]
    ends = np.cumsum(np.bincount(found.owners, minlength=count))
    ones = np.ones(len(gains), np.float32)
    summed = np.zeros((count, weights.shape[1]), np.float32)
    start = 0
    # A product for each text takes a third of the time of one reduceat for all.
    for number, end in enumerate(ends.tolist()):
        summed[number] = ones[start:end] @ gains[start:end]
        start = end
    return summed * scale_of(found.owners, count)[:, None]


def best(row: Sequence[float], columns: Sequence[int]) -> tuple[int, float]:
    """Return the most probable of these labels, and its probability shared with the next."""
    if not columns:
        return -1, 0.0
    ranked = sorted(((row[at], at) for at in columns), reverse=True)
    first, at = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else 0.0
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
        np.savez_compressed(file, weights=model.weights)
    with finished(about) as unfinished:
        unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(model.about), indent=1) + b"\n")
    return [arrays, about]


def shipped(lang: str, game: str | None) -> Model:
    """Return the model that is shipped for a language, or for its print in a game.

    Raises:
        ModelError: the installation holds none.
    """
    return load_model(shipped_file(lang, game))


def load_model(file: Path) -> Model:
    """Return the model of a JSON file, whose arrays lie beside it.

    Raises:
        ModelError: a file is missing, damaged, or of another format.
    """
    load_about(file)
    return _load(file, changed_at(file))


@lru_cache(maxsize=8)
def _load(file: Path, changed: int) -> Model:  # noqa: ARG001  what is trained anew is loaded anew
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
