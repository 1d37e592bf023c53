"""The trained model as plain arrays and JSON, and what it says of sentences."""

from __future__ import annotations

import os
import re
from functools import cache, lru_cache
from hashlib import blake2b
from math import ceil, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, get_args
from zipfile import ZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from onceper.classifier import labels
from onceper.classifier.features import BUCKETS, LONGEST, features, plain, scale_of
from onceper.contract.limit import LimitKind, Scope
from onceper.contract.non_effect import NonEffectKind
from onceper.errors import OnceperError
from onceper.files.finished import finished
from onceper.resources import resource
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from onceper.classifier.features import Features, Floats

FORMAT = 1
_EXPECTED = "what `onceper train` wrote"
_REMEDY = "train it again with `onceper train`"
_TEXTS_AT_ONCE = 128
_KNOWN = {
    labels.LIMIT: {f"{kind}.{scope}" for kind in get_args(LimitKind) for scope in get_args(Scope)},
    labels.NON_EFFECT: {*get_args(NonEffectKind)},
    **labels.SAID,
}
_MOST_LABELS = 500
_MOST_BYTES_OF_A_WEIGHT = 8
_HEADER = 65_536
_MOST_CUES = 20_000
_MOST_SIGNS_OF_CUES = 1_000_000
# Where a letter is lost, this share of a phrase is often whole on one side of it.
_MOST_OF_A_PHRASE = 0.6
_CLAUSE = re.compile(r"[^\s,:;、。：；（）()—-](?:[^,:;、。：；（）()—]*[^\s,:;、。：；（）()—])?")
_MOST_OF_A_SENTENCE = 0.6
# What binds a name or a gain is a sentence of its own, or a note.
_SENTENCES = {"hard", "summon", "control", "gain"}
Halves = NDArray[np.float16]


class ModelError(OnceperError):
    """A model file is missing, damaged, or of another format, or no model is of the language that is read."""


class Calibration(msgspec.Struct, frozen=True):
    """Say how often a find of some probability is right, linear between points, and from which on it counts."""

    raw: tuple[float, ...]
    right: tuple[float, ...]
    threshold: float


class About(msgspec.Struct, frozen=True):
    """Hold all of a model but its weights, as its JSON file has it.

    ``slopes`` and ``offsets`` turn the score of each label into a probability of its own; ``weights`` is the digest of
    those that all of this belongs to.
    """

    format: int
    lang: str
    game: str | None
    labels: tuple[str, ...]
    lengths: tuple[int, ...]
    offsets: tuple[float, ...]
    slopes: tuple[float, ...]
    limits: Calibration
    non_effects: Calibration
    limit_cues: tuple[str, ...]
    non_effect_cues: tuple[str, ...]
    cue_length: int
    seed: int
    command: str
    versions: dict[str, str]
    examples: int
    weights: str


class Gate:
    """Keep ordinary effect sentences away from the model.

    Texts pass that hold one of these phrases, or most of it in one piece, of ``least`` letters or more; all pass where
    there are no phrases.
    """

    def __init__(self, phrases: Sequence[str], least: int) -> None:
        pieces: set[str] = set()
        for phrase in map(plain, phrases):
            length = max(ceil(_MOST_OF_A_PHRASE * len(phrase)), min(least, len(phrase)))
            pieces.update(phrase[at : at + length] for at in range(len(phrase) - length + 1))
        self._search = search_for(sorted(pieces)) if pieces else None

    def passes(self, text: str) -> bool:
        """Tell whether a plain text may hold what the model looks for."""
        return self._search is None or any(True for _ in self._search(text))


class Finding(NamedTuple):
    """Hold what a model says of a sentence.

    ``limit`` is the kind and scope of a limit, or null; ``slots`` are fields of it that its words may say better;
    ``words`` are the place of its words in the template, or null where they are all of it.
    """

    limit: tuple[str, str] | None
    confidence: float
    slots: dict[str, Any]
    words: tuple[int, int] | None
    non_effects: tuple[tuple[str, float], ...]


NOTHING = Finding(None, 0.0, {}, None, ())


class Model:
    """Say what sentence templates are, by a linear model over hashed features."""

    def __init__(self, about: About, weights: Halves) -> None:
        self.about = about
        self.weights = weights
        self._limit_gate = Gate(about.limit_cues, about.cue_length)
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
        asked = [number for number, text in enumerate(texts) if self._gate.passes(text)]
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
        if raw < about.limits.threshold or not self._limit_gate.passes(text):
            return NOTHING._replace(non_effects=others)
        _, kind, scope = about.labels[limit].split(".")
        words = None if kind in _SENTENCES else self._words(text, limit)
        # Words that tell of no limit are those of an effect, however much they weigh.
        if words and not self._limit_gate.passes(text[slice(*words)]):
            return NOTHING._replace(non_effects=others)
        slots = dict(about.labels[at].split(".") for at in self._slots if row[at] > 0.5)
        return Finding(
            (kind, scope),
            calibrate(about.limits, raw),
            slots,
            words,
            others,
        )

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


def model_name(lang: str, game: str | None) -> str:
    """Return the name of the files of a language's model, or of that of its print in a game."""
    return f"{lang}.{game}" if game else lang


