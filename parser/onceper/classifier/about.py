"""All of a model but its weights, which tells without them what print is damaged."""

from __future__ import annotations

import os
import re
import unicodedata
from functools import cache, cached_property, lru_cache
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn, get_args

import msgspec
from msgspec import Meta

from onceper.classifier import labels
from onceper.classifier.damage import WORD, RunRepair, WordRepair
from onceper.contract.limit import LimitKind, Scope
from onceper.contract.non_effect import NonEffectKind
from onceper.contract.span import Confidence
from onceper.errors import OnceperError
from onceper.resources import resource
from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FORMAT = 4
EDGE = "\n"
# Beyond this length no sentence says more about what it is.
LONGEST = 400
_MOST_LABELS = 500
_KNOWN = {
    labels.LIMIT: {f"{kind}.{scope}" for kind in get_args(LimitKind) for scope in get_args(Scope)},
    labels.NON_EFFECT: {*get_args(NonEffectKind)},
    **labels.SAID,
}
_Phrases = Annotated[tuple[Annotated[str, Meta(max_length=50)], ...], Meta(max_length=20_000)]
# Where a letter is lost, this share of a phrase is often whole on one side of it.
_MOST_OF_A_PHRASE = 0.6
# Copies often lack the marks of Turkish letters, or the ones they need.
_UNMARKED = {sign: unicodedata.normalize("NFD", chr(sign))[0] for sign in range(0x80, 0x300)}
_UNMARKED |= {ord("ı"): "i", ord("İ"): "i"}
# What has none, such as the × of Japanese print, costs nothing.
_MARKED = re.compile("[\xc0-\xd6\xd8-\xf6\xf8-\u02ff]")


class Grain(NamedTuple):
    """Hold how coarse a print is.

    The lengths of n-grams, the least length of a telling piece of a phrase, and how probable a limit must be that is
    neither found nor left untold where print is damaged.
    """

    lengths: tuple[int, ...]
    cue_length: int
    leans: float


# A sign of print without spaces says as much as two letters do.
SPACED = Grain((2, 3, 4, 5), 8, 0.8)
UNSPACED = Grain((1, 2, 3, 4), 5, 1.0)


class ModelError(OnceperError):
    """A model file is missing, damaged, or of another format, or no model is of the language that is read."""


class Calibration(msgspec.Struct, frozen=True):
    """Say how often a find of some probability is right, linear between points, and from which on it counts."""

    raw: Annotated[tuple[Confidence, ...], Meta(min_length=1)]
    right: tuple[Confidence, ...]
    threshold: float


class About(msgspec.Struct, frozen=True, dict=True):
    """Hold all of a model but its weights, as its JSON file has it.

    ``slopes`` and ``offsets`` turn the score of each label into a probability of its own; ``clean`` is what clean print
    is made of: its words, or where no spaces stand between them, runs of three signs; ``weights`` is the digest of
    the packed ones that all of this belongs to, empty before they are written.
    """

    format: int
    lang: str
    game: str | None
    labels: Annotated[tuple[str, ...], Meta(max_length=_MOST_LABELS)]
    offsets: tuple[float, ...]
    slopes: tuple[float, ...]
    limits: Calibration
    non_effects: Calibration
    limit_cues: _Phrases
    non_effect_cues: _Phrases
    is_spaced: bool
    clean: _Phrases
    seed: int
    command: str
    versions: dict[str, str]
    examples: int
    weights: str

    @cached_property
    def grain(self) -> Grain:
        """How coarse the print is."""
        return SPACED if self.is_spaced else UNSPACED

    @cached_property
    def repair(self) -> WordRepair | RunRepair:
        """What repairs damaged print."""
        clean = frozenset(self.clean)
        if not self.is_spaced:
            return RunRepair(clean, self._limit_gate.places)
        return WordRepair(clean, {word for cue in self.limit_cues for word in WORD.findall(plain(cue))})

    @cached_property
    def _limit_gate(self) -> Gate:
        """What lets sentences pass that may state a limit."""
        return Gate(self.limit_cues, self.grain.cue_length)

    @cached_property
    def _gate(self) -> Gate:
        """What lets sentences pass that may be more than an effect; all of a language that does not say what tells."""
        tells_of_both = self.limit_cues and self.non_effect_cues
        return Gate((*self.limit_cues, *self.non_effect_cues) if tells_of_both else (), self.grain.cue_length)

    def columns(self, *kinds: str) -> list[int]:
        """Return the numbers of the labels of these kinds."""
        return [at for at, label in enumerate(self.labels) if label.split(".")[0] in kinds]

    def may_limit(self, text: str) -> bool:
        """Tell whether a plain text may state a limit."""
        return self._limit_gate.passes(text)

    def tells_more(self, right: str, text: str) -> bool:
        """Tell whether a plain text holds more words of limits than as it was printed."""
        return len(self._limit_gate.places(right)) > len(self._limit_gate.places(text))

    def may_tell(self, text: str) -> bool:
        """Tell whether a plain text may be more than an effect."""
        return self._gate.passes(text)

    def may_be_damaged_at(self, words: str) -> Sequence[int]:
        """Return the places in a folded text whose sentences may be damaged and state a limit, found at little cost."""
        return self.repair.places(_without_marks(words))


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
        self._search = search_for(pieces) if pieces else None

    def places(self, text: str) -> list[int]:
        """Return where what stands in a plain text of the phrases ends."""
        return [end for end, _ in self._search(text)] if self._search else []

    def passes(self, text: str) -> bool:
        """Tell whether a plain text may hold what the model looks for."""
        return self._search is None or next(self._search(text), None) is not None


