"""The reasons of a verdict in the language that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.contract.reading import CardReading
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Appeared
from onceper.evaluator.reasons import ReasonLanguageError
from onceper.lang.languages import use_patterns
from onceper.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    from tests.evaluator.conftest import Game, MakeCard


def test_another_language_is_refused(make_card: MakeCard) -> None:
    with pytest.raises(ReasonLanguageError, match="no verdicts in language 'de'; expected one of en, ja, tr"):
        Evaluator([make_card()], lang="de")


def test_a_name_with_braces_is_a_name(new_game: type[Game]) -> None:
    card = CardReading("text", "en", "yugioh", "Warden {0} {who}")
    verdict = new_game(card).ask("Warden {0} {who}-1", Action.summon())
    assert verdict.because == 'No limit governs the Summoning procedure of "Warden {0} {who}"'


@pytest.mark.parametrize(("capital", "first"), [("", "I"), ('capital_i = "İ"\n', "İ")])
def test_a_sentence_of_a_language_of_ones_own_begins_with_its_capital(
    make_card: MakeCard, tmp_path: Path, capital: str, first: str
) -> None:
    english = (resource("patterns") / "en" / "reasons.toml").read_text(encoding="utf-8")
    folder = tmp_path / "de"
    folder.mkdir()
    (folder / "words.toml").write_text('[[times]]\nmeans = { count = 1 }\nwords = ["einmal"]\n', encoding="utf-8")
    (folder / "reasons.toml").write_text(capital + english.replace("No limit", "in no way"), encoding="utf-8")
    use_patterns(tmp_path)
    try:
        game = Evaluator([make_card()], lang="de")
    finally:
        use_patterns(None)
    game.apply(Appeared("w", "Ember Warden", "A"))
    assert game.may_use("w", Action.summon(), "A").because.startswith(f"{first}n no way governs")
