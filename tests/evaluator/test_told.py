"""What a limit cannot know by itself: conditions, numbers, options, protected cards, kinds of Summon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from onceper.contract.effect import Option
from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    ChainEnded,
    EventError,
    LeftLocation,
    Occurred,
    Stated,
    Summoned,
    TurnEnded,
)
from onceper.evaluator.state import UnknownCopyError
from onceper.evaluator.table import UnknownActionError

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard

    from onceper.contract.reading import CardReading

WARDEN, SECOND, DRUM = "Ember Warden-1", "Ember Warden-2", "Rally Drum-1"
SHRINE, NUMBER = "if you control a Shrine", "the number of FIRE monsters in your GY"


def after(game: Game, *events: Any) -> Game:
    for event in events:
        game.apply(event)
    return game


def used(number: int = 1, effect: int = 1, copy: str = WARDEN) -> tuple[Activated, ChainEnded]:
    return Activated(copy, Action.use(effect), "A", f"a{number}"), ChainEnded()


@pytest.fixture
def twice(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with a use by name, and two under a condition that is read as a limit of the copy."""
    raised = make_limit("soft", 1, count=2, condition=SHRINE)
    return new_game(make_card(make_limit("hard", 1), raised))


def test_a_condition_that_nobody_states_does_not_hold(twice: Game) -> None:
    verdict = after(twice, *used()).ask()
    assert (verdict.allowed, verdict.depends_on) == (False, SHRINE)
    assert SHRINE in verdict.because


def test_a_condition_is_not_named_where_it_changes_nothing(twice: Game) -> None:
    assert (twice.ask().allowed, twice.ask().depends_on) == (True, None)
    verdict = after(twice, *used(1), *used(2)).ask()
    assert (verdict.allowed, verdict.depends_on) == (False, None)


def test_a_condition_that_holds_raises_the_count_of_the_one_account(twice: Game) -> None:
    after(twice, *used(), Stated(WARDEN, SHRINE))
    verdict = twice.ask()
    assert (verdict.allowed, verdict.used, verdict.depends_on) == (True, 1, None)
    assert verdict.limit
    assert verdict.limit.count == 2
    # By name, as the limit that it raises; nothing is stated of the second copy.
    assert after(twice, *used(2)).ask().used == 2
    assert twice.ask(SECOND).depends_on is None


def test_a_condition_that_does_not_hold_is_not_named(twice: Game) -> None:
    verdict = after(twice, Stated(WARDEN, SHRINE, holds=False), *used()).ask()
    assert (verdict.allowed, verdict.depends_on) == (False, None)


@pytest.mark.parametrize("ends", [Stated(WARDEN, SHRINE, holds=False), LeftLocation(WARDEN, "hand")])
def test_what_was_stated_lasts_until_it_is_stated_otherwise_or_the_copy_leaves(twice: Game, ends: Any) -> None:
    assert after(twice, *used(), Stated(WARDEN, SHRINE), TurnEnded("B"), TurnEnded("A"), *used(2)).ask().allowed
    assert not after(twice, ends).ask().allowed


@pytest.fixture
def restricted(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with two uses, and only one under a condition."""
    return new_game(make_card(make_limit("soft", 1, count=2), make_limit("soft", 1, condition=SHRINE)))


def test_a_condition_that_restricts_is_named_where_it_would(restricted: Game) -> None:
    assert restricted.ask().depends_on is None
    verdict = after(restricted, *used()).ask()
    assert (verdict.allowed, verdict.depends_on) == (True, SHRINE)
    assert not after(restricted, Stated(WARDEN, SHRINE)).ask().allowed
    assert after(restricted, Stated(WARDEN, SHRINE, holds=False)).ask().depends_on is None


@pytest.fixture
def many(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with as many uses as words say, and a use of another effect."""
    return new_game(make_card(make_limit("soft", 1, count=None, count_text=NUMBER), make_limit("soft", 2)))


def test_a_number_that_nobody_states_is_one(many: Game) -> None:
    assert (many.ask().allowed, many.ask().depends_on) == (True, NUMBER)
    verdict = after(many, *used()).ask()
    assert (verdict.allowed, verdict.depends_on) == (False, NUMBER)
    assert many.ask(action=2).depends_on is None


@pytest.mark.parametrize(("count", "allowed"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_number_that_is_stated(many: Game, count: int, *, allowed: bool) -> None:
    verdict = after(many, Stated(WARDEN, NUMBER, count=count), *used()).ask()
    assert (verdict.allowed, verdict.depends_on) == (allowed, None)


def test_no_use_at_all_has_a_reason(many: Game) -> None:
    verdict = after(many, Stated(WARDEN, NUMBER, count=0)).ask()
    assert (verdict.allowed, verdict.because) == (
        False,
        'Effect 1 of "Ember Warden" is not allowed now: the number that was stated is 0',
    )


def test_another_refusal_depends_on_nothing(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("soft", 1, count=None, count_text=NUMBER), make_limit("hard", 1)))
    verdict = after(game, *used()).ask()
    assert (verdict.allowed, verdict.depends_on) == (False, None)


def test_the_wrong_time_depends_on_no_number(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    limit = make_limit("soft", 1, count=None, count_text=NUMBER, whose_turn="opponent")
    verdict = new_game(make_card(limit)).ask()
    assert (verdict.available_again, verdict.depends_on) == ("next_opponent_turn", None)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Stated(WARDEN, "if it rains"), "'if it rains' is stated of 'Ember Warden-1'; expected one of 'if you "),
        (Stated(WARDEN, SHRINE, count=2), "count 2 for 'if you control a Shrine'"),
        (Stated(WARDEN, NUMBER), "count None for 'the number"),
    ],
)
def test_words_that_no_limit_has_are_refused(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, event: Stated, message: str
) -> None:
    limits = make_limit("soft", 1, condition=SHRINE), make_limit("soft", 2, count=None, count_text=NUMBER)
    game = new_game(make_card(*limits))
    with pytest.raises(EventError, match=message):
        game.apply(event)


