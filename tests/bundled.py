"""The codes of the bundled languages."""

from __future__ import annotations

from onceper.lang.languages import Languages

LANGUAGES = Languages().codes