def digest_of(weights: Halves) -> str:
    """Return what tells these weights from any others."""
    return blake2b(weights.tobytes(), digest_size=16).hexdigest()


@cache
def shipped_models() -> dict[str, tuple[str, str | None]]:
    """Return the language and game of each model that is shipped, by the name of its files."""
    names = sorted(file.stem for file in resource("models").glob("*.json"))
    return {name: (name.partition(".")[0], name.partition(".")[2] or None) for name in names}


def save_model(model: Model, folder: Path) -> list[Path]:
    """Write a model's two files to a folder and return them."""
    name = model_name(model.about.lang, model.about.game)
    arrays, about = folder / f"{name}.npz", folder / f"{name}.json"
    with finished(arrays) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, weights=model.weights)
    with finished(about) as unfinished:
        unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(model.about), indent=1) + b"\n")
    return [arrays, about]


@lru_cache(maxsize=8)
def shipped(lang: str, game: str | None) -> Model:
    """Return the model that is shipped for a language, or for its print in a game.

    Raises:
        ModelError: the installation holds none.
    """
    return load_model(resource("models") / f"{model_name(lang, game)}.json")


def load_model(file: Path) -> Model:
    """Return the model of a JSON file, whose arrays lie beside it.

    Raises:
        ModelError: a file is missing, damaged, or of another format.
    """
    # Of a name that is too long pathlib would raise.
    if not os.path.exists(file):  # noqa: PTH110
        raise ModelError(
            "no such file",
            where=str(file),
            expected="the .json that `onceper train` wrote, with its .npz beside it",
            remedy="check the path; it is taken from the current folder",
        )
    try:
        return _load(file, file.stat().st_mtime_ns)
    except ModelError:
        raise
    # A damaged archive raises what zipfile, zlib and NumPy raise, which is of a dozen kinds.
    except Exception as error:
        raise ModelError(
            f"not a model: {error}", where=str(file), expected="a .json with its .npz", remedy=_REMEDY
        ) from error


@lru_cache(maxsize=8)
def _load(file: Path, changed: int) -> Model:  # noqa: ARG001  what is trained anew is loaded anew
    about = msgspec.json.decode(file.read_bytes(), type=About)
    shape = (BUCKETS, len(about.labels))
    # Looked at before it is unpacked: a file of some megabytes may hold gigabytes.
    _check_size(file, len(about.labels))
    with np.load(file.with_suffix(".npz"), allow_pickle=False) as arrays:
        weights = arrays["weights"]
    if about.format != FORMAT or weights.shape != shape or not len(about.slopes) == len(about.offsets) == shape[1]:
        raise ModelError(
            f"format {about.format} with arrays {weights.shape}",
            where=str(file),
            expected=f"format {FORMAT} with arrays {shape}",
            remedy=_REMEDY,
        )
    # Each of the two files takes its name by itself: what is stopped in between leaves one of an older model.
    if about.weights != digest_of(weights):
        raise ModelError(
            f"{file.stem}.npz holds the weights of another model",
            where=str(file),
            expected="the .npz that was written with it",
            remedy=_REMEDY,
        )
    _check_about(about, file)
    if not np.isfinite(weights).all():
        raise ModelError("weights that are no finite numbers", where=str(file), expected=_EXPECTED, remedy=_REMEDY)
    return Model(about, weights)


def _check_size(file: Path, labels: int) -> None:
    """Refuse arrays that unpack to more than the weights of a model with so many labels."""
    most = BUCKETS * labels * _MOST_BYTES_OF_A_WEIGHT + _HEADER
    with ZipFile(file.with_suffix(".npz")) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if labels > _MOST_LABELS or size > most:
        raise ModelError(
            f"{size:,} bytes of arrays for {labels:,} labels",
            where=str(file),
            expected=f"at most {most:,} bytes and {_MOST_LABELS} labels",
            remedy=_REMEDY,
        )


def _check_about(about: About, file: Path) -> None:
    """Refuse what would break, or give confidences that are none, only while texts are read."""
    wrong = next(_wrong_in(about), None)
    if wrong:
        raise ModelError(wrong, where=str(file), expected=_EXPECTED, remedy=_REMEDY)


def _wrong_in(about: About) -> Iterator[str]:
    for label in about.labels:
        kind, _, rest = label.partition(".")
        if kind in _KNOWN and rest not in _KNOWN[kind]:
            yield f"the label {label!r}"
    for name, calibration in (("limits", about.limits), ("non_effects", about.non_effects)):
        raw, right = calibration.raw, calibration.right
        if not raw or len(raw) != len(right) or not all(0 <= share <= 1 for share in (*raw, *right)):
            yield f"the calibration of {name}: as many points from 0 to 1 for raw as for right are needed"
    if not all(1 <= length <= LONGEST for length in about.lengths):
        yield f"the lengths {about.lengths}"
    if not all(map(isfinite, (*about.slopes, *about.offsets))):
        yield "slopes or offsets that are no finite numbers"
    cues = (*about.limit_cues, *about.non_effect_cues)
    if len(cues) > _MOST_CUES or sum(map(len, cues)) > _MOST_SIGNS_OF_CUES or about.cue_length < 1:
        yield f"{len(cues):,} cues of at least {about.cue_length} letters"
