"""A game told in few words: what follows from an event need not be told, and cards are called as people call them."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args
from unicodedata import normalize

import pytest

import onceper
from onceper import events
from onceper.contract.effect import Effect, Option
from onceper.contract.reading import CardReading, Row
from onceper.evaluator.action import Action
from onceper.evaluator.cards import ImpossibleError
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    ChainEnded,
    CouldNotResolve,
    EffectNegated,
    EffectsGained,
    Event,
    LeftLocation,
    PhaseEnded,
    Resolved,
    Summoned,
    SummonNegated,
    TurnEnded,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

    from onceper.evaluator.event import CardType, Location

W = "Ember Warden-1"


@pytest.fixture
def chain(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with an effect that is used once per Chain, and was."""
    game = new_game(make_card(make_limit("soft", 1, period="chain")))
    game.activate("a1")
    game.activate("b1", action=2, player="B")
    return game


def test_a_chain_that_has_resolved_is_over_when_it_is_told_or_another_begins(chain: Game) -> None:
    chain.apply(Resolved("b1"), Resolved("a1"))
    again = Activated(W, Action.use(1), "A", "a2")
    verdict = chain.evaluator.may_happen(again)
    assert verdict
    assert (verdict.allowed, chain.ask().allowed) == (False, False)
    chain.activate("b2", action=2)
    assert chain.ask().allowed
    chain.apply(again)
    assert not chain.ask().allowed
    chain.apply(Resolved("b2"), Resolved("a2"), ChainEnded())
    assert chain.ask().allowed


@pytest.mark.parametrize("fate", [ActivationNegated("a1"), EffectNegated("a1")])
def test_what_was_negated_is_still_in_its_chain(chain: Game, fate: Event) -> None:
    chain.apply(fate)
    assert not chain.ask().allowed
    chain.apply(CouldNotResolve("b1"))
    assert not chain.ask().allowed
    chain.activate("b2", action=2)
    assert chain.ask().allowed


def test_a_summon_after_a_chain_can_be_negated_in_the_next(chain: Game) -> None:
    chain.apply(Resolved("b1"), Resolved("a1"), Summoned("Ember Warden-2", Action("special_summon"), "A", "s1"))
    chain.activate("c1", action=2, player="B")
    chain.apply(Resolved("c1"), SummonNegated("s1"))
    assert chain.evaluator._state.copies["Ember Warden-2"].location is None


def test_turns_and_phases_are_told_as_simulators_do(make_card: MakeCard) -> None:
    game = Evaluator([make_card()])
    game.apply(TurnEnded("A"), PhaseEnded("draw"), PhaseEnded("standby"), PhaseEnded("main1"), PhaseEnded("main1"))
    game.apply(PhaseEnded("battle"), PhaseEnded("main1"), PhaseEnded("battle"), PhaseEnded("main2"), PhaseEnded("end"))
    game.apply(TurnEnded("B"), PhaseEnded("draw"), PhaseEnded("main1"))
    assert game._state.player == "B"
    with pytest.raises(ImpossibleError, match="another turn of player 'B'"):
        game.apply(TurnEnded("B"))


def test_a_game_does_not_begin_twice(new_game: type[Game], make_card: MakeCard) -> None:
    game = new_game(make_card())
    game.activate("a1")
    with pytest.raises(ImpossibleError, match="another turn of player 'A'"):
        game.apply(TurnEnded("A"))


def test_several_events_are_applied_together_or_not_at_all(new_game: type[Game], make_card: MakeCard) -> None:
    game = new_game(make_card())
    before = game.evaluator.snapshot()
    with pytest.raises(onceper.OnceperError, match="event 4: unknown copy 'nobody'"):
        game.apply(Activated(W, Action.use(1), "A", "a1"), LeftLocation("nobody"))
    assert game.evaluator.snapshot() == before
    game.apply(Activated(W, Action.use(1), "A", "a1"), Resolved("a1"))
    game.evaluator.undo()
    game.evaluator.undo()
    assert game.evaluator.snapshot() == before


def _row(name: str, id_: str, *texts: str) -> Row:
    labels = "①②③"
    effects = tuple(
        Effect(n, labels[n - 1], "activated", (0, 1), ((0, 1),), text) for n, text in enumerate(texts, start=1)
    )
    return Row(id_, name, "en", "yugioh", "text", effects=effects)


CAFE = _row("Café Warden", "1234", "①: Draw 1 card.", "②: Draw 2 cards.", "③: Gain 500 LP.")


@pytest.mark.parametrize("called", ["Café Warden", normalize("NFD", "Café Warden"), "1234"])
def test_a_card_is_known_by_its_name_in_any_form_and_by_its_id(called: str) -> None:
    game = Evaluator([CAFE])
    game.apply(Appeared("c", called, "A"), EffectsGained("c", called))
    assert game._state.copies["c"].name == "Café Warden"
    assert game.may_use("c", Action.use(3, of=called), "A").allowed


def test_everything_is_imported_from_one_place() -> None:
    assert {kind.__name__ for kind in get_args(Event)} | {"Action", "Event"} == set(events.__all__)
    assert events.Action is onceper.Action


BOARD: list[tuple[str, CardType | None, Location, bool]] = [
    ("hand", "monster", "hand", True),
    ("shown", "monster", "field", True),
    ("hidden", "monster", "field", False),
    ("spell", "normal_spell", "hand", True),
    ("trap", "continuous_trap", "field", False),
    ("grave", "monster", "graveyard", True),
    ("deck", "monster", "deck", True),
]


def test_all_that_a_player_may_do_is_told_by_place(make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = Evaluator([make_card(make_limit("hard", 1), effects=1)])
    for copy, card_type, location, face_up in BOARD:
        game.apply(Appeared(copy, "Ember Warden", "A", location, face_up, card_type))
    game.apply(Appeared("theirs", "Ember Warden", "B"), Activated("shown", Action.use(1), "A", "a1"))
    found = {(choice.copy, choice.action.kind): choice.verdict for choice in game.may_do("A")}
    assert set(found) == {
        ("hand", "effect"), ("hand", "normal_summon"), ("hand", "set"), ("hand", "special_summon"),
        ("shown", "effect"), ("shown", "change_position"),
        ("hidden", "flip_summon"),
        ("spell", "activation"),
        ("trap", "activation"),
        ("grave", "effect"), ("grave", "special_summon"),
    }  # fmt: skip
    assert not found["grave", "effect"].allowed
    assert "activation a1" in found["grave", "effect"].because
    for choice in game.may_do("A"):
        assert game.may_use(choice.copy, choice.action, "A") == choice.verdict
    with pytest.raises(onceper.OnceperError, match="unknown player 'C'"):
        game.may_do("C")


def test_options_and_procedures_are_told_apart(make_limit: MakeLimit) -> None:
    options = tuple(Option(n, "●", (0, 1), "text") for n in (1, 2))
    effects = (
        Effect(1, "①", "activated", (0, 1), ((0, 1),), "Choose 1.", options),
        Effect(2, "②", "procedure", (0, 1), ((0, 1),), "You can Special Summon this card."),
    )
    limits = (make_limit("hard", 1, each_option=True),)
    game = Evaluator([CardReading("text", "en", "yugioh", "Ember Scribe", limits=limits, effects=effects)])
    game.apply(Appeared("s", "Ember Scribe", "A", "hand", card_type="monster"))
    actions = [choice.action for choice in game.may_do("A")]
    assert actions[:3] == [Action.use(1, option=1), Action.use(1, option=2), Action("summon")]
