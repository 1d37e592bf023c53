"""The codes of the bundled languages, and of those that a classifier was trained for."""

from __future__ import annotations

from onceper.lang.languages import Languages
from onceper.resources import resource

LANGUAGES = Languages().codes
CLASSIFIED = tuple(code for code in LANGUAGES if (resource("models") / f"{code}.json").exists())
# The languages in which verdicts give their reasons.
SPOKEN = tuple(code for code in LANGUAGES if Languages().of(code).reasons)
KNOWN = ", ".join(LANGUAGES)
