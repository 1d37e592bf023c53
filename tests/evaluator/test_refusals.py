"""What the evaluator refuses, and that it is then as it was before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import onceper
from onceper.evaluator.action import Action
from onceper.evaluator.cards import ImpossibleActionError, UnknownNameError
from onceper.evaluator.changes import (
    FateError,
    LocationError,
    RepeatedCopyError,
    ReusedIdError,
    TurnOrderError,
    UnknownActivationError,
)
from onceper.evaluator.evaluator import DuelOverError, Evaluator
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    ChainEnded,
    ControlChanged,
    CouldNotResolve,
    Declined,
    DuelEnded,
    EffectNegated,
    EffectsGained,
    EffectsLost,
    EventError,
    Evolved,
    FlippedFaceDown,
    LeftLocation,
    Occurred,
    PhaseEnded,
    ResolutionBegan,
    Resolved,
    Stated,
    Summoned,
    SummonNegated,
    TurnEnded,
)
from onceper.evaluator.limits import SetupError
from onceper.evaluator.state import UnknownCopyError

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

    from onceper.errors import OnceperError
    from onceper.evaluator.event import Event

WARDEN = "Ember Warden-1"


@pytest.fixture
def game(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with one activation in a Chain that has ended, and one in the present Chain."""
    game = new_game(make_card(make_limit("hard", 1, 2, verb="activate")))
    game.activate("a1")
    game.apply(ChainEnded())
    game.activate("a2", action=2)
    game.apply(Applied(WARDEN, Action.use(2), "A", "p1"))
    game.apply(Summoned(WARDEN, Action.special_summon(), "A", "s0"))
    game.apply(Appeared("trap", "Ember Warden", "A", "hand", card_type="normal_trap"))
    return game


WRONG: list[tuple[Any, type[OnceperError], str]] = [
    (Appeared(WARDEN, "Ember Warden", "A"), RepeatedCopyError, "has appeared already.*an id of its own"),
    (Appeared("w", "Ash Warden", "A"), UnknownNameError, "'Ash Warden'; expected the card 'Ember Warden'"),
    (Appeared("w", "Ember Warden", "C"), UnknownNameError, "'C'; expected one of 'A', 'B'"),
    (Activated("w", Action.use(1), "A", "a3"), UnknownCopyError, "'w'; expected one of 'Ember Warden-1'"),
    (Activated(WARDEN, Action.use(3), "A", "a3"), UnknownNameError, "no effect 3; expected effect 1 to 2"),
    (Activated(WARDEN, Action.use(1), "C", "a3"), UnknownNameError, "'C'"),
    (Activated(WARDEN, Action.use(2), "A", "a1"), ReusedIdError, "given to effect 1"),
    (Activated(WARDEN, Action.use(2), "A", "p1"), ReusedIdError, "an activation before what follows"),
    (Applied(WARDEN, Action.use(2), "A", "a1"), ReusedIdError, "given to effect 1"),
    (Applied(WARDEN, Action.use(3), "A", "p2"), UnknownNameError, "no effect 3"),
    (ActivationNegated("a9"), UnknownActivationError, "'a9' is unknown; expected .*'a2'"),
    (ActivationNegated("a1"), UnknownActivationError, "not in this Chain any more"),
    (EffectNegated("p1"), UnknownActivationError, "'p1' is unknown"),
    (CouldNotResolve("a9"), UnknownActivationError, "'a9'"),
    (LeftLocation("w"), UnknownCopyError, "'w'"),
    (FlippedFaceDown("w"), UnknownCopyError, "'w'"),
    (ControlChanged("w", "A"), UnknownCopyError, "'w'"),
    (ControlChanged(WARDEN, "C"), UnknownNameError, "'C'"),
    (TurnEnded("C"), UnknownNameError, "'C'"),
    (TurnEnded("A"), TurnOrderError, "another turn of player 'A'; expected the other player's turn"),
    (Summoned("w", Action.summon(), "A", "s1"), UnknownCopyError, "'w'"),
    (Summoned(WARDEN, Action.summon(), "A", "a1"), ReusedIdError, "given to effect 1"),
    (Summoned(WARDEN, Action.special_summon(), "B", "s0"), ReusedIdError, "given to special_summon"),
    (Summoned("Ember Warden-2", Action.special_summon(), "B", "s0"), ReusedIdError, "given to special_summon"),
    (Summoned("Ember Warden-2", Action.flip_summon(), "A", "s0"), ReusedIdError, "given to special_summon"),
    (
        Summoned("trap", Action.set_monster(), "A", "s1"),
        ImpossibleActionError,
        "which is a normal_trap; expected .*`left_location`",
    ),
    (Applied(WARDEN, Action.use(1), "A", "p2", "a9"), UnknownActivationError, "'a9' is unknown"),
    (Applied(WARDEN, Action.use(2), "A", "p1", "a1"), ReusedIdError, "given to effect 2"),
    (LeftLocation(WARDEN, "hand", face_up=False), LocationError, "face-down in the hand"),
    (EffectsLost(WARDEN, "Ember Warden"), UnknownNameError, "not gained the effects of 'Ember Warden'"),
    (EffectsGained(WARDEN, "Ember Warden", (3,)), UnknownNameError, "no effect 3"),
    (Stated(WARDEN, "if it rains"), EventError, "'if it rains' is stated of .*expected .*there is none"),
    (SummonNegated("a2"), UnknownActivationError, "'a2' is unknown; expected .*'s0'"),
    (Declined(WARDEN, Action.use(1), "A", "a9"), UnknownActivationError, "'a9'"),
    (Occurred("attack", "A", "w"), UnknownCopyError, "'w'"),
    (Occurred("attack", "C"), UnknownNameError, "'C'"),
    (Evolved(WARDEN, WARDEN), TurnOrderError, "expected a creature on the field"),
    (EffectsGained(WARDEN, "Ash Warden"), UnknownNameError, "'Ash Warden'"),
    (Resolved("a1"), UnknownActivationError, "not in this Chain any more"),
    ("chain_ended", EventError, "'chain_ended' is no event; expected one of Appeared"),
]


