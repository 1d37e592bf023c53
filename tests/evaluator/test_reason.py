"""The words of the verdicts: every language says the same things."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, get_args

import msgspec
import pytest

from onceper.contract.limit import Period, Phase, Scope, WhoseTurn
from onceper.contract.reading import CardReading
from onceper.evaluator.action import MANUAL, SUMMONS, Action, ActionKind
from onceper.evaluator.reason import ReasonLanguageError, words_of

if TYPE_CHECKING:
    from tests.evaluator.conftest import Game

LANGUAGES = ("en", "ja", "tr")
# Languages differ in how they tell who did it, and how often.
FREE_SLOTS = {"who", "action", "negated", "count", "used", "times", "often", "ids"}


def _templates(lang: str) -> dict[str, str]:
    """Return every template of a language by its path."""
    found: dict[str, str] = {}
    for key, value in msgspec.to_builtins(words_of(lang)).items():
        found |= {f"{key}.{name}": text for name, text in value.items()} if isinstance(value, dict) else {key: value}
    return found


def _slots(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name} - FREE_SLOTS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_templates_with_the_same_slots(lang: str) -> None:
    english, other = _templates("en"), _templates(lang)
    assert other.keys() == english.keys()
    assert {key: _slots(text) for key, text in other.items()} == {key: _slots(text) for key, text in english.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_is_a_word_for_all_that_can_be_said(lang: str) -> None:
    words = words_of(lang)
    assert set(get_args(ActionKind)) <= words.action.keys()
    assert {"activation", *SUMMONS, *MANUAL} <= words.deed.keys()
    assert {*get_args(Period), "always"} == words.since.keys() == words.per.keys()
    assert {*get_args(Scope), "rulebook"} == words.for_.keys()
    assert set(get_args(Phase)) == words.phase.keys()
    assert {*get_args(WhoseTurn), "together"} == words.allowance.keys()


def test_another_language_is_refused() -> None:
    with pytest.raises(ReasonLanguageError, match="no verdicts in language 'de'; expected one of en, ja, tr"):
        words_of("de")


def test_a_name_with_braces_is_a_name(new_game: type[Game]) -> None:
    card = CardReading("text", "en", "yugioh", "Warden {0} {who}")
    verdict = new_game(card).ask("Warden {0} {who}-1", Action.summon())
    assert verdict.because == 'No limit governs the Summoning procedure of "Warden {0} {who}"'
