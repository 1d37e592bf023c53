"""What a limit cannot know by itself: conditions, numbers, options, protected cards, kinds of Summon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Activated,
    LeftLocation,
    Occurred,
    Stated,
    Summoned,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard


WARDEN, SECOND, DRUM = "Ember Warden-1", "Ember Warden-2", "Rally Drum-1"
SHRINE, NUMBER = "if you control a Shrine", "the number of FIRE monsters in your GY"


def after(game: Game, *events: Any) -> Game:
    for event in events:
        game.apply(event)
    return game


def test_another_refusal_depends_on_nothing(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("soft", 1, count=None, count_text=NUMBER), make_limit("hard", 1)))
    verdict = after(game, Activated(WARDEN, Action.use(1), "A", "a1")).ask()
    assert (verdict.allowed, verdict.depends_on) == (False, None)


def test_the_wrong_time_depends_on_no_number(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    limit = make_limit("soft", 1, count=None, count_text=NUMBER, whose_turn="opponent")
    verdict = new_game(make_card(limit)).ask()
    assert (verdict.available_again, verdict.depends_on) == ("next_opponent_turn", None)


def test_a_condition_of_a_ceiling_and_of_what_is_controlled(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    event = CountedEvent("break", "opponent", "shield")
    cap = make_limit("cap", scope="player", player="opponent", event=event, condition=SHRINE)
    one = make_limit("control", scope="name", period=None, verb="control", names="card", condition=SHRINE)
    game = after(new_game(make_card(cap, one)), Occurred("break", "B", objects=("shield",)))
    for action, player in ((Action("do", what="break", objects=("shield",)), "B"), (Action("special_summon"), "A")):
        verdict = game.ask(action=action, player=player)
        assert (verdict.allowed, verdict.depends_on) == (True, SHRINE)
    after(game, *(Stated(copy, SHRINE) for copy in (WARDEN, SECOND)))
    assert not game.ask(action=Action("do", what="break", objects=("shield",)), player="B").allowed
    assert not game.ask(action=Action("special_summon")).allowed


@pytest.mark.parametrize(
    ("kind", "action", "origin", "counts"),
    [
        ("link", Action("special_summon", summon_kind="link"), "graveyard", True),
        ("link", Action("special_summon", summon_kind="xyz"), "extra_deck", False),
        ("link", Action("special_summon"), "extra_deck", True),
        ("link", Action("special_summon"), "graveyard", False),
        ("link", Action("special_summon"), "hand", False),
        ("link", Action("special_summon"), None, True),
        ("link", Action("summon"), "extra_deck", True),
        ("pendulum", Action("special_summon"), "hand", True),
        ("ritual", Action("special_summon"), "hand", True),
        ("ritual", Action("special_summon"), "extra_deck", False),
        ("fusion", Action("special_summon"), "banished", False),
        ("special", Action("special_summon", summon_kind="link"), "extra_deck", True),
        ("special", Action("special_summon"), "graveyard", True),
        ("special", Action("normal_summon"), "hand", False),
        ("normal", Action("normal_summon"), "hand", True),
        ("normal", Action("normal_summon", summon_kind="tribute"), "hand", True),
        ("normal", Action("set"), "hand", False),
        ("tribute", Action("normal_summon", summon_kind="tribute"), "hand", True),
        ("tribute", Action("normal_summon", summon_kind="normal"), "hand", False),
        ("tribute", Action("normal_summon"), "hand", True),
        ("flip", Action("flip_summon"), "field", True),
        ("flip", Action("normal_summon"), "hand", False),
        (None, Action("special_summon"), "graveyard", True),
    ],
)
def test_kinds_of_summon(
    new_game: type[Game],
    make_card: MakeCard,
    make_limit: MakeLimit,
    kind: Any,
    action: Action,
    origin: Any,
    *,
    counts: bool,
) -> None:
    """A limit on a kind of Summon counts what is of that kind, and what may be where nobody has told."""
    game = new_game(make_card(make_limit("summon", summon=True, verb="special_summon", summon_kind=kind)))
    for copy in (WARDEN, SECOND):
        game.apply(LeftLocation(copy, origin))
    after(game, Summoned(SECOND, action, "A", "s1"))
    asked = {
        None: Action("special_summon"),
        "normal": Action("normal_summon", additional=True),
        "tribute": Action("normal_summon", additional=True, summon_kind="tribute"),
        "flip": Action("flip_summon"),
    }.get(kind) or Action("special_summon", summon_kind=kind)
    assert game.ask(action=asked).allowed is not counts


def test_what_was_chosen_nobody_can_say_where_no_choices_were_read(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    game = new_game(make_card(make_limit("soft", 1, each_option=True)))
    assert game.ask().depends_on is None
    game.activate("a1")
    verdict = game.ask()
    assert (verdict.allowed, verdict.used) == (True, 1)
    assert verdict.depends_on == verdict.limit.text if verdict.limit else False
    assert "each choice has a count of its own" in verdict.because
