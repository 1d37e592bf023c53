"""Train a model: the same data and seed give the same model."""

from __future__ import annotations

import platform
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn import __version__ as sklearn_version
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression, SGDClassifier

from onceper.classifier import labels
from onceper.classifier.about import About, Calibration, ModelError, model_name, plain
from onceper.classifier.damage import pieces_of
from onceper.classifier.model import BUCKETS, LENGTHS, SHARES, ZERO, Model, best, features
from onceper.lang.languages import language
from onceper.training.examples import corpus, examples_of
from onceper.training.spoil import spoil

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.training.examples import Example

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Truths = NDArray[np.bool_]
COPIES = 5
FOLDS = 4
# A label with fewer examples than this is not learned.
LEAST_EXAMPLES = 4
PRECISION = {labels.LIMIT: 0.91, labels.NON_EFFECT: 0.995}
# Real print holds fewer of what no rule reads than the examples: a find must be so probable.
LEAST = {labels.LIMIT: 0.0, labels.NON_EFFECT: 0.997}
# Real texts hold more effects that look like limits than the corpora.
WEIGHT_OF_PLAIN = 2.0
# A probability that no text reaches.
NEVER = 2.0
# Where no corpus names cards.
_NAME = "ember warden"
_EPOCHS = 5
_ALPHA = 3e-6
# Weights so small decide nothing, and zeros pack well.
_SMALLEST = 0.02


class Copy(NamedTuple):
    """Hold a plain text, the example that it is a copy of, and what it weighs."""

    text: str
    example: Example
    weight: float


def fit(examples: Sequence[Example], lang: str, game: str | None, seed: int, *, of: str = "") -> Model:
    """Train a model on these examples, calibrated on those that each part of it did not see.

    ``of`` are further options of the command that trains it.

    Raises:
        ModelError: there is nothing that enough examples say.
    """
    counts = Counter(label for example in examples for label in example.labels)
    known = sorted(label for label, count in counts.items() if count >= LEAST_EXAMPLES)
    if not any(label.startswith(labels.LIMIT) for label in known):
        raise ModelError(
            f"too little to learn from for {model_name(lang, game)}: {len(examples):,} sentences",
            expected=f"at least {LEAST_EXAMPLES} that state one kind of limit",
            remedy="tag more cards, and learn from them with `onceper train --from TAGS`",
        )
    copies = copies_of(examples, lang, game, seed)
    is_spaced = bool(language(lang, game).joint)
    matrix = matrix_of([copy.text for copy in copies], LENGTHS[is_spaced])
    truths = np.array([[label in copy.example.labels for label in known] for copy in copies])
    # All of a group are in one part.
    folds = np.array([crc32(copy.example.group.encode()) % FOLDS for copy in copies])
    weights = np.array([copy.weight for copy in copies])
    scores = np.zeros(truths.shape)
    for fold in range(FOLDS):
        seen = folds != fold
        scores[~seen] = matrix[~seen] @ weights_of(matrix[seen], truths[seen], weights[seen], seed)
    lines = _platt(scores, truths, weights)
    probabilities = (1 / (1 + np.exp(-(scores * lines[:, 0] + lines[:, 1])))).astype(np.float32)
    limits, non_effects = _calibrations(probabilities, truths, known, weights)
    noise = language(lang, game).noise
    beside = [example for other in noise.mixed_with for example in examples_of(other, None)]
    texts = {plain(example.template) for example in (*examples, *beside)}
    about = About(
        format=5,
        lang=lang,
        game=game,
        labels=dict(zip(known, map(tuple, lines.tolist()), strict=True)),
        limits=limits,
        non_effects=non_effects,
        limit_cues=noise.limits,
        non_effect_cues=noise.non_effects,
        is_spaced=is_spaced,
        clean=tuple(sorted({piece for text in texts for piece in pieces_of(text, is_spaced=is_spaced)})),
        seed=seed,
        command=f"onceper train --lang {model_name(lang, game)} --seed {seed}{of}",
        versions={"python": platform.python_version(), "numpy": np.__version__, "scikit-learn": sklearn_version},
        examples=len(examples),
        weights=0,
    )
    return Model(about, whole_numbers(weights_of(matrix, truths, weights, seed)))


