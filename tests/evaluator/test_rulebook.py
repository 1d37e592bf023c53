"""What the rulebook limits although no card prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Applied,
    ControlChanged,
    LeftLocation,
    Occurred,
    PhaseEnded,
    Summoned,
    SummonNegated,
    TurnEnded,
)
from onceper.evaluator.rulebook import load_rulebook

if TYPE_CHECKING:
    from tests.evaluator.conftest import Game, MakeCard

WARDEN, SECOND = "Ember Warden-1", "Ember Warden-2"


@pytest.fixture
def game(new_game: type[Game], make_card: MakeCard) -> Game:
    """Return a game in which two copies are on the field since an earlier turn."""
    return new_game(make_card())


@pytest.mark.parametrize("first", [Action.normal_summon(), Action.set_monster()])
@pytest.mark.parametrize("second", [Action.normal_summon(), Action.set_monster()])
def test_one_normal_summon_or_set(game: Game, first: Action, second: Action) -> None:
    game.apply(Summoned(WARDEN, first, "A", "s1"))
    verdict = game.ask(SECOND, second)
    assert (verdict.allowed, verdict.available_again) == (False, "next_own_turn")
    assert verdict.limit
    assert verdict.limit.rule == "rulebook.normal_summon"
    assert game.ask(SECOND, Action.special_summon()).allowed


def test_a_negated_normal_summon_counts(game: Game) -> None:
    game.apply(Summoned(WARDEN, Action.normal_summon(), "A", "s1"))
    game.apply(SummonNegated("s1"))
    assert "it counts although Summon s1 was negated" in game.ask(SECOND, Action.normal_summon()).because


def test_an_additional_normal_summon_does_not_count(game: Game) -> None:
    game.apply(Summoned(WARDEN, Action.normal_summon(additional=True), "A", "s1"))
    assert game.ask(SECOND, Action.normal_summon()).allowed


def test_only_in_ones_own_turn(game: Game) -> None:
    assert game.ask(action=Action.normal_summon(), player="B").available_again == "next_own_turn"
    game.apply(TurnEnded("B"))
    assert game.ask(action=Action.normal_summon(), player="B").allowed


def test_only_in_a_main_phase_where_phases_are_told(game: Game) -> None:
    game.apply(PhaseEnded("standby"))
    assert game.ask(action=Action.normal_summon()).available_again == "in_phase"
    game.apply(PhaseEnded("main1"))
    assert game.ask(action=Action.normal_summon()).allowed


@pytest.mark.parametrize(
    "event",
    [
        Applied(WARDEN, Action.change_position(), "A", "p1"),
        Summoned(WARDEN, Action.flip_summon(), "A", "s1"),
        Summoned(WARDEN, Action.set_monster(), "A", "s1"),
        Summoned(WARDEN, Action.special_summon(), "A", "s1"),
        Occurred("attack", "A", WARDEN),
    ],
    ids=["changed", "Flip Summoned", "Set", "Special Summoned", "attacked"],
)
def test_what_stands_in_the_way_of_a_manual_change(game: Game, event: Applied | Summoned | Occurred) -> None:
    """Turkish advanced rules, "Savaş konumu değişiklikleri": the three exceptions."""
    game.apply(event)
    for action in (Action.change_position(), Action.flip_summon()):
        verdict = game.ask(action=action)
        assert not verdict.allowed
        assert verdict.limit
        assert verdict.limit.rule == "rulebook.battle_position"
    assert game.ask(SECOND, Action.change_position()).allowed
    game.apply(TurnEnded("B"))
    game.apply(TurnEnded("A"))
    assert game.ask(action=Action.change_position()).allowed


def test_a_monster_that_the_other_player_summoned_may_be_changed(game: Game) -> None:
    """Turkish advanced rules, on Cyber Jar and Change of Heart."""
    game.apply(Summoned(WARDEN, Action.special_summon(), "B", "s1"))
    game.apply(ControlChanged(WARDEN, "A"))
    assert game.ask(action=Action.flip_summon()).allowed


def test_a_monster_that_came_back_without_a_summon_may_be_changed(game: Game) -> None:
    """Turkish advanced rules, on Dimensionhole."""
    game.apply(Applied(WARDEN, Action.change_position(), "A", "p1"))
    game.apply(LeftLocation(WARDEN, "banished"))
    game.apply(LeftLocation(WARDEN, "field"))
    assert game.ask(action=Action.change_position()).allowed


def test_a_union_is_not_equipped_and_unequipped_in_one_turn(game: Game) -> None:
    """Turkish advanced rules, "Union Monsters"."""
    game.apply(Summoned(WARDEN, Action.normal_summon(), "A", "s1"))
    assert game.ask(action=Action.equip()).allowed
    game.apply(Applied(WARDEN, Action.equip(), "A", "p1"))
    verdict = game.ask(action=Action.unequip())
    assert verdict.because == (
        'You equipped "Ember Warden" this turn (application p1), so the unequipping of "Ember Warden" is not allowed: '
        "by the rules, a Union monster is equipped or unequipped once per turn at most"
    )
    assert game.ask(SECOND, Action.unequip()).allowed


def test_every_rule_says_where_it_is_from() -> None:
    assert [rule.source for rule in load_rulebook()] == ["rulebook"] * 3
