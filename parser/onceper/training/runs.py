"""Train models from end to end, on the corpora or also on the rows of a tagged database: data in, files out."""

from __future__ import annotations

import random
import zlib
from itertools import starmap
from typing import TYPE_CHECKING

import msgspec

from onceper.classifier.about import ModelError, model_name
from onceper.files.finished import finished, place_of
from onceper.files.tags import tagged_rows
from onceper.training.examples import corpora, examples_of, sentences_of_rows
from onceper.training.train import fit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.classifier.model import Model
    from onceper.training.examples import Example, Key

# More sentences of a database add little, and each costs time.
MOST = 4_000


def train_models(name: str | None, seed: int, folder: Path, tags: Path | None = None) -> Iterator[list[Path]]:
    """Train the model with this name, or all, and yield the files of each as they are written.

    With a tagged database the models of its languages learn from its rows too.

    Raises:
        InputError: the rows cannot be read.
        ModelError: no row is in a language that is read, or in that of ``name``.
        OutputError: the folder is missing.
        ResourceError: the installation holds no corpora.
    """
    of_rows: dict[Key, list[Example]] = sentences_of_rows(tagged_rows(tags)) if tags else {key: [] for key in corpora()}
    chosen = {key: found for key, found in of_rows.items() if name in {None, model_name(*key)}}
    if not chosen:
        raise ModelError(
            f"no row to learn from for {name or 'any model'}",
            where=str(tags or "corpora"),
            expected=f"rows that hold something, and some are for {', '.join(starmap(model_name, of_rows)) or 'none'}",
            remedy="tag cards in that language, and name the file with --from",
        )
    for key in chosen:
        place_of(folder / f"{model_name(*key)}.json")
    chance = random.Random(seed)  # noqa: S311
    for (lang, game), found in chosen.items():
        some = chance.sample(found, min(MOST, len(found)))
        yield save_model(fit([*examples_of(lang, game), *some], lang, game, seed), folder)


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
