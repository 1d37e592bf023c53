"""Limits on gaining an effect, and on Summoning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.evaluator.action import Action
from onceper.evaluator.event import Applied, LeftLocation, Summoned, TurnEnded

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard


def test_only_one_effect_is_gained_whatever_the_name(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """Yugipedia, on Evilswarm Castor and Fire Formation - Tensu: the player gains the effect of one."""
    rally = make_card(make_limit("gain", 2), name="Rally Drum")
    game = new_game(make_card(make_limit("gain", 1)), rally)
    game.apply(Applied("Ember Warden-1", Action.use(1), "A", "p1"))
    verdict = game.ask("Rally Drum-1", 2)
    assert not verdict.allowed
    assert verdict.because == (
        'You gained effect 1 of "Ember Warden" this turn (application p1); once per turn for all cards together'
    )
    game.apply(LeftLocation("Ember Warden-1"))
    assert not game.ask().allowed


def test_the_opponent_gains_their_own(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("gain", 1)))
    game.apply(Applied("Ember Warden-1", Action.use(1), "A", "p1"))
    assert game.ask("Ember Warden-2", player="B").allowed
    game.apply(TurnEnded("B"))
    assert game.ask().allowed


def test_a_procedure_is_used_once_by_name(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("summon", summon=True)))
    game.apply(Summoned("Ember Warden-1", Action.summon(), "A", "s1"))
    verdict = game.ask("Ember Warden-2", Action.summon())
    assert not verdict.allowed
    assert verdict.because.startswith('You Special Summoned "Ember Warden" by its own procedure this turn (Summon s1)')
    assert game.ask("Ember Warden-2", 1).allowed


def test_a_procedure_that_is_printed_as_an_effect_is_one_thing(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    game = new_game(make_card(make_limit("summon", 1, summon=True)))
    game.apply(Applied("Ember Warden-1", Action.use(1), "A", "p1"))
    assert not game.ask("Ember Warden-2", Action.summon()).allowed
    assert not game.ask("Ember Warden-2", 1).allowed
