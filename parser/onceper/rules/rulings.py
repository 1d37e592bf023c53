"""The rulings that rules rest on, by the id of the rule."""

from __future__ import annotations

from functools import lru_cache

from onceper.lang import LANGUAGES, language
from onceper.rules.loading import load


def ruling_of_rule(rule: str, lang: str | None, game: str | None) -> str:
    """Return the source of the ruling of a bundled rule, empty for any other rule."""
    if lang not in LANGUAGES:
        return ""
    return _rulings(lang, game if game in language(lang).games else None).get(rule, "")


@lru_cache(maxsize=8)
def _rulings(lang: str, game: str | None) -> dict[str, str]:
    return {rule.id: rule.source for rule in load(lang, game)[0]}