def copies_of(examples: Sequence[Example], lang: str, game: str | None, seed: int) -> list[Copy]:
    """Return each example as it is, and careless copies of it.

    All examples of one source weigh as much as a few: what a rule says of itself is no better known than a line that
    somebody wrote.
    """
    chance = random.Random(seed)  # noqa: S311
    noise = language(lang, game).noise
    names = [line.name.lower() for line in corpus(lang, game)] or [_NAME]
    of_group = Counter(example.group for example in examples)
    return [
        Copy(plain(text), example, min(1.0, 4 / of_group[example.group]))
        for example in examples
        for text in (example.template, *(spoil(example.template, noise, names, chance) for _ in range(COPIES)))
    ]


def matrix_of(texts: Sequence[str], lengths: Sequence[int]) -> csr_matrix:
    """Return the features (columns) of plain texts (rows), each text as long as any other."""
    found = [np.array(features(text, lengths), np.int32) for text in texts]
    counts = [len(of_text) for of_text in found]
    weights = np.repeat(1 / np.sqrt(np.array(counts, np.float32)), counts)
    begins = np.cumsum([0, *counts])
    matrix = csr_matrix((weights, np.concatenate(found), begins), shape=(len(texts), BUCKETS))
    matrix.sum_duplicates()
    return matrix


def weights_of(matrix: csr_matrix, truths: Truths, weights: Doubles, seed: int) -> Floats:
    """Return the weight of each bucket (rows) for each label (columns), the smallest left out."""
    found = np.zeros((BUCKETS, truths.shape[1]), np.float32)

    def fit_label(column: int) -> None:
        truth = truths[:, column]
        if truth.any():
            model = SGDClassifier(
                loss="log_loss", alpha=_ALPHA, max_iter=_EPOCHS, tol=None, random_state=seed, average=True
            )
            model.fit(matrix, truth, sample_weight=weights)
            # Every text has features of the same length, so that the intercept is the calibration's to find.
            found[:, column] = model.coef_[0]

    # scikit-learn lets other threads run meanwhile, and what one label gives is the same in any order.
    with ThreadPoolExecutor() as threads:
        list(threads.map(fit_label, range(truths.shape[1])))
    found[np.abs(found) < _SMALLEST * np.abs(found).max(axis=0)] = 0
    return found


def whole_numbers(weights: Floats) -> bytes:
    """Return weights as a model has them."""
    return (np.rint(weights * SHARES).astype(np.int64) + ZERO).astype("<u4").tobytes()


def _platt(scores: Doubles, truths: Truths, weights: Doubles) -> Doubles:
    """Return for each label (rows) the slope and the offset that turn its score into a probability."""
    pairs = zip(scores.T[:, :, None], truths.T, strict=True)
    fitted = [LogisticRegression(C=100.0).fit(score, truth, sample_weight=weights) for score, truth in pairs]
    return np.array([(model.coef_[0, 0], model.intercept_[0]) for model in fitted])


def _calibrations(
    probabilities: Floats, truths: Truths, known: Sequence[str], weights: Doubles
) -> Iterator[Calibration]:
    limits = [at for at, label in enumerate(known) if label.startswith(labels.LIMIT)]
    others = [at for at, label in enumerate(known) if label.startswith(labels.NON_EFFECT)]
    weights = np.where(truths[:, limits + others].any(axis=1), weights, WEIGHT_OF_PLAIN * weights)
    rows = probabilities[:, limits].tolist()
    chosen, raw = np.array([best(dict(zip(limits, row, strict=True))) for row in rows]).T
    right = truths[np.arange(len(truths)), chosen.astype(int)]
    yield _calibration(raw, right, weights, labels.LIMIT)
    yield _calibration(
        probabilities[:, others].ravel(),
        truths[:, others].ravel(),
        np.repeat(weights, len(others)),
        labels.NON_EFFECT,
    )


def _calibration(raw: Floats, right: Truths, weights: Doubles, record: str) -> Calibration:
    """Return how often finds are right by their raw confidence, and the least at which enough of those above are."""
    if not len(raw):
        # No label of the language is of this kind of record.
        return Calibration(((0.0, 0.0),), NEVER)
    fit = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(raw, right, sample_weight=weights)
    order = np.argsort(-raw, kind="stable")
    share = np.cumsum((right * weights)[order]) / np.cumsum(weights[order])
    enough = np.flatnonzero(share >= PRECISION[record])
    threshold = max(float(raw[order][enough[-1]]), LEAST[record]) if len(enough) else NEVER
    return Calibration(tuple(zip(fit.X_thresholds_.tolist(), fit.y_thresholds_.tolist(), strict=True)), threshold)
