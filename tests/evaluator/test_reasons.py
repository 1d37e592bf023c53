"""The reasons of a verdict in the language that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.bundled import SPOKEN

from onceper.contract.effect import Option
from onceper.contract.limit import CountedEvent
from onceper.contract.reading import CardReading
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Activated, Appeared, Occurred
from onceper.lang.base import LanguageError
from onceper.lang.languages import use_patterns
from onceper.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

# As little as a language of one's own is.
TIMES = '[[times]]\nmeans = { count = 1 }\nwords = ["eenmaal"]\n'


def test_another_language_is_refused(make_card: MakeCard) -> None:
    with pytest.raises(LanguageError, match=f"unknown language 'nl'; expected one of {', '.join(SPOKEN)}"):
        Evaluator([make_card()], lang="nl")


def test_a_language_that_says_nothing_of_verdicts_has_them_in_english(make_card: MakeCard, tmp_path: Path) -> None:
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / "words.toml").write_text(TIMES, encoding="utf-8")
    use_patterns(tmp_path)
    try:
        game = Evaluator([make_card()], lang="nl")
    finally:
        use_patterns(None)
    game.apply(Appeared("w", "Ember Warden", "A"))
    assert game.may_use("w", Action("summon"), "A").because.startswith("No limit governs")


def test_a_name_with_braces_is_a_name(new_game: type[Game]) -> None:
    card = CardReading("text", "en", "yugioh", "Warden {0} {who}")
    verdict = new_game(card).ask("Warden {0} {who}-1", Action("summon"))
    assert verdict.because == 'No limit governs the Summoning procedure of "Warden {0} {who}"'


@pytest.mark.parametrize(("capital", "first"), [("", "I"), ('capital_i = "İ"\n', "İ")])
def test_a_sentence_of_a_language_of_ones_own_begins_with_its_capital(
    make_card: MakeCard, tmp_path: Path, capital: str, first: str
) -> None:
    english = (resource("patterns") / "en" / "said.toml").read_text(encoding="utf-8")
    folder = tmp_path / "nl"
    folder.mkdir()
    (folder / "words.toml").write_text(TIMES, encoding="utf-8")
    (folder / "said.toml").write_text(capital + english.replace("No limit", "in no way"), encoding="utf-8")
    use_patterns(tmp_path)
    try:
        game = Evaluator([make_card()], lang="nl")
    finally:
        use_patterns(None)
    game.apply(Appeared("w", "Ember Warden", "A"))
    assert game.may_use("w", Action("summon"), "A").because.startswith(f"{first}n no way governs")


@pytest.mark.parametrize(
    ("told", "asked", "said"),
    [
        (Action.use(1), Action.use(1, option=2), ", and which choice that was has not been told"),
        (Action.use(1, option=2), Action.use(1, option=2), "used choice 2 of effect 1 of"),
    ],
)
def test_a_reason_names_the_choice_or_that_it_was_not_told(
    make_card: MakeCard, make_limit: MakeLimit, told: Action, asked: Action, said: str
) -> None:
    card = make_card(make_limit("hard", 1, each_option=True, verb="use"))
    options = (Option(1, None, (0, 1), "a"), Option(2, None, (1, 2), "b"))
    effects = (replace(card.effects[0], options=options), *card.effects[1:])
    game = Evaluator([replace(card, effects=effects)])
    game.apply(Appeared("w", "Ember Warden", "A"), Activated("w", told, "A", "a1"))
    verdict = game.may_use("w", asked, "A")
    assert not verdict.allowed
    assert said in verdict.because


def test_what_is_done_is_named_by_its_card(make_card: MakeCard) -> None:
    game = Evaluator([make_card()])
    game.apply(Appeared("w", "Ember Warden", "A"))
    assert game.may_use("w", Action("do", what="attack"), "A").because == 'No limit governs what "Ember Warden" does'


@pytest.mark.parametrize(
    ("lang", "what", "said"),
    [
        ("de", "destroy", "dies ist die erste Zerstörung in diesem Spielzug"),
        ("de", "attack", "dies ist der erste Angriff in diesem Spielzug"),
        ("fr", "destroy", "c'est la première destruction ce tour"),
        ("fr", "battle", "c'est le premier combat ce tour"),
        ("en", "destroy", "this is the first destruction this turn"),
    ],
)
def test_what_counts_agrees_with_what_happened(
    make_card: MakeCard, make_limit: MakeLimit, lang: str, what: str, said: str
) -> None:
    event = CountedEvent(what, "any", "")
    game = Evaluator([make_card(make_limit("ordinal", 1, spent_on="occurrence", event=event))], lang=lang)
    game.apply(Appeared("w", "Ember Warden", "A"), Occurred(what, "A"))
    assert said in game.may_use("w", Action.use(1), "A").because
