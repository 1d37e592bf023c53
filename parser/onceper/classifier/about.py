"""All of a model but its weights, which tells without them what print is damaged."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from math import ceil
from typing import TYPE_CHECKING, Literal, NoReturn

import msgspec

from onceper.classifier.damage import WORD, RunRepair, WordRepair, without_marks
from onceper.errors import OnceperError
from onceper.resources import resource
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

# Beyond this length no sentence says more about what it is.
LONGEST = 400
_ABBREVIATION = 3
# Where a letter is lost, this share of a phrase is often whole on one side of it.
_MOST_OF_A_PHRASE = 0.6
# Shorter pieces tell nothing, in print with spaces and without: there a sign says as much as two letters do.
_LEAST_OF_A_PIECE = {True: 8, False: 5}


class ModelError(OnceperError):
    """A model file is missing, damaged, or of another format, or no model is of the language that is read."""


class Calibration(msgspec.Struct, frozen=True):
    """Say how often a find of some probability is right, by a line through log odds, and from which on it counts."""

    slope: float
    offset: float
    threshold: float


class About(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Hold all of a model but its weights, as its JSON file has it.

    ``labels`` have the slope and the offset that turn the score of each into a probability of its own; ``clean`` is
    what clean print is made of: its words, or where no spaces stand between them, runs of three signs; ``weights`` is
    the checksum of the packed ones that all of this belongs to, 0 before they are written.
    """

    format: Literal[6]
    lang: str
    game: str | None
    labels: dict[str, tuple[float, float]]
    limits: Calibration
    non_effects: Calibration
    limit_cues: tuple[str, ...]
    non_effect_cues: tuple[str, ...]
    is_spaced: bool
    clean: tuple[str, ...]
    seed: int
    examples: int
    weights: int

    @cached_property
    def repair(self) -> WordRepair | RunRepair:
        """What tells damaged print, and repairs it."""
        clean = frozenset(self.clean)
        if not self.is_spaced:
            return RunRepair(clean, self.limit_cues_in)
        # An abbreviation, such as "OPT", has no letters to spare: what is near it is another word.
        cues = (plain(cue) for cue in self.limit_cues if len(cue) > _ABBREVIATION)
        return WordRepair(clean, {word for cue in cues for word in WORD.findall(cue)})

    @cached_property
    def limit_cues_in(self) -> Callable[[str], list[int]]:
        """What finds in a plain text what tells of limits."""
        return finding(self.limit_cues, is_spaced=self.is_spaced)

    @cached_property
    def cues_in(self) -> Callable[[str], list[int]]:
        """What finds what tells that a plain text may be more than an effect."""
        return finding((*self.limit_cues, *self.non_effect_cues), is_spaced=self.is_spaced)


def finding(phrases: Sequence[str], *, is_spaced: bool) -> Callable[[str], list[int]]:
    """Return what finds the ends of these phrases and of large pieces of them in a plain text.

    It keeps ordinary effect sentences away from the model; without phrases it finds something in each text.
    """
    pieces: set[str] = set()
    for phrase in map(plain, phrases):
        length = max(ceil(_MOST_OF_A_PHRASE * len(phrase)), min(_LEAST_OF_A_PIECE[is_spaced], len(phrase)))
        pieces.update(phrase[at : at + length] for at in range(len(phrase) - length + 1))
    search = search_for(pieces)
    return (lambda text: [end for end, _ in search(text)]) if pieces else lambda _: [0]


def plain(template: str) -> str:
    """Return a folded template as the features know it, of the same length: letters without their marks."""
    return without_marks(template[:LONGEST])


def model_name(lang: str, game: str | None) -> str:
    """Return the name of the files of a language's model, or of that of its print in a game."""
    return f"{lang}.{game}" if game else lang


@cache
def shipped_models() -> dict[str, Path]:
    """Return the file of each model that is shipped, by its name."""
    return {file.stem: file for file in sorted(resource("models").glob("*.json"), key=lambda file: file.stem)}


def refuse(file: Path, wrong: object) -> NoReturn:
    """Raise the error of a model file with something wrong in it."""
    raise ModelError(
        f"not a model: {wrong}",
        where=str(file),
        expected="a .json with its .weights, as `onceper train` writes them",
        remedy="check the path, or train it again with `onceper train`",
    )


def load_about(file: Path) -> About:
    """Return what a JSON file says of its model.

    Raises:
        ModelError: the file is missing, damaged, or of another format.
    """
    try:
        return _load(file, file.stat().st_mtime_ns)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        refuse(file, "no such file" if isinstance(error, FileNotFoundError) else error)


@lru_cache(maxsize=8)
def _load(file: Path, changed: int) -> About:  # noqa: ARG001  what is trained anew is loaded anew
    return msgspec.json.decode(file.read_bytes(), type=About)
