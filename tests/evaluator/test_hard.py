"""Hard limits: the rows of the design's section 5 on "You can only use/activate"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    ActivationNegated,
    ChainEnded,
    ControlChanged,
    CouldNotResolve,
    EffectNegated,
    FlippedFaceDown,
    LeftLocation,
    TurnEnded,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

WARDEN, SECOND = "Ember Warden-1", "Ember Warden-2"


@pytest.fixture(params=["use", "activate"])
def game(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, request: pytest.FixtureRequest) -> Game:
    """Return a game in which effect 1 of a copy with a hard limit has been activated."""
    game = new_game(make_card(make_limit("hard", 1, verb=request.param)))
    game.activate("a1")
    return game


def test_all_copies_have_used_it(game: Game) -> None:
    """Yugipedia, "Only once per turn": only once per turn for cards with the same name."""
    assert not game.ask().allowed
    verdict = game.ask(SECOND)
    assert not verdict.allowed
    assert (verdict.used, verdict.available_again) == (1, "next_turn")


def test_the_reason_names_the_effect_the_activation_and_the_limit(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    game = new_game(make_card(make_limit("hard", 1)))
    game.activate("a1")
    assert game.ask(SECOND).because == (
        'You used effect 1 of "Ember Warden" this turn (activation a1); once per turn by card name'
    )


def test_this_effect_is_only_that_effect(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 177, on Fire King Avatar Yaksha: the other effects can be activated."""
    assert game.ask(action=2).allowed


def test_it_is_free_in_the_next_turn(game: Game) -> None:
    game.apply(TurnEnded("B"))
    assert game.ask().allowed


@pytest.mark.parametrize("event", [LeftLocation(WARDEN), FlippedFaceDown(WARDEN)])
def test_leaving_or_flipping_frees_nothing(game: Game, event: LeftLocation | FlippedFaceDown) -> None:
    """OCG Perfect Rulebook 2017, p. 177: a card that returns in the same turn cannot activate it."""
    game.apply(event)
    assert not game.ask().allowed


def test_the_opponent_has_a_count_of_their_own(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 177: copies that the opponent controls can activate it."""
    game.apply(ControlChanged(WARDEN, "B"))
    assert game.ask(player="B").allowed
    game.activate("a2", player="B")
    assert not game.ask(SECOND, player="B").allowed


def test_a_card_of_another_name_is_free(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    other = make_card(make_limit("hard", 1), name="Frost Warden")
    game = new_game(make_card(make_limit("hard", 1)), other)
    game.activate("a1")
    assert game.ask("Frost Warden-1").allowed


def test_a_negated_activation_of_use_counts(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """OCG Perfect Rulebook 2017, p. 176: it cannot be activated again in the same turn."""
    game = new_game(make_card(make_limit("hard", 1, verb="use")))
    game.activate("a1")
    game.apply(ActivationNegated("a1"))
    assert not game.ask().allowed


def test_a_negated_activation_of_activate_is_given_back(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """Yugipedia, "Only once per turn": that effect can be activated again if its activation is negated."""
    game = new_game(make_card(make_limit("hard", 1, verb="activate")))
    game.activate("a1")
    game.apply(ActivationNegated("a1"))
    assert game.ask().allowed
    game.activate("a2", SECOND)
    assert "(activation a2)" in game.ask().because


def test_what_was_given_back_stays_so_when_the_log_repeats_itself(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    game = new_game(make_card(make_limit("hard", 1, verb="activate")))
    for _ in range(2):
        game.activate("a1")
        game.apply(ActivationNegated("a1"))
    assert game.ask().used == 0


@pytest.mark.parametrize("failed", [EffectNegated("a1"), CouldNotResolve("a1")])
def test_a_failed_effect_counts(game: Game, failed: EffectNegated | CouldNotResolve) -> None:
    """OCG Perfect Rulebook 2017, p. 176: an activation that is not negated has been activated."""
    game.apply(failed)
    assert not game.ask().allowed


def test_one_activation_counts_once(game: Game) -> None:
    game.activate("a1")
    assert game.ask().used == 1


def test_each_effect_once(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """OCG Perfect Rulebook 2017, p. 177: "each effect" gives every effect a use of its own."""
    game = new_game(make_card(make_limit("hard", 1, 2)))
    game.activate("a1")
    assert not game.ask(SECOND).allowed
    assert game.ask(SECOND, 2).allowed


def test_one_effect_and_only_once(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """Yugipedia, on Fluffal Bear: neither that effect again nor the other one."""
    game = new_game(make_card(make_limit("hard", 1, 2, shared=True)))
    game.activate("a1")
    game.apply(ActivationNegated("a1"))
    verdict = game.ask(SECOND, 2)
    assert not verdict.allowed
    assert verdict.because == (
        'You used effect 1 of "Ember Warden" this turn (activation a1), '
        "and it counts although activation a1 was negated; once per turn by card name, effects 1 and 2 together"
    )


def test_a_card_may_be_activated_once(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """Yugipedia, on Spellbook of Secrets: not again that turn, but its effects are not what is limited."""
    game = new_game(make_card(make_limit("hard", verb="activate", activation=True)))
    game.activate("a1", action=Action.activate_card())
    verdict = game.ask(SECOND, Action.activate_card())
    assert not verdict.allowed
    assert verdict.because.startswith('You activated "Ember Warden" this turn (activation a1)')
    assert game.ask(SECOND, 1).allowed


def test_a_card_whose_activation_was_negated_may_be_activated_again(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """OCG Perfect Rulebook 2017, p. 176, on Pot of Duality negated by Magic Jammer."""
    game = new_game(make_card(make_limit("hard", verb="activate", activation=True)))
    game.activate("a1", action=Action.activate_card())
    game.apply(ActivationNegated("a1"))
    game.apply(ChainEnded())
    assert game.ask(SECOND, Action.activate_card()).allowed


def test_the_effect_of_a_continuous_spell_whose_limit_is_on_its_effect(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """OCG Perfect Rulebook 2017, p. 177: "use" on a face-up Spell counts, though it was negated."""
    game = new_game(make_card(make_limit("hard", 1)))
    game.activate("a1", action=Action.activate_card())
    assert game.ask().allowed
    game.activate("a2")
    game.apply(ActivationNegated("a2"))
    assert not game.ask().allowed
    assert game.ask(SECOND, Action.activate_card()).allowed
