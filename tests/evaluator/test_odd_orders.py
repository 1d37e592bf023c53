"""Events in an odd order: what is refused, and what must not get stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest
from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED, EffectKind
from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import (
    Activated,
    Appeared,
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


WARDEN, SECOND, DRUM = "Ember Warden-1", "Ember Warden-2", "Rally Drum-1"


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


def test_what_was_done_before_a_copy_was_told_of_is_not_of_its_time(make_card: MakeCard, make_limit: MakeLimit) -> None:
    summon = CountedEvent("special_summon", "any", "monster")
    ceiling = make_limit("cap", scope="player", player="each", counts_from="presence", event=summon)
    game = Evaluator([make_card(ceiling), make_card(name="Rally Drum")])
    game.apply(Appeared(DRUM, "Rally Drum", "A"))
    game.apply(Summoned(DRUM, Action("special_summon"), "A", "s1"))
    game.apply(Appeared(WARDEN, "Ember Warden", "A", "field"))
    assert game.may_use(WARDEN, Action("special_summon"), "A").used == 0


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
