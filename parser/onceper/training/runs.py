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
from onceper.files.formats import output_path, write_records
from onceper.files.tags import tagged_rows
from onceper.lang.languages import language_codes
from onceper.training.examples import corpora, examples_of, sentences_of_rows
from onceper.training.train import fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from onceper.classifier.model import Model
    from onceper.training.examples import Example, Key

# More sentences of a database add little, and each costs time.
MOST = 4_000
# Below this difference both say much the same.
LEAST_DIFFERENCE = 0.5


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
    place = output_path(target, [tags], [".jsonl"])
    of_rows: dict[Key, list[Example]] = sentences_of_rows(tagged_rows(tags)) if tags else {key: [] for key in corpora()}
    chosen = {key: found for key, found in of_rows.items() if name in {None, model_name(*key)}}
    if not chosen:
        raise ModelError(
            "no row to learn from",
            where=str(tags or "corpora"),
            expected=f"rows that hold something, for {name or 'one of ' + ', '.join(language_codes())}",
            remedy="tag cards in that language, and name the file with --from",
        )
    for key in chosen:
        place_of(folder / f"{model_name(*key)}.json")
    chance, all_differing = random.Random(seed), list[Disagreement]()  # noqa: S311
    for (lang, game), found in chosen.items():
        some = chance.sample(found, min(MOST, len(found)))
        installed = classifier_of(lang, game) if some else None
        differing = disagreements(installed.model, some) if installed else []
        all_differing += differing
        of = f" --from {tags.name}" if tags else ""
        yield save_model(fit([*examples_of(lang, game), *some], lang, game, seed, of=of), folder), differing
    if place:
        write_records(all_differing, Disagreement, place)


def save_model(model: Model, folder: Path) -> list[Path]:
    """Write a model's two files to a folder and return them."""
    packed = zlib.compress(model.weights, 9)
    about = msgspec.structs.replace(model.about, weights=zlib.crc32(packed))
    said = folder / f"{model_name(about.lang, about.game)}.json"
    contents = {
        said.with_suffix(".weights"): packed,
        said: msgspec.json.format(msgspec.json.encode(about), indent=1) + b"\n",
    }
    for file, content in contents.items():
        with finished(file) as unfinished:
            unfinished.write_bytes(content)
    return [*contents]


def disagreements(model: Model, examples: Sequence[Example]) -> list[Disagreement]:
    """Return the sentences of which the model says something else than the rules, the surest first."""
    found: list[Disagreement] = []
    for example in examples:
        probable = model.probabilities(plain(example.template))
        rules = sorted(label for label in example.labels if label.startswith(labels.LIMIT))
        best = max((label for label in probable if label.startswith(labels.LIMIT)), key=probable.__getitem__)
        said = best if probable[best] > 0.5 else ""
        of_rules = [probable.get(label, 0.0) for label in rules]
        difference = probable.get(said, 1.0) - max(of_rules, default=0.0)
        if (said or rules) and said not in rules and difference >= LEAST_DIFFERENCE:
            found.append(Disagreement(example.template, tuple(rules), said, round(difference, 4)))
    return sorted(found, key=lambda one: -one.difference)
