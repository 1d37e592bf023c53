"""How long a use counts, and in whose turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from onceper.evaluator.event import ActivationNegated, ChainEnded, FlippedFaceDown, LeftLocation, TurnEnded

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

WARDEN, SECOND = "Ember Warden-1", "Ember Warden-2"


@pytest.mark.parametrize(("verb", "is_free"), [("use", False), ("activate", True)])
def test_once_per_duel_is_as_its_verb(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, verb: str, *, is_free: bool
) -> None:
    """Yugipedia, on Bacon Saver: "use" counts for the whole Duel, even if the activation was negated."""
    game = new_game(make_card(make_limit("hard", 1, verb=verb, period="duel")))
    game.activate("a1")
    game.apply(ActivationNegated("a1"))
    game.apply(TurnEnded("B"))
    assert game.ask(SECOND).allowed is is_free


def test_once_per_duel_lasts(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """OCG Perfect Rulebook 2017, p. 177: the same applies to "once per Duel", also to a card that left."""
    game = new_game(make_card(make_limit("hard", 1, period="duel")))
    game.activate("a1")
    game.apply(LeftLocation(WARDEN))
    for player in "BAB":
        game.apply(TurnEnded(player))
    verdict = game.ask(SECOND)
    assert (verdict.allowed, verdict.available_again) == (False, "next_duel")
    assert "this Duel (activation a1); once per Duel by card name" in verdict.because


def test_once_per_chain(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("soft", 1, period="chain")))
    game.activate("a1")
    assert game.ask().available_again == "next_chain"
    game.apply(ChainEnded())
    assert game.ask().allowed
    game.activate("a2")
    game.apply(TurnEnded("B"))
    assert game.ask().allowed


def test_the_end_of_a_chain_frees_nothing_else(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    game = new_game(make_card(make_limit("soft", 1)))
    game.activate("a1")
    game.apply(ChainEnded())
    assert not game.ask().allowed


def test_once_while_it_is_there(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    limit = make_limit("soft", 1, period="while_there", resets_on=("flipped_face_down",))
    game = new_game(make_card(limit))
    game.activate("a1")
    game.apply(TurnEnded("B"))
    assert game.ask().available_again == "leaves_location"
    game.apply(FlippedFaceDown(WARDEN))
    assert game.ask().allowed
    game.activate("a2")
    game.apply(LeftLocation(WARDEN))
    assert game.ask().allowed


@pytest.mark.parametrize("count", [2, 3])
def test_several_uses(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, count: int) -> None:
    game = new_game(make_card(make_limit("hard", 1, count=count)))
    for n in range(count):
        assert game.ask().used == n
        assert game.ask().allowed
        game.activate(f"a{n}")
    assert not game.ask().allowed


def test_the_reason_of_several_uses(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("hard", 1, 2, count=2, shared=True)))
    game.activate("a1")
    game.activate("a2", action=2)
    assert game.ask().because == (
        'You used effect 1 of "Ember Warden" and used effect 2 of "Ember Warden" this turn '
        "(activation a1, activation a2); twice per turn by card name, effects 1 and 2 together"
    )


@pytest.mark.parametrize(
    ("whose_turn", "player", "available_again"),
    [("opponent", "A", "next_opponent_turn"), ("own", "B", "next_own_turn")],
)
def test_once_in_the_turns_of_one_player(
    new_game: type[Game],
    make_card: MakeCard,
    make_limit: MakeLimit,
    *,
    whose_turn: Literal["own", "opponent"],
    player: str,
    available_again: str,
) -> None:
    """It is first the turn of player A, in which the player of the test may not use it."""
    game = new_game(make_card(make_limit("soft", 1, whose_turn=whose_turn)))
    verdict = game.ask(player=player)
    assert (verdict.allowed, verdict.used, verdict.available_again) == (False, 0, available_again)
    game.apply(TurnEnded("B"))
    assert game.ask(player=player).allowed
    game.activate("a1", player=player)
    verdict = game.ask(player=player)
    assert (verdict.allowed, verdict.used, verdict.available_again) == (False, 1, available_again)


def test_the_reason_of_the_wrong_turn(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("soft", 1, whose_turn="opponent")))
    assert game.ask().because == (
        'This is your own turn; effect 1 of "Ember Warden" is allowed '
        "once per turn, only on your opponent's turn, for this copy"
    )


def test_the_turns_of_a_limit_on_the_opponent_are_seen_from_them(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """Of "Once per turn, during your turn: Your opponent can", it is A's turn, and B who may."""
    game = new_game(make_card(make_limit("soft", 1, whose_turn="own", player="opponent")))
    assert game.ask(player="B").allowed
    game.apply(TurnEnded("B"))
    assert game.ask(player="B").available_again == "next_opponent_turn"