def plain(template: str) -> str:
    """Return a folded template as the features know it, of the same length: letters without their marks."""
    return _without_marks(template[:LONGEST])


def _without_marks(template: str) -> str:
    template = template.replace(EDGE, " ")
    return template.translate(_UNMARKED) if _MARKED.search(template) else template


def model_name(lang: str, game: str | None) -> str:
    """Return the name of the files of a language's model, or of that of its print in a game."""
    return f"{lang}.{game}" if game else lang


@cache
def shipped_models() -> dict[str, tuple[str, str | None]]:
    """Return the language and game of each model that is shipped, by the name of its files."""
    names = sorted(file.stem for file in resource("models").glob("*.json"))
    return {name: (name.partition(".")[0], name.partition(".")[2] or None) for name in names}


def shipped_file(lang: str, game: str | None) -> Path:
    """Return where the model of a language is, or that of its print in a game, if one is shipped."""
    return resource("models") / f"{model_name(lang, game)}.json"


def refuse(file: Path, wrong: str, expected: str = "what `onceper train` wrote") -> NoReturn:
    """Raise the error of a model file with something wrong in it."""
    raise ModelError(wrong, where=str(file), expected=expected, remedy="train it again with `onceper train`")


def changed_at(file: Path) -> int:
    """Return when a file was changed, by which what is trained anew is loaded anew."""
    return os.stat(file).st_mtime_ns  # noqa: PTH116  it may be a name alone


def load_about(file: Path) -> About:
    """Return what a JSON file says of its model.

    Raises:
        ModelError: the file is missing, damaged, or of another format.
    """
    # Of a name that is too long pathlib would raise.
    if not os.path.exists(file):  # noqa: PTH110
        raise ModelError(
            "no such file",
            where=str(file),
            expected="the .json that `onceper train` wrote, with its .weights beside it",
            remedy="check the path; it is taken from the current folder",
        )
    return _load(file, changed_at(file))


@lru_cache(maxsize=8)
def _load(file: Path, changed: int) -> About:  # noqa: ARG001  as told above
    try:
        about = msgspec.json.decode(Path(file).read_bytes(), type=About)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        refuse(file, f"not a model: {error}", "a .json with its .weights")
    # What would break, or give confidences that are none, is refused before texts are read.
    if wrong := next(_wrong_in(about), None):
        refuse(file, wrong)
    return about


def _wrong_in(about: About) -> Iterator[str]:
    if about.format != FORMAT:
        yield f"format {about.format} in place of {FORMAT}"
    if not len(about.labels) == len(about.slopes) == len(about.offsets):
        yield f"{len(about.labels):,} labels, {len(about.slopes):,} slopes and {len(about.offsets):,} offsets"
    for label in about.labels:
        kind, _, rest = label.partition(".")
        if kind in _KNOWN and rest not in _KNOWN[kind]:
            yield f"the label {label!r}"
    for name, calibration in (("limits", about.limits), ("non_effects", about.non_effects)):
        if len(calibration.raw) != len(calibration.right):
            yield f"the calibration of {name}: as many points for raw as for right are needed"
