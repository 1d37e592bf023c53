"""Train a model: the same data and seed give the same model."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import expit
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.metrics import precision_recall_curve
from sklearn.model_selection import PredefinedSplit

from onceper.classifier import labels
from onceper.classifier.about import About, Calibration, ModelError, model_name, plain
from onceper.classifier.damage import pieces_of
from onceper.classifier.model import BUCKETS, LENGTHS, SHARES, ZERO, Model, best, features, log_odds
from onceper.lang.languages import language
from onceper.training.examples import corpus, examples_of
from onceper.training.spoil import spoil

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.training.examples import Example

Floats = NDArray[np.floating[Any]]
Truths = NDArray[np.bool_]
COPIES = 10
FOLDS = 4
# A label with fewer examples than this is not learned.
LEAST_EXAMPLES = 4
PRECISION = {labels.LIMIT: 0.91, labels.NON_EFFECT: 0.995}
# Real print holds fewer of what no rule reads than the examples: a find must be so probable.
LEAST = {labels.LIMIT: 0.0, labels.NON_EFFECT: 0.997}
# Real texts hold more effects that look like limits than the corpora.
WEIGHT_OF_PLAIN = 2.0
# What a rule says of itself is no better known than a line that somebody wrote: so much does all of one source weigh.
WEIGHT_OF_GROUP = 4.0
# Where no corpus names cards.
_NAME = "ember warden"
_EPOCHS = 5
_ALPHA = 3e-6
# Weights so small decide nothing, and zeros pack well.
_SMALLEST = 0.02


def fit(examples: Sequence[Example], lang: str, game: str | None, seed: int) -> Model:
    """Train a model on these examples and careless copies of them, calibrated on those that each part did not see.

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
    spoken = language(lang, game)
    noise, is_spaced = spoken.noise, bool(spoken.splitter.joint)
    names = [line.name.lower() for line in corpus(lang, game)] or [_NAME]
    chance = random.Random(seed)  # noqa: S311
    texts = [
        plain(text)
        for example in examples
        for text in (example.template, *(spoil(example.template, noise, names, chance) for _ in range(COPIES)))
    ]
    copies = [example for example in examples for _ in range(COPIES + 1)]
    of_group = Counter(example.group for example in examples)
    weights = np.array([min(1.0, WEIGHT_OF_GROUP / of_group[example.group]) for example in copies])
    truths = np.array([[label in example.labels for label in known] for example in copies])
    matrix = matrix_of(texts, LENGTHS[is_spaced])
    # All of a group are in one part.
    parts = PredefinedSplit([crc32(example.group.encode()) % FOLDS for example in copies])
    scores = np.zeros(truths.shape)
    for seen, unseen in parts.split():
        scores[unseen] = matrix[unseen] @ weights_of(matrix[seen], truths[seen], weights[seen], seed)
    lines = [_line(score, truth, weights) for score, truth in zip(scores.T, truths.T, strict=True)]
    slopes, offsets = np.array(lines).T
    limits, non_effects = _calibrations(expit(scores * slopes + offsets), truths, known, weights)
    clean = [*examples, *(example for other in noise.mixed_with for example in examples_of(other, None))]
    about = About(
        format=6,
        lang=lang,
        game=game,
        labels=dict(zip(known, lines, strict=True)),
        limits=limits,
        non_effects=non_effects,
        limit_cues=noise.limits,
        non_effect_cues=noise.non_effects,
        is_spaced=is_spaced,
        clean=tuple(sorted({piece for one in clean for piece in pieces_of(plain(one.template), is_spaced=is_spaced)})),
        seed=seed,
        examples=len(examples),
        weights=0,
    )
    shares = np.rint(weights_of(matrix, truths, weights, seed) * SHARES).astype(np.int64) + ZERO
    return Model(about, shares.astype("<u4").tobytes())


def matrix_of(texts: Sequence[str], lengths: Sequence[int]) -> csr_matrix:
    """Return the features (columns) of plain texts (rows), each text as long as any other."""
    found = [features(text, lengths) for text in texts]
    counts = [len(of_text) for of_text in found]
    weights = np.repeat(1 / np.sqrt(np.array(counts, np.float32)), counts)
    columns = np.concatenate(found, dtype=np.int32)
    matrix = csr_matrix((weights, columns, np.cumsum([0, *counts])), shape=(len(texts), BUCKETS))
    matrix.sum_duplicates()
    return matrix


def weights_of(matrix: csr_matrix, truths: Truths, weights: Floats, seed: int) -> Floats:
    """Return the weight of each bucket (rows) for each label (columns), the smallest left out."""

    def of_label(truth: Truths) -> Floats:
        if not truth.any():
            return np.zeros(BUCKETS)
        model = SGDClassifier(
            loss="log_loss", alpha=_ALPHA, max_iter=_EPOCHS, tol=None, random_state=seed, average=True
        )
        # Every text has features of the same length, so that the intercept is the calibration's to find.
        weight: Floats = model.fit(matrix, truth, sample_weight=weights).coef_[0]
        return weight

    # scikit-learn lets other threads run meanwhile, and what one label gives is the same in any order.
    with ThreadPoolExecutor() as threads:
        found = np.column_stack([*threads.map(of_label, truths.T)]).astype(np.float32)
    found[np.abs(found) < _SMALLEST * np.abs(found).max(axis=0)] = 0
    return found


def _calibrations(
    probabilities: Floats, truths: Truths, known: Sequence[str], weights: Floats
) -> tuple[Calibration, Calibration]:
    """Return how sure the best kind of limit of a text is, and each kind of text that is no effect."""
    limits, others = ([at for at, label in enumerate(known) if label.startswith(record)] for record in PRECISION)
    weights = np.where(truths[:, limits + others].any(axis=1), weights, WEIGHT_OF_PLAIN * weights)
    finds = [best(dict(zip(limits, row, strict=True))) for row in probabilities[:, limits].tolist()]
    right = [truth[column] for truth, (column, _) in zip(truths, finds, strict=True)]
    return (
        _calibration(labels.LIMIT, np.array([raw for _, raw in finds]), np.array(right), weights),
        _calibration(
            labels.NON_EFFECT,
            probabilities[:, others].ravel(),
            truths[:, others].ravel(),
            np.repeat(weights, len(others)),
        ),
    )


def _calibration(record: str, raw: Floats, right: Truths, weights: Floats) -> Calibration:
    """Return how often finds are right by their raw confidence, and the least at which enough of those above are."""
    # One that is surely wrong and one that is surely right, so that there are both.
    raw, right, weights = np.append(raw, (0, 1)), np.append(right, (False, True)), np.append(weights, (1, 1))
    precision, _, thresholds = precision_recall_curve(right, raw, sample_weight=weights)
    enough = thresholds[precision[:-1] >= PRECISION[record]]
    odds = np.array([log_odds(each) for each in raw.tolist()])
    return Calibration(*_line(odds, right, weights), max(float(enough.min()), LEAST[record]))


def _line(score: Floats, truth: Truths, weights: Floats) -> tuple[float, float]:
    """Return the slope and the offset that turn scores into the log odds of truths."""
    fitted = LogisticRegression(C=100.0).fit(score[:, None], truth, sample_weight=weights)
    return fitted.coef_.item(), fitted.intercept_.item()
