"""Train models from end to end: data in, files out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.classifier.about import ModelError, model_name, shipped_models
from onceper.classifier.model import save_model, shipped
from onceper.files.finished import finished, place_of
from onceper.files.formats import refuse_overwriting
from onceper.files.tags import tagged_rows
from onceper.lang.languages import language_codes
from onceper.training.examples import corpora, examples_of
from onceper.training.own_cards import Disagreement, disagreements, examples_of_rows
from onceper.training.train import fit, train

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def train_all(name: str | None, seed: int, folder: Path) -> Iterator[list[Path]]:
    """Train the model with this name, or all, and yield the files of each as it is written.

    Raises:
        OutputError: the folder is missing.
        ResourceError: the installation holds no corpora.
    """
    chosen = {model_name(*key): key for key in corpora() if name in {None, model_name(*key)}}
    _check_places(chosen, folder)
    for lang, game in chosen.values():
        yield save_model(train(lang, game, seed=seed), folder)


def train_with_rows(
    tags: Path, name: str | None, seed: int, folder: Path, target: Path | None
) -> Iterator[tuple[list[Path], list[Disagreement]]]:
    """Train the models of the languages in a tagged database on its rows too; yield files and disagreements of each.

    Where no model is installed for a language, none disagrees with its rules.

    Raises:
        InputError: the rows cannot be read.
        ModelError: no row is in a language that is read, or in that of ``name``.
        OutputError: the folder is missing, or the file of disagreements cannot be written.
    """
    _check_places([name] if name else language_codes(), folder)
    if target:
        place_of(target)
        refuse_overwriting(tags, target)
    of_rows = examples_of_rows(tagged_rows(tags), seed)
    chosen = {key: found for key, found in of_rows.items() if found and name in {None, model_name(*key)}}
    if not chosen:
        raise ModelError(
            "no row to learn from",
            where=str(tags),
            expected=f"rows that hold something, for {name or 'one of ' + ', '.join(language_codes())}",
        )
    all_differing: list[Disagreement] = []
    for (lang, game), found in chosen.items():
        is_installed = model_name(lang, game) in shipped_models()
        differing = disagreements(shipped(lang, game), found) if is_installed else []
        all_differing += differing
        model = fit([*examples_of(lang, game, seed), *found], lang, game, seed, of=f" --from {tags.name}")
        yield save_model(model, folder), differing
    if target:
        with finished(target) as unfinished:
            unfinished.write_bytes(msgspec.json.Encoder().encode_lines(all_differing))


def _check_places(names: Iterable[str], folder: Path) -> None:
    """Check that models of these names can be written to this folder before they are trained."""
    for name in names:
        place_of(folder / f"{name}.json")
