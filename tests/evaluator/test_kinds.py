"""The limits that look at more than uses: what occurs, what is on the field, what others may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import onceper
from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import (
    Activated,
    Appeared,
    AttackEnded,
    CopyNegated,
    Declined,
    FlippedFaceDown,
    LeftLocation,
    Occurred,
    Renamed,
    Resolved,
    Summoned,
    TurnEnded,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

    from onceper.evaluator.event import CardType

WARDEN, SECOND = "Ember Warden-1", "Ember Warden-2"
CAST = CountedEvent("cast", "own", "spell")


def occur(game: Game, times: int = 1, *, player: str = "A", copy: str | None = None, what: str = "cast") -> None:
    for _ in range(times):
        game.apply(Occurred(what, player, copy, objects=("spell",)))


@pytest.fixture
def counts_casts(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with an ability for the second spell of each turn."""
    return new_game(make_card(make_limit("ordinal", 1, spent_on="occurrence", count=2, event=CAST)))


def test_an_ordinal_waits_for_its_time(counts_casts: Game) -> None:
    """DM 1: it triggers when its condition is met for the nth time."""
    occur(counts_casts)
    verdict = counts_casts.ask()
    assert (verdict.allowed, verdict.used, verdict.available_again) == (False, 1, "next_occurrence")
    occur(counts_casts)
    assert counts_casts.ask().allowed
    occur(counts_casts)
    assert counts_casts.ask().available_again == "next_turn"


def test_an_ordinal_is_counted_while_the_card_was_not_there(counts_casts: Game) -> None:
    """DM 1: once the nth time is over before the card comes, it cannot be used that turn."""
    counts_casts.apply(LeftLocation(WARDEN))
    occur(counts_casts, 2)
    counts_casts.apply(Summoned(WARDEN, Action.special_summon(), "A", "s1"))
    occur(counts_casts)
    assert not counts_casts.ask().allowed


@pytest.mark.parametrize("declined", [False, True])
def test_an_ordinal_is_used_or_declined_once(counts_casts: Game, *, declined: bool) -> None:
    """DM 1: who declines cannot use it any more; each copy has its own."""
    occur(counts_casts, 2)
    if declined:
        counts_casts.apply(Declined(WARDEN, Action.use(1), "A"))
    else:
        counts_casts.activate("a1")
    assert not counts_casts.ask().allowed
    assert counts_casts.ask(SECOND).allowed


def test_an_ordinal_begins_anew_each_turn(counts_casts: Game) -> None:
    occur(counts_casts, 2)
    counts_casts.apply(TurnEnded("B"))
    assert counts_casts.ask().used == 0


def test_an_ordinal_counts_what_fits(counts_casts: Game) -> None:
    counts_casts.apply(Occurred("cast", "A", objects=("creature",)))
    counts_casts.apply(Occurred("summon", "A", objects=("spell",)))
    occur(counts_casts, player="B")
    assert counts_casts.ask().used == 0


def test_the_nth_and_every_later_one(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("ordinal", 1, spent_on="occurrence", count=2, at_least=True, event=CAST)))
    occur(game, 2)
    game.activate("a1")
    assert game.ask().available_again == "next_occurrence"
    occur(game)
    assert game.ask().allowed


@pytest.mark.parametrize(
    ("whose", "by_a", "by_b", "by_other_copy"),
    [("own", 1, 0, 1), ("opponent", 0, 1, 0), ("any", 1, 1, 1), ("this", 1, 0, 0)],
)
def test_whose_deeds_are_counted(
    new_game: type[Game],
    make_card: MakeCard,
    make_limit: MakeLimit,
    whose: str,
    by_a: int,
    by_b: int,
    by_other_copy: int,
) -> None:
    for player, copy, counted in (("A", WARDEN, by_a), ("B", None, by_b), ("A", SECOND, by_other_copy)):
        event = CountedEvent("attack", whose)  # type: ignore[arg-type]
        game = new_game(make_card(make_limit("ordinal", 1, spent_on="occurrence", event=event)))
        game.apply(Occurred("attack", player, copy))
        assert game.ask().used == counted


