"""The ruling behind a rule."""

from __future__ import annotations

import pytest
from tests.bundled import LANGUAGES

from onceper.lang.languages import language, ruling_of_rule


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_of_a_language_has_its_ruling(lang: str) -> None:
    for rule in language(lang).every_rule:
        rulings = {ruling_of_rule(rule.id, lang, game) for game in (None, "yugioh", "duelmasters")}
        assert rule.source in rulings


@pytest.mark.parametrize(
    ("rule", "lang", "game"),
    [("by hand", "en", "yugioh"), ("hard.effect", "de", None), ("hard.effect", None, None)],
)
def test_another_rule_has_none(rule: str, lang: str | None, game: str | None) -> None:
    assert ruling_of_rule(rule, lang, game) == ""


def test_any_other_game_has_the_rules_of_the_language() -> None:
    assert ruling_of_rule("soft", "en", "another") == ruling_of_rule("soft", "en", None) != ""
