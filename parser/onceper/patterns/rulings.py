"""The rulings that rules rest on, by the id of the rule."""

from __future__ import annotations

from onceper.lang import language, languages
from onceper.patterns.folders import kept_with_patterns
from onceper.patterns.load import load


def ruling_of_rule(rule: str, lang: str | None, game: str | None) -> str:
    """Return the source of the ruling of a rule that is loaded, empty for any other rule."""
    if lang is None or lang not in languages():
        return ""
    return _rulings(lang, game if game in language(lang).games else None).get(rule, "")


@kept_with_patterns(8)
def _rulings(lang: str, game: str | None) -> dict[str, str]:
    return {rule.id: rule.source for rule in load(lang, game)[0]}