def test_an_event_may_arise_once(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """DM 5: "has not been attacked this turn" is true until it has."""
    game = new_game(make_card(make_limit("event", 1, spent_on="occurrence", event=CountedEvent("attack", "any"))))
    assert game.ask().allowed
    game.apply(Occurred("attack", "B"))
    assert game.ask().available_again == "next_turn"


def test_what_has_to_be_told(counts_casts: Game) -> None:
    assert counts_casts.evaluator.counted_events() == {"cast": ("spell",)}


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "this creature"), ("en", "This Creature"), ("ja", "このクリーチャー"), ("tr", "bu yaratık")],
)
def test_what_happens_to_this_copy(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, lang: str, words: str
) -> None:
    event = CountedEvent("attack", "any", words)
    game = new_game(make_card(make_limit("event", 1, spent_on="occurrence", event=event), lang=lang))
    game.apply(Occurred("attack", "B", SECOND))
    assert game.ask().allowed
    game.apply(Occurred("attack", "B", SECOND, WARDEN))
    assert not game.ask().allowed
    assert game.ask(SECOND).allowed


@pytest.fixture
def keyword(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with two cards of one keyword ability, one of which looks back over the whole Duel."""
    fields = {"scope": "ability", "name": "Finale", "names": "ability", "spent_on": "resolution"}
    return new_game(
        make_card(make_limit("ability", 1, **fields)),
        make_card(make_limit("ability", 1, period="duel", **fields), name="Rally Drum"),
    )


def test_a_keyword_is_declared_by_many_and_resolved_by_one(keyword: Game) -> None:
    """DM 4: what was declared and comes second does nothing."""
    keyword.activate("a1")
    assert keyword.ask(SECOND).allowed
    keyword.activate("a2", SECOND)
    assert keyword.evaluator.may_resolve("a2").allowed
    keyword.apply(Resolved("a2"))
    verdict = keyword.evaluator.may_resolve("a1")
    assert (verdict.allowed, verdict.available_again) == (False, "next_turn")
    assert keyword.evaluator.may_resolve("a2").allowed
    assert not keyword.ask(SECOND).allowed
    assert keyword.ask(SECOND, player="B").allowed


def test_a_keyword_is_looked_back_at_over_each_time(keyword: Game) -> None:
    keyword.activate("a1")
    keyword.apply(Resolved("a1"))
    keyword.apply(TurnEnded("B"))
    assert keyword.ask().allowed
    assert keyword.ask("Rally Drum-1").available_again == "next_duel"


def test_a_ceiling_binds_whom_it_names(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    event = CountedEvent("break", "opponent", "shield")
    cap = make_limit("cap", scope="player", period="attack", player="opponent", event=event)
    game = new_game(make_card(cap))
    game.apply(Occurred("break", "B", objects=("shield",)))
    breaking = Action.do("break", "shield")
    verdict = game.ask(action=breaking, player="B")
    assert (verdict.allowed, verdict.used, verdict.available_again) == (False, 1, "next_attack")
    assert game.ask(action=breaking, player="A").allowed
    game.apply(AttackEnded())
    assert game.ask(action=breaking, player="B").allowed


def test_a_ceiling_ends_with_what_sets_it(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """A ceiling is said by an effect, which may be negated; it counts what happened before it was there."""
    cap = make_limit(
        "cap", scope="player", player="opponent", event=CountedEvent("activate", "opponent", "Spell/Trap Card")
    )
    game = new_game(make_card(cap))
    game.apply(Activated(SECOND, Action.activate_card(), "B", "a1"))
    assert not game.ask(SECOND, Action.activate_card(), "B").allowed
    for copy in (WARDEN, SECOND):
        game.apply(CopyNegated(copy))
    assert game.ask(SECOND, Action.activate_card(), "B").allowed


@pytest.mark.parametrize(
    ("lang", "words", "fits"),
    [
        ("en", "monster", True),
        ("en", "Monster", True),
        ("en", "モンスター", False),
        ("en", "", True),
        ("ja", "モンスター", True),
        ("ja", "monster", False),
        ("tr", "CANAVAR", True),
        ("nl", "monster", False),
        (None, "monster", False),
    ],
)
def test_a_summon_counts_by_the_words_of_the_language_of_the_text(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, lang: str | None, words: str, *, fits: bool
) -> None:
    cap = make_limit("cap", scope="player", player="each", event=CountedEvent("special_summon", "any", words))
    game = new_game(make_card(cap, lang=lang))
    assert game.evaluator.counted_events() == ({} if fits else {"special_summon": (words,)})
    game.apply(Summoned(SECOND, Action.special_summon(), "A", "s1"))
    assert game.ask(SECOND, Action.special_summon()).allowed is not fits


@pytest.mark.parametrize(
    "frees",
    [LeftLocation(SECOND), FlippedFaceDown(SECOND), Renamed(SECOND, "Ash Warden")],
    ids=lambda e: type(e).__name__,
)
def test_how_many_may_be_controlled(
    new_game: type[Game],
    make_card: MakeCard,
    make_limit: MakeLimit,
    frees: LeftLocation | FlippedFaceDown | Renamed,
) -> None:
    game = new_game(make_card(make_limit("control", scope="name", period=None, verb="control", names="card")))
    game.apply(LeftLocation(WARDEN, "hand"))
    for action in (Action.summon(), Action.special_summon(), Action.normal_summon()):
        assert game.ask(action=action).available_again == "fewer_controlled"
    assert game.ask(action=Action.set_monster()).allowed
    assert game.ask(action=Action.special_summon(), player="B").allowed
    game.apply(frees)
    assert game.ask(action=Action.special_summon()).allowed


def test_an_archetype_is_part_of_a_name(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    limit = make_limit("control", scope="name", period=None, name="Warden", names="archetype", player="each")
    game = new_game(make_card(limit), make_card(name="Frost Warden"), make_card(name="Rally Drum"))
    for copy in ("Ember Warden-2", "Frost Warden-1", "Frost Warden-2", "Rally Drum-1"):
        game.apply(LeftLocation(copy))
    assert not game.ask("Frost Warden-1", Action.special_summon()).allowed
    assert not game.ask("Frost Warden-1", Action.special_summon(), "B").allowed
    assert game.ask("Rally Drum-1", Action.special_summon()).allowed
    game.apply(CopyNegated(WARDEN))
    assert game.ask("Frost Warden-1", Action.special_summon()).allowed


@pytest.mark.parametrize(
    ("says", "counted"),
    [
        ('"Gull" monster', {"monster", "summoned trap"}),
        ('"Gull" Spell', {"spell", "pendulum"}),
        ('"Gull" Continuous Trap', {"trap", "summoned trap"}),
        ('"Gull" Spell/Trap', {"spell", "trap", "pendulum", "summoned trap"}),
        ('"Gull" card', {"monster", "spell", "trap", "pendulum", "summoned trap"}),
    ],
)
def test_a_family_is_counted_by_the_sort_of_card_that_is_printed(says: str, counted: set[str]) -> None:
    """Rules on Trap Monsters: a Trap that was Summoned is a monster too; a card in a Pendulum Zone is a Spell."""
    lock = onceper.read(f"You can only control 1 {says}.", lang="en", game="yugioh", name="Lock")
    # It may be a Pendulum Monster.
    text = "[ Pendulum Effect ]\nAll monsters gain 100 ATK."
    gull = onceper.read(text, lang="en", game="yugioh", name="Gull Harbor")
    found: set[str] = set()
    arrivals: tuple[tuple[str, CardType, Action], ...] = (
        ("monster", "monster", Action.special_summon()),
        ("spell", "continuous_spell", Action.activate_card()),
        ("trap", "continuous_trap", Action.activate_card()),
        ("pendulum", "monster", Action.activate_card()),
        ("summoned trap", "continuous_trap", Action.special_summon()),
    )
    for sort, card_type, action in arrivals:
        game = Evaluator([lock, gull])
        game.apply(Appeared("lock", "Lock", "A", card_type="monster"))
        for copy in ("1", "2"):
            game.apply(Appeared(copy, "Gull Harbor", "A", "hand", card_type=card_type))
        assert game.may_use("1", action, "A").allowed
        event = Activated if action.kind == "activation" else Summoned
        game.apply(event("1", action, "A", "a"))
        if not game.may_use("2", action, "A").allowed:
            found.add(sort)
    assert found == counted
