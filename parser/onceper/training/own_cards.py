"""Learn from the rows of a tagged database: what the rules read there, and where the model thinks otherwise."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec

from onceper.classifier import labels
from onceper.classifier.about import plain
from onceper.contract.reading import CardReading
from onceper.lang.languages import language, languages_in_use
from onceper.training.examples import corpora, of_reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.classifier.model import Model
    from onceper.contract.reading import Row
    from onceper.training.examples import Example

# More sentences of a database add little, and each costs time.
MOST = 4_000
# Below this difference both say much the same.
LEAST_DIFFERENCE = 0.5

Key = tuple[str, str | None]


class Disagreement(msgspec.Struct, frozen=True):
    """Hold a sentence of which rules and model say different things, and how sure the model is of that.

    ``text`` is folded, with a sign for each name. ``rules`` and ``model`` are kinds and scopes, empty where there is no
    limit.
    """

    text: str
    rules: tuple[str, ...]
    model: str
    difference: float


def examples_of_rows(rows: Iterable[Row], seed: int) -> dict[Key, list[Example]]:
    """Return the sentences of rows by the language and game of a model, with what rules read in them as labels."""
    found: dict[Key, dict[str, Example]] = {}
    prints = corpora()
    for row in rows:
        if row.lang is None or row.error is not None:
            continue
        if languages_in_use().code_of(row.lang) != row.lang:
            continue
        key = (row.lang, row.game) if (row.lang, row.game) in prints else (row.lang, None)
        kept = found.setdefault(key, {})
        for reading in _texts(row):
            for example in of_reading(reading, language(*key), f"row {row.id}"):
                kept.setdefault(example.template, example)
    chance = random.Random(seed)  # noqa: S311
    return {key: chance.sample(list(kept.values()), min(MOST, len(kept))) for key, kept in found.items()}


def _texts(row: Row) -> Iterator[CardReading]:
    """Yield what a row holds of its card's text, each piece with what rules read there.

    A row holds no text, but the sentences of its limits and of text that is no effect, and its effects.
    """
    limits = [limit for limit in row.limits if limit.source == "rule"]
    non_effects = [record for record in row.non_effects if record.source == "rule" and record.kind != "flavor"]
    guessed = [limit.span for limit in row.limits if limit.source == "classifier"]
    guessed += [record.span for record in row.non_effects if record.source == "classifier"]
    pieces = {effect.span: effect.text for effect in row.effects if len(effect.parts) == 1}
    pieces |= {limit.span: limit.text for limit in limits} | {record.span: record.text for record in non_effects}
    for (start, end), text in pieces.items():
        inside = any(begin <= start and end <= stop and (begin, stop) != (start, end) for begin, stop in pieces)
        if inside or any(begin < end and start < stop for begin, stop in guessed):
            continue
        yield CardReading(
            text,
            row.lang,
            row.game,
            row.name,
            tuple(
                msgspec.structs.replace(limit, span=(limit.span[0] - start, limit.span[1] - start))
                for limit in limits
                if start <= limit.span[0] and limit.span[1] <= end
            ),
            tuple(
                msgspec.structs.replace(record, span=(record.span[0] - start, record.span[1] - start))
                for record in non_effects
                if start <= record.span[0] and record.span[1] <= end
            ),
        )


def disagreements(model: Model, examples: Sequence[Example]) -> list[Disagreement]:
    """Return the sentences of which the model says something else than the rules, the surest first."""
    limits = [at for at, label in enumerate(model.about.labels) if label.startswith(labels.LIMIT)]
    found: list[Disagreement] = []
    for example, row in zip(examples, model.probabilities([plain(e.template) for e in examples]), strict=True):
        rules = sorted(label for label in example.labels if label.startswith(labels.LIMIT))
        best = max(limits, key=lambda at: float(row[at]), default=-1)
        said = model.about.labels[best] if best >= 0 and row[best] > 0.5 else ""
        if said in rules or (not said and not rules):
            continue
        of_rules = max((float(row[at]) for at in limits if model.about.labels[at] in rules), default=0.0)
        difference = (float(row[best]) if said else 1.0) - of_rules
        if difference >= LEAST_DIFFERENCE:
            found.append(Disagreement(example.template, tuple(rules), said, round(difference, 4)))
    return sorted(found, key=lambda one: -one.difference)
