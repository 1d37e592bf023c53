"""The codes of the bundled languages, and of those that a classifier was trained for."""

from __future__ import annotations

from onceper.lang.languages import Languages
from onceper.patterns.language_files import WORDS
from onceper.resources import resource

LANGUAGES = Languages().codes
# The others are read by the rules of one of these.
WITH_RULES = tuple(code for code in LANGUAGES if (resource("patterns") / code / WORDS).exists())
CLASSIFIED = tuple(code for code in LANGUAGES if (resource("models") / f"{code}.json").exists())
# The languages in which verdicts give their reasons.
SPOKEN = tuple(code for code in LANGUAGES if Languages().of(code).said)
KNOWN = ", ".join(LANGUAGES)
