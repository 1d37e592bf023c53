"""Events in an odd order: what is refused, and what must not get stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest
from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED, EffectKind
from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Applied,
    ControlChanged,
    EffectsGained,
    LeftLocation,
    Occurred,
    PhaseEnded,
    Summoned,
    TurnEnded,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

    from onceper.evaluator.event import Event

WARDEN, SECOND, DRUM = "Ember Warden-1", "Ember Warden-2", "Rally Drum-1"
LEFT, AGAIN = LeftLocation(WARDEN), Activated(WARDEN, Action.use(1), "A", "a2")


@pytest.fixture
def game(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with a soft limit on effect 1, in which a1 and a2 are activated."""
    game = new_game(make_card(make_limit("soft", 1)), make_card(name="Rally Drum"))
    game.activate("a1")
    game.activate("a2", SECOND, 2)
    return game


def test_the_one_main_phase_of_a_log_is_the_first_and_then_the_second(game: Game) -> None:
    for phase in ("main", "battle", "main", "end"):
        game.apply(PhaseEnded(phase))
    game.apply(TurnEnded("A", extra=True))


@pytest.fixture
def counts(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with an ability for the first spell of each turn, whoever casts it."""
    event = CountedEvent("cast", "own")
    return new_game(make_card(make_limit("ordinal", 1, spent_on="occurrence", event=event)))


def test_a_copy_that_came_too_late_is_told_so(counts: Game) -> None:
    counts.apply(Occurred("cast", "A"))
    counts.apply(LeftLocation(WARDEN))
    counts.apply(LeftLocation(WARDEN, "field"))
    assert "before the card came" in counts.ask().because
    counts.activate("a1")
    assert not counts.ask().allowed


def test_a_new_controller_has_not_seen_what_happened_before(counts: Game) -> None:
    """DM 1: what was over before the card was there cannot be used."""
    counts.apply(Occurred("cast", "B"))
    counts.apply(ControlChanged(WARDEN, "B"))
    assert not counts.ask(player="B").allowed


def test_a_limit_binds_the_field_to_which_a_copy_comes(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    """A limit on what "you" control leaves the opponent's field free, and binds nobody else."""
    kaiju: dict[str, Any] = {"scope": "name", "period": None, "name": "Warden", "names": "archetype"}
    game = new_game(make_card(make_limit("control", **kaiju)), make_card(name="Frost Warden"))
    for copy in (SECOND, "Frost Warden-2"):
        game.apply(LeftLocation(copy))
    assert not game.ask(SECOND, Action("summon")).allowed
    assert game.ask(SECOND, Action("summon", controller="B")).allowed
    game.apply(ControlChanged(WARDEN, "B"))
    assert game.ask("Frost Warden-2", Action("special_summon")).allowed
    assert not game.ask("Frost Warden-2", Action("special_summon", controller="B")).allowed


def test_an_additional_normal_summon_is_under_the_other_limits(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    game = new_game(make_card(make_limit("control", scope="name", period=None, names="card")))
    game.apply(LeftLocation(SECOND, "hand"))
    additional = Action("normal_summon", additional=True)
    assert game.ask(SECOND, additional).available_again == "fewer_controlled"
    verdict = game.evaluator.may_happen(Summoned(SECOND, additional, "A", "s1"))
    assert verdict
    assert not verdict.allowed


def test_what_counts_by_itself_is_not_counted_twice(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    event = CountedEvent("summon", "any", "monsters")
    game = new_game(make_card(make_limit("cap", scope="player", player="each", count=2, event=event)))
    game.apply(Summoned(WARDEN, Action("normal_summon"), "A", "s1"))
    game.apply(Occurred("summon", "A", WARDEN, objects=("monsters",)))
    assert game.ask(SECOND, Action("special_summon")).used == 1
    assert game.evaluator.counted_events() == {}


def test_a_repeated_use_of_what_is_gained_no_longer_changes_nothing(game: Game) -> None:
    game.apply(EffectsGained(DRUM, "Ember Warden"))
    event = Activated(DRUM, Action.use(1, of="Ember Warden"), "A", "a3")
    game.apply(event)
    game.apply(LeftLocation(DRUM))
    game.apply(event)
    assert game.evaluator.may_happen(event) is None


def test_an_event_without_an_id_is_not_taken_for_one_with_its_name(game: Game) -> None:
    name = f"{WARDEN}: attack"
    game.activate(name, SECOND, 1)
    game.apply(Occurred("attack", "A", WARDEN))
    verdict = game.ask(action=Action("change_position"))
    assert verdict.because.startswith('You attacked with "Ember Warden"')
    assert verdict.spent_by == ()


@pytest.mark.parametrize("kind", get_args(EffectKind))
@pytest.mark.parametrize("told", [Activated, Applied])
@pytest.mark.parametrize("verb", ["use", "activate", "apply"])
def test_no_use_leaves_its_limit_untouched(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, kind: Any, told: Any, verb: str
) -> None:
    """Who tells an activation of what was read as continuous knows better; an activation alone applies nothing."""
    card = make_card(make_limit("hard", 1, verb=verb))
    game = new_game(replace(card, effects=tuple(replace(effect, kind=kind) for effect in card.effects)))
    game.apply(told(WARDEN, Action.use(1), "A", "x1"))
    is_free = verb == "apply" and told is Activated and kind not in NEVER_ACTIVATED
    assert game.ask(SECOND).allowed is is_free


@pytest.mark.parametrize(
    ("kind", "events", "used"),
    [
        ("soft", [Activated(WARDEN, Action.use(1), "A", "a1")] * 2, 1),
        ("soft", [Applied(WARDEN, Action.use(1), "A", "p1")], 1),
        # The card may have been Tributed as the cost, so that its next stay counts anew.
        ("soft", [Activated(WARDEN, Action.use(1), "A", "a1"), LEFT, Applied(WARDEN, Action.use(1), "A", "a1")], 0),
        ("soft", [Activated(WARDEN, Action.use(1), "A", "a1"), LEFT, AGAIN, ActivationNegated("a1")], 1),
        ("activate", [Activated(WARDEN, Action.use(1), "A", "a1"), ActivationNegated("a1")] * 2, 0),
    ],
)
def test_what_is_told_late_or_twice_counts_once(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, kind: Any, events: list[Event], used: int
) -> None:
    limit = make_limit("hard", 1, verb=kind) if kind == "activate" else make_limit(kind, 1)
    game = new_game(make_card(limit))
    game.apply(*events)
    assert game.ask().used == used
