"""Soft limits: the rows of the design's section 5 on "Once per turn"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    ActivationNegated,
    Applied,
    ControlChanged,
    CouldNotResolve,
    EffectNegated,
    FlippedFaceDown,
    FlippedFaceUp,
    LeftLocation,
    TurnEnded,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

WARDEN = "Ember Warden-1"


@pytest.fixture
def game(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game in which effect 1 of a copy with a soft limit has been activated."""
    game = new_game(make_card(make_limit("soft", 1)))
    game.activate("a1")
    return game


def test_the_copy_has_used_it(game: Game) -> None:
    """Yugipedia, "Once per turn": it can only be used once per turn per card."""
    verdict = game.ask()
    assert not verdict.allowed
    assert (verdict.used, verdict.available_again) == (1, "next_turn")
    assert verdict.because == (
        'You used effect 1 of "Ember Warden" this turn (activation a1); once per turn for this copy'
    )


def test_another_copy_is_free(game: Game) -> None:
    """Yugipedia, on two copies of Barrel Dragon: both can activate theirs in the same turn."""
    assert game.ask("Ember Warden-2").allowed


def test_the_other_effects_are_free(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 177: the limit speaks of one effect."""
    assert game.ask(action=2).allowed


def test_it_is_free_in_the_next_turn(game: Game) -> None:
    game.apply(TurnEnded("B"))
    assert game.ask().allowed


def test_a_negated_activation_counts(game: Game) -> None:
    """Yugipedia, "Once per turn": even if it is negated, it cannot be activated again that turn."""
    game.apply(ActivationNegated("a1"))
    verdict = game.ask()
    assert not verdict.allowed
    assert "it counts although activation a1 was negated" in verdict.because


@pytest.mark.parametrize("failed", [EffectNegated("a1"), CouldNotResolve("a1")])
def test_a_failed_effect_counts(game: Game, failed: EffectNegated | CouldNotResolve) -> None:
    """OCG Perfect Rulebook 2017, p. 176: an activation that is not negated has been activated."""
    game.apply(failed)
    assert not game.ask().allowed


def test_a_copy_that_left_counts_anew(game: Game) -> None:
    """Yugipedia, on Barrel Dragon revived by Call of the Haunted: it can activate its effect again."""
    game.apply(LeftLocation(WARDEN))
    assert game.ask().allowed


def test_a_copy_that_was_flipped_face_down_counts_anew(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 176: face-up once again, it can be activated again."""
    game.apply(FlippedFaceDown(WARDEN))
    assert game.ask().allowed


def test_what_happens_to_another_copy_frees_nothing(game: Game) -> None:
    game.apply(LeftLocation("Ember Warden-2"))
    game.apply(FlippedFaceDown("Ember Warden-2"))
    assert not game.ask().allowed


def test_a_late_negation_does_not_touch_the_new_count(game: Game) -> None:
    game.apply(LeftLocation(WARDEN))
    game.activate("a2")
    game.apply(ActivationNegated("a1"))
    assert game.ask().used == 1


def test_control_changes_and_it_stays_spent(game: Game) -> None:
    """OCG Perfect Rulebook 2017, p. 176: if control switches to the opponent, it cannot be activated."""
    game.apply(ControlChanged(WARDEN, "B"))
    verdict = game.ask(player="B")
    assert not verdict.allowed
    assert verdict.because.startswith("Player A used effect 1")


@pytest.mark.parametrize(("by_own_effect", "is_free"), [(True, False), (False, True)])
def test_a_card_that_flips_itself(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, *, by_own_effect: bool, is_free: bool
) -> None:
    """Yugipedia, on Swarm of Locusts: its own flip does not free it, that of another card does."""
    game = new_game(make_card(make_limit("soft", 1, resets_on=("leaves_location", "flipped_by_other"))))
    game.activate("a1")
    game.apply(FlippedFaceDown(WARDEN, by_own_effect=by_own_effect))
    assert game.ask().allowed is is_free


def test_a_card_that_flips_itself_and_is_flipped_by_another_later(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """Yugipedia, on Swarm of Locusts: flipped face-down by another card's effect, it still resets."""
    game = new_game(make_card(make_limit("soft", 1, resets_on=("leaves_location", "flipped_by_other"))))
    game.activate("a1")
    game.apply(FlippedFaceDown(WARDEN, by_own_effect=True))
    game.apply(FlippedFaceUp(WARDEN))
    game.apply(FlippedFaceDown(WARDEN))
    assert game.ask().allowed


def test_a_card_that_flips_itself_and_leaves(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """Yugipedia, on Swarm of Locusts: if it leaves the field and returns, the effect resets."""
    game = new_game(make_card(make_limit("soft", 1, resets_on=("leaves_location", "flipped_by_other"))))
    game.activate("a1")
    game.apply(LeftLocation(WARDEN))
    assert game.ask().allowed


def test_a_continuous_effect_is_spent_when_it_is_applied(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """Yugipedia, on ZW - Pegasus Twin Saber: applied once per turn each, without activating."""
    game = new_game(make_card(make_limit("soft", 1, verb="apply")))
    assert game.ask().allowed
    game.apply(Applied(WARDEN, Action.use(1), "A", "p1"))
    verdict = game.ask()
    assert not verdict.allowed
    assert verdict.because.startswith('You applied effect 1 of "Ember Warden" this turn (application p1)')
    assert game.ask("Ember Warden-2").allowed


def test_a_use_that_starts_no_chain_counts(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("soft", 1)))
    game.apply(Applied(WARDEN, Action.use(1), "A", "p1"))
    assert not game.ask().allowed


def test_applying_what_was_activated_is_not_a_second_use(game: Game) -> None:
    """The card may have been Tributed as the cost, so that its next stay counts anew."""
    game.apply(LeftLocation(WARDEN))
    game.apply(Applied(WARDEN, Action.use(1), "A", "a1"))
    assert game.ask().allowed


def test_each_effect_has_a_count_of_its_own(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("soft", 1), make_limit("soft", 2)))
    game.activate("a1")
    assert game.ask(action=2).allowed
