"""Who reads: the rules, the classifier, or both; and the models that are shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

from onceper.errors import OnceperError

Mode = Literal["off", "on", "only"]
MODES: tuple[Mode, ...] = get_args(Mode)
DEFAULT: Mode = "off"
# The models that are shipped: of a language, or of its print in a game that has one of its own.
MODELS: dict[str, tuple[str, str | None]] = {
    "en": ("en", None),
    "ja": ("ja", None),
    "ja.duelmasters": ("ja", "duelmasters"),
    "tr": ("tr", None),
}
SEED = 20


class ModeError(OnceperError):
    """The classifier was asked to be what it cannot be."""


def known_mode(mode: Mode, model: Path | str | None = None) -> Mode:
    """Return a mode of the classifier, in which this model file is asked where one is named.

    Raises:
        ModeError: it is none of the three, or a model is named and not to be asked.
    """
    if mode not in MODES:
        raise ModeError(f"unknown mode {mode!r} of the classifier", expected=f"one of {', '.join(MODES)}")
    if model is not None and mode == "off":
        raise ModeError(
            "a model is named, and the classifier is off",
            where=str(model),
            expected="a model where the classifier reads",
            remedy='say classifier="on" (--classifier on)',
        )
    return mode


def usable_mode(mode: Mode, model: Path | str | None) -> Mode:
    """Return a known mode whose model file can be read, so that a wrong one is told before any text is.

    Raises:
        ModeError: as of ``known_mode``.
        ModelError: the model file is missing, damaged, or of another format.
    """
    if known_mode(mode, model) != "off" and model is not None:
        # Only those who ask the classifier need wait for its model.
        from onceper.classifier.model import loaded  # noqa: PLC0415

        loaded(Path(model))
    return mode
