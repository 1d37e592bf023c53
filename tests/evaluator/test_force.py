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
    Applied,
    CopyNegated,
    CopyRestored,
    EffectsGained,
    FlippedFaceDown,
    LeftLocation,
    ResolutionBegan,
    Resolved,
)
from onceper.evaluator.table import UnknownActionError

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


def test_text_that_is_no_effect_goes_on_while_effects_are_negated(game: Game) -> None:
    """OCG Perfect Rulebook 2017, pp. 175-176."""
    before = game.evaluator.in_force(DRUM)
    game.apply(CopyNegated(DRUM))
    force = game.evaluator.in_force(DRUM)
    assert force.effects == ()
    assert [text.kind for text in force.non_effects] == [text.kind for text in before.non_effects]
    assert [limit.kind for limit in force.limits] == ["soft", "hard"]
    game.apply(CopyRestored(DRUM))
    assert game.evaluator.in_force(DRUM) == before


def test_who_gains_effects_does_not_gain_the_other_text(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 175, on Legendary Knight Hermos and Koa'ki Meiru Overload."""
    game.apply(EffectsGained(WARDEN, "Rally Drum"))
    force = game.evaluator.in_force(WARDEN)
    assert len(force.effects) == 4
    assert force.non_effects == ()
    assert [limit.kind for limit in force.limits] == ["soft", "cap"]
    game.apply(LeftLocation(WARDEN))
    assert len(game.evaluator.in_force(WARDEN).effects) == 2


def test_a_gained_effect_is_limited_by_what_went_along(game: Game) -> None:
    game.apply(EffectsGained(WARDEN, "Rally Drum"))
    gained = Action.use(1, of="Rally Drum")
    game.activate("a1", action=gained)
    verdict = game.ask(action=gained)
    assert not verdict.allowed
    assert "effect 1 gained from" in verdict.because
    game.activate("a2", DRUM)
    game.apply(LeftLocation(WARDEN))
    game.apply(EffectsGained(WARDEN, "Rally Drum"))
    assert game.ask(action=gained).allowed


def test_an_effect_that_was_not_gained_is_refused(game: Game) -> None:
    with pytest.raises(
        UnknownActionError, match="has not gained the effects of 'Rally Drum'; expected its own effects"
    ):
        game.ask(action=Action.use(1, of="Rally Drum"))


def test_a_continuous_effect_does_not_apply_while_negated(game: Game) -> None:
    game.apply(CopyNegated(WARDEN))
    verdict = game.ask()
    assert (verdict.allowed, verdict.available_again) == (False, "effects_restored")
    # What is activated may be activated, to be negated when it resolves.
    assert game.ask(action=2).allowed


def test_effects_do_not_apply_face_down_and_the_other_text_does(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 175, on Putrid Pudding Body Buddies: a face-down one is no material either."""
    for copy in (WARDEN, DRUM):
        game.apply(FlippedFaceDown(copy))
    assert game.ask().available_again == "flipped_face_up"
    force = game.evaluator.in_force(DRUM)
    assert force.effects == ()
    assert len(force.non_effects) == 4


def test_a_victory_waits_for_the_end_of_an_effect(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 179, on Exodia and Graceful Charity."""
    game.activate("a1", DRUM)
    assert game.ask(DRUM, Action.win()).allowed
    game.apply(ResolutionBegan("a1"))
    verdict = game.ask(DRUM, Action.win())
    assert (verdict.allowed, verdict.available_again) == (False, "resolved")
    game.apply(Resolved("a1"))
    assert game.ask(DRUM, Action.win()).allowed


def test_japanese_victory_text_inside_a_number_wins_as_the_english_does() -> None:
    prints = {
        "ja": "①：手札を２枚捨てて発動できる。発動後１０ターン目のターン終了時に自分はデュエルに勝利する。",
        "en": "Discard 2 cards. After 10 turns have passed after you activate this card, you win the Duel.",
    }
    for lang, text in prints.items():
        reading = onceper.read(text, lang=lang, game="yugioh", name="Long Dusk")
        game = onceper.Evaluator([reading], players=("p1", "p2"))
        game.apply(Appeared("dusk", "Long Dusk", "p1", "graveyard", card_type="normal_spell"))
        assert game.may_use("dusk", Action.win(), "p1").allowed


def test_only_victory_text_wins(game: Game) -> None:
    with pytest.raises(UnknownActionError, match="has no victory text"):
        game.ask(action=Action.win())


def test_a_repeated_application_is_one(game: Game) -> None:
    applied = Applied(WARDEN, Action.use(1), "A", "p1")
    game.apply(applied)
    before = game.evaluator.snapshot()
    game.apply(applied)
    assert replace(game.evaluator.snapshot(), applied=before.applied) == before
