"""What the evaluator refuses, and that it is then as it was before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import DuelOverError, Evaluator
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    ChainEnded,
    ControlChanged,
    CouldNotResolve,
    DuelEnded,
    EffectNegated,
    FlippedFaceDown,
    LeftLocation,
    TurnEnded,
)
from onceper.evaluator.history import ReusedIdError, UnknownActivationError
from onceper.evaluator.table import (
    RepeatedCopyError,
    SetupError,
    UnknownActionError,
    UnknownCopyError,
    UnknownNameError,
    UnknownPlayerError,
)

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
    return game


WRONG: list[tuple[Event, type[OnceperError], str]] = [
    (Appeared(WARDEN, "Ember Warden", "A"), RepeatedCopyError, "has appeared already.*an id of its own"),
    (Appeared("w", "Ash Warden", "A"), UnknownNameError, "'Ash Warden'; expected the card 'Ember Warden'"),
    (Appeared("w", "Ember Warden", "C"), UnknownPlayerError, "'C'; expected one of 'A', 'B'"),
    (Activated("w", Action.use(1), "A", "a3"), UnknownCopyError, "'w'; expected one of 'Ember Warden-1'"),
    (Activated(WARDEN, Action.use(3), "A", "a3"), UnknownActionError, "no effect 3; expected effect 1 to 2"),
    (Activated(WARDEN, Action.use(1), "C", "a3"), UnknownPlayerError, "'C'"),
    (Activated(WARDEN, Action.use(2), "A", "a1"), ReusedIdError, "given to effect 1"),
    (Activated(WARDEN, Action.use(2), "A", "p1"), ReusedIdError, "applied before it was activated"),
    (Applied(WARDEN, Action.use(2), "A", "a1"), ReusedIdError, "given to effect 1"),
    (Applied(WARDEN, Action.use(3), "A", "p2"), UnknownActionError, "no effect 3"),
    (ActivationNegated("a9"), UnknownActivationError, "'a9' is unknown; expected one of a2"),
    (ActivationNegated("a1"), UnknownActivationError, "not in this Chain any more"),
    (EffectNegated("p1"), UnknownActivationError, "'p1' is unknown"),
    (CouldNotResolve("a9"), UnknownActivationError, "'a9'"),
    (LeftLocation("w"), UnknownCopyError, "'w'"),
    (FlippedFaceDown("w"), UnknownCopyError, "'w'"),
    (ControlChanged("w", "A"), UnknownCopyError, "'w'"),
    (ControlChanged(WARDEN, "C"), UnknownPlayerError, "'C'"),
    (TurnEnded("C"), UnknownPlayerError, "'C'"),
]


@pytest.mark.parametrize(("event", "error", "message"), WRONG)
def test_a_wrong_event_is_refused_and_changes_nothing(
    game: Game, event: Event, error: type[OnceperError], message: str
) -> None:
    before = state(game)
    with pytest.raises(error, match=message):
        game.apply(event)
    assert state(game) == before
    game.apply(ActivationNegated("a2"))
    assert game.ask(action=2).allowed


def state(game: Game) -> bytes:
    """Return all that the game can answer about its copies."""
    answers = [game.ask(copy, n) for copy in (WARDEN, "Ember Warden-2") for n in (1, 2)]
    return msgspec.json.encode(answers)


@pytest.mark.parametrize(
    ("copy", "action", "player", "error"),
    [
        ("w", 1, "A", UnknownCopyError),
        (WARDEN, 3, "A", UnknownActionError),
        (WARDEN, 1, "C", UnknownPlayerError),
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
    with pytest.raises(UnknownActionError, match="no effect was read"):
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
