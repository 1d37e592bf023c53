"""What a reading is asked for: its parts, and who reads, the rules, the classifier or both."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from msgspec import Struct

from onceper.contract.reading import ALL_PARTS, Part
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Collection

Mode = Literal["off", "auto", "on", "only"]
MODES: tuple[Mode, ...] = get_args(Mode)
BY_DEFAULT: Mode = "auto"
# Who is asked so must have a model; with ``auto`` the rules read alone where there is none.
ASKED_OF_ALL: set[Mode] = {"on", "only"}


class PartsError(OnceperError):
    """A reading was asked for a part that readings do not have."""


class ModeError(OnceperError):
    """The classifier was asked to be what it cannot be."""


class Options(Struct, frozen=True, gc=False):
    """Hold what a reading is asked for; what callers give comes in by ``Options.checked`` and is not looked at again.

    ``classifier`` says who reads: ``off`` the rules alone, ``auto`` also the classifier where print is damaged, ``on``
    it reads all that no rule does, ``only`` it reads alone. ``model`` is the file of a model of one's own.
    """

    parts: frozenset[Part] = ALL_PARTS
    classifier: Mode = BY_DEFAULT
    model: str | None = None
    # By when its file was changed, what is trained anew reads anew.
    changed: int = 0

    @staticmethod
    def checked(
        parts: Collection[Part] = ALL_PARTS,
        classifier: Mode = BY_DEFAULT,
        model: Path | str | None = None,
    ) -> Options:
        """Check what a caller gives.

        Raises:
            PartsError: a part is none of the three.
            ModeError: the mode is none of the four, or a model is named and not to be asked.
            ModelError: the model file is missing, damaged, or of another format.
        """
        # Most callers give nothing, and read a text that is known in a microsecond.
        if parts is ALL_PARTS and classifier == BY_DEFAULT and model is None:
            return _USUAL
        wanted: frozenset[Any] = frozenset([parts] if isinstance(parts, str) else parts)
        if not wanted <= ALL_PARTS:
            unknown = min(map(str, wanted - ALL_PARTS))
            raise PartsError(
                f"unknown part {unknown!r}",
                expected=f"some of {', '.join(sorted(ALL_PARTS))}",
            )
        if classifier not in MODES:
            raise ModeError(
                f"unknown mode {classifier!r} of the classifier",
                expected=f"one of {', '.join(MODES)}",
            )
        if model is None:
            return Options(wanted, classifier)
        return Options(wanted, classifier, str(model), _check_model(classifier, Path(model)))


_USUAL = Options()
# Who asks for no classifier waits for no model.
RULES_ALONE = Options(classifier="off")


def _check_model(classifier: Mode, model: Path) -> int:
    """Return when the file of a model was changed."""
    if classifier == "off":
        raise ModeError(
            "a model is named, and the classifier is off",
            where=str(model),
            expected="a model where the classifier reads",
            remedy='say classifier="auto" or "on" (--classifier auto)',
        )
    from onceper.classifier.about import load_about  # noqa: PLC0415

    load_about(model)
    return model.stat().st_mtime_ns
