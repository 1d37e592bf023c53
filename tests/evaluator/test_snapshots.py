"""A snapshot is restored whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from onceper.contract.limit import CountedEvent
from onceper.errors import OnceperError
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator, Snapshot, SnapshotError
from onceper.evaluator.event import (
    Activated,
    Appeared,
    Applied,
    Declined,
    Occurred,
    Resolved,
    Stated,
    Summoned,
    TurnEnded,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

    from onceper.contract.reading import CardReading

W1, W2 = "Ember Warden-1", "Ember Warden-2"


@pytest.fixture(scope="module")
def card(make_card: MakeCard, make_limit: MakeLimit) -> CardReading:
    limits = (
        make_limit("soft", 1),
        make_limit("hard", 2, verb="activate", condition="if it rains"),
        make_limit("cap", scope="player", player="each", event=CountedEvent("summon", "any", "")),
    )
    return make_card(*limits)


@pytest.fixture(scope="module")
def game(new_game: type[Game], card: CardReading) -> Game:
    """Return a game in which every table of the state has something."""
    game = new_game(card)
    for event in (
        Stated(W1, "if it rains"),
        Activated(W1, Action.use(1), "A", "a1"),
        Applied(W1, Action.use(1), "A", "a1"),
        Activated(W2, Action.use(2), "A", "a2"),
        Resolved("a2"),
        Summoned(W1, Action("special_summon"), "A", "s1"),
        Summoned(W2, Action("special_summon"), "A", "s1"),
        Declined(W2, Action.use(1), "A"),
        Occurred("attack", "A", W1),
    ):
        game.apply(event)
    return game


def _written(game: Game) -> Any:
    return msgspec.json.decode(msgspec.json.encode(game.evaluator.snapshot()))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"events": None}, "without events"),
        ({"events": (Resolved("a2"),)}, "event 1: unknown activation 'a2'"),
        ({"events": (TurnEnded("C"),)}, "event 1: unknown player 'C'"),
        ({"events": ("many",)}, "event 1: 'many' is no event"),
        ({"players": ("A", "C")}, "players.*; expected .*'A', 'B'"),
        ({"schema_version": 2}, "'schema_version': 2.*; expected .*'schema_version': 3.*\n.*apply the events"),
    ],
)
def test_a_damaged_snapshot_is_refused_and_changes_nothing(game: Game, change: Any, message: str) -> None:
    before = game.evaluator.snapshot()
    with pytest.raises(OnceperError, match=message):
        game.evaluator.restore(replace(before, **change))
    assert game.evaluator.snapshot() == before


@pytest.mark.parametrize("thing", [None, {}, "snapshot", 7])
def test_what_is_no_snapshot_is_refused(game: Game, thing: Any) -> None:
    with pytest.raises(SnapshotError, match=r"taken with .*'schema_version': None"):
        game.evaluator.restore(thing)


def test_a_snapshot_is_played_by_the_readings_at_hand(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    game = new_game(make_card(make_limit("soft", 1)))
    game.activate("a1")
    again = Evaluator([make_card(make_limit("soft", 2))])
    again.restore(game.evaluator.snapshot())
    assert again.may_use(W1, Action.use(1), "A").allowed
    with pytest.raises(OnceperError, match="event 1: unknown card 'Ember Warden'"):
        Evaluator([make_card(name="Frost Warden")]).restore(game.evaluator.snapshot())


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, part in inner for deeper in _paths(part, (*path, key)))]


@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_whatever_is_damaged_nothing_breaks_later(game: Game, card: CardReading, data: st.DataObject) -> None:
    written = _written(game)
    for path in data.draw(st.lists(st.sampled_from(_paths(written)[1:]), min_size=1, max_size=3)):
        place = written
        try:
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = data.draw(st.sampled_from([None, "", "x", "a1", W1, "B", -1, 0, 7, [], {}]))
        except (KeyError, IndexError, TypeError):
            continue
    again = Evaluator([card])
    try:
        again.restore(msgspec.json.decode(msgspec.json.encode(written), type=Snapshot))
    except (msgspec.ValidationError, OnceperError):
        return
    for copy in again._state.copies:
        for number in (1, 2):
            again.may_use(copy, Action.use(number), "A")
    for event in (Resolved("a1"), Summoned(W1, Action("special_summon"), "B", "s2"), TurnEnded("B")):
        with suppress(OnceperError):
            again.apply(event)


def test_many_uses_of_one_limit_in_a_turn_take_linear_time(make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = Evaluator([make_card(make_limit("soft", 1, count=10))])
    game.apply(Appeared(W1, "Ember Warden", "A"))
    uses = 20_000
    for number in range(uses):
        game.apply(Activated(W1, Action.use(1), "A", f"a{number}"))
    verdict = game.may_use(W1, Action.use(1), "A")
    assert len(verdict.spent_by) == uses
    assert len(verdict.because) < 250
    assert "(activation a0, activation a1, activation a2 and 19997 more)" in verdict.because
    before = game.snapshot()
    game.apply(Activated(W1, Action.use(1), "A", "last"))
    game.undo()
    assert game.snapshot() == before
