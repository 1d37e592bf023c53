"""From when a ceiling counts, and what it gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    LeftLocation,
    Occurred,
    Summoned,
    SummonNegated,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

WARDEN, SECOND, DRUM, OTHER = "Ember Warden-1", "Ember Warden-2", "Rally Drum-1", "Rally Drum-2"
SPECIAL = Action("special_summon")
CAME = LeftLocation(WARDEN, "field")
SUMMONED = Summoned(DRUM, SPECIAL, "A", "s1")


@pytest.fixture
def text() -> str:
    """Return the words of the ceiling: Summons are counted."""
    return "once per turn"


@pytest.fixture
def game(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, text: str) -> Game:
    """Return a game with one Special Summon a turn while a card is there; nothing is on the field yet."""
    event = CountedEvent("special_summon", "any", "monsters")
    cap = make_limit(
        "cap", scope="player", player="each", event=event, counts_from="presence", refunded_if_negated=True, text=text
    )
    game = new_game(make_card(cap), make_card(name="Rally Drum"))
    for copy in (WARDEN, SECOND, DRUM, OTHER):
        game.apply(LeftLocation(copy, "hand"))
    return game


@pytest.mark.parametrize("text", ["once per turn", "1 monster per turn"])
def test_what_was_negated_together_is_given_back_once(game: Game) -> None:
    for event in (CAME, SUMMONED, Summoned(OTHER, SPECIAL, "A", "s1"), SummonNegated("s1"), SummonNegated("s1")):
        game.apply(event)
    assert game.ask(OTHER, SPECIAL).used == 0
    assert game.evaluator._state.copies[OTHER].location is None


@pytest.mark.parametrize(("text", "allowed"), [("once per turn", True), ("1 monster per turn", False)])
def test_who_comes_together_is_refused_where_each_monster_counts(game: Game, *, allowed: bool) -> None:
    for event in (CAME, SUMMONED):
        game.apply(event)
    together, alone = (game.evaluator.may_happen(Summoned(OTHER, SPECIAL, "A", id_)) for id_ in ("s1", "s2"))
    assert together
    assert alone
    assert (together.allowed, alone.allowed) == (allowed, False)


def test_a_ceiling_is_told_by_an_occurrence_too(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    event = CountedEvent("attack", "any")
    game = new_game(make_card(make_limit("cap", scope="player", player="each", event=event, counts_from="presence")))
    game.apply(Occurred("attack", "A", WARDEN))
    verdict = game.ask(action=Action("do", what="attack"))
    assert (verdict.allowed, verdict.used) == (False, 1)


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        (Occurred("special_summon", "A", objects=("Moth monsters",)), False),
        (Occurred("special_summon", "B", objects=("Moth monsters",)), True),
        (Summoned(OTHER, Action("special_summon", objects=("Moth monsters",)), "A", "s2"), False),
        (Occurred("attack", "A", DRUM), None),
    ],
)
def test_a_ceiling_with_words_of_its_own_binds_what_is_told_with_them(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, asked: Any, *, allowed: bool | None
) -> None:
    event = CountedEvent("special_summon", "any", "Moth monsters")
    cap = make_limit("cap", scope="player", player="each", event=event, summon_kind="special")
    game = new_game(make_card(cap), make_card(name="Rally Drum"))
    game.apply(LeftLocation(DRUM, "graveyard"), LeftLocation(OTHER, "graveyard"))
    game.apply(Summoned(DRUM, Action("special_summon", objects=("Moth monsters",)), "A", "s1"))
    verdict = game.evaluator.may_happen(asked)
    assert (verdict and verdict.allowed) == allowed
    untold = game.ask(OTHER, SPECIAL)
    assert (untold.allowed, untold.depends_on) == (True, "Moth monsters")