@pytest.mark.parametrize(("event", "error", "message"), WRONG)
def test_a_wrong_event_is_refused_and_changes_nothing(
    game: Game, event: Event, error: type[OnceperError], message: str
) -> None:
    before = game.evaluator.snapshot()
    with pytest.raises(error, match=rf"event {len(before.events or ()) + 1}: .*{message}"):
        game.apply(event)
    assert game.evaluator.snapshot() == before
    game.apply(ActivationNegated("a2"))
    assert game.ask(action=2).allowed


@pytest.mark.parametrize(
    ("before", "event", "message"),
    [
        (Resolved("a2"), ActivationNegated("a2"), "'a2' was told before: resolved"),
        (ActivationNegated("a2"), Resolved("a2"), "'a2' was told before: activation_negated"),
        (EffectNegated("a2"), ResolutionBegan("a2"), "'a2' was told before: effect_negated"),
    ],
)
def test_an_activation_has_one_outcome(game: Game, before: Event, event: Event, message: str) -> None:
    game.apply(before)
    with pytest.raises(FateError, match=message):
        game.apply(event)


@pytest.mark.parametrize("event", [ChainEnded(), PhaseEnded("main1"), TurnEnded("B"), ResolutionBegan("a3")])
def test_what_resolves_must_end_first(game: Game, event: Event) -> None:
    game.activate("a3")
    game.apply(ResolutionBegan("a2"))
    with pytest.raises(TurnOrderError, match="'a2'"):
        game.apply(event)


def test_phases_have_an_order(game: Game) -> None:
    game.apply(PhaseEnded("battle"))
    with pytest.raises(TurnOrderError, match="phase 'standby' after phase 'battle'; expected the order draw, standby"):
        game.apply(PhaseEnded("standby"))


@pytest.mark.parametrize(
    ("copy", "action", "player", "error"),
    [
        ("w", 1, "A", UnknownCopyError),
        (WARDEN, 3, "A", UnknownNameError),
        (WARDEN, 1, "C", UnknownNameError),
    ],
)
def test_a_wrong_question_is_refused(
    game: Game, copy: str, action: int, player: str, error: type[OnceperError]
) -> None:
    with pytest.raises(error, match="expected"):
        game.ask(copy, action, player)


def test_after_the_end_of_the_duel_there_is_nothing(game: Game) -> None:
    game.apply(DuelEnded())
    with pytest.raises(DuelOverError, match="has ended; expected"):
        game.apply(DuelEnded())
    with pytest.raises(DuelOverError, match="start a new Evaluator"):
        game.ask()


def test_a_card_without_effects_has_none_to_use(new_game: type[Game], make_card: MakeCard) -> None:
    game = new_game(make_card(effects=0))
    with pytest.raises(UnknownNameError, match="no effect was read"):
        game.ask()
    assert game.ask(action=Action.summon()).allowed


def test_a_copy_must_appear_first(make_card: MakeCard) -> None:
    with pytest.raises(UnknownCopyError, match="there is none yet"):
        Evaluator([make_card()]).may_use("w", Action.use(1), "A")


def test_a_reading_needs_a_name(make_card: MakeCard) -> None:
    with pytest.raises(SetupError, match="without a name"):
        Evaluator([make_card(name="")])


def test_a_name_has_one_reading(make_card: MakeCard, make_limit: MakeLimit) -> None:
    Evaluator([make_card(), make_card()])
    with pytest.raises(SetupError, match="two different readings of 'Ember Warden'"):
        Evaluator([make_card(), make_card(make_limit("soft", 1))])


@pytest.mark.parametrize("players", [("A", "A"), ("", "B")])
def test_there_are_two_players(make_card: MakeCard, players: tuple[str, str]) -> None:
    with pytest.raises(SetupError, match="two different names"):
        Evaluator([make_card()], players=players)


@pytest.mark.parametrize(
    "given", [onceper.read("Once per turn: You can draw 1 card.", name="Ash"), "Ash", ["Ash"], [None]]
)
def test_what_are_no_readings(given: Any) -> None:
    with pytest.raises(SetupError, match=r"what onceper\.read returns, or (of )?(a )?rows?"):
        Evaluator(given)