def test_two_triggers_in_one_ability(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    """Whose trigger nobody states is taken for the one that is not counted, and the counted one is named."""
    cast, trigger = CountedEvent("cast", "own"), "when you cast a spell"
    game = new_game(make_card(make_limit("ordinal", 1, spent_on="occurrence", event=cast, condition=trigger)))
    verdict = game.ask()
    assert (verdict.allowed, verdict.limit, verdict.depends_on) == (True, None, trigger)
    after(game, Occurred("cast", "A"))
    assert game.ask().depends_on is None
    # The other trigger does not use up the first cast.
    after(game, *used(), Stated(WARDEN, trigger))
    assert game.ask().allowed
    assert not after(game, *used(2)).ask().allowed


def test_a_condition_of_a_ceiling_and_of_what_is_controlled(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    event = CountedEvent("break", "opponent", "shield")
    cap = make_limit("cap", scope="player", player="opponent", event=event, condition=SHRINE)
    one = make_limit("control", scope="name", period=None, verb="control", names="card", condition=SHRINE)
    game = after(new_game(make_card(cap, one)), Occurred("break", "B", objects=("shield",)))
    for action, player in ((Action.do("break", "shield"), "B"), (Action.special_summon(), "A")):
        verdict = game.ask(action=action, player=player)
        assert (verdict.allowed, verdict.depends_on) == (True, SHRINE)
    after(game, *(Stated(copy, SHRINE) for copy in (WARDEN, SECOND)))
    assert not game.ask(action=Action.do("break", "shield"), player="B").allowed
    assert not game.ask(action=Action.special_summon()).allowed


def with_options(card: CardReading, count: int = 2) -> CardReading:
    options = tuple(Option(number, "●", (0, 1), "text") for number in range(1, count + 1))
    return replace(card, effects=tuple(replace(effect, options=options) for effect in card.effects))


@pytest.fixture
def options(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game in which each of the three choices of an effect may be used once."""
    return new_game(with_options(make_card(make_limit("hard", 1, each_option=True)), 3))


def choose(game: Game, number: int, option: int | None) -> Game:
    return after(game, Activated(WARDEN, Action.use(1, option=option), "A", f"a{number}"), ChainEnded())


def test_each_option_has_its_own_count(options: Game) -> None:
    choose(options, 1, 2)
    assert [options.ask(SECOND, Action.use(1, option=option)).allowed for option in (1, 2, 3)] == [True, False, True]


def test_an_option_that_nobody_tells_is_free_while_one_is_left(options: Game) -> None:
    for number in (1, 2, 3):
        assert options.ask().allowed
        choose(options, number, number)
    assert not options.ask().allowed


def test_an_option_that_nobody_told_may_have_been_any(options: Game) -> None:
    choose(options, 1, None)
    assert options.ask().allowed
    assert not options.ask(action=Action.use(1, option=1)).allowed


def test_options_that_share_their_uses(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(with_options(make_card(make_limit("hard", 1))))
    choose(game, 1, 1)
    assert not game.ask(action=Action.use(1, option=2)).allowed


def test_a_negated_option_is_given_back(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(with_options(make_card(make_limit("hard", 1, each_option=True, verb="activate"))))
    after(game, Activated(WARDEN, Action.use(1, option=1), "A", "a1"), ActivationNegated("a1"), ChainEnded())
    assert game.ask(action=Action.use(1, option=1)).allowed


@pytest.mark.parametrize(("effects", "expected"), [(3, "option 1 to 3"), (0, "no choices were read")])
def test_an_option_that_is_not_there_is_refused(
    new_game: type[Game], make_card: MakeCard, effects: int, expected: str
) -> None:
    game = new_game(with_options(make_card(), effects))
    with pytest.raises(UnknownActionError, match=f"has no option 4; expected .*{expected}"):
        game.ask(action=Action.use(1, option=4))


@pytest.fixture
def protects(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> Game:
    """Return a game with a card that protects each monster once in a turn."""
    game = new_game(make_card(make_limit("soft", 1, verb="apply", each_target=True)))
    return after(game, *(Appeared(copy, "Ember Warden", "A") for copy in ("m1", "m2")))


def protect(target: str | None) -> Action:
    return Action.use(1, target=target)


def test_each_protected_card_has_its_own_count(protects: Game) -> None:
    after(protects, Applied(WARDEN, protect("m1"), "A", "p1"))
    assert [protects.ask(action=protect(target)).allowed for target in ("m1", "m2")] == [False, True]
    assert protects.ask(SECOND, protect("m1")).allowed
    assert protects.ask(action=protect("m1")).spent_by == ("p1",)


def test_a_protected_card_that_nobody_names_is_free_and_the_spent_ones_are_named(protects: Game) -> None:
    assert "each card has a count of its own" in protects.ask().because
    after(protects, Applied(WARDEN, protect("m2"), "A", "p1"))
    assert protects.ask().allowed
    assert "but not for m2" in protects.ask().because


@pytest.mark.parametrize("event", [LeftLocation("m1", "hand"), TurnEnded("B")])
def test_a_protected_card_counts_anew(protects: Game, event: Any) -> None:
    after(protects, Applied(WARDEN, protect("m1"), "A", "p1"), event)
    assert protects.ask(action=protect("m1")).allowed


def test_a_target_must_be_there(protects: Game) -> None:
    with pytest.raises(UnknownCopyError, match="'nobody'"):
        protects.ask(action=protect("nobody"))
    with pytest.raises(UnknownCopyError, match="'nobody'"):
        protects.apply(Applied(WARDEN, protect("nobody"), "A", "p1"))


@pytest.mark.parametrize(
    ("kind", "action", "origin", "counts"),
    [
        ("link", Action.special_summon(summon_kind="link"), "graveyard", True),
        ("link", Action.special_summon(summon_kind="xyz"), "extra_deck", False),
        ("link", Action.special_summon(), "extra_deck", True),
        ("link", Action.special_summon(), "graveyard", False),
        ("link", Action.special_summon(), "hand", False),
        ("link", Action.special_summon(), None, True),
        ("link", Action.summon(), "extra_deck", True),
        ("pendulum", Action.special_summon(), "hand", True),
        ("ritual", Action.special_summon(), "hand", True),
        ("ritual", Action.special_summon(), "extra_deck", False),
        ("fusion", Action.special_summon(), "banished", False),
        ("special", Action.special_summon(summon_kind="link"), "extra_deck", True),
        ("special", Action.special_summon(), "graveyard", True),
        ("special", Action.normal_summon(), "hand", False),
        ("normal", Action.normal_summon(), "hand", True),
        ("normal", Action.normal_summon(summon_kind="tribute"), "hand", True),
        ("normal", Action.set_monster(), "hand", False),
        ("tribute", Action.normal_summon(summon_kind="tribute"), "hand", True),
        ("tribute", Action.normal_summon(summon_kind="normal"), "hand", False),
        ("tribute", Action.normal_summon(), "hand", True),
        ("flip", Action.flip_summon(), "field", True),
        ("flip", Action.normal_summon(), "hand", False),
        (None, Action.special_summon(), "graveyard", True),
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
    uses = [use for account, uses in game.evaluator.snapshot().uses for use in uses if "rulebook" not in account.limit]
    assert bool(uses) is counts


@pytest.mark.parametrize(("told", "counts"), [("link", True), ("xyz", False), (None, True)])
def test_a_ceiling_on_a_kind_of_summon(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, told: Any, *, counts: bool
) -> None:
    event = CountedEvent("special_summon", "any", "monsters")
    cap = make_limit("cap", scope="player", player="each", event=event, summon_kind="link")
    game = new_game(make_card(cap), make_card(name="Rally Drum"))
    for copy in (DRUM, "Rally Drum-2"):
        game.apply(LeftLocation(copy, "extra_deck"))
    after(game, Summoned(DRUM, Action.special_summon(summon_kind=told), "A", "s1"))
    assert game.ask("Rally Drum-2", Action.special_summon(summon_kind="link")).allowed is not counts
    assert game.ask("Rally Drum-2", Action.special_summon(summon_kind="synchro")).allowed


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
