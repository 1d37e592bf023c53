"""The codes of the bundled languages, and of those that a classifier was trained for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from onceper.lang.languages import Languages
from onceper.patterns.language_files import WORDS
from onceper.resources import resource

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

LANGUAGES = Languages().codes
# The others are read by the rules of one of these.
WITH_RULES = tuple(code for code in LANGUAGES if (resource("patterns") / code / WORDS).exists())
CLASSIFIED = tuple(code for code in LANGUAGES if (resource("models") / f"{code}.json").exists())
# The languages in which verdicts give their reasons.
SPOKEN = tuple(code for code in LANGUAGES if Languages().of(code).said)
KNOWN = ", ".join(LANGUAGES)
# One that is written in words and one in characters.
_PROVED_EACH_TIME = ("en", "ja")


def one_of_a_kind(code: str, game: str | None = None, *more: Any) -> ParameterSet:
    """Return the parameters of a costly test, which for most prints is run by ``make test-all`` alone."""
    marks = () if code in _PROVED_EACH_TIME and game is None else pytest.mark.whole
    return pytest.param(code, game, *more, marks=marks, id="-".join(filter(None, (code, game, *more))))
