"""What of a text applies while effects are negated or gained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import onceper
from onceper.contract.non_effect import NonEffect, NonEffectKind
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Appeared,
    FlippedFaceDown,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

WARDEN, DRUM = "Ember Warden-1", "Rally Drum-1"
# Where the hard limit of the fixture stands, and where nothing does.
SENTENCE, ELSEWHERE = (0, 4), (9, 9)


def _text(kind: NonEffectKind, span: tuple[int, int] = ELSEWHERE) -> NonEffect:
    return NonEffect(kind, span, "text", "everywhere", (), None, None, None, "by hand", "rule", 1.0)


@pytest.fixture
def game(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with a card whose effect 1 has a soft limit inside, and a hard one in a sentence of its own."""
    soft, hard = make_limit("soft", 1, span=(10, 14)), make_limit("hard", 1)
    drum = make_card(soft, hard, make_limit("cap", scope="player", span=(10, 14)), name="Rally Drum")
    texts = (_text("activation_limit", SENTENCE), _text("maintenance_cost"), _text("cannot_respond"))
    drum = replace(drum, non_effects=(*texts, _text("victory_condition")))
    continuous = make_card()
    effect = replace(continuous.effects[0], kind="continuous")
    return new_game(replace(continuous, effects=(effect, continuous.effects[1])), drum)


def test_effects_do_not_apply_face_down_and_the_other_text_does(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 175, on Putrid Pudding Body Buddies: a face-down one is no material either."""
    for copy in (WARDEN, DRUM):
        game.apply(FlippedFaceDown(copy))
    assert game.ask().available_again == "flipped_face_up"
    force = game.evaluator.in_force(DRUM)
    assert force.effects == ()
    assert len(force.non_effects) == 4


def test_japanese_victory_text_inside_a_number_wins_as_the_english_does() -> None:
    prints = {
        "ja": "①：手札を２枚捨てて発動できる。発動後１０ターン目のターン終了時に自分はデュエルに勝利する。",
        "en": "Discard 2 cards. After 10 turns have passed after you activate this card, you win the Duel.",
    }
    for lang, text in prints.items():
        reading = onceper.read(text, lang=lang, game="yugioh", name="Long Dusk")
        game = onceper.Evaluator([reading], players=("p1", "p2"))
        game.apply(Appeared("dusk", "Long Dusk", "p1", "graveyard", card_type="normal_spell"))
        assert Action("win") in {choice.action for choice in game.may_do("p1") if choice.verdict.allowed}
