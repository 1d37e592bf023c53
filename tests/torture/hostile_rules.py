"""Own patterns, models and snapshots with bytes changed: each is refused in words, or read and used."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec
from hostile_files import flipped
from isolated import Trial, unclear_in

import onceper
from onceper.classifier.model import load_model
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator, Snapshot, SnapshotError
from onceper.evaluator.event import Activated, Appeared
from onceper.lang.languages import use_patterns
from onceper.patterns.records import RulesError
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

_TEXT = 'You can only use this effect of "Ember Warden" once per turn.'
_FILES = ("limits.toml", "words.toml", "parts.toml", "structure.toml")


def read_with(file: str, content: bytes) -> int:
    """Read a text in an own language with a file of this content, and return how many limits are found."""
    with TemporaryDirectory() as name:
        own = Path(name) / "nl"
        own.mkdir()
        for other in _FILES:
            shutil.copy(resource("patterns") / "en" / other, own)
        (own / file).write_bytes(content)
        try:
            use_patterns(name)
        except RulesError as error:
            # It has a line for each problem, of which there may be many.
            told = str(error)
            assert not unclear_in(f"{told.splitlines()[-1]:.999} expected"), told[:300]
            return 0
        return len(onceper.read(_TEXT, lang="nl").limits)


def load(about: bytes, arrays: bytes) -> None:
    """Load a model of these two files."""
    with TemporaryDirectory() as name:
        file = Path(name) / "model.json"
        file.write_bytes(about)
        file.with_suffix(".weights").write_bytes(arrays)
        load_model(file)


def restore(content: bytes) -> None:
    """Restore a game from a snapshot of this content, and look at what may be done then."""
    game = _game()
    try:
        snapshot = msgspec.json.decode(content, type=Snapshot)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SnapshotError(f"no snapshot: {error!s:.200}", expected="JSON of one") from None
    game.restore(snapshot)
    game.may_use("Ember Warden-1", Action.use(1), "A")


def _game() -> Evaluator:
    reading = onceper.read(f"During your Main Phase: You can draw 1 card. {_TEXT}", name="Ember Warden", lang="en")
    return Evaluator([reading])


def _snapshot() -> bytes:
    game = _game()
    for number, copy in enumerate(("Ember Warden-1", "Ember Warden-2")):
        game.apply(Appeared(copy, "Ember Warden", "A"))
        if not number:
            game.apply(Activated(copy, Action.use(1), "A", "a1"))
    return msgspec.json.encode(game.snapshot())


def changed(seed: random.Random) -> Iterator[Trial]:
    """Give one change of each of these files."""
    models = resource("models")
    about, arrays, snapshot = (models / "tr.json").read_bytes(), (models / "tr.weights").read_bytes(), _snapshot()
    for file in _FILES:
        name, content = _change((resource("patterns") / "en" / file).read_bytes(), seed)
        yield Trial("bytes changed: patterns", f"{file} {name}", read_with, (file, content))
    name, content = _change(about, seed)
    yield Trial("bytes changed: models", f".json {name}", load, (content, arrays))
    name, content = _change(arrays, seed)
    yield Trial("bytes changed: models", f".weights {name}", load, (about, content))
    for _ in range(10):
        name, content = _change(snapshot, seed)
        yield Trial("bytes changed: snapshots", name, restore, (content,))


def _change(content: bytes, seed: random.Random) -> tuple[str, bytes]:
    number = seed.getrandbits(40)
    return f"changed by {number}", flipped(content, random.Random(number), 1 + number % 5)
