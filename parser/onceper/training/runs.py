"""Train models from end to end, on the corpora or also on the rows of a tagged database: data in, files out."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

import msgspec

from onceper.classifier import labels
from onceper.classifier.about import ModelError, model_name, plain
from onceper.classifier.classifier import classifier_of
from onceper.files.finished import finished, place_of
from onceper.files.formats import check_outputs
from onceper.files.tags import tagged_rows
from onceper.lang.languages import language, language_codes, languages_in_use
from onceper.training.examples import corpora, examples_of, model_names, said_of, sentences_of
from onceper.training.train import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from onceper.classifier.model import Model
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
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


def train_models(
    name: str | None, seed: int, folder: Path, tags: Path | None = None, target: Path | None = None
) -> Iterator[tuple[list[Path], list[Disagreement]]]:
    """Train the model with this name, or all, and yield the files of each as they are written, and its disagreements.

    With a tagged database the models of its languages learn from its rows too. Where none is installed for a language,
    none disagrees with its rules.

    Raises:
        InputError: the rows cannot be read.
        ModelError: no row is in a language that is read, or in that of ``name``.
        OutputError: the folder is missing, or the file of disagreements cannot be written.
        ResourceError: the installation holds no corpora.
    """
    for one in [name] if name else model_names():
        place_of(folder / f"{one}.json")
    check_outputs([target], [tags])
    of_rows: dict[Key, list[Example]] = {key: [] for key in corpora()}
    if tags:
        of_rows = {key: found for key, found in examples_of_rows(tagged_rows(tags), seed).items() if found}
    chosen = {key: found for key, found in of_rows.items() if name in {None, model_name(*key)}}
    if tags and not chosen:
        raise ModelError(
            "no row to learn from",
            where=str(tags),
            expected=f"rows that hold something, for {name or 'one of ' + ', '.join(language_codes())}",
        )
    all_differing: list[Disagreement] = []
    for (lang, game), found in chosen.items():
        installed = classifier_of(lang, game) if found else None
        differing = disagreements(installed.model, found) if installed else []
        all_differing += differing
        of = f" --from {tags.name}" if tags else ""
        yield save_model(fit([*examples_of(lang, game), *found], lang, game, seed, of=of), folder), differing
    if target:
        with finished(target) as unfinished:
            unfinished.write_bytes(msgspec.json.Encoder().encode_lines(all_differing))


def save_model(model: Model, folder: Path) -> list[Path]:
    """Write a model's two files to a folder and return them."""
    packed = zlib.compress(model.weights, 9)
    about = msgspec.structs.replace(model.about, weights=zlib.crc32(packed))
    said = folder / f"{model_name(about.lang, about.game)}.json"
    weights = said.with_suffix(".weights")
    with finished(weights) as unfinished:
        unfinished.write_bytes(packed)
    with finished(said) as unfinished:
        unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(about), indent=1) + b"\n")
    return [weights, said]


def examples_of_rows(rows: Iterable[Row], seed: int) -> dict[Key, list[Example]]:
    """Return the sentences of rows by the language and game of a model, with what rules read in them as labels."""
    found: dict[Key, dict[str, Example]] = {}
    prints = corpora()
    for row in rows:
        if row.lang is None or row.error is not None or languages_in_use().code_of(row.lang) != row.lang:
            continue
        key = (row.lang, row.game) if (row.lang, row.game) in prints else (row.lang, None)
        kept = found.setdefault(key, {})
        for example in _of_row(row, key):
            kept.setdefault(example.template, example)
    chance = random.Random(seed)  # noqa: S311
    return {key: chance.sample(list(kept.values()), min(MOST, len(kept))) for key, kept in found.items()}


def _of_row(row: Row, key: Key) -> Iterator[Example]:
    """Yield the sentences in what a row holds of its card's text, which it does not hold as a whole.

    These are the sentences of its limits and of text that is no effect, and its effects. What the classifier read
    teaches nothing, and lore is told by the whole text.
    """
    records: list[Limit | NonEffect] = [*row.limits, *row.non_effects]
    taught = [one for one in records if one.source == "rule" and one.kind != "flavor"]
    said = list(said_of(taught))
    guessed = [one.span for one in records if one.source == "classifier"]
    pieces = {effect.span: effect.text for effect in row.effects if len(effect.parts) == 1}
    pieces |= {one.span: one.text for one in taught}
    for (start, end), text in pieces.items():
        inside = any(begin <= start and end <= stop and (begin, stop) != (start, end) for begin, stop in pieces)
        if not inside and not any(begin < end and start < stop for begin, stop in guessed):
            own = [((at - start, to - start), what) for (at, to), what in said if start <= at < to <= end]
            yield from sentences_of(text, row.name, own, language(*key), f"row {row.id}")


def disagreements(model: Model, examples: Sequence[Example]) -> list[Disagreement]:
    """Return the sentences of which the model says something else than the rules, the surest first."""
    found: list[Disagreement] = []
    for example in examples:
        probable = model.probabilities(plain(example.template))
        limits = {label: each for label, each in probable.items() if label.startswith(labels.LIMIT)}
        rules = sorted(label for label in example.labels if label.startswith(labels.LIMIT))
        best = max(limits, key=limits.__getitem__)
        said = best if limits[best] > 0.5 else ""
        if said in rules or not (said or rules):
            continue
        difference = limits.get(said, 1.0) - max((limits.get(label, 0.0) for label in rules), default=0.0)
        if difference >= LEAST_DIFFERENCE:
            found.append(Disagreement(example.template, tuple(rules), said, round(difference, 4)))
    return sorted(found, key=lambda one: -one.difference)
