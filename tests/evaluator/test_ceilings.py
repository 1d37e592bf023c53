"""From when a ceiling counts, and what it gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

import onceper
from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    ChainEnded,
    ControlChanged,
    CopyNegated,
    CopyRestored,
    EffectNegated,
    Evolved,
    FlippedFaceDown,
    FlippedFaceUp,
    LeftLocation,
    Occurred,
    Summoned,
    SummonNegated,
    TurnEnded,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

WARDEN, SECOND, DRUM, OTHER = "Ember Warden-1", "Ember Warden-2", "Rally Drum-1", "Rally Drum-2"
SPECIAL = Action.special_summon()
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


@pytest.mark.parametrize(
    ("events", "allowed"),
    [
        ([CAME], True),
        ([CAME, SUMMONED], False),
        ([SUMMONED, CAME], True),
        ([Summoned(WARDEN, SPECIAL, "A", "s1")], True),
        ([Summoned(WARDEN, SPECIAL, "A", "s1"), Summoned(DRUM, SPECIAL, "A", "s2")], False),
        ([CAME, SUMMONED, FlippedFaceDown(WARDEN)], True),
        ([CAME, SUMMONED, FlippedFaceDown(WARDEN), FlippedFaceUp(WARDEN)], True),
        ([CAME, FlippedFaceDown(WARDEN), SUMMONED, FlippedFaceUp(WARDEN)], True),
        ([CAME, SUMMONED, LeftLocation(WARDEN, "hand"), CAME], True),
        ([CAME, CopyNegated(WARDEN), SUMMONED, CopyRestored(WARDEN)], True),
        ([CAME, SUMMONED, CopyNegated(WARDEN)], True),
        ([CAME, SUMMONED, CopyNegated(WARDEN), CopyRestored(WARDEN)], False),
        ([CAME, SUMMONED, SummonNegated("s1")], True),
        ([CAME, SUMMONED, TurnEnded("B")], True),
        ([CAME, SUMMONED, ControlChanged(WARDEN, "B")], False),
        ([CAME, Summoned(DRUM, SPECIAL, "B", "s1")], True),
        ([CAME, Summoned(DRUM, Action.normal_summon(), "A", "s1")], True),
        ([CAME, SUMMONED, Evolved(SECOND, WARDEN)], True),
    ],
)
def test_a_ceiling_counts_while_it_is_there(game: Game, events: list[Any], *, allowed: bool) -> None:
    for event in events:
        game.apply(event)
    assert game.ask(OTHER, SPECIAL).allowed is allowed


def test_each_card_has_a_count_of_its_own(game: Game) -> None:
    for event in (CAME, SUMMONED, LeftLocation(SECOND, "field")):
        game.apply(event)
    assert not game.ask(OTHER, SPECIAL).allowed
    game.apply(LeftLocation(WARDEN, "graveyard"))
    assert game.ask(OTHER, SPECIAL).allowed


def test_the_card_may_come_together_with_another(game: Game) -> None:
    for event in (Summoned(WARDEN, SPECIAL, "A", "p1"), Summoned(DRUM, SPECIAL, "A", "p1")):
        game.apply(event)
    assert game.ask(OTHER, SPECIAL).allowed


@pytest.mark.parametrize("text", ["once per turn", "1 monster per turn"])
def test_what_was_negated_together_is_given_back_once(game: Game) -> None:
    for event in (CAME, SUMMONED, Summoned(OTHER, SPECIAL, "A", "s1"), SummonNegated("s1"), SummonNegated("s1")):
        game.apply(event)
    assert game.ask(OTHER, SPECIAL).used == 0
    assert game.evaluator.snapshot().copies[OTHER].location is None


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
    verdict = game.ask(action=Action.do("attack"))
    assert (verdict.allowed, verdict.used) == (False, 1)


@pytest.mark.parametrize("refunded", [True, False])
@pytest.mark.parametrize("counts_from", ["period", "presence"])
@pytest.mark.parametrize(("fate", "given_back"), [(ActivationNegated("a1"), True), (EffectNegated("a1"), False)])
def test_a_negated_activation_is_given_back_unless_the_attempt_counts(
    new_game: type[Game],
    make_card: MakeCard,
    make_limit: MakeLimit,
    counts_from: Any,
    fate: Any,
    *,
    given_back: bool,
    refunded: bool,
) -> None:
    event = CountedEvent("activate", "opponent", "Spell/Trap Card")
    fields: Any = {"counts_from": counts_from, "refunded_if_negated": refunded}
    cap = make_limit("cap", scope="player", player="opponent", event=event, **fields)
    game = new_game(make_card(cap), make_card(name="Rally Drum"))
    for happened in (Activated(DRUM, Action.activate_card(), "B", "a1"), fate, ChainEnded()):
        game.apply(happened)
    assert game.ask(OTHER, Action.activate_card(), "B").allowed is (given_back and refunded)


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        (Occurred("special_summon", "A", objects=("Moth monsters",)), False),
        (Occurred("special_summon", "B", objects=("Moth monsters",)), True),
        (Summoned(OTHER, Action.special_summon(objects=("Moth monsters",)), "A", "s2"), False),
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
    game.apply(Summoned(DRUM, Action.special_summon(objects=("Moth monsters",)), "A", "s1"))
    verdict = game.evaluator.may_happen(asked)
    assert (verdict and verdict.allowed) == allowed
    untold = game.ask(OTHER, SPECIAL)
    assert (untold.allowed, untold.depends_on) == (True, "Moth monsters")


@pytest.mark.parametrize(
    ("kind", "counted"),
    [
        ("Normal", [Action.normal_summon(), Action.normal_summon(summon_kind="tribute")]),
        ("Tribute", [Action.normal_summon(), Action.normal_summon(summon_kind="tribute")]),
        ("Flip", [Action.flip_summon()]),
    ],
)
def test_every_kind_of_summon_is_counted_by_itself(new_game: type[Game], kind: str, counted: list[Action]) -> None:
    """A Normal Summon of which nobody told that it was no Tribute Summon may have been one."""
    text = f"Your opponent can only {kind} Summon monsters once per turn."
    lock = onceper.read(text, lang="en", game="yugioh", name="Lock")
    for action in counted:
        game = new_game(lock)
        game.apply(TurnEnded("B"))
        for copy in ("first", "second"):
            game.apply(Appeared(copy, "Lock", "B", "hand", card_type="monster"))
        assert game.evaluator.counted_events() == {}
        assert game.ask("first", action, "B").allowed
        game.apply(Summoned("first", action, "B", "s1"))
        # Also where the rulebook lets a player do it again.
        again = replace(action, additional=action.kind == "normal_summon")
        assert not game.ask("second", again, "B").allowed
